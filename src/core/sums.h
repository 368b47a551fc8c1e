/* core/sums.h - sums over the instances of a batch, the same to the last bit whoever adds which of them.
 *
 * The places 0, 1, 2... of a batch are the leaves of a binary tree. The node (level, k) covers the places k 2^level to
 * (k+1) 2^level - 1, and its numbers are those of its left half plus those of its right half. A kn_sums is a set of nodes that do
 * not overlap, in which two halves of one node never stay apart. So it depends on the places that it covers alone, not on the
 * order in which they came, and a range of n places takes at most 2 log2 n nodes. */
#pragma once

#include "base/bytes.h"

typedef struct kn_sums_node {
    size_t first; /* its first place, a multiple of 2^level */
    size_t level;
} kn_sums_node;

typedef struct kn_sums {
    const knap_allocator *allocator;
    size_t width;       /* numbers of a node */
    uint64_t digest;    /* of what they are sums of: sums of other things do not merge with them */
    size_t count;       /* nodes */
    kn_sums_node *node; /* [count] rising */
    double *value;      /* [count][width] */
} kn_sums;

void kn_sums_free(kn_sums *sums);
/* Adds the numbers of a node behind all others. KNAP_USAGE where it does not lie behind them. */
knap_status kn_sums_push(kn_sums *sums, kn_sums_node node, const double *value, knap_error *error);
/* `into` covers what both covered. KNAP_USAGE where both cover one place, or are sums of different things. */
knap_status kn_sums_merge(kn_sums *into, const kn_sums *from, knap_error *error);
/* The sum over the places 0 to places-1 into total[width]: the nodes from left to right. KNAP_BAD_INPUT where a place is missing
 * or there are others. */
knap_status kn_sums_total(const kn_sums *sums, size_t places, double *total, knap_error *error);

void kn_sums_write(const kn_sums *sums, kn_text *bytes);
/* `sums` must be empty, with its allocator. KNAP_BAD_INPUT where the bytes are not those of sums. */
knap_status kn_sums_read(kn_sums *sums, const char *bytes, size_t length, knap_error *error);
