/* settings.c - the table of training settings; the command line, its help and the model file read it. */
#include "core/settings.h"
#include "core/learner.h"
#include "core/penalty.h"
#include "base/error.h"

static const char *const method_names[] = {"scp", "conseqopt", NULL};
static const char *const result_names[] = {"auto", "last", "average", "best", "mixture", NULL};

static const char *const decode_names[] = {"greedy", "swap", "mbr", "relevance", NULL};

#define ROW(type, field, initial, low, high, choices, help)                                                            \
    {                                                                                                                  \
#field, type, offsetof(knap_settings, field), initial, low, high, choices, help                                \
    }

const knap_param kn_settings_rows[] = {
    ROW(KNAP_PARAM_CHOICE, method, KNAP_METHOD_SCP, 0, 0, method_names,
        "Train one policy for all positions, or one for each"),
    ROW(KNAP_PARAM_SET, views, 0x0f, 1, 0, kn_view_part_names, "Choose what a policy sees of an item, given the list"),
    ROW(KNAP_PARAM_CHOICE, reduction, 0, 0, 0, kn_reduction_names, "Choose what is learned from an example"),
    ROW(KNAP_PARAM_CHOICE, learner, 0, 0, 0, kn_learner_names, "Choose how the policy is updated"),
    ROW(KNAP_PARAM_COUNT, epochs, 20, 1, 1e6, NULL, "Make N passes over the training data"),
    ROW(KNAP_PARAM_COUNT, batch, 1, 1, 1e9, NULL,
        "Build N lists with one policy, then take one step; 1 for the paper's (adagrad, ogd)"),
    ROW(KNAP_PARAM_REAL, eta, 0, 0, 1e6, NULL, "Set the step of the learner; 0 means its own default"),
    ROW(KNAP_PARAM_REAL, l2, 0, 0, 1e6, NULL, "Set the regularisation; aggregate reads 0 as 1e-4"),
    ROW(KNAP_PARAM_COUNT, positions, 5, 1, 1000, NULL,
        "Train N policies (conseqopt); the last serves all later positions"),
    ROW(KNAP_PARAM_FLAG, guided, 0, 0, 1, NULL, "Follow the oracle's lists in the first pass"),
    ROW(KNAP_PARAM_FLAG, standardize, 1, 0, 1, NULL, "Divide views by their deviation while learning"),
    ROW(KNAP_PARAM_REAL, lambda, -1, -1, 1e6, NULL,
        "Set the price of length in the benefit; -1 means by the views, 0 for the paper's"),
    ROW(KNAP_PARAM_REAL, r, -1, -1, 10, NULL,
        "Set the power of the cost in the benefit; -1 means by the views, 1 for the paper's"),
    KN_PENALTY_ROWS(knap_settings, penalties),
    ROW(KNAP_PARAM_CHOICE, decode, KNAP_DECODE_GREEDY, 0, 0, decode_names,
        "Return the list as picked, improved by swaps, the one that a mixture agrees on, or that of system relevance"),
    ROW(KNAP_PARAM_CHOICE, result, KNAP_RESULT_AUTO, 0, 0, result_names,
        "Choose which policy of all rounds is returned"),
    ROW(KNAP_PARAM_COUNT, keep, 16, 1, 10000, NULL, "Keep N policies for best and mixture"),
    ROW(KNAP_PARAM_COUNT, seed, 1, 0, 9007199254740992.0, NULL, "Seed the random numbers"),
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_settings_table(void)
{
    return kn_settings_rows;
}

void knap_settings_init(knap_settings *settings)
{
    knap_params_init(kn_settings_rows, settings);
}

knap_status knap_settings_check(const knap_settings *settings, knap_error *error)
{
    knap_status status = knap_params_check(kn_settings_rows, settings, error);
    if (!status && settings->batch > 1 && !kn_learner_at(settings->learner)->step)
        return kn_fail(error, KNAP_USAGE,
                       "learner %s learns from each example by itself, so batch must be 1, not %zu: learners adagrad "
                       "and ogd take one step for a whole batch",
                       kn_learner_names[settings->learner], settings->batch);
    if (status || settings->decode != KNAP_DECODE_MBR)
        return status;
    if (settings->result != KNAP_RESULT_AUTO && settings->result != KNAP_RESULT_MIXTURE)
        return kn_fail(error, KNAP_USAGE,
                       "decode mbr needs result mixture, not %s: a single policy has none to agree with",
                       result_names[settings->result]);
    if (settings->keep < 2)
        return kn_fail(error, KNAP_USAGE, "decode mbr needs several policies: keep 2 or more");
    return KNAP_OK;
}

bool kn_settings_expect(const knap_settings *settings)
{
    const knap_penalties *price = &settings->penalties;
    return settings->views & kn_view_expected_parts() || settings->decode == KNAP_DECODE_SWAP || settings->lambda > 0 ||
           price->readability > 0 || price->item > 0 || price->term > 0 || price->pair > 0;
}

static bool is_fixed(const unsigned char *fixed, const char *name)
{
    return fixed && fixed[knap_param_find(kn_settings_rows, name) - kn_settings_rows];
}

size_t knap_settings_grid(const knap_settings *base, const unsigned char *fixed, knap_settings *grid, size_t most)
{
    static const double factors[] = {1, 0.25, 4};
    const kn_learner_kind *learner;
    size_t count = 0, steps;
    int reductions = kn_reduction_count();
    if (!base || !grid || !most)
        return 0;
    grid[0] = *base;
    if (knap_params_check(kn_settings_rows, base, NULL))
        return 1; /* knap_train says what is wrong */
    learner = kn_learner_at(base->learner);
    steps = learner->converges || is_fixed(fixed, "eta") ? 1 : 3;
    for (int reduction = 0; reduction < (is_fixed(fixed, "reduction") ? 1 : reductions); reduction++)
        for (size_t step = 0; step < steps && count < most; step++) {
            knap_settings *made = &grid[count++];
            *made = *base;
            /* base's own reduction first, the others after it */
            made->reduction = (knap_reduction)(((int)base->reduction + reduction) % reductions);
            if (steps > 1)
                made->eta = factors[step] * (base->eta > 0 ? base->eta : learner->eta);
        }
    return count;
}
