/* gram.c - rows of the Gram matrix of the items' unit vectors. The whole matrix is never stored. */
#include "core/instance.h"
#include "base/kernels.h"

#include <math.h>

bool kn_instance_has_vectors(const knap_instance *instance)
{
    return instance->count && instance->vector.start[instance->count] > 0;
}

bool kn_data_has_vectors(const knap_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (kn_instance_has_vectors(data->instance[i]))
            return true;
    return false;
}

static double sparse_dot(const kn_rows *rows, size_t a, size_t b)
{
    size_t i = rows->start[a], j = rows->start[b], i_end = rows->start[a + 1], j_end = rows->start[b + 1];
    double sum = 0;
    while (i < i_end && j < j_end) {
        if (rows->id[i] == rows->id[j])
            sum += rows->value[i++] * rows->value[j++];
        else if (rows->id[i] < rows->id[j])
            i++;
        else
            j++;
    }
    return sum;
}

static double clamp(double cosine)
{
    return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

double knap_instance_similarity(const knap_instance *instance, size_t a, size_t b)
{
    if (!instance || a >= instance->count || b >= instance->count)
        return NAN;
    const kn_rows *rows = &instance->vector;
    double norms = instance->inverse_norm[a] * instance->inverse_norm[b];
    if (a == b)
        return 1;
    if (norms == 0)
        return 0;
    if (rows->id)
        return clamp(sparse_dot(rows, a, b) * norms);
    return clamp(kn_dot_double(rows->value + rows->start[a], rows->value + rows->start[b], rows->width) * norms);
}

/* Sparse rows: the item's vector is spread out once, then each candidate's own entries are looked up in it.
 */
static void sparse_row(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates,
                       double *gram, double *scratch)
{
    const kn_rows *rows = &instance->vector;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        scratch[rows->id[i]] = rows->value[i];
    for (size_t c = 0; c < candidates; c++) {
        size_t s = candidate ? candidate[c] : c;
        double sum = 0;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            sum += scratch[rows->id[i]] * rows->value[i];
        gram[c] = clamp(sum * instance->inverse_norm[item] * instance->inverse_norm[s]);
    }
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        scratch[rows->id[i]] = 0;
}

void kn_gram_row(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates, double *gram,
                 double *scratch)
{
    const kn_rows *rows = &instance->vector;
    if (instance->inverse_norm[item] == 0) {
        for (size_t c = 0; c < candidates; c++)
            gram[c] = (candidate ? candidate[c] : c) == item;
        return;
    }
    if (rows->id) {
        sparse_row(instance, item, candidate, candidates, gram, scratch);
        return;
    }
    for (size_t c = 0; c < candidates; c++) {
        size_t s = candidate ? candidate[c] : c;
        gram[c] = clamp(kn_dot_double(rows->value + rows->start[item], rows->value + rows->start[s], rows->width) *
                        instance->inverse_norm[item] * instance->inverse_norm[s]);
    }
}
