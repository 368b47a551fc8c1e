/* pairs.c - the similar pairs of a list. */
#include "core/pairs.h"
#include "base/kernels.h"

/* The largest number of rows that are kept, and of numbers in all of them. The swap search moves few items many times. */
enum { MOST_SLOTS = 64, MOST_NUMBERS = 1 << 21 };

static size_t slots_for(size_t n)
{
    size_t slots = n ? MOST_NUMBERS / n : 1;
    slots = slots < MOST_SLOTS ? slots : MOST_SLOTS;
    slots = slots < n ? slots : n;
    return slots ? slots : 1;
}

static bool make_room(kn_pairs *self, size_t n, size_t dimensions)
{
    kn_arena *arena = &self->arena;
    arena->allocator = self->allocator;
    kn_arena_clear(arena);
    self->change = kn_arena_new(arena, n, sizeof *self->change);
    self->row = kn_arena_room(arena, self->slots * n, sizeof *self->row);
    self->slot = kn_arena_room(arena, n, sizeof *self->slot);
    self->owner = kn_arena_room(arena, self->slots, sizeof *self->owner);
    self->scratch = kn_arena_new(arena, dimensions, sizeof *self->scratch);
    return self->change && self->row && self->slot && self->owner && self->scratch;
}

bool kn_pairs_begin(kn_pairs *self, const knap_instance *instance, double threshold)
{
    size_t n = instance->count;
    self->instance = instance;
    self->threshold = threshold;
    self->total = 0;
    self->next = 0;
    self->slots = slots_for(n);
    if (!make_room(self, n, instance->vector.width))
        return false;
    for (size_t s = 0; s < n; s++)
        self->slot[s] = KN_NO_SLOT;
    for (size_t i = 0; i < self->slots; i++)
        self->owner[i] = KN_NO_SLOT;
    return true;
}

/* The item's row, computed where it is not kept. */
static const double *row_of(kn_pairs *self, size_t item)
{
    size_t n = self->instance->count, at = self->slot[item];
    double *row;
    if (at != KN_NO_SLOT)
        return self->row + at * n;
    at = self->next;
    self->next = (at + 1) % self->slots;
    if (self->owner[at] != KN_NO_SLOT)
        self->slot[self->owner[at]] = KN_NO_SLOT;
    self->owner[at] = (uint32_t)item;
    self->slot[item] = (uint32_t)at;
    row = self->row + at * n;
    kn_gram_row(self->instance, item, NULL, n, row, self->scratch);
    for (size_t s = 0; s < n; s++)
        row[s] = kn_pair_excess(row[s], self->threshold);
    row[item] = 0;
    return row;
}

KN_VECTOR static void add_row(double *change, const double *row, size_t count)
{
    for (size_t s = 0; s < count; s++)
        change[s] += row[s];
}

KN_VECTOR static void subtract_row(double *change, const double *row, size_t count)
{
    for (size_t s = 0; s < count; s++)
        change[s] -= row[s];
}

void kn_pairs_push(kn_pairs *self, size_t item)
{
    const double *row = row_of(self, item);
    self->total += self->change[item];
    add_row(self->change, row, self->instance->count);
}

void kn_pairs_pop(kn_pairs *self, size_t item)
{
    subtract_row(self->change, row_of(self, item), self->instance->count);
    self->total -= self->change[item];
}

void kn_pairs_free(kn_pairs *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_pairs){.allocator = self->allocator};
}
