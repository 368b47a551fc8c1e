/* example.c - the weights and benefits of Algorithm 1. */
#include "core/example.h"

#include <math.h>

void kn_example_weights(const knap_instance *instance, const knap_list *list, double *weight)
{
    double later = 1;
    for (size_t i = list->count; i-- > 0;) {
        double share = instance->cost[list->item[i]] / instance->budget;
        weight[i] = later * share;
        later *= 1 - share;
    }
}

double kn_example_benefit(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                          const kn_penalty *penalty, size_t item)
{
    double gain = instance->reward->gain(reward_state, item);
    if (kind->lambda != 0)
        gain -= kind->lambda * kn_item_share(instance, item);
    if (penalty)
        gain -= kn_penalty_change(penalty, item);
    if (kind->r == 1)
        return gain / instance->cost[item] * instance->budget;
    return gain / pow(instance->cost[item] / instance->budget, kind->r);
}

double kn_example_benefits(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                           const kn_penalty *penalty, const uint32_t *candidate, size_t count, double *benefit)
{
    double best = 0;
    for (size_t c = 0; c < count; c++) {
        benefit[c] = kn_example_benefit(kind, instance, reward_state, penalty, candidate[c]);
        if (c == 0 || benefit[c] > best)
            best = benefit[c];
    }
    return best;
}
