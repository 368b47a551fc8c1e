/* example.c - the weights and benefits of Algorithm 1. */
#include "core/example.h"
#include "base/elementary.h"


void kn_example_weights(const knap_instance *instance, const knap_list *list, double *weight)
{
    double later = 1;
    for (size_t i = list->count; i-- > 0;) {
        double share = instance->cost[list->item[i]] / instance->budget;
        weight[i] = later * share;
        later *= 1 - share;
    }
}

static double benefit_of(const kn_benefit *kind, const knap_instance *instance, const kn_penalty *penalty, size_t item,
                         double gain)
{
    if (kind->lambda != 0)
        gain -= kind->lambda * kn_item_share(instance, item);
    if (penalty)
        gain -= kn_penalty_change(penalty, item);
    if (kind->r == 1)
        return gain / instance->cost[item] * instance->budget;
    return gain / kn_pow(instance->cost[item] / instance->budget, kind->r);
}

double kn_example_benefit(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                          const kn_penalty *penalty, size_t item)
{
    return benefit_of(kind, instance, penalty, item, instance->reward->gain(reward_state, item));
}

double kn_example_benefits(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                           const kn_penalty *penalty, const uint32_t *candidate, size_t count, double *benefit,
                           double *gain)
{
    double best = 0;
    for (size_t c = 0; c < count; c++) {
        gain[c] = instance->reward->gain(reward_state, candidate[c]);
        benefit[c] = benefit_of(kind, instance, penalty, candidate[c], gain[c]);
        if (c == 0 || benefit[c] > best)
            best = benefit[c];
    }
    return best;
}
