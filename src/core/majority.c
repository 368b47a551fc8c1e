/* majority.c - Randomized Weighted Majority (Littlestone and Warmuth 1994) over a finite class of policies,
 * and the round of Algorithm 1 that feeds it. */
#include "core/example.h"
#include "core/open.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>

struct knap_majority {
    const knap_allocator *allocator;
    size_t experts;
    double eta;
    double *loss; /* [experts] total so far: weights are exp(-eta loss), kept as logarithms */
};

knap_status knap_majority_new(size_t experts, double eta, const knap_allocator *allocator, knap_majority **majority,
                              knap_error *error)
{
    KN_REQUIRE(majority);
    *majority = NULL;
    knap_majority *made;
    if (experts == 0 || !(eta > 0 && isfinite(eta)))
        return kn_fail(error, KNAP_USAGE, "a majority needs at least one expert and an eta above 0");
    made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    *made = (knap_majority){.allocator = allocator, .experts = experts, .eta = eta};
    made->loss = kn_new(allocator, experts, sizeof *made->loss);
    if (!made->loss) {
        knap_majority_free(made);
        return kn_no_memory(error);
    }
    *majority = made;
    return KNAP_OK;
}

void knap_majority_free(knap_majority *majority)
{
    if (!majority)
        return;
    kn_free(majority->allocator, majority->loss, majority->experts, sizeof *majority->loss);
    kn_free(majority->allocator, majority, 1, sizeof *majority);
}

static double least_loss(const knap_majority *majority)
{
    double least = majority->loss[0];
    for (size_t i = 1; i < majority->experts; i++)
        least = fmin(least, majority->loss[i]);
    return least;
}

double knap_majority_share(const knap_majority *majority, size_t expert)
{
    if (!majority || expert >= majority->experts)
        return NAN;
    double least = least_loss(majority), sum = 0;
    for (size_t i = 0; i < majority->experts; i++)
        sum += kn_exp(-majority->eta * (majority->loss[i] - least));
    return kn_exp(-majority->eta * (majority->loss[expert] - least)) / sum;
}

size_t knap_majority_draw(const knap_majority *majority, knap_rng *rng)
{
    if (!majority || !rng)
        return 0;
    double least = least_loss(majority), sum = 0, at;
    for (size_t i = 0; i < majority->experts; i++)
        sum += kn_exp(-majority->eta * (majority->loss[i] - least));
    at = knap_rng_uniform(rng) * sum;
    for (size_t i = 0; i + 1 < majority->experts; i++) {
        at -= kn_exp(-majority->eta * (majority->loss[i] - least));
        if (at < 0)
            return i;
    }
    return majority->experts - 1;
}

void knap_majority_update(knap_majority *majority, const double *loss)
{
    if (!majority || !loss)
        return;
    for (size_t i = 0; i < majority->experts; i++)
        majority->loss[i] += loss[i];
}

/* ---- A round of Algorithm 1 ---- */

static bool may_take(const kn_open *open, size_t item)
{
    return item < open->instance->count && kn_is_open(open, item);
}

static knap_status build(const knap_expert *expert, kn_open *open, knap_list *list, knap_error *error)
{
    knap_status status = kn_open_begin(open, open->instance, error);
    knap_list_clear(list);
    if (!status)
        status = kn_open_pins(open, list, error);
    while (!status) {
        size_t item = expert->pick(expert->context, open->instance, list);
        if (!may_take(open, item))
            break;
        status = kn_open_take(open, item, list, error);
    }
    return status;
}

/* Adds each expert's loss in one position: w_i times the difference between the best benefit and that of its pick. */
static void add_losses(const knap_majority *majority, const knap_expert *expert, const kn_open *open, void *state,
                       const knap_list *so_far, double weight, double *loss)
{
    const knap_instance *instance = open->instance;
    double best = 0;
    for (size_t s = 0; s < instance->count; s++)
        if (kn_is_open(open, s))
            best = fmax(best, instance->reward->gain(state, s) / instance->cost[s]);
    for (size_t e = 0; e < majority->experts; e++) {
        size_t item = expert[e].pick(expert[e].context, instance, so_far);
        double benefit = 0; /* of no pick */
        if (may_take(open, item))
            benefit = instance->reward->gain(state, item) / instance->cost[item];
        loss[e] += weight * instance->budget * (best - benefit);
    }
}

/* Goes through the list again, position by position. Pinned items are not chosen by an expert. */
static knap_status measure(const knap_majority *majority, const knap_expert *expert, kn_open *open,
                           const knap_list *list, const double *weight, double *loss, knap_error *error)
{
    const knap_instance *instance = open->instance;
    knap_list so_far = {.allocator = majority->allocator};
    void *state;
    knap_status status = kn_open_begin(open, instance, error);
    if (!status)
        status = instance->reward->begin(instance, instance->reward_context, &state, error);
    if (status)
        return status;
    for (size_t i = 0; !status && i < list->count; i++) {
        if (i >= instance->pins)
            add_losses(majority, expert, open, state, &so_far, weight[i], loss);
        instance->reward->push(state, list->item[i]);
        status = kn_open_take(open, list->item[i], &so_far, error);
    }
    instance->reward->end(state);
    knap_list_free(&so_far);
    return status;
}

knap_status knap_majority_round(const knap_majority *majority, const knap_expert *expert, const knap_instance *instance,
                                knap_rng *rng, size_t *drawn, knap_list *list, double *loss, knap_error *error)
{
    KN_REQUIRE(majority);
    KN_REQUIRE(expert);
    KN_REQUIRE(instance);
    KN_REQUIRE(rng);
    KN_REQUIRE(drawn);
    KN_REQUIRE(list);
    KN_REQUIRE(loss);
    const knap_allocator *allocator = majority->allocator;
    kn_open open = {.allocator = allocator, .instance = instance};
    double *weight;
    knap_status status;
    *drawn = knap_majority_draw(majority, rng);
    for (size_t e = 0; e < majority->experts; e++)
        loss[e] = 0;
    knap_list_clear(list);
    status = instance->reward ? KNAP_OK : kn_fail(error, KNAP_USAGE, "the instance has no reward");
    if (!status)
        status = build(&expert[*drawn], &open, list, error);
    weight = kn_new(allocator, list->count, sizeof *weight);
    if (!status && !weight)
        status = kn_no_memory(error);
    if (!status) {
        kn_example_weights(instance, list, weight);
        status = measure(majority, expert, &open, list, weight, loss, error);
    }
    kn_free(allocator, weight, list->count, sizeof *weight);
    kn_open_free(&open);
    if (status) {
        *drawn = 0;
        knap_list_clear(list);
    }
    return status;
}
