/* oracle_f.c - greedy with full knowledge of the reward, on F instead of recall: F = 2 f / (1 + share), where f is the reward of
 * the list and share its mass over that of a reference (kn_item_share).
 *
 * Recall per byte favours short words: a list of the same bytes then has more words than a reference, and its precision is below
 * its recall. F counts every word of the list, which balances the two. F is neither monotone nor submodular: no lazy
 * evaluation, and the list ends where nothing raises F. */
#include "systems/systems.h"
#include "core/expected.h"

typedef struct balance {
    const knap_instance *instance;
    void *reward_state;
    double reward, share; /* of the list */
} balance;

static double f_of(double reward, double share)
{
    return 2 * reward / (1 + share);
}

static double gain(void *state, size_t item)
{
    const balance *self = state;
    double reward = self->reward + self->instance->reward->gain(self->reward_state, item);
    return f_of(reward, self->share + kn_item_share(self->instance, item)) - f_of(self->reward, self->share);
}

static void push(void *state, size_t item)
{
    balance *self = state;
    self->reward += self->instance->reward->gain(self->reward_state, item);
    self->share += kn_item_share(self->instance, item);
    self->instance->reward->push(self->reward_state, item);
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    static const kn_objective objective = {.gain = gain, .push = push};
    const knap_instance *instance = task->instance;
    balance self = {.instance = instance};
    knap_status status;
    (void)score;
    if (!instance->reward)
        return kn_fail(error, KNAP_USAGE, "the greedy oracle needs a reward, and the instance has none");
    if ((status = instance->reward->begin(instance, instance->reward_context, &self.reward_state, error)))
        return status;
    status = kn_modified_greedy(&objective, &self, instance, 1, list, error);
    instance->reward->end(self.reward_state);
    return status;
}

const knap_system kn_system_oracle_f = {.name = "oracle-f",
                                        .help = "greedy on F of the true reward by gain / cost",
                                        .ignores = KNAP_PART_FEATURES,
                                        .run = run};
