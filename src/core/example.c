/* example.c - the weights and benefits of Algorithm 1. */
#include "core/example.h"

void kn_example_weights(const knap_instance *instance, const knap_list *list, double *weight)
{
    double later = 1;
    for (size_t i = list->count; i-- > 0;) {
        double share = instance->cost[list->item[i]] / instance->budget;
        weight[i] = later * share;
        later *= 1 - share;
    }
}

double kn_example_benefits(const knap_instance *instance, void *reward_state, const uint32_t *candidate, size_t count,
                           double *benefit)
{
    double best = 0;
    for (size_t c = 0; c < count; c++) {
        size_t s = candidate[c];
        benefit[c] = instance->reward->gain(reward_state, s) / instance->cost[s] * instance->budget;
        if (c == 0 || benefit[c] > best)
            best = benefit[c];
    }
    return best;
}
