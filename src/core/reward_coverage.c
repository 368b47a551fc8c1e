/* reward_coverage.c - f(L) = sum_c min(covered_c(L), cap_c) / sum_c cap_c. ROUGE-1 recall is one of these. */
#include "core/rewards.h"
#include "core/instance.h"
#include "base/error.h"

typedef struct coverage {
    const knap_instance *instance;
    double *left; /* [concepts] how much of each concept's cap is still uncovered; 0 for no target */
    double total, value;
} coverage;

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    if (instance->targets == 0)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "reward 'coverage' needs \"targets\": a cap for each concept that counts");
    return KNAP_OK;
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    coverage *made = kn_new(allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    made->left = kn_new(allocator, instance->concept.width, sizeof *made->left);
    if (!made->left) {
        kn_free(allocator, made, 1, sizeof *made);
        return kn_no_memory(error);
    }
    for (size_t i = 0; i < instance->targets; i++) {
        made->left[instance->target[i].concept_id] += instance->target[i].cap;
        made->total += instance->target[i].cap;
    }
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    const coverage *self = state;
    const kn_rows *rows = &self->instance->concept;
    double sum = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double left = self->left[rows->id[i]];
        sum += rows->value[i] < left ? rows->value[i] : left;
    }
    return sum / self->total;
}

static void push(void *state, size_t item)
{
    coverage *self = state;
    const kn_rows *rows = &self->instance->concept;
    self->value += gain(state, item);
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double *left = &self->left[rows->id[i]];
        *left = rows->value[i] < *left ? *left - rows->value[i] : 0;
    }
}

static double value(const void *state)
{
    return ((const coverage *)state)->value;
}

static void end(void *state)
{
    coverage *self = state;
    const knap_instance *instance = self->instance;
    kn_free(instance->data->allocator, self->left, instance->concept.width, sizeof *self->left);
    kn_free(instance->data->allocator, self, 1, sizeof *self);
}

const knap_reward kn_reward_coverage = {.name = "coverage",
                                        .help = "sum over concepts of min(covered, cap), over the sum of the caps",
                                        .submodular = true,
                                        .check = check,
                                        .begin = begin,
                                        .gain = gain,
                                        .push = push,
                                        .value = value,
                                        .end = end};
