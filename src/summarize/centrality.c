/* centrality.c - mean cosine to the cluster, and continuous LexRank (Erkan and Radev 2004).
 *
 * LexRank is the stationary distribution p = (1 - d)/n + d M^T p of the similarity matrix S = U U^T with its rows divided by
 * their sums. S is never formed: S x = U (U^T x), so a step costs as much as the vectors have entries. */
#include "summarize/centrality.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double DAMPING = 0.85;
static const double ENOUGH = 1e-12;
enum { MOST_STEPS = 200 };

/* out = U (U^T in), with `column` as scratch of the vectors' columns. */
static void multiply(const knap_vectors *vectors, const double *in, double *column, double *out)
{
    size_t rows = knap_vectors_rows(vectors);
    memset(column, 0, knap_vectors_columns(vectors) * sizeof *column);
    for (size_t i = 0; i < rows; i++) {
        const uint32_t *id;
        const double *value;
        size_t count = knap_vectors_row(vectors, i, &id, &value);
        for (size_t j = 0; j < count; j++)
            column[id[j]] += in[i] * value[j];
    }
    for (size_t i = 0; i < rows; i++) {
        const uint32_t *id;
        const double *value;
        size_t count = knap_vectors_row(vectors, i, &id, &value);
        out[i] = 0;
        for (size_t j = 0; j < count; j++)
            out[i] += column[id[j]] * value[j];
    }
}

/* `sum` holds the rows' sums of S. A line like no other, itself included, spreads its weight over all. */
static void lexrank(kn_story *story, const double *sum, double *rank, double *share, double *next, double *column)
{
    size_t n = story->lines;
    for (size_t i = 0; i < n; i++)
        rank[i] = 1 / (double)n;
    for (int step = 0; step < MOST_STEPS; step++) {
        double spread = 0, change = 0;
        for (size_t i = 0; i < n; i++) {
            share[i] = sum[i] > 0 ? rank[i] / sum[i] : 0;
            spread += sum[i] > 0 ? 0 : rank[i] / (double)n;
        }
        multiply(story->vectors, share, column, next);
        for (size_t i = 0; i < n; i++) {
            next[i] = (1 - DAMPING) / (double)n + DAMPING * (next[i] + spread);
            change += fabs(next[i] - rank[i]);
            rank[i] = next[i];
        }
        if (change < ENOUGH)
            break;
    }
    for (size_t i = 0; i < n; i++)
        story->line[i].lexrank = rank[i] * (double)n;
}

knap_status kn_story_centrality(kn_story *story, knap_error *error)
{
    size_t n = story->lines, columns = knap_vectors_columns(story->vectors);
    double *numbers = kn_new(story->allocator, 4 * n + columns, sizeof *numbers);
    double *sum = numbers, *rank = sum + n, *share = rank + n, *next = share + n, *column = next + n;
    if (!numbers)
        return kn_no_memory(error);
    for (size_t i = 0; i < n; i++)
        share[i] = 1;
    multiply(story->vectors, share, column, sum);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *id;
        const double *value;
        double own = knap_vectors_row(story->vectors, i, &id, &value) > 0; /* unit length: cosine 1 with itself */
        story->line[i].similarity = n > 1 ? (sum[i] - own) / (double)(n - 1) : 0;
    }
    lexrank(story, sum, rank, share, next, column);
    kn_free(story->allocator, numbers, 4 * n + columns, sizeof *numbers);
    return KNAP_OK;
}
