/* objective.c - the modified greedy of Lin and Bilmes (2010, Algorithm 1) for any objective, plain or lazy.
 */
#include "systems/systems.h"
#include "core/climb.h"
#include "base/elementary.h"

#include <math.h>

/* Differences this small are rounding errors. */
static const double ROUNDING = 1e-12;

typedef struct climb {
    const kn_objective *objective;
    void *state;
    const knap_instance *instance;
    double *scale; /* [n] cost^r */
    kn_open open;
    double value;       /* F of the list, less that of the pinned items */
    double single;      /* the same of the best single item beside them */
    size_t best_single; /* n: nothing is open */
} climb;

static double key_of(const void *context, size_t item)
{
    const climb *self = context;
    return self->objective->gain(self->state, item) / self->scale[item];
}

/* The candidates with their first keys; those that can never be picked are left out. */
static void begin(climb *self, kn_climb *steps, double r)
{
    const knap_instance *instance = self->instance;
    self->best_single = instance->count;
    self->single = -INFINITY;
    for (size_t s = 0; s < instance->count; s++) {
        double gain;
        self->scale[s] = kn_pow(instance->cost[s], r);
        if (!kn_is_open(&self->open, s))
            continue;
        gain = self->objective->gain(self->state, s);
        kn_climb_add(steps, s, gain / self->scale[s]);
        if (gain > self->single) {
            self->single = gain;
            self->best_single = s;
        }
    }
}

static knap_status run_climb(climb *self, double r, knap_list *list, knap_error *error)
{
    size_t n = self->instance->count, item;
    kn_climb steps = {
        .open = &self->open, .key = key_of, .context = self, .above = -INFINITY, .lazy = self->objective->lazy};
    knap_status status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
    if (status)
        return status;
    for (size_t i = 0; i < list->count; i++)
        self->objective->push(self->state, list->item[i]);
    if (kn_climb_begin(&steps))
        begin(self, &steps, r);
    else
        status = kn_no_memory(error);
    while (!status && (item = kn_climb_next(&steps)) < n) {
        double gain = self->objective->gain(self->state, item);
        if (gain < -ROUNDING)
            break; /* the best ratio is negative, so all gains are */
        self->value += gain;
        self->objective->push(self->state, item);
        status = kn_open_take(&self->open, item, list, error);
    }
    kn_climb_end(&steps);
    if (!status && self->best_single < n && self->single > self->value + ROUNDING) {
        knap_list_clear(list);
        status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
        if (!status)
            status = knap_list_push(list, self->instance, self->best_single, error);
    }
    return status;
}

knap_status kn_modified_greedy(const kn_objective *objective, void *state, const knap_instance *instance, double r,
                               knap_list *list, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count;
    climb self = {.objective = objective, .state = state, .instance = instance};
    knap_status status;
    self.scale = kn_new(allocator, n, sizeof *self.scale);
    status = self.scale ? run_climb(&self, r, list, error) : kn_no_memory(error);
    kn_open_free(&self.open);
    kn_free(allocator, self.scale, n, sizeof *self.scale);
    return status;
}
