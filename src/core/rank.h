/* core/rank.h - the pairwise hinge of an example and its subgradient, without enumerating pairs. */
#pragma once

#include "base/memory.h"

typedef struct kn_rank_node {
    double sum, count;
} kn_rank_node;

/* An item, in the order of the sweeps. */
typedef struct kn_rank_item {
    double score, benefit;
    double pull;    /* sum of b_s' - b_s over better active items */
    uint32_t place; /* among the distinct benefits, from 1 */
    uint32_t index;
} kn_rank_item;

/* What one thread needs. */
typedef struct kn_rank_tree {
    kn_rank_node *leaf;  /* [n + 1] benefits' sums and counts by place */
    kn_rank_node *block; /* Fenwick tree over blocks of leaves */
    uint64_t *sort;      /* scratch memory of kn_order */
} kn_rank_tree;

/* Scratch memory, grown as needed and reused. */
typedef struct kn_rank {
    const knap_allocator *allocator;
    size_t jobs;                           /* threads; at most two are used */
    uint32_t *order, *score_order, *place; /* [n] by rising benefit; by rising score; numbers of benefits */
    kn_rank_item *item;                    /* [n] by rising score */
    double *push;                          /* [n] sum of b_s - b_s' over worse active items */
    kn_rank_tree tree[2];                  /* of the two sweeps; the same where one thread does both */
    kn_arena arena;                        /* of all arrays */
} kn_rank;

typedef struct kn_rank_result {
    double loss;  /* sum over pairs b_s > b_s' of (b_s - b_s') max(0, 1 - (z_s - z_s')) */
    double mass;  /* sum of b_s - b_s' over the active ones, z_s - z_s' < 1 */
    double pairs; /* pairs with b_s > b_s' */
} kn_rank_result;

/* slope[s] = d loss / d z_s for scores z and benefits b, both [n]. O(n log n). Returns false when memory is
 * out. */
bool kn_rank_slope(kn_rank *rank, size_t n, const double *score, const double *benefit, double *slope,
                   kn_rank_result *result);
void kn_rank_free(kn_rank *rank);
