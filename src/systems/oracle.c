/* oracle.c - greedy on the true reward: an upper mark, not a competitor. */
#include "systems/systems.h"

static knap_status better(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    (void)draw;
    return knap_greedy(instance, KNAP_GREEDY_BETTER, list, error);
}

static knap_status benefit(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    (void)draw;
    return knap_greedy(instance, KNAP_GREEDY_BENEFIT, list, error);
}

static knap_status gain(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    (void)draw;
    return knap_greedy(instance, KNAP_GREEDY_GAIN, list, error);
}

const knap_system kn_system_oracle = {"oracle", "greedy on the true reward: the better of the next two", better};
const knap_system kn_system_oracle_benefit = {"oracle-benefit", "greedy on the true reward by gain / cost", benefit};
const knap_system kn_system_oracle_gain = {"oracle-gain", "greedy on the true reward by gain", gain};
