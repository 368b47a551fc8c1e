/* core/greedy.h - the greedy oracle by one key; knap_greedy chooses the keys. */
#pragma once

#include "core/inner.h"

/* What greedy picks next: the item of the largest gain, or gain / cost, among those whose gain / cost is at least `least`. */
typedef struct kn_greedy_key {
    bool by_cost;
    double least;
} kn_greedy_key;

/* The greedy list by that key. `lazy` is right for submodular rewards only and gives the same list with few evaluations; see
 * core/climb.h. */
knap_status kn_greedy_by(const knap_instance *instance, kn_greedy_key key, bool lazy, knap_list *list,
                         knap_error *error);
