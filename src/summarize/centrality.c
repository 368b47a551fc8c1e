/* centrality.c - mean cosine to the cluster, and continuous LexRank (Erkan and Radev 2004).
 *
 * LexRank is the stationary distribution p = (1 - d)/n + d M^T p of the similarity matrix S = U U^T with its rows divided by
 * their sums (base/power.h). S is never formed: S x = U (U^T x), so a step costs as much as the vectors have entries. */
#include "summarize/centrality.h"
#include "base/error.h"
#include "base/power.h"

#include <math.h>
#include <string.h>

static const double DAMPING = 0.85;
static const double ENOUGH = 1e-12;
enum { MOST_STEPS = 200 };

typedef struct similarities {
    const knap_vectors *vectors;
    double *column; /* [columns] scratch */
} similarities;

/* out = U (U^T in) */
static void multiply(void *context, const double *in, double *out)
{
    const similarities *self = context;
    const knap_vectors *vectors = self->vectors;
    double *column = self->column;
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

/* `centroid` is the sum of all rows. */
static void find_central(kn_story *story, const double *centroid)
{
    double largest = 0, lines = (double)story->lines;
    for (size_t i = 0; i < story->lines; i++) {
        const uint32_t *id;
        const double *value;
        size_t count = knap_vectors_row(story->vectors, i, &id, &value);
        double sum = 0;
        for (size_t j = 0; j < count; j++)
            sum += centroid[id[j]];
        story->line[i].central = sum;
        largest = fmax(largest, sum);
    }
    for (size_t i = 0; i < story->lines; i++) {
        double share = largest > 0 ? story->line[i].central / largest : 0;
        story->line[i].central = (share + 1 - (double)i / lines + knap_vectors_cosine(story->vectors, 0, i)) / 3;
    }
}

knap_status kn_story_centrality(kn_story *story, knap_error *error)
{
    size_t n = story->lines, columns = knap_vectors_columns(story->vectors);
    size_t room = (2 + KN_POWER_SCRATCH) * n + columns;
    double *numbers = kn_new(story->allocator, room, sizeof *numbers);
    double *sum = numbers, *rank = sum + n, *scratch = rank + n;
    similarities self = {.vectors = story->vectors, .column = scratch + KN_POWER_SCRATCH * n};
    kn_power power = {.count = n,
                      .degree = sum,
                      .jump = 1 - DAMPING,
                      .enough = ENOUGH,
                      .most_steps = MOST_STEPS,
                      .multiply = multiply,
                      .context = &self};
    if (!numbers)
        return kn_no_memory(error);
    for (size_t i = 0; i < n; i++)
        scratch[i] = 1;
    multiply(&self, scratch, sum); /* and self.column is the centroid */
    if (story->documents == 1)
        find_central(story, self.column);
    for (size_t i = 0; i < n; i++) {
        const uint32_t *id;
        const double *value;
        double own = knap_vectors_row(story->vectors, i, &id, &value) > 0; /* unit length: cosine 1 with itself */
        story->line[i].similarity = n > 1 ? (sum[i] - own) / (double)(n - 1) : 0;
    }
    kn_power_rank(&power, rank, scratch);
    for (size_t i = 0; i < n; i++)
        story->line[i].lexrank = rank[i] * (double)n;
    kn_free(story->allocator, numbers, room, sizeof *numbers);
    return KNAP_OK;
}
