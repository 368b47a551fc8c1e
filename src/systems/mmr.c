/* mmr.c - maximal marginal relevance (Carbonell and Goldstein 1998): relevance minus similarity to the picked items.
 *
 *     argmax_s  lambda * relevance(s) - (1 - lambda) * max_{l in L} cos(s, l)
 *
 * Relevance is the score of the item, or its worth, scaled to 0..1 (kn_relevance). Without either it is the cosine to
 * the centroid of all items. Differs from the paper: there is no query, so the centroid takes its place. */
#include "systems/systems.h"
#include "core/item.h"

#include <math.h>

typedef struct params {
    double lambda;
} params;

static const knap_param table[] = {{"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 0.5, 0, 1, NULL,
                                    "Weigh relevance by N and redundancy by 1 - N"},
                                   KN_PARAM_END};

typedef struct mmr {
    double *relevance, *nearest, *gram; /* [n] */
    double *scratch;                    /* [dimensions] */
    uint32_t *candidate;                /* [n] */
} mmr;

/* Cosine of each item's vector to the sum of all unit vectors. Leaves `centre` zero again. */
static void relevance_of_centre(const knap_instance *instance, double *relevance, double *centre)
{
    size_t width = instance->vector.width;
    double squares = 0;
    kn_centre(instance, centre);
    for (size_t i = 0; i < width; i++)
        squares += centre[i] * centre[i];
    for (size_t s = 0; s < instance->count; s++)
        relevance[s] = squares > 0 ? kn_vector_dot(instance, s, centre) * instance->inverse_norm[s] / sqrt(squares) : 0;
    for (size_t i = 0; i < width; i++)
        centre[i] = 0;
}

/* The item is in the list: how near the candidates are to it. */
static void come_nearer(mmr *self, const knap_instance *instance, size_t item, size_t candidates)
{
    kn_gram_row(instance, item, self->candidate, candidates, self->gram, self->scratch);
    for (size_t c = 0; c < candidates; c++)
        self->nearest[self->candidate[c]] = fmax(self->nearest[self->candidate[c]], self->gram[c]);
}

/* Drops the candidates that are closed. */
static size_t keep_open(const mmr *self, const kn_open *open, size_t candidates)
{
    size_t kept = 0;
    for (size_t c = 0; c < candidates; c++)
        if (kn_is_open(open, self->candidate[c]))
            self->candidate[kept++] = self->candidate[c];
    return kept;
}

static knap_status pick(kn_open *open, double lambda, mmr *self, knap_list *list, knap_error *error)
{
    const knap_instance *instance = open->instance;
    size_t candidates = instance->count;
    knap_status status = KNAP_OK;
    for (size_t s = 0; s < candidates; s++)
        self->candidate[s] = (uint32_t)s;
    for (size_t i = 0; i < list->count; i++)
        come_nearer(self, instance, list->item[i], candidates);
    while (!status && (candidates = keep_open(self, open, candidates)) > 0) {
        size_t best = SIZE_MAX;
        double best_score = -INFINITY;
        for (size_t c = 0; c < candidates; c++) {
            size_t s = self->candidate[c];
            double score = lambda * self->relevance[s] - (1 - lambda) * self->nearest[s];
            if (score > best_score) {
                best_score = score;
                best = s;
            }
        }
        status = kn_open_take(open, best, list, error);
        come_nearer(self, instance, best, candidates);
    }
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    const params *settings = task->params;
    const knap_allocator *allocator = knap_instance_allocator(instance);
    size_t n = instance->count, dimensions = instance->vector.width;
    double *numbers = kn_new(allocator, 3 * n, sizeof *numbers);
    kn_open open = {.allocator = NULL};
    mmr self = {.relevance = numbers, .nearest = numbers + n, .gram = numbers + 2 * n};
    knap_status status;
    (void)score;
    self.scratch = kn_new(allocator, dimensions, sizeof *self.scratch);
    self.candidate = kn_new(allocator, n, sizeof *self.candidate);
    if (!numbers || !self.scratch || !self.candidate) {
        status = kn_no_memory(error);
    } else {
        if (!kn_relevance(instance, self.relevance))
            relevance_of_centre(instance, self.relevance, self.scratch);
        status = kn_begin_list(&open, instance, allocator, list, error);
        if (!status)
            status = pick(&open, settings->lambda, &self, list, error);
        kn_open_free(&open);
    }
    kn_free(allocator, numbers, 3 * n, sizeof *numbers);
    kn_free(allocator, self.scratch, dimensions, sizeof *self.scratch);
    kn_free(allocator, self.candidate, n, sizeof *self.candidate);
    return status;
}

const knap_system kn_system_mmr = {.name = "mmr",
                                   .help = "maximal marginal relevance: score, worth or centrality, less similarity",
                                   .params = table,
                                   .params_size = sizeof(params),
                                   .grid = "lambda=0.1,0.3,0.5,0.7,0.9,1",
                                   .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                   .run = run};
