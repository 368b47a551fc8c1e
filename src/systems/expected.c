/* expected.c - what is expected of concepts, without a policy: climbed by the modified greedy, then the swap search. The words' model of a summarizer, or probabilities of the caller's own (knap_instance_expect), do
 * all the learning there is. */
#include "systems/systems.h"
#include "core/expected.h"

typedef struct params {
    double r, readability_penalty;
    int swap;
} params;

static const knap_param table[] = {{"r", KNAP_PARAM_REAL, offsetof(params, r), 0.7, 0, 10, NULL, "power of the cost"},
                                   {"swap", KNAP_PARAM_FLAG, offsetof(params, swap), 1, 0, 1, NULL,
                                    "exchange items after, while the expected F rises"},
                                   {"readability-penalty", KNAP_PARAM_REAL, offsetof(params, readability_penalty), 0, 0,
                                    1e6, NULL, "price of flaws in the swaps"},
                                   KN_PARAM_END};

static double gain(void *state, size_t item)
{
    return kn_expected_gain(state, item)[KN_SUM_ALL];
}

static void push(void *state, size_t item)
{
    kn_expected_push(state, item);
}

/* Gains are kept up to date by every push, so lazy evaluation would save nothing. */
static knap_status fill(const knap_instance *instance, double r, const knap_allocator *allocator, knap_list *list,
                        knap_error *error)
{
    static const kn_objective objective = {.gain = gain, .push = push};
    kn_expected expected = {.allocator = allocator};
    knap_status status = kn_expected_begin(&expected, instance)
                             ? kn_modified_greedy(&objective, &expected, instance, r, list, error)
                             : kn_no_memory(error);
    kn_expected_free(&expected);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *self = task->params;
    knap_status status;
    (void)score;
    if ((status = kn_need_concepts(task->instance, "expected", error)))
        return status;
    if (!kn_instance_expects(task->instance))
        return kn_fail(error, KNAP_USAGE, "nothing is expected of the concepts: system expected goes by \"expect\"");
    status = fill(task->instance, self->r, task->run->allocator, list, error);
    return status || !self->swap ? status : knap_swap(task->instance, self->readability_penalty, list, error);
}

const knap_system kn_system_expected = {.name = "expected",
                                        .help = "what is expected of concepts, by gain and swaps, without a policy",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .grid = "r=0.5,0.7,1",
                                        .run = run};
