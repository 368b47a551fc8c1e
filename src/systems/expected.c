/* expected.c - maximises the expected worth of concepts without a policy: the modified greedy, then the
 * swap search. It learns nothing itself: the expected worths come from a summarizer's word model or from
 * the caller (knap_instance_expect). */
#include "systems/systems.h"
#include "core/expected.h"
#include "core/penalty.h"
#include "core/swap.h"

typedef struct params {
    double r;
    bool swap;
    knap_penalties penalties;
} params;

static const knap_param table[] = {
    {"r", KNAP_PARAM_REAL, offsetof(params, r), 0.7, 0, 10, NULL, "Divide the gains by cost^N"},
    {"swap", KNAP_PARAM_FLAG, offsetof(params, swap), 1, 0, 1, NULL,
     "Swap items afterwards while the expected F rises"},
    KN_PENALTY_ROWS(params, penalties),
    KN_PARAM_END};

typedef struct list_state {
    kn_expected expected;
    kn_penalty penalty; /* in expected hits */
} list_state;

static double gain(void *state, size_t item)
{
    const list_state *self = state;
    return kn_expected_gain(&self->expected, item)[KN_SUM_ALL] - kn_penalty_change(&self->penalty, item);
}

static void push(void *state, size_t item)
{
    list_state *self = state;
    kn_expected_push(&self->expected, item);
    kn_penalty_push(&self->penalty, item);
}

/* Gains are kept up to date by every push, so lazy evaluation would save nothing. */
static knap_status fill(const knap_instance *instance, const params *self, const knap_allocator *allocator,
                        knap_list *list, knap_error *error)
{
    static const kn_objective objective = {.gain = gain, .push = push};
    list_state state = {.expected = {.allocator = allocator}, .penalty = {.allocator = allocator}};
    knap_status status = kn_expected_begin(&state.expected, instance) &&
                                 kn_penalty_begin(&state.penalty, instance, &self->penalties, KN_IN_HITS)
                             ? kn_modified_greedy(&objective, &state, instance, self->r, list, error)
                             : kn_no_memory(error);
    kn_expected_free(&state.expected);
    kn_penalty_free(&state.penalty);
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
        return kn_fail(error, KNAP_USAGE,
                       "system expected needs expected worths of concepts (\"expect\"), and the instance has none");
    status = fill(task->instance, self, task->run->allocator, list, error);
    return status || !self->swap ? status : kn_swap(task->instance, &self->penalties, task->run, list, error);
}

const knap_system kn_system_expected = {.name = "expected",
                                        .help = "expected worth of concepts, greedy and then swaps; no policy",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .grid = "r=0.5,0.7,1",
                                        .ignores = KNAP_PART_FEATURES,
                                        .whole = true,
                                        .run = run};
