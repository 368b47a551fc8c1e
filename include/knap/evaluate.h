/* knap/evaluate.h - how good lists are: their reward, what was possible, and what they use of the budget.
 *
 *     instances -> limits (greedy oracle, upper bound)
 *     instances + lists of a system -> measures
 *
 * Threads: see knap/base.h. The calls do not change the data; they use run->jobs threads themselves. */
#ifndef KNAP_EVALUATE_H
#define KNAP_EVALUATE_H

#include "knap/systems.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an instance allows, whatever the system. */
typedef struct knap_limits {
    double oracle; /* reward of the greedy oracle's list, KNAP_GREEDY_BETTER */
    double bound;  /* no list has a higher reward; NaN where the reward is not submodular */
    /* Reward of top-k: the pinned items, then all that fit in the order of their scores, near-duplicates too. NaN without scores. */
    double top_k;
} knap_limits;

/* What one list is. */
typedef struct knap_measures {
    double reward;
    double bound;    /* an upper bound from the prefixes of this list; NaN where the reward is not submodular */
    double coverage; /* mean over the target concepts of min(covered, cap) / cap; NaN where there are none */
    double used;     /* cost / budget; 0 where the budget is 0 */
    double cost;
    /* 1 if the list has the item of the highest score (the first of equals) or the one that it repeats, else 0. NaN without scores,
     * and if that item costs more than the budget. Banned items do not count. */
    double first;
    size_t items;
} knap_measures;

/* Fills limits[knap_data_count(data)]; the bounds are from the prefixes of the oracle's list. `run` may be NULL. */
KNAP_API knap_status knap_evaluate_limits(const knap_data *data, const knap_run *run, knap_limits *limits,
                                          knap_error *error);
/* Fills measures[knap_data_count(data)] with what packed[i].list is for instance i. `bounds` false leaves the bounds NaN and
 * saves their time. `run` may be NULL. */
KNAP_API knap_status knap_evaluate_lists(const knap_data *data, const knap_packed *packed, bool bounds,
                                         const knap_run *run, knap_measures *measures, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
