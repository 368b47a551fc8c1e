/* core/bound.h - a certified upper bound on the reward of every list of an instance. */
#pragma once

#include "core/instance.h"

/* What a list of the given room could still gain at most: the relaxed knapsack of the gains. Kept between calls, so that the
 * bounds of many prefixes take no new memory. Zero-initialise with an allocator. */
typedef struct kn_room {
    const knap_allocator *allocator;
    kn_arena arena;
    double *cost, *gain, *ratio; /* [count] steps: an item, or what a larger alternative adds to a smaller one */
    uint32_t *order, *member;    /* [count] */
    uint64_t *scratch;
    size_t count;
} kn_room;

knap_status kn_room_begin(kn_room *room, const knap_instance *instance, knap_error *error);
/* max sum of gains over sets of items that cost at most `budget`, from above; gain[count] is 0 for items that cannot be taken. */
double kn_room_most(kn_room *room, const knap_instance *instance, const double *gain, double budget);
void kn_room_free(kn_room *room);
