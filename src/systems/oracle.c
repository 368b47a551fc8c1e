/* oracle.c - greedy with full knowledge of the reward. */
#include "systems/systems.h"

/* The paper calls recall its reward, but the figures of its oracle are those of F. F needs the length of a reference. */
knap_status kn_oracle_list(const knap_instance *instance, knap_list *list, knap_error *error)
{
    return instance->reward && instance->reward->whole ? kn_greedy_f(instance, KN_ORACLE_R, list, error)
                                                       : knap_greedy(instance, KNAP_GREEDY_BETTER, list, error);
}

static knap_status paper(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return kn_oracle_list(task->instance, list, error);
}

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
                                      .help = "oracle-f if the length of a reference is known, else oracle-reward",
                                      .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                      .run = paper};
const knap_system kn_system_oracle_reward = {.name = "oracle-reward",
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
