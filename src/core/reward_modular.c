/* reward_modular.c - f(L) = sum of the items' values over the sum of all values; gains do not diminish. */
#include "core/rewards.h"
#include "core/instance.h"
#include "base/error.h"

typedef struct modular {
    const knap_instance *instance;
    double total, sum;
} modular;

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    for (size_t i = 0; i < instance->count; i++)
        if (!(instance->worth[i] >= 0))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: p is %g; reward 'modular' needs values of at least 0", i,
                           instance->worth[i]);
    return KNAP_OK;
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    modular *made = kn_new(instance->data->allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    for (size_t i = 0; i < instance->count; i++)
        made->total += instance->worth[i];
    if (made->total == 0)
        made->total = 1; /* all values are 0: f is 0 everywhere */
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    const modular *self = state;
    return self->instance->worth[item] / self->total;
}

static void push(void *state, size_t item)
{
    modular *self = state;
    self->sum += self->instance->worth[item];
}

static double value(const void *state)
{
    const modular *self = state;
    return self->sum / self->total;
}

static void end(void *state)
{
    modular *self = state;
    kn_free(self->instance->data->allocator, self, 1, sizeof *self);
}

const knap_reward kn_reward_modular = {.name = "modular",
                                       .help = "the sum of the items' values (p), over the sum of all",
                                       .submodular = true,
                                       .reads_worth = true,
                                       .check = check,
                                       .begin = begin,
                                       .gain = gain,
                                       .push = push,
                                       .value = value,
                                       .end = end};
