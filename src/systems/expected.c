/* expected.c - what is expected of concepts, without a policy: the item of the most expected gain by cost^r, one after the
 * other, then the swap search. The words' model of a summarizer, or probabilities of the caller's own (knap_instance_expect), do
 * all the learning there is. */
#include "systems/systems.h"
#include "core/expected.h"

#include <math.h>

typedef struct params {
    double r, reading;
    int swap;
} params;

static const knap_param table[] = {
    {"r", KNAP_PARAM_REAL, offsetof(params, r), 0.7, 0, 10, NULL, "power of the cost"},
    {"swap", KNAP_PARAM_FLAG, offsetof(params, swap), 1, 0, 1, NULL,
     "exchange items after, while the expected F rises"},
    {"reading", KNAP_PARAM_REAL, offsetof(params, reading), 0, 0, 1e6, NULL, "price of flaws in the swaps"},
    KN_PARAM_END};

/* The item outside the list that fits and is expected to gain most by cost^r, or the count of items. */
static size_t next_item(const kn_expected *expected, const knap_list *list, const unsigned char *taken,
                        const double *weight)
{
    const knap_instance *instance = expected->instance;
    size_t best = instance->count;
    double most = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double key = kn_expected_gain(expected, s)[KN_SUM_ALL] * weight[s];
        if (!taken[s] && key > most && kn_fits(instance, list, s)) {
            most = key;
            best = s;
        }
    }
    return best;
}

static knap_status fill(const knap_instance *instance, double r, const knap_allocator *allocator, knap_list *list,
                        knap_error *error)
{
    size_t n = instance->count, item;
    kn_expected expected = {.allocator = allocator};
    unsigned char *taken = kn_new(allocator, n, 1);
    double *weight = kn_new(allocator, n, sizeof *weight);
    knap_status status = KNAP_OK;
    if (!taken || !weight || !kn_expected_begin(&expected, instance))
        status = kn_no_memory(error);
    for (size_t s = 0; !status && s < n; s++)
        weight[s] = pow(instance->cost[s], -r);
    while (!status && (item = next_item(&expected, list, taken, weight)) < n) {
        taken[item] = 1;
        kn_expected_push(&expected, item);
        status = knap_list_push(list, instance, item, error);
    }
    kn_free(allocator, taken, n, 1);
    kn_free(allocator, weight, n, sizeof *weight);
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
    return status || !self->swap ? status : knap_swap(task->instance, self->reading, list, error);
}

const knap_system kn_system_expected = {.name = "expected",
                                        .help = "what is expected of concepts, by gain and swaps, without a policy",
                                        .params = table,
                                        .params_size = sizeof(params),
                                        .grid = "r=0.5,0.7,1",
                                        .run = run};
