/* reward_success.c - f(L) = 1 - prod (1 - p): the probability that at least one item of the list succeeds. */
#include "core/rewards.h"
#include "core/instance.h"
#include "base/error.h"

typedef struct success {
    const knap_instance *instance;
    double failure; /* prod (1 - p) */
} success;

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    for (size_t i = 0; i < instance->count; i++)
        if (!(instance->worth[i] >= 0 && instance->worth[i] <= 1))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: p is %g; reward 'success' needs a probability from 0 to 1",
                           i, instance->worth[i]);
    return KNAP_OK;
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    success *made = kn_new(instance->data->allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    made->failure = 1;
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    const success *self = state;
    return self->failure * self->instance->worth[item];
}

static void push(void *state, size_t item)
{
    success *self = state;
    self->failure *= 1 - self->instance->worth[item];
}

static double value(const void *state)
{
    return 1 - ((const success *)state)->failure;
}

static void end(void *state)
{
    success *self = state;
    kn_free(self->instance->data->allocator, self, 1, sizeof *self);
}

const knap_reward kn_reward_success = {.name = "success",
                                       .help = "1 - prod (1 - p): at least one item succeeds",
                                       .submodular = true,
                                       .reads_worth = true,
                                       .check = check,
                                       .begin = begin,
                                       .gain = gain,
                                       .push = push,
                                       .value = value,
                                       .end = end};
