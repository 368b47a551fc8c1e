/* base/line_search.h - how far to go along a direction: the search of Moré and Thuente (1994), "Line search algorithms with guaranteed
 * sufficient decrease". By additions, multiplications, divisions and square roots alone, so that it gives the same bits on every
 * machine. */
#pragma once

#include <stdbool.h>

/* The loss and its slope along the direction, at a step. */
typedef struct kn_probe {
    double step, loss, slope;
} kn_probe;

/* Measures `at->loss` and `at->slope` at `at->step`. */
typedef void (*kn_probe_fn)(void *context, kn_probe *at);

typedef kn_probe (*kn_line_search_fn)(kn_probe start, double first, kn_probe_fn measure, void *context, bool *found);

/* Searches from the loss and slope at step 0, which is negative, for a step with
 *
 *     loss <= loss(0) + 1e-4 step slope(0)   and   |slope| <= 0.9 |slope(0)|
 *
 * `first` is the first step to try. Returns the probe that was measured last; *found tells whether it is such a step. */
kn_probe kn_line_search(kn_probe start, double first, kn_probe_fn measure, void *context, bool *found);

/* The same by halving a step of too little decrease and lengthening one where the loss still falls fast: slope >= 0.9 slope(0) is
 * enough. It makes no use of the size of a loss, which may be 1e300 for "too far". */
kn_probe kn_line_search_halving(kn_probe start, double first, kn_probe_fn measure, void *context, bool *found);
