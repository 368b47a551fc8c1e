/* core/draws.h - lists that were drawn: one item after another, without replacement, each in proportion to its chance.
 *
 *     P(s_1 .. s_k) = prod_i c(s_i) / (sum of all chances less those of s_1 .. s_{i-1})        Luce 1959, Plackett 1975
 *
 * The order in which items are drawn is that in which they arrive, if item s arrives at a time with density c e^{-c t}. So the sums over
 * orders are integrals over one time, whatever the number of items. */
#pragma once

#include "base/error.h"

/* The probability that the first `count` items drawn of `n` are these, in any order. All their chances are above 0. */
double kn_draw_set(const double *chance, size_t n, const size_t *item, size_t count);
/* share[a * n + b]: the probability that both a and b are among the first `count` items drawn; on the diagonal, that a is. `count` is at
 * least 1 and less than the number of chances above 0. `room` has n + 3 count numbers. */
void kn_draw_shares(const double *chance, size_t n, size_t count, double *share, double *room);
