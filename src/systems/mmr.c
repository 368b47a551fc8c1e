/* mmr.c - maximal marginal relevance (Carbonell and Goldstein 1998): relevance minus similarity to the picked items.
 *
 *     argmax_s  lambda * relevance(s) - (1 - lambda) * max_{l in L} cos(s, l)
 *
 * Relevance is the score of the item, or its worth, scaled to 0..1 (kn_relevance). Without either it is the cosine to
 * the centroid of all items. Differs from the paper: there is no query, so the centroid takes its place. */
#include "systems/systems.h"
#include "core/climb.h"
#include "core/item.h"

#include <math.h>

typedef struct params {
    double lambda;
} params;

static const knap_param table[] = {{"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 0.5, 0, 1, NULL,
                                    "Weigh relevance by N and redundancy by 1 - N"},
                                   KN_PARAM_END};

typedef struct mmr {
    double lambda;
    double *relevance, *nearest; /* [n] */
    kn_near *near;
    kn_open open;
} mmr;

/* Cosine of each item's vector to the sum of all unit vectors. `centre` has zeros. */
static void relevance_of_centre(const knap_instance *instance, double *relevance, double *centre)
{
    double squares = 0;
    kn_centre(instance, centre);
    for (size_t i = 0; i < instance->vector.width; i++)
        squares += centre[i] * centre[i];
    for (size_t s = 0; s < instance->count; s++)
        relevance[s] = squares > 0 ? kn_vector_dot(instance, s, centre) * instance->inverse_norm[s] / sqrt(squares) : 0;
}

/* It only shrinks as the list grows. */
static double key_of(const void *context, size_t item)
{
    const mmr *self = context;
    kn_near_ask(self->near, item);
    for (size_t i = 0; i < self->near->count; i++)
        self->nearest[item] = fmax(self->nearest[item], self->near->cosine[i]);
    return self->lambda * self->relevance[item] - (1 - self->lambda) * self->nearest[item];
}

static knap_status pick(mmr *self, const knap_instance *instance, knap_list *list, knap_error *error)
{
    kn_climb steps = {.open = &self->open, .key = key_of, .context = self, .above = -INFINITY, .lazy = true};
    knap_status status = kn_begin_list(&self->open, instance, instance->data->allocator, list, error);
    size_t item;
    if (status)
        return status;
    for (size_t i = 0; i < list->count; i++)
        kn_near_take(self->near, list->item[i]);
    if (!kn_climb_begin(&steps))
        status = kn_no_memory(error);
    for (size_t s = 0; !status && s < instance->count; s++)
        if (kn_is_open(&self->open, s))
            kn_climb_add(&steps, s, key_of(self, s));
    while (!status && (item = kn_climb_next(&steps)) < instance->count) {
        status = kn_open_take(&self->open, item, list, error);
        kn_near_take(self->near, item);
    }
    kn_climb_end(&steps);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    kn_near near;
    bool made = kn_near_begin(&near, instance);
    mmr self = {.lambda = ((const params *)task->params)->lambda, .near = &near};
    double *centre = made ? kn_arena_new(&near.arena, instance->vector.width, sizeof *centre) : NULL;
    knap_status status;
    (void)score;
    self.relevance = centre ? kn_arena_new(&near.arena, 2 * instance->count, sizeof *self.relevance) : NULL;
    if (!self.relevance) {
        status = kn_no_memory(error);
    } else {
        self.nearest = self.relevance + instance->count;
        if (!kn_relevance(instance, self.relevance))
            relevance_of_centre(instance, self.relevance, centre);
        status = pick(&self, instance, list, error);
    }
    kn_open_free(&self.open);
    kn_arena_free(&near.arena);
    return status;
}

const knap_system kn_system_mmr = {.name = "mmr",
                                   .help = "maximal marginal relevance: score, worth or centrality, less similarity",
                                   .params = table,
                                   .params_size = sizeof(params),
                                   .grid = "lambda=0.1,0.3,0.5,0.7,0.9,1",
                                   .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                   .run = run};
