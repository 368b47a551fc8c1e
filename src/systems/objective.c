/* objective.c - the modified greedy of Lin and Bilmes (2010, Algorithm 1) for any objective, plain or lazy.
 */
#include "systems/systems.h"
#include "base/heap.h"

#include <math.h>

/* Differences this small are rounding. */
static const double ROUNDING = 1e-12;
/* A bound kept from before can fall short of a fresh gain by rounding: look again at what is this close. */
static const double BOUND_SLACK = 1e-9;

typedef struct climb {
    const kn_objective *objective;
    void *state;
    const knap_instance *instance;
    double *scale;       /* [n] cost^r */
    kn_heap_entry *heap; /* [2n] the candidates; behind them those looked at in this step */
    size_t count;        /* of candidates */
    kn_open open;
    double value;       /* F of the list, less that of the pinned items */
    double single;      /* the same of the best single item beside them */
    size_t best_single; /* n: nothing is open */
} climb;

static double key_of(const climb *self, size_t item)
{
    return self->objective->gain(self->state, item) / self->scale[item];
}

/* The candidates with their first keys; those that can never be picked are left out. */
static void begin(climb *self, double r)
{
    const knap_instance *instance = self->instance;
    self->best_single = instance->count;
    self->single = -INFINITY;
    for (size_t s = 0; s < instance->count; s++) {
        double gain;
        self->scale[s] = pow(instance->cost[s], r);
        if (!kn_is_open(&self->open, s))
            continue;
        gain = self->objective->gain(self->state, s);
        self->heap[self->count++] = (kn_heap_entry){gain / self->scale[s], (uint32_t)s};
        if (gain > self->single) {
            self->single = gain;
            self->best_single = s;
        }
    }
    if (self->objective->lazy)
        kn_heap_make(self->heap, self->count);
}

/* One step of plain greedy: every candidate afresh. Returns n when there is none. */
static size_t plain_step(climb *self)
{
    size_t kept = 0, at = SIZE_MAX;
    kn_heap_entry best = {-INFINITY, (uint32_t)self->instance->count};
    for (size_t c = 0; c < self->count; c++) {
        kn_heap_entry entry = self->heap[c];
        if (!kn_is_open(&self->open, entry.id))
            continue;
        entry.key = key_of(self, entry.id);
        if (entry.key > best.key) {
            best = entry;
            at = kept;
        }
        self->heap[kept++] = entry;
    }
    self->count = kept;
    if (at == SIZE_MAX)
        return self->instance->count;
    for (self->count--; at < self->count; at++)
        self->heap[at] = self->heap[at + 1];
    return best.id;
}

/* The same with old keys as bounds: pops until none can beat the best fresh one, puts the others back. */
static size_t lazy_step(climb *self)
{
    size_t n = self->instance->count, popped = 0;
    kn_heap_entry *waiting = self->heap + n, best = {-INFINITY, (uint32_t)n};
    while (self->count && self->heap[0].key >= best.key - BOUND_SLACK * fabs(best.key)) {
        kn_heap_entry entry = kn_heap_pop(self->heap, self->count--);
        if (!kn_is_open(&self->open, entry.id))
            continue;
        entry.key = key_of(self, entry.id);
        waiting[popped++] = entry;
        if (entry.key > best.key || (entry.key == best.key && entry.id < best.id))
            best = entry;
    }
    for (size_t i = 0; i < popped; i++)
        if (waiting[i].id != best.id)
            kn_heap_push(self->heap, self->count++, waiting[i]);
    return best.id;
}

static knap_status run_climb(climb *self, double r, knap_list *list, knap_error *error)
{
    size_t n = self->instance->count, item;
    knap_status status = kn_begin_list(&self->open, self->instance, self->instance->data->allocator, list, error);
    if (status)
        return status;
    for (size_t i = 0; i < list->count; i++)
        self->objective->push(self->state, list->item[i]);
    begin(self, r);
    while (!status && (item = self->objective->lazy ? lazy_step(self) : plain_step(self)) < n) {
        double gain = self->objective->gain(self->state, item);
        if (gain < -ROUNDING)
            break; /* the best ratio is negative, so all gains are */
        self->value += gain;
        self->objective->push(self->state, item);
        status = kn_open_take(&self->open, item, list, error);
    }
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
    self.heap = kn_new(allocator, 2 * n, sizeof *self.heap);
    status = self.scale && self.heap ? run_climb(&self, r, list, error) : kn_no_memory(error);
    kn_open_free(&self.open);
    kn_free(allocator, self.scale, n, sizeof *self.scale);
    kn_free(allocator, self.heap, 2 * n, sizeof *self.heap);
    return status;
}
