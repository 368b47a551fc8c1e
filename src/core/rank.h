/* core/rank.h - the pairwise hinge of an example and its subgradient, without enumerating pairs. */
#ifndef KNAP_CORE_RANK_H
#define KNAP_CORE_RANK_H

#include "base/memory.h"

typedef struct kn_rank_node {
    double sum, count;
} kn_rank_node;

/* Scratch memory, grown as needed and used again. */
typedef struct kn_rank {
    const knap_allocator *allocator;
    uint32_t *by_score, *by_benefit, *place; /* [n] orders, and each item's place among the distinct benefits */
    kn_rank_node *tree;                      /* [n + 1] Fenwick tree over places: benefits' sums and counts */
    double *pull;                            /* [n] what better active items pull up */
    uint64_t *sort;
    size_t capacity, sort_capacity;
} kn_rank;

typedef struct kn_rank_result {
    double loss;  /* sum over pairs b_s > b_s' of (b_s - b_s') max(0, 1 - (z_s - z_s')) */
    double mass;  /* sum of b_s - b_s' over the active ones, z_s - z_s' < 1 */
    double pairs; /* pairs with b_s > b_s' */
} kn_rank_result;

/* slope[s] = d loss / d z_s for scores z and benefits b, both [n]. O(n log n). Returns 0 when memory is out. */
int kn_rank_slope(kn_rank *rank, size_t n, const double *score, const double *benefit, double *slope,
                  kn_rank_result *result);
void kn_rank_free(kn_rank *rank);

#endif
