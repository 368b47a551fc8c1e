/* oracle_f.c - greedy with full knowledge of the reward, on F instead of recall: F = 2 f / (1 + share), where f is the reward of
 * the list and share its mass over that of a reference.
 *
 * Recall per byte favours short words: a list of the same bytes then has more words than a reference, and its precision is below
 * its recall. F counts every word of the list, which balances the two. F is neither monotone nor submodular: no lazy
 * evaluation, and the list ends where nothing raises F. */
#include "systems/systems.h"
#include "core/expected.h"

typedef struct balance {
    const knap_instance *instance;
    void *reward_state;
    double whole;         /* mass of a reference; 0: not known */
    double reward, share; /* of the list */
} balance;

static double share_of(const balance *self, size_t item)
{
    return self->whole > 0 ? kn_item_mass(self->instance, item) / self->whole : kn_item_share(self->instance, item);
}

static double f_of(double reward, double share)
{
    return 2 * reward / (1 + share);
}

static double gain(void *state, size_t item)
{
    const balance *self = state;
    double reward = self->reward + self->instance->reward->gain(self->reward_state, item);
    return f_of(reward, self->share + share_of(self, item)) - f_of(self->reward, self->share);
}

static void push(void *state, size_t item)
{
    balance *self = state;
    self->reward += self->instance->reward->gain(self->reward_state, item);
    self->share += share_of(self, item);
    self->instance->reward->push(self->reward_state, item);
}

knap_status kn_greedy_f(const knap_instance *instance, double r, knap_list *list, knap_error *error)
{
    static const kn_objective objective = {.gain = gain, .push = push};
    const knap_reward *reward = instance->reward;
    balance self = {.instance = instance};
    knap_status status;
    if (!reward)
        return kn_fail(error, KNAP_USAGE, "the greedy oracle needs a reward, and the instance has none");
    if ((status = reward->begin(instance, instance->reward_context, &self.reward_state, error)))
        return status;
    self.whole = reward->whole ? reward->whole(instance->reward_context) : 0;
    status = kn_modified_greedy(&objective, &self, instance, r, list, error);
    reward->end(self.reward_state);
    return status;
}

typedef struct params {
    double r;
} params;

static const knap_param table[] = {
    {"r", KNAP_PARAM_REAL, offsetof(params, r), KN_ORACLE_R, 0, 10, NULL, "Divide the gains by cost^N"}, KN_PARAM_END};

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    (void)score;
    return kn_greedy_f(task->instance, settings->r, list, error);
}

const knap_system kn_system_oracle_f = {.name = "oracle-f",
                                        .help = "greedy on F of the true reward by gain / cost^r",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .ignores = KNAP_PART_FEATURES,
                                        .run = run};
