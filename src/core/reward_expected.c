/* reward_expected.c - f(L) = sum_w H_w(c_w(L)) / sum_w H_w(infinity), over concepts other than pairs: the expected
 * reward, where the true one is not known. */
#include "core/rewards.h"
#include "core/expected.h"
#include "base/error.h"

typedef struct expected_reward {
    kn_expected expected;
    double total;
} expected_reward;

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    if (!kn_instance_expects(instance))
        return kn_fail(error, KNAP_BAD_INPUT, "reward 'expected' needs the expected worth of concepts");
    return KNAP_OK;
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    expected_reward *made = kn_new(allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->expected.allocator = allocator;
    if (!kn_expected_begin(&made->expected, instance)) {
        kn_expected_free(&made->expected);
        kn_free(allocator, made, 1, sizeof *made);
        return kn_no_memory(error);
    }
    for (size_t w = 0; w < instance->expects; w++)
        if (w >= instance->kinds || instance->kind[w] != KNAP_CONCEPT_BIGRAM)
            made->total += kn_worth_of(instance, (uint32_t)w, (double)instance->expect[w].count);
    made->total = made->total > 0 ? made->total : 1;
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    const expected_reward *self = state;
    double more = kn_expected_gain(&self->expected, item)[KN_SUM_ALL];
    return more > 0 ? more / self->total : 0; /* updated differences may be below 0 by rounding */
}

static void push(void *state, size_t item)
{
    kn_expected_push(&((expected_reward *)state)->expected, item);
}

static double value(const void *state)
{
    const expected_reward *self = state;
    return self->expected.value[KN_SUM_ALL] / self->total;
}

static void end(void *state)
{
    expected_reward *self = state;
    const knap_allocator *allocator = self->expected.allocator;
    kn_expected_free(&self->expected);
    kn_free(allocator, self, 1, sizeof *self);
}

const knap_reward kn_reward_expected = {.name = "expected",
                                        .help = "expected worth of the concepts covered, over that of all",
                                        .submodular = true,
                                        .check = check,
                                        .begin = begin,
                                        .gain = gain,
                                        .push = push,
                                        .value = value,
                                        .end = end};
