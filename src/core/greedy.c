/* greedy.c - the oracle: greedy with full knowledge of the reward, by gain / cost or by gain. */
#include "core/greedy.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/heap.h"

/* Gains below this are rounding: adding such an item does not gain. */
static const double NO_GAIN = 1e-13;
/* A gain kept from before can fall short of a fresh one by rounding; bounds within this of the best are
 * looked at again, so that ties go to the same item as in plain greedy. */
static const double BOUND_SLACK = 1e-9;

typedef struct oracle {
    const knap_instance *instance;
    const knap_reward *reward;
    void *state;
    int by_cost;
} oracle;

static knap_status oracle_begin(oracle *self, const knap_instance *instance, int by_cost, knap_list *list,
                                knap_error *error)
{
    knap_list_clear(list);
    if (!instance->reward)
        return kn_fail(error, KNAP_USAGE, "the greedy oracle needs a reward, and the instance has none");
    self->instance = instance;
    self->reward = instance->reward;
    self->by_cost = by_cost;
    return instance->reward->begin(instance, instance->reward_context, &self->state, error);
}

static double key_of(const oracle *self, size_t item)
{
    double gain = self->reward->gain(self->state, item);
    if (!(gain > NO_GAIN))
        return 0;
    return self->by_cost ? gain / self->instance->cost[item] : gain;
}

static int fits(const oracle *self, const knap_list *list, size_t item)
{
    return list->cost + self->instance->cost[item] <= self->instance->budget;
}

static knap_status take(oracle *self, knap_list *list, size_t item, knap_error *error)
{
    self->reward->push(self->state, item);
    return knap_list_push(list, self->instance, item, error);
}

knap_status kn_greedy_plain(const knap_instance *instance, int by_cost, knap_list *list, knap_error *error)
{
    size_t n = instance->count, best;
    oracle self;
    knap_status status = oracle_begin(&self, instance, by_cost, list, error);
    if (status)
        return status;
    unsigned char *taken = kn_new(instance->data->allocator, n, 1);
    if (!taken)
        status = kn_no_memory(error);
    while (!status) {
        double best_key = 0;
        best = n;
        for (size_t s = 0; s < n; s++) {
            double key = taken[s] || !fits(&self, list, s) ? 0 : key_of(&self, s);
            if (key > best_key) {
                best_key = key;
                best = s;
            }
        }
        if (best == n)
            break;
        taken[best] = 1;
        status = take(&self, list, best, error);
    }
    kn_free(instance->data->allocator, taken, n, 1);
    self.reward->end(self.state);
    return status;
}

/* One step: pops bounds from the heap until none can beat the best fresh key, and puts the others back.
 * Returns the item, or n when nothing that fits gains. `heap` has room for 2n entries: the popped ones wait
 * behind the heap. */
static size_t lazy_step(oracle *self, const knap_list *list, kn_heap_entry *heap, size_t *count)
{
    size_t n = self->instance->count, popped = 0;
    kn_heap_entry *waiting = heap + n;
    kn_heap_entry best = {0, (uint32_t)n};
    while (*count && heap[0].key > 0 && heap[0].key >= best.key * (1 - BOUND_SLACK)) {
        kn_heap_entry entry = kn_heap_pop(heap, (*count)--);
        if (!fits(self, list, entry.id))
            continue; /* the list only grows: it never fits again */
        entry.key = key_of(self, entry.id);
        waiting[popped++] = entry;
        if (entry.key > best.key || (entry.key == best.key && entry.id < best.id))
            best = entry;
    }
    if (!(best.key > 0))
        return n;
    for (size_t i = 0; i < popped; i++)
        if (waiting[i].id != best.id)
            kn_heap_push(heap, (*count)++, waiting[i]);
    return best.id;
}

knap_status kn_greedy_lazy(const knap_instance *instance, int by_cost, knap_list *list, knap_error *error)
{
    size_t n = instance->count, count = n, item;
    oracle self;
    knap_status status = oracle_begin(&self, instance, by_cost, list, error);
    if (status)
        return status;
    kn_heap_entry *heap = kn_new(instance->data->allocator, 2 * n, sizeof *heap);
    if (!heap)
        status = kn_no_memory(error);
    for (size_t s = 0; heap && s < n; s++)
        heap[s] = (kn_heap_entry){key_of(&self, s), (uint32_t)s};
    if (heap)
        kn_heap_make(heap, n);
    while (!status && (item = lazy_step(&self, list, heap, &count)) < n)
        status = take(&self, list, item, error);
    kn_free(instance->data->allocator, heap, 2 * n, sizeof *heap);
    self.reward->end(self.state);
    return status;
}

static knap_status one_rule(const knap_instance *instance, int by_cost, knap_list *list, knap_error *error)
{
    if (instance->reward && instance->reward->submodular)
        return kn_greedy_lazy(instance, by_cost, list, error);
    return kn_greedy_plain(instance, by_cost, list, error);
}

knap_status knap_greedy(const knap_instance *instance, knap_greedy_rule rule, knap_list *list, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(list);
    if ((unsigned)rule > KNAP_GREEDY_BETTER)
        return kn_fail(error, KNAP_USAGE, "%d is not a knap_greedy_rule", (int)rule);
    knap_list other = {.allocator = list->allocator};
    double value, other_value;
    knap_status status = one_rule(instance, rule != KNAP_GREEDY_GAIN, list, error);
    if (!status && rule != KNAP_GREEDY_BETTER)
        return KNAP_OK;
    if (!status && (status = one_rule(instance, 0, &other, error)) == KNAP_OK &&
        (status = knap_list_value(instance, list, &value, error)) == KNAP_OK &&
        (status = knap_list_value(instance, &other, &other_value, error)) == KNAP_OK && other_value > value) {
        knap_list swap = *list;
        *list = other;
        other = swap;
    }
    knap_list_free(&other);
    if (status)
        knap_list_clear(list);
    return status;
}
