/* core/pairs.h - how similar the items of a list are: the sum over its pairs of max(0, cosine - threshold),
 * and what each item would add to it, updated as items are added and removed.
 *
 * A change costs one row of the Gram matrix, which is kept for as long as there is room: of sparse vectors, only
 * the items that share a dimension are looked at. All pairs of the instance are never computed. */
#pragma once

#include "core/instance.h"

typedef struct kn_pairs {
    const knap_allocator *allocator;
    const knap_instance *instance;
    double threshold;
    double *change;      /* [count] what `total` would change by if the list took the item */
    double total;        /* of the list's pairs */
    uint32_t *other;     /* [slots][count] the items that are similar to the slot's item */
    double *excess;      /* [slots][count] max(0, cosine - threshold) of each of them */
    size_t *others;      /* [slots] how many */
    uint32_t *slot;      /* [count] where the item's row is, or KN_NO_SLOT */
    uint32_t *owner;     /* [slots] whose row it is, or KN_NO_SLOT */
    size_t slots, next;  /* `next` is the slot that is overwritten next */
    double *sum;         /* [count] sums of products; 0 between calls, where vectors are sparse */
    kn_gram_index index; /* where vectors are sparse */
    kn_arena arena;      /* of all arrays */
} kn_pairs;

#define KN_NO_SLOT UINT32_MAX

/* Starts with the empty list. `self` is zero-initialised with an allocator or was used before. Returns
 * false when memory is out. */
bool kn_pairs_begin(kn_pairs *self, const knap_instance *instance, double threshold);
/* Adds an item to the list; removes an item from it. */
void kn_pairs_push(kn_pairs *self, size_t item);
void kn_pairs_pop(kn_pairs *self, size_t item);
void kn_pairs_free(kn_pairs *self);

/* What one more similar pair counts: max(0, cosine - threshold). */
static inline double kn_pair_excess(double cosine, double threshold)
{
    return cosine > threshold ? cosine - threshold : 0;
}
