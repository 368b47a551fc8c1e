/* gram.c - rows of the Gram matrix of the items' unit vectors. The whole matrix is never stored. */
#include "core/instance.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

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

/* A row of the matrix, or a part of it. */
typedef struct gram_row {
    const knap_instance *instance;
    size_t item;
    const uint32_t *candidate; /* NULL: all items */
    size_t candidates;
    double *gram;
    const double *spread; /* [dimensions] the item's vector, where vectors are sparse */
} gram_row;

static KN_INLINE size_t candidate_at(const gram_row *row, size_t c)
{
    return row->candidate ? row->candidate[c] : c;
}

/* Each candidate's own entries are looked up in the item's vector, which is spread out. */
static void sparse_piece(const gram_row *row, size_t begin, size_t end)
{
    const knap_instance *instance = row->instance;
    const kn_rows *rows = &instance->vector;
    for (size_t c = begin; c < end; c++) {
        size_t s = candidate_at(row, c);
        double sum = 0;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            sum += row->spread[rows->id[i]] * rows->value[i];
        row->gram[c] = clamp(sum * instance->inverse_norm[row->item] * instance->inverse_norm[s]);
    }
}

/* Numbers of all candidates up to which four vectors at a time are faster: beyond, memory wants one after the other. */
enum { MANY_NUMBERS = 1 << 20 };

KN_VECTOR static void dense_piece(const gram_row *row, size_t begin, size_t end)
{
    const knap_instance *instance = row->instance;
    const kn_rows *rows = &instance->vector;
    const double *mine = rows->value + rows->start[row->item], norm = instance->inverse_norm[row->item];
    size_t c = begin;
    for (; row->candidates * rows->width <= MANY_NUMBERS && c + 4 <= end; c += 4) {
        const double *four[4];
        for (size_t k = 0; k < 4; k++)
            four[k] = rows->value + rows->start[candidate_at(row, c + k)];
        kn_dot_rows(mine, four, rows->width, row->gram + c);
    }
    for (; c < end; c++)
        row->gram[c] = kn_dot_double(mine, rows->value + rows->start[candidate_at(row, c)], rows->width);
    for (c = begin; c < end; c++) {
        double cosine = row->gram[c] * norm * instance->inverse_norm[candidate_at(row, c)];
        row->gram[c] = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
    }
}

static void fill_piece(void *context, size_t piece, size_t worker)
{
    const gram_row *row = context;
    size_t begin = piece * KN_PIECE, end = kn_piece_end(piece, row->candidates);
    (void)worker;
    if (row->spread)
        sparse_piece(row, begin, end);
    else
        dense_piece(row, begin, end);
}

void kn_gram_row_jobs(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates,
                      double *gram, double *scratch, size_t jobs)
{
    const kn_rows *rows = &instance->vector;
    gram_row row = {instance, item, candidate, candidates, gram, rows->id ? scratch : NULL};
    if (instance->inverse_norm[item] == 0) {
        for (size_t c = 0; c < candidates; c++)
            gram[c] = candidate_at(&row, c) == item;
        return;
    }
    for (size_t i = rows->start[item]; rows->id && i < rows->start[item + 1]; i++)
        scratch[rows->id[i]] = rows->value[i];
    kn_parallel_for(jobs, kn_pieces(candidates), fill_piece, &row);
    for (size_t i = rows->start[item]; rows->id && i < rows->start[item + 1]; i++)
        scratch[rows->id[i]] = 0;
}

void kn_gram_row(const knap_instance *instance, size_t item, const uint32_t *candidate, size_t candidates, double *gram,
                 double *scratch)
{
    kn_gram_row_jobs(instance, item, candidate, candidates, gram, scratch, 1);
}

/* A counting sort. */
bool kn_gram_index_make(kn_gram_index *index, const knap_instance *instance, kn_arena *arena)
{
    const kn_rows *rows = &instance->vector;
    size_t n = instance->count;
    index->start = kn_arena_new(arena, rows->width + 2, sizeof *index->start);
    index->item = kn_arena_room(arena, rows->start[n], sizeof *index->item);
    index->value = kn_arena_room(arena, rows->start[n], sizeof *index->value);
    if (!index->start || !index->item || !index->value)
        return false;
    for (size_t i = 0; i < rows->start[n]; i++)
        index->start[rows->id[i] + 2]++;
    for (size_t d = 1; d < rows->width + 1; d++)
        index->start[d + 1] += index->start[d];
    for (size_t s = 0; s < n; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++) {
            size_t at = index->start[rows->id[i] + 1]++;
            index->item[at] = (uint32_t)s;
            index->value[at] = rows->value[i];
        }
    return true;
}

void kn_gram_index_add(const kn_gram_index *index, const knap_instance *instance, size_t item, double *sum)
{
    const kn_rows *rows = &instance->vector;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        for (size_t j = index->start[rows->id[i]]; j < index->start[rows->id[i] + 1]; j++)
            sum[index->item[j]] += rows->value[i] * index->value[j];
}

void kn_gram_index_row(const kn_gram_index *index, const knap_instance *instance, size_t item, double *gram)
{
    memset(gram, 0, instance->count * sizeof *gram);
    kn_gram_index_add(index, instance, item, gram);
    for (size_t s = 0; s < instance->count; s++)
        gram[s] = clamp(gram[s] * instance->inverse_norm[item] * instance->inverse_norm[s]);
    if (instance->inverse_norm[item] == 0)
        gram[item] = 1;
}
