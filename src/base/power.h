/* base/power.h - the stationary distribution of a random walk on a symmetric graph.
 *
 *     p_j = jump / n + (1 - jump) sum_i p_i w_ij / degree_i
 *
 * A node of degree 0 spreads its share over all nodes. W is given by its product with a vector, so it need not be stored. */
#pragma once

#include <stddef.h>

typedef struct kn_power {
    size_t count;         /* n nodes */
    const double *degree; /* [n] sums of the rows of W, which is symmetric and has no negative numbers */
    double jump;          /* probability of a jump to any node */
    double enough;        /* ends when the sum of the changes of a step is below it */
    int most_steps;
    void (*multiply)(void *context, const double *share, double *product); /* product = W share, both [n] */
    void *context;
} kn_power;

/* Fills rank[n], which sums to 1. `scratch` has room for KN_POWER_SCRATCH * n numbers. */
enum { KN_POWER_SCRATCH = 3 };
void kn_power_rank(const kn_power *self, double *rank, double *scratch);
