/* climb.c - greedy steps over the open items. */
#include "core/climb.h"

#include <math.h>
#include <string.h>

/* An old bound can be below the fresh key by a rounding error. Bounds within this distance of the best are
 * computed again, so that ties go to the same item as in plain greedy; but not all of the many items that can have one key. */
static const double BOUND_SLACK = 1e-9;
enum { MOST_TIES = 8 };

bool kn_climb_begin(kn_climb *self)
{
    const knap_instance *instance = self->open->instance;
    self->count = 0;
    self->ordered = false;
    self->heap = kn_new(instance->data->allocator, 2 * instance->count, sizeof *self->heap);
    return self->heap != NULL;
}

void kn_climb_end(kn_climb *self)
{
    const knap_instance *instance = self->open->instance;
    kn_free(instance->data->allocator, self->heap, 2 * instance->count, sizeof *self->heap);
    self->heap = NULL;
}

void kn_climb_add(kn_climb *self, size_t item, double key)
{
    self->heap[self->count++] = (kn_heap_entry){key, (uint32_t)item};
}

static size_t plain_step(kn_climb *self)
{
    size_t kept = 0, at = SIZE_MAX;
    kn_heap_entry best = {self->above, (uint32_t)self->open->instance->count};
    for (size_t c = 0; c < self->count; c++) {
        kn_heap_entry entry = self->heap[c];
        if (!kn_is_open(self->open, entry.id))
            continue; /* the list only grows: what is closed stays closed */
        entry.key = self->key(self->context, entry.id);
        if (entry.key > best.key || (entry.key == best.key && entry.id < best.id && at != SIZE_MAX)) {
            best = entry;
            at = kept;
        }
        self->heap[kept++] = entry;
    }
    self->count = kept;
    if (at == SIZE_MAX)
        return best.id;
    for (self->count--; at < self->count; at++)
        self->heap[at] = self->heap[at + 1];
    return best.id;
}

/* Where this share of the candidates has been popped, computing all keys costs less than the heap does. */
static bool is_many(size_t popped, size_t left)
{
    return popped > 64 && popped > left / 8;
}

/* A plain step, after which the candidates are a heap again. */
static size_t whole_step(kn_climb *self, const kn_heap_entry *waiting, size_t popped)
{
    size_t best;
    memcpy(self->heap + self->count, waiting, popped * sizeof *waiting);
    self->count += popped;
    best = plain_step(self);
    kn_heap_make(self->heap, self->count);
    return best;
}

/* Pops bounds until none can exceed the best fresh key, then puts the others back. */
static size_t lazy_step(kn_climb *self)
{
    size_t n = self->open->instance->count, popped = 0, ties = 0;
    kn_heap_entry *heap = self->heap, *waiting = heap + n, best = {self->above, (uint32_t)n};
    while (self->count && heap[0].key > self->above && heap[0].key >= best.key - BOUND_SLACK * fabs(best.key)) {
        kn_heap_entry entry;
        if (heap[0].key <= best.key && ++ties > MOST_TIES)
            break;
        entry = kn_heap_pop(heap, self->count--);
        if (!kn_is_open(self->open, entry.id))
            continue;
        if (is_many(popped, self->count)) {
            waiting[popped++] = entry;
            return whole_step(self, waiting, popped);
        }
        entry.key = self->key(self->context, entry.id);
        waiting[popped++] = entry;
        if (entry.key > best.key || (entry.key == best.key && entry.id < best.id))
            best = entry;
    }
    if (!(best.key > self->above))
        best.id = (uint32_t)n;
    for (size_t i = 0; i < popped; i++)
        if (waiting[i].id != best.id)
            kn_heap_push(heap, self->count++, waiting[i]);
    return best.id;
}

size_t kn_climb_next(kn_climb *self)
{
    if (self->lazy && !self->ordered)
        kn_heap_make(self->heap, self->count);
    self->ordered = true;
    return self->lazy ? lazy_step(self) : plain_step(self);
}
