/* core/greedy.h - the two ways to run the greedy oracle; knap_greedy chooses between them. */
#ifndef KNAP_CORE_GREEDY_H
#define KNAP_CORE_GREEDY_H

#include "knap/core.h"

/* What greedy picks next: the item of the largest gain, or gain / cost, among those whose gain / cost is at least `least`. */
typedef struct kn_greedy_key {
    int by_cost;
    double least;
} kn_greedy_key;

/* Computes every candidate's gain in every step: right for any reward. */
knap_status kn_greedy_plain(const knap_instance *instance, kn_greedy_key key, knap_list *list, knap_error *error);
/* Uses gains as upper bounds of later gains (Minoux 1978): the same list for a submodular reward, with few evaluations. */
knap_status kn_greedy_lazy(const knap_instance *instance, kn_greedy_key key, knap_list *list, knap_error *error);

#endif
