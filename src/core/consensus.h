/* core/consensus.h - of many lists of an instance, the one of minimum Bayes risk: it agrees most with all of them. */
#pragma once

#include "core/instance.h"

/* A list that votes and can be chosen. */
typedef struct kn_vote {
    const size_t *item; /* [count] distinct */
    size_t count;
    double times; /* how many lists it represents; 0: it can be chosen but does not vote */
} kn_vote;

/* The number of the list with the highest agreement, the first of equals, in *best. agreement[votes], if
 * not NULL, gets each list's sum of agreements with all lists, including itself. */
knap_status kn_consensus(const knap_instance *instance, const kn_vote *vote, size_t votes,
                         const knap_allocator *allocator, double *agreement, size_t *best, knap_error *error);
