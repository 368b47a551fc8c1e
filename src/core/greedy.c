/* greedy.c - the oracle: greedy with full knowledge of the reward, by gain / cost or by gain. */
#include "core/greedy.h"
#include "core/climb.h"
#include "base/error.h"

#include <math.h>

/* Gains below this are rounding errors and count as 0. */
static const double NO_GAIN = 1e-13;

typedef struct oracle {
    const knap_instance *instance;
    const knap_reward *reward;
    void *state;
    bool by_cost;
    double least; /* gain / cost that an item must have */
    kn_open open;
} oracle;

/* The list of the pinned items. */
static knap_status oracle_begin(oracle *self, const knap_instance *instance, kn_greedy_key key, knap_list *list,
                                knap_error *error)
{
    knap_status status;
    knap_list_clear(list);
    if (!instance->reward)
        return kn_fail(error, KNAP_USAGE, "the greedy oracle needs a reward, and the instance has none");
    *self = (oracle){.instance = instance,
                     .reward = instance->reward,
                     .by_cost = key.by_cost,
                     .least = key.least,
                     .open = {.allocator = instance->data->allocator}};
    if ((status = kn_open_begin(&self->open, instance, error)) || (status = kn_open_pins(&self->open, list, error)) ||
        (status = instance->reward->begin(instance, instance->reward_context, &self->state, error))) {
        kn_open_free(&self->open);
        return status;
    }
    for (size_t i = 0; i < list->count; i++)
        self->reward->push(self->state, list->item[i]);
    return KNAP_OK;
}

static void oracle_end(oracle *self)
{
    kn_open_free(&self->open);
    self->reward->end(self->state);
}

static double key_of(const void *context, size_t item)
{
    const oracle *self = context;
    double gain = self->reward->gain(self->state, item);
    if (!(gain > NO_GAIN && gain >= self->least * self->instance->cost[item]))
        return 0;
    return self->by_cost ? gain / self->instance->cost[item] : gain;
}

knap_status kn_greedy_by(const knap_instance *instance, kn_greedy_key key, bool lazy, knap_list *list,
                         knap_error *error)
{
    size_t n = instance->count, item;
    oracle self;
    kn_climb climb = {.open = &self.open, .key = key_of, .context = &self, .above = 0, .lazy = lazy};
    knap_status status = oracle_begin(&self, instance, key, list, error);
    if (status)
        return status;
    if (!kn_climb_begin(&climb))
        status = kn_no_memory(error);
    for (size_t s = 0; !status && s < n; s++)
        if (kn_is_open(&self.open, s))
            kn_climb_add(&climb, s, lazy ? key_of(&self, s) : 0);
    while (!status && (item = kn_climb_next(&climb)) < n) {
        self.reward->push(self.state, item);
        status = kn_open_take(&self.open, item, list, error);
    }
    kn_climb_end(&climb);
    oracle_end(&self);
    return status;
}

static knap_status one_rule(const knap_instance *instance, kn_greedy_key key, knap_list *list, knap_error *error)
{
    return kn_greedy_by(instance, key, instance->reward && instance->reward->submodular, list, error);
}

/* Replaces *list by the greedy list of another rule where that is worth more. */
static knap_status improve(const knap_instance *instance, kn_greedy_key key, knap_list *list, double *value,
                           knap_error *error)
{
    knap_list other = {.allocator = list->allocator};
    double other_value = 0;
    knap_status status = one_rule(instance, key, &other, error);
    if (!status)
        status = knap_list_value(instance, &other, &other_value, error);
    if (!status && other_value > *value) {
        knap_list swap = *list;
        *list = other;
        other = swap;
        *value = other_value;
    }
    knap_list_free(&other);
    return status;
}

/* With alternatives the two rules have no guarantee: a small item of high benefit can exclude a large one.
 * Greedy by gain among items of at least a given benefit has a guarantee for the right threshold
 * (docs/ALGORITHMS.md); so thresholds a constant factor apart are all tried. */
static knap_status improve_by_thresholds(const knap_instance *instance, knap_list *list, double *value,
                                         knap_error *error)
{
    static const double FACTOR = 1.25;
    const knap_reward *reward = instance->reward;
    double largest = 0, all = 0, room = instance->budget;
    oracle self;
    knap_list pins = {.allocator = list->allocator};
    knap_status status = oracle_begin(&self, instance, (kn_greedy_key){0}, &pins, error);
    knap_list_free(&pins);
    if (status)
        return status;
    room -= self.open.spent;
    for (size_t s = 0; s < instance->count; s++)
        if (kn_is_open(&self.open, s)) {
            double gain = reward->gain(self.state, s);
            largest = gain > largest ? gain : largest;
            all += gain;
        }
    oracle_end(&self);
    if (!isfinite(all)) /* the thresholds would not end */
        return kn_fail(error, KNAP_BAD_INPUT, "the reward gives gains whose sum is %g: gains are finite numbers", all);
    for (double at = largest / 2; !status && largest > NO_GAIN && at <= all / 2 * FACTOR; at *= FACTOR)
        status = improve(instance, (kn_greedy_key){.least = at / room}, list, value, error);
    return status;
}

knap_status knap_greedy(const knap_instance *instance, knap_greedy_rule rule, knap_list *list, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(list);
    if ((unsigned)rule > KNAP_GREEDY_BETTER)
        return kn_fail(error, KNAP_USAGE, "%d is not a knap_greedy_rule", (int)rule);
    double value;
    knap_status status = one_rule(instance, (kn_greedy_key){.by_cost = rule != KNAP_GREEDY_GAIN}, list, error);
    if (!status && rule == KNAP_GREEDY_BETTER) {
        if (!(status = knap_list_value(instance, list, &value, error)))
            status = improve(instance, (kn_greedy_key){.by_cost = 0}, list, &value, error);
        if (!status && instance->alternatives)
            status = improve_by_thresholds(instance, list, &value, error);
    }
    if (status)
        knap_list_clear(list);
    return status;
}
