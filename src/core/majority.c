/* majority.c - Randomized Weighted Majority (Littlestone and Warmuth 1994) over a finite class of policies,
 * and the round of Algorithm 1 that feeds it. */
#include "core/example.h"
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
        sum += exp(-majority->eta * (majority->loss[i] - least));
    return exp(-majority->eta * (majority->loss[expert] - least)) / sum;
}

size_t knap_majority_draw(const knap_majority *majority, knap_rng *rng)
{
    if (!majority || !rng)
        return 0;
    double least = least_loss(majority), sum = 0, at;
    for (size_t i = 0; i < majority->experts; i++)
        sum += exp(-majority->eta * (majority->loss[i] - least));
    at = knap_rng_uniform(rng) * sum;
    for (size_t i = 0; i + 1 < majority->experts; i++) {
        at -= exp(-majority->eta * (majority->loss[i] - least));
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

/* A list under construction without views: what still fits. */
static int can_take(const knap_instance *instance, const unsigned char *taken, const knap_list *list, size_t item)
{
    return item < instance->count && !taken[item] && list->cost + instance->cost[item] <= instance->budget;
}

static knap_status build(const knap_expert *expert, const knap_instance *instance, unsigned char *taken,
                         knap_list *list, knap_error *error)
{
    knap_status status = KNAP_OK;
    knap_list_clear(list);
    while (!status) {
        size_t item = expert->pick(expert->context, instance, list);
        if (!can_take(instance, taken, list, item))
            break;
        taken[item] = 1;
        status = knap_list_push(list, instance, item, error);
    }
    return status;
}

/* Adds each expert's loss in one position: w_i times what its pick falls short of the best benefit. */
static void add_losses(const knap_majority *majority, const knap_expert *expert, const knap_instance *instance,
                       void *state, const unsigned char *taken, const knap_list *so_far, double weight, double *loss)
{
    double best = 0;
    for (size_t s = 0; s < instance->count; s++)
        if (can_take(instance, taken, so_far, s))
            best = fmax(best, instance->reward->gain(state, s) / instance->cost[s]);
    for (size_t e = 0; e < majority->experts; e++) {
        size_t item = expert[e].pick(expert[e].context, instance, so_far);
        double benefit = 0; /* of no pick */
        if (can_take(instance, taken, so_far, item))
            benefit = instance->reward->gain(state, item) / instance->cost[item];
        loss[e] += weight * instance->budget * (best - benefit);
    }
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
    size_t n = instance->count;
    unsigned char *taken = kn_new(allocator, n, 1);
    knap_list so_far = {.allocator = allocator};
    double *weight = NULL;
    void *state = NULL;
    knap_status status = taken ? KNAP_OK : kn_no_memory(error);
    knap_list_clear(list);
    *drawn = knap_majority_draw(majority, rng);
    for (size_t e = 0; e < majority->experts; e++)
        loss[e] = 0;
    if (!status && !instance->reward)
        status = kn_fail(error, KNAP_USAGE, "the instance has no reward");
    if (!status)
        status = build(&expert[*drawn], instance, taken, list, error);
    if (!status && !(weight = kn_new(allocator, list->count, sizeof *weight)))
        status = kn_no_memory(error);
    if (!status)
        status = instance->reward->begin(instance, instance->reward_context, &state, error);
    if (!status) {
        kn_example_weights(instance, list, weight);
        for (size_t s = 0; s < n; s++)
            taken[s] = 0;
        for (size_t i = 0; !status && i < list->count; i++) {
            add_losses(majority, expert, instance, state, taken, &so_far, weight[i], loss);
            taken[list->item[i]] = 1;
            instance->reward->push(state, list->item[i]);
            status = knap_list_push(&so_far, instance, list->item[i], error);
        }
        instance->reward->end(state);
    }
    kn_free(allocator, weight, list->count, sizeof *weight);
    kn_free(allocator, taken, n, 1);
    knap_list_free(&so_far);
    if (status) {
        *drawn = 0;
        knap_list_clear(list);
    }
    return status;
}
