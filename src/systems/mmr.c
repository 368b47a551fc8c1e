/* mmr.c - maximal marginal relevance (Carbonell and Goldstein 1998): relevance against similarity to what is
 * picked.
 *
 *     argmax_s  lambda * relevance(s) - (1 - lambda) * max_{l in L} cos(s, l)
 *
 * Relevance is the item's own worth over the largest one where the data give it for that; otherwise the
 * cosine to the centroid of all items. Differs from the paper: no query, hence the centroid. */
#include "systems/systems.h"
#include "core/instance.h"
#include "base/error.h"

#include <math.h>

static const double LAMBDA = 0.5;

typedef struct mmr {
    double *relevance, *nearest, *gram; /* [n] */
    double *scratch;                    /* [dimensions] */
    uint32_t *candidate;                /* [n] */
} mmr;

static int worth_counts(const knap_instance *instance)
{
    if (instance->reward && instance->reward->reads_worth)
        return 0;
    for (size_t s = 0; s < instance->count; s++)
        if (instance->worth[s] > 0)
            return 1;
    return 0;
}

static void relevance_of_worth(const knap_instance *instance, double *relevance)
{
    double largest = 0;
    for (size_t s = 0; s < instance->count; s++)
        largest = fmax(largest, instance->worth[s]);
    for (size_t s = 0; s < instance->count; s++)
        relevance[s] = instance->worth[s] / largest;
}

/* Cosine of each item's vector to the sum of all unit vectors. Leaves `centre` zero again. */
static void relevance_of_centre(const knap_instance *instance, double *relevance, double *centre)
{
    const kn_rows *rows = &instance->vector;
    double squares = 0;
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            centre[rows->id ? rows->id[i] : i - rows->start[s]] += rows->value[i] * instance->inverse_norm[s];
    for (size_t i = 0; i < rows->width; i++)
        squares += centre[i] * centre[i];
    for (size_t s = 0; s < instance->count; s++) {
        double sum = 0;
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            sum += rows->value[i] * centre[rows->id ? rows->id[i] : i - rows->start[s]];
        relevance[s] = squares > 0 ? sum * instance->inverse_norm[s] / sqrt(squares) : 0;
    }
    for (size_t i = 0; i < rows->width; i++)
        centre[i] = 0;
}

static knap_status pick(const knap_instance *instance, mmr *self, knap_list *list, knap_error *error)
{
    size_t candidates = instance->count;
    for (size_t s = 0; s < candidates; s++)
        self->candidate[s] = (uint32_t)s;
    for (;;) {
        size_t kept = 0, best = SIZE_MAX;
        double best_score = -INFINITY;
        for (size_t c = 0; c < candidates; c++) {
            size_t s = self->candidate[c];
            double score = LAMBDA * self->relevance[s] - (1 - LAMBDA) * self->nearest[s];
            if (list->cost + instance->cost[s] > instance->budget)
                continue;
            self->candidate[kept++] = (uint32_t)s;
            if (score > best_score) {
                best_score = score;
                best = s;
            }
        }
        if (best == SIZE_MAX)
            return KNAP_OK;
        knap_status status = knap_list_push(list, instance, best, error);
        if (status)
            return status;
        candidates = 0;
        for (size_t c = 0; c < kept; c++)
            if (self->candidate[c] != best)
                self->candidate[candidates++] = self->candidate[c];
        kn_gram_row(instance, best, self->candidate, candidates, self->gram, self->scratch);
        for (size_t c = 0; c < candidates; c++)
            self->nearest[self->candidate[c]] = fmax(self->nearest[self->candidate[c]], self->gram[c]);
    }
}

static knap_status run(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    const knap_allocator *allocator = knap_instance_allocator(instance);
    size_t n = instance->count, dimensions = instance->vector.width;
    double *numbers = kn_new(allocator, 3 * n, sizeof *numbers);
    mmr self = {.relevance = numbers, .nearest = numbers + n, .gram = numbers + 2 * n};
    knap_status status;
    (void)draw;
    self.scratch = kn_new(allocator, dimensions, sizeof *self.scratch);
    self.candidate = kn_new(allocator, n, sizeof *self.candidate);
    knap_list_clear(list);
    if (!numbers || !self.scratch || !self.candidate) {
        status = kn_no_memory(error);
    } else {
        if (worth_counts(instance))
            relevance_of_worth(instance, self.relevance);
        else
            relevance_of_centre(instance, self.relevance, self.scratch);
        status = pick(instance, &self, list, error);
    }
    kn_free(allocator, numbers, 3 * n, sizeof *numbers);
    kn_free(allocator, self.scratch, dimensions, sizeof *self.scratch);
    kn_free(allocator, self.candidate, n, sizeof *self.candidate);
    return status;
}

const knap_system kn_system_mmr = {"mmr", "maximal marginal relevance: worth or centrality, less similarity", run};
