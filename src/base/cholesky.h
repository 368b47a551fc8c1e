/* base/cholesky.h - volumes of growing sets, kept incrementally.
 *
 * For a Gram matrix G with ones on its diagonal and a growing set L, each candidate s holds its row of the
 * Cholesky factor of G_{L+s} and its conditional variance, so that det G_{L+s} = det G_L * variance(s).
 * Adding an item costs O(candidates * |L|); determinants are never computed from scratch. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

typedef struct kn_cholesky {
    const knap_allocator *allocator;
    double *variance;   /* [count] conditional variance of each item given L */
    double *factor;     /* [rank][count] one column of the factor for each independent item of L */
    double determinant; /* det G_L */
    size_t count, rank;
} kn_cholesky;

/* The empty set over `count` items. Buffers of an earlier use are used again; false when memory is out. */
bool kn_cholesky_begin(kn_cholesky *cholesky, size_t count);
/* Makes room for one more column, so that kn_cholesky_push cannot fail. */
bool kn_cholesky_reserve(kn_cholesky *cholesky);
/* Adds `item` to L, on `jobs` threads: gram[c] is G between it and candidate[c], for the candidates that still matter,
 * rising. */
void kn_cholesky_push(kn_cholesky *cholesky, size_t item, const uint32_t *candidate, size_t candidates,
                      const double *gram, size_t jobs);
/* For a candidate that was left out when `picked` was added as column `j`, the first one that it lacks: makes up for it. */
void kn_cholesky_row(kn_cholesky *cholesky, size_t j, size_t picked, size_t candidate, double gram);
void kn_cholesky_free(kn_cholesky *cholesky);
