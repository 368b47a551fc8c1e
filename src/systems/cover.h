/* systems/cover.h - relevance-weighted coverage, the objective of system cover, open to the tests.
 *
 *     F(L) = (1 - lambda) coverage(L) + lambda sum_{s in L} r_s cost_s / budget
 *
 * r_s from 0 to 1 is the relevance of an item. The coverage, from 0 to 1, is that of what the relevant items say:
 *
 *     sparse vectors without negative numbers:  sum_d c_d [an item of L has dimension d] / sum_d c_d,
 *                                               c_d = sum over all items with dimension d of r_s^power
 *     other vectors (facility location):        sum_i r_i^power max(0, max_{s in L} cos(i, s)) / sum_i r_i^power
 *     no vectors:                               0, and lambda is 1
 *
 * F is monotone and submodular. */
#pragma once

#include "systems/systems.h"

typedef struct kn_coverage {
    const knap_allocator *allocator;
    const knap_instance *instance;
    double lambda;
    double *relevance; /* [n] */
    double value;      /* F of the list */
    unsigned char *in; /* [n] in the list */
    double *weight;    /* [dimensions] c_d / sum of c, or [clients] of r_i^power / their sum */
    uint32_t *times;   /* [dimensions] items of the list that have it */
    uint32_t *client;  /* [clients] the items that are to be covered; NULL: dimensions are */
    float *near;       /* [n][clients] max(0, cosine) */
    float *nearest;    /* [clients] the largest over the list */
    size_t clients;
    kn_arena arena; /* of all arrays */
} kn_coverage;

/* What is covered: words (dimensions of sparse vectors without negative numbers) or items; KN_COVER_AUTO is words where the vectors
 * have them. */
enum { KN_COVER_AUTO, KN_COVER_WORDS, KN_COVER_ITEMS };

/* Starts with the empty list. `self` is zero-initialised with an allocator. Free it with kn_coverage_end in any case. */
knap_status kn_coverage_begin(kn_coverage *self, const knap_instance *instance, int what, double lambda, double power,
                              knap_error *error);
/* F(L + item) - F(L) for an item that is not in the list. */
double kn_coverage_gain(const kn_coverage *self, size_t item);
/* The list takes an item, or gives one back. */
void kn_coverage_push(kn_coverage *self, size_t item);
void kn_coverage_pop(kn_coverage *self, size_t item);
void kn_coverage_clear(kn_coverage *self);
void kn_coverage_end(kn_coverage *self);
