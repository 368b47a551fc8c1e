/* pairs.c - the similar pairs of a list. */
#include "core/pairs.h"

#include <string.h>

/* At most so many rows are kept, and at most so many numbers in all of them. The swap search moves few items many times. */
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
    size_t before = self->scratch_capacity;
    void *grown;
    if (!(grown = kn_grow(self->allocator, self->change, &self->change_capacity, n, sizeof *self->change)))
        return false;
    self->change = grown;
    if (!(grown = kn_grow(self->allocator, self->row, &self->row_capacity, self->slots * n, sizeof *self->row)))
        return false;
    self->row = grown;
    if (!(grown = kn_grow(self->allocator, self->slot, &self->slot_capacity, n, sizeof *self->slot)))
        return false;
    self->slot = grown;
    if (!(grown = kn_grow(self->allocator, self->owner, &self->owner_capacity, self->slots, sizeof *self->owner)))
        return false;
    self->owner = grown;
    if (!(grown = kn_grow(self->allocator, self->scratch, &self->scratch_capacity, dimensions, sizeof *self->scratch)))
        return false;
    self->scratch = grown;
    memset(self->scratch + before, 0, (self->scratch_capacity - before) * sizeof *self->scratch);
    return true;
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
    for (size_t s = 0; s < n; s++) {
        self->change[s] = 0;
        self->slot[s] = KN_NO_SLOT;
    }
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

void kn_pairs_push(kn_pairs *self, size_t item)
{
    const double *row = row_of(self, item);
    self->total += self->change[item];
    for (size_t s = 0; s < self->instance->count; s++)
        self->change[s] += row[s];
}

void kn_pairs_pop(kn_pairs *self, size_t item)
{
    const double *row = row_of(self, item);
    for (size_t s = 0; s < self->instance->count; s++)
        self->change[s] -= row[s];
    self->total -= self->change[item];
}

void kn_pairs_free(kn_pairs *self)
{
    const knap_allocator *allocator = self->allocator;
    kn_free(allocator, self->change, self->change_capacity, sizeof *self->change);
    kn_free(allocator, self->row, self->row_capacity, sizeof *self->row);
    kn_free(allocator, self->slot, self->slot_capacity, sizeof *self->slot);
    kn_free(allocator, self->owner, self->owner_capacity, sizeof *self->owner);
    kn_free(allocator, self->scratch, self->scratch_capacity, sizeof *self->scratch);
    *self = (kn_pairs){.allocator = allocator};
}
