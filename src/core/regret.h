/* core/regret.h - what the picks of a list lost against the best ones, in units of the reward, and the bound of Theorem 1 that
 * follows. docs/ALGORITHMS.md, "Regret in units of the reward". */
#pragma once

#include "core/walk.h"

/* One list while it is built. */
typedef struct kn_regret {
    double limit;  /* no list of the instance has a higher reward */
    double start;  /* f of the pinned items */
    double lost;   /* sum_i w_i (best - b(s_i)), best among the items that fit */
    double slack;  /* the same with the best of all items, also those that no longer fit */
    double weight; /* sum_i w_i = 1 - prod_i (1 - l(s_i)/W) */
} kn_regret;

/* `value` is f of the pinned items, which the list begins with. */
kn_regret kn_regret_begin(double limit, double value);
/* One pick from the walk's candidates, before it is made: `gain` of each candidate, `weight` as in core/example.h. */
void kn_regret_pick(kn_regret *regret, const kn_walk *walk, void *reward_state, const double *gain, size_t item,
                    double weight);
/* What the list is proven to have where the best list has `best`. For submodular rewards. */
double kn_regret_bound(const kn_regret *regret, double best);
