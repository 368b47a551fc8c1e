/* pairs.c - the similar pairs of a list. */
#include "core/pairs.h"

#include <math.h>

/* The largest number of rows that are kept, and of numbers in all of them. The swap search moves few items many times. */
enum { MOST_SLOTS = 64, MOST_NUMBERS = 1 << 21 };

static size_t slots_for(size_t n)
{
    size_t slots = n ? MOST_NUMBERS / n : 1;
    slots = slots < MOST_SLOTS ? slots : MOST_SLOTS;
    slots = slots < n ? slots : n;
    return slots ? slots : 1;
}

static bool make_room(kn_pairs *self, size_t n)
{
    kn_arena *arena = &self->arena;
    arena->allocator = self->allocator;
    kn_arena_clear(arena);
    self->change = kn_arena_new(arena, n, sizeof *self->change);
    self->sum = kn_arena_new(arena, n, sizeof *self->sum);
    self->other = kn_arena_room(arena, self->slots * n, sizeof *self->other);
    self->excess = kn_arena_room(arena, self->slots * n, sizeof *self->excess);
    self->others = kn_arena_room(arena, self->slots, sizeof *self->others);
    self->slot = kn_arena_room(arena, n, sizeof *self->slot);
    self->owner = kn_arena_room(arena, self->slots, sizeof *self->owner);
    return self->change && self->sum && self->other && self->excess && self->others && self->slot && self->owner;
}

bool kn_pairs_begin(kn_pairs *self, const knap_instance *instance, double threshold)
{
    size_t n = instance->count;
    self->instance = instance;
    self->threshold = threshold;
    self->total = 0;
    self->next = 0;
    self->slots = slots_for(n);
    if (!make_room(self, n) || (n && instance->vector.id && !kn_gram_index_make(&self->index, instance, &self->arena)))
        return false;
    for (size_t s = 0; s < n; s++)
        self->slot[s] = KN_NO_SLOT;
    for (size_t i = 0; i < self->slots; i++)
        self->owner[i] = KN_NO_SLOT;
    return true;
}

/* Keeps what a pair with `other` counts, if anything; how many are kept. */
static size_t keep(kn_pairs *self, size_t at, size_t kept, size_t item, size_t other, double cosine)
{
    double excess = other == item ? 0 : kn_pair_excess(cosine, self->threshold);
    if (excess > 0) {
        self->other[at + kept] = (uint32_t)other;
        self->excess[at + kept++] = excess;
    }
    return kept;
}

/* Of sparse vectors: only items that share a dimension are looked at. The terms of each cosine are added in the order of
 * kn_gram_row, so that it has the same bits. */
static size_t fill_sparse(kn_pairs *self, size_t item, size_t at)
{
    const knap_instance *instance = self->instance;
    const kn_rows *rows = &instance->vector;
    const kn_gram_index *index = &self->index;
    size_t kept = 0;
    kn_gram_index_add(index, instance, item, self->sum);
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        for (size_t j = index->start[rows->id[i]]; j < index->start[rows->id[i] + 1]; j++) {
            size_t s = index->item[j];
            if (self->sum[s] > 0)
                kept = keep(self, at, kept, item, s,
                            fmin(1, self->sum[s] * instance->inverse_norm[item] * instance->inverse_norm[s]));
            self->sum[s] = 0; /* looked at */
        }
    return kept;
}

static size_t fill_dense(kn_pairs *self, size_t item, size_t at)
{
    size_t n = self->instance->count, kept = 0;
    kn_gram_row(self->instance, item, NULL, n, self->sum, NULL);
    for (size_t s = 0; s < n; s++)
        kept = keep(self, at, kept, item, s, self->sum[s]);
    return kept;
}

/* The slot of the item's row, which is computed if it is not kept. */
static size_t row_of(kn_pairs *self, size_t item)
{
    size_t n = self->instance->count, at = self->slot[item];
    if (at != KN_NO_SLOT)
        return at;
    at = self->next;
    self->next = (at + 1) % self->slots;
    if (self->owner[at] != KN_NO_SLOT)
        self->slot[self->owner[at]] = KN_NO_SLOT;
    self->owner[at] = (uint32_t)item;
    self->slot[item] = (uint32_t)at;
    self->others[at] = self->instance->vector.id ? fill_sparse(self, item, at * n) : fill_dense(self, item, at * n);
    return at;
}

void kn_pairs_push(kn_pairs *self, size_t item)
{
    size_t row = row_of(self, item), first = row * self->instance->count;
    self->total += self->change[item];
    for (size_t i = first; i < first + self->others[row]; i++)
        self->change[self->other[i]] += self->excess[i];
}

void kn_pairs_pop(kn_pairs *self, size_t item)
{
    size_t row = row_of(self, item), first = row * self->instance->count;
    for (size_t i = first; i < first + self->others[row]; i++)
        self->change[self->other[i]] -= self->excess[i];
    self->total -= self->change[item];
}

void kn_pairs_free(kn_pairs *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_pairs){.allocator = self->allocator};
}
