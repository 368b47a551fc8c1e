/* dpp_features.c - the quality features of a DPP: an instance's static features, raw and cut at quantiles
 * within the instance as Kulesza and Taskar's are, and which items are long enough to take part. */
#include "systems/dpp.h"
#include "base/sort.h"

#include <string.h>

/* Whether a feature has more than two values in the data. */
static bool is_graded(const knap_data *data, size_t feature)
{
    float seen[2] = {0, 0};
    int count = 0;
    for (size_t t = 0; t < data->count; t++) {
        const knap_instance *instance = data->instance[t];
        for (size_t s = 0; s < instance->count; s++) {
            float value = instance->feature[s * instance->width + feature];
            if ((count > 0 && value == seen[0]) || (count > 1 && value == seen[1]))
                continue;
            if (count == 2)
                return true;
            seen[count++] = value;
        }
    }
    return false;
}

knap_status kn_dpp_columns_begin(kn_dpp_columns *columns, const knap_data *train, size_t bins,
                                 const knap_allocator *allocator, knap_error *error)
{
    size_t features = train->features.count;
    *columns = (kn_dpp_columns){.allocator = allocator, .features = features, .bins = bins};
    columns->count = 1 + features;
    columns->binned = kn_new(allocator, features, 1);
    for (size_t f = 0; columns->binned && bins > 1 && f < features; f++)
        if ((columns->binned[f] = (unsigned char)is_graded(train, f)))
            columns->count += bins;
    columns->mean = kn_new(allocator, columns->count, sizeof *columns->mean);
    columns->deviation = kn_new(allocator, columns->count, sizeof *columns->deviation);
    if (!columns->binned || !columns->mean || !columns->deviation) {
        kn_dpp_columns_end(columns);
        return kn_no_memory(error);
    }
    for (size_t c = 0; c < columns->count; c++)
        columns->deviation[c] = 1;
    return KNAP_OK;
}

void kn_dpp_columns_end(kn_dpp_columns *columns)
{
    kn_free(columns->allocator, columns->binned, columns->features, 1);
    kn_free(columns->allocator, columns->mean, columns->count, sizeof *columns->mean);
    kn_free(columns->allocator, columns->deviation, columns->count, sizeof *columns->deviation);
    columns->binned = NULL;
    columns->mean = columns->deviation = NULL;
}

/* One indicator per quantile: bin floor(bins * share of the items below it). */
static void cut(const kn_dpp_columns *columns, size_t rows, const double *value, const uint32_t *order, size_t first,
                double *matrix)
{
    size_t below = 0;
    for (size_t i = 0; i < rows; i++) {
        if (i > 0 && value[order[i]] > value[order[i - 1]])
            below = i;
        matrix[order[i] * columns->count + first + below * columns->bins / rows] = 1;
    }
}

knap_status kn_dpp_columns_fill(const kn_dpp_columns *columns, const kn_dpp *dpp, double *matrix, knap_error *error)
{
    const knap_instance *instance = dpp->instance;
    size_t rows = dpp->count, first = 1 + columns->features;
    double *value = kn_new(dpp->allocator, rows, sizeof *value);
    uint32_t *order = kn_new(dpp->allocator, rows, sizeof *order);
    uint64_t *scratch = kn_new(dpp->allocator, kn_order_scratch(rows), sizeof *scratch);
    knap_status status = value && order && scratch ? KNAP_OK : kn_no_memory(error);
    memset(matrix, 0, rows * columns->count * sizeof *matrix);
    for (size_t i = 0; !status && i < rows; i++)
        matrix[i * columns->count] = 1;
    for (size_t f = 0; !status && f < columns->features; f++) {
        for (size_t i = 0; i < rows; i++) {
            value[i] = (double)instance->feature[dpp->item[i] * instance->width + f];
            matrix[i * columns->count + 1 + f] = value[i];
        }
        if (!columns->binned[f])
            continue;
        kn_order(value, rows, order, scratch);
        cut(columns, rows, value, order, first, matrix);
        first += columns->bins;
    }
    kn_free(dpp->allocator, value, rows, sizeof *value);
    kn_free(dpp->allocator, order, rows, sizeof *order);
    kn_free(dpp->allocator, scratch, kn_order_scratch(rows), sizeof *scratch);
    return status;
}

void kn_dpp_columns_standardise(const kn_dpp_columns *columns, double *matrix, size_t rows)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t c = 1; c < columns->count; c++) {
            double *at = &matrix[i * columns->count + c];
            *at = (*at - columns->mean[c]) / columns->deviation[c];
        }
}

void kn_dpp_keep(const knap_instance *instance, size_t words, unsigned char *keep)
{
    const kn_rows *rows = &instance->concept;
    size_t kept = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double count = 0;
        bool marked = false;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++) {
            unsigned kind = kn_concept_kind(instance, rows->id[i]);
            if (kind == KNAP_CONCEPT_WORD || kind == KNAP_CONCEPT_STOP) {
                count += rows->value[i];
                marked = true;
            }
        }
        keep[s] = !marked || count >= (double)words;
        kept += keep[s];
    }
    if (!kept)
        memset(keep, 1, instance->count);
}
