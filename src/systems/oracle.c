/* oracle.c - greedy with full knowledge of the reward. */
#include "systems/systems.h"

static knap_status better(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return knap_greedy(task->instance, KNAP_GREEDY_BETTER, list, error);
}

static knap_status benefit(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return knap_greedy(task->instance, KNAP_GREEDY_BENEFIT, list, error);
}

static knap_status gain(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return knap_greedy(task->instance, KNAP_GREEDY_GAIN, list, error);
}

const knap_system kn_system_oracle = {.name = "oracle",
                                      .help = "greedy on the true reward: the better of the next two",
                                      .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                      .run = better};
const knap_system kn_system_oracle_benefit = {.name = "oracle-benefit",
                                              .help = "greedy on the true reward by gain / cost",
                                              .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                              .run = benefit};
const knap_system kn_system_oracle_gain = {.name = "oracle-gain",
                                           .help = "greedy on the true reward by gain",
                                           .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                           .run = gain};
