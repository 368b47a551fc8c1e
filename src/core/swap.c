/* swap.c - the swap search: take items out of a list, fill the room by expected gain, keep what raises the expected F.
 *
 *     F(L) = 2 sum_w H_w(c_w(L)) / (mass(L) + M),  M the instance's mass; the sum alone where M is not known
 *
 * Gains are kept by kn_expected as items go and come, so a trial costs what the items moved share with others, never a recount
 * of the list. */
#include "core/swap.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/* Pairs of longer lists are not tried: there are too many, and single exchanges find most of what they would. */
enum { MOST_ROUNDS = 30, LONGEST_FOR_PAIRS = 16 };
/* An F must rise by more than rounding can make it. */
static const double RISE = 1e-9;
static const double NO_GAIN = 1e-12;

typedef struct trial {
    size_t *item; /* [count] what comes in */
    size_t count;
    double value;
} trial;

typedef struct search {
    const knap_instance *instance;
    const knap_allocator *allocator;
    kn_expected expected;
    unsigned char *closed; /* [items] in the list, or banned for the trial */
    double *root;          /* [items] sqrt(cost) */
    double spent;
    trial now, best; /* of a round */
    size_t out[2], outs, best_out[2], best_outs;
} search;

static void search_free(search *self)
{
    size_t n = self->instance->count;
    kn_expected_free(&self->expected);
    kn_free(self->allocator, self->closed, n, 1);
    kn_free(self->allocator, self->root, n, sizeof *self->root);
    kn_free(self->allocator, self->now.item, n, sizeof *self->now.item);
    kn_free(self->allocator, self->best.item, n, sizeof *self->best.item);
}

static knap_status search_begin(search *self, const knap_instance *instance, const knap_allocator *allocator,
                                knap_error *error)
{
    size_t n = instance->count;
    *self = (search){.instance = instance, .allocator = allocator, .expected = {.allocator = allocator}};
    self->closed = kn_new(allocator, n, 1);
    self->root = kn_new(allocator, n, sizeof *self->root);
    self->now.item = kn_new(allocator, n, sizeof *self->now.item);
    self->best.item = kn_new(allocator, n, sizeof *self->best.item);
    if (!self->closed || !self->root || !self->now.item || !self->best.item ||
        !kn_expected_begin(&self->expected, instance)) {
        search_free(self);
        return kn_no_memory(error);
    }
    for (size_t s = 0; s < n; s++)
        self->root[s] = sqrt(instance->cost[s]);
    return KNAP_OK;
}

static double f_of(const search *self)
{
    const kn_expected *expected = &self->expected;
    double whole = self->instance->mass;
    return whole > 0 ? 2 * expected->value[KN_SUM_ALL] / (expected->list_mass + whole) : expected->value[KN_SUM_ALL];
}

static void put(search *self, size_t item)
{
    kn_expected_push(&self->expected, item);
    self->closed[item] = 1;
    self->spent += self->instance->cost[item];
}

static void take(search *self, size_t item)
{
    kn_expected_pop(&self->expected, item);
    self->closed[item] = 0;
    self->spent -= self->instance->cost[item];
}

/* The open item of the largest expected gain by cost (or its root) that fits, or n. */
static size_t next_item(const search *self, int by_root)
{
    const knap_instance *instance = self->instance;
    size_t best = instance->count;
    double best_key = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double gain = kn_expected_gain(&self->expected, s)[KN_SUM_ALL];
        if (self->closed[s] || gain <= NO_GAIN || self->spent + instance->cost[s] > instance->budget)
            continue;
        gain /= by_root ? self->root[s] : instance->cost[s];
        if (gain > best_key) {
            best_key = gain;
            best = s;
        }
    }
    return best;
}

/* Fills the room that there is, remembers the best of the lists on the way if it is the round's best, and takes all out again. */
static void refill(search *self, int by_root)
{
    size_t item;
    self->now.count = 0;
    while ((item = next_item(self, by_root)) < self->instance->count) {
        put(self, item);
        self->now.item[self->now.count++] = item;
        self->now.value = f_of(self);
        if (self->now.value > self->best.value + RISE) {
            self->best.value = self->now.value;
            self->best.count = self->now.count;
            memcpy(self->best.item, self->now.item, self->now.count * sizeof *self->now.item);
            memcpy(self->best_out, self->out, sizeof self->out);
            self->best_outs = self->outs;
        }
    }
    while (self->now.count)
        take(self, self->now.item[--self->now.count]);
}

/* One exchange: the items `out` go, others come. */
static void try_without(search *self, const knap_list *list, size_t a, size_t b)
{
    double spent = self->spent;
    self->out[0] = list->item[a];
    self->out[1] = list->item[b];
    self->outs = a == b ? 1 : 2;
    for (size_t i = 0; i < self->outs; i++) {
        take(self, self->out[i]);
        self->closed[self->out[i]] = 1;
    }
    refill(self, 0);
    refill(self, 1);
    for (size_t i = self->outs; i-- > 0;)
        put(self, self->out[i]);
    self->spent = spent;
}

static knap_status apply(search *self, knap_list *list, knap_error *error)
{
    size_t kept = 0;
    knap_status status = KNAP_OK;
    double spent = 0;
    for (size_t i = 0; i < self->best_outs; i++)
        take(self, self->best_out[i]);
    for (size_t i = 0; i < list->count; i++)
        if (self->closed[list->item[i]]) {
            list->item[kept++] = list->item[i];
            spent += self->instance->cost[list->item[i]];
        }
    list->count = kept;
    list->cost = self->spent = spent;
    for (size_t i = 0; !status && i < self->best.count; i++) {
        put(self, self->best.item[i]);
        status = knap_list_push(list, self->instance, self->best.item[i], error);
    }
    return status;
}

knap_status knap_swap(const knap_instance *instance, knap_list *list, knap_error *error)
{
    search self;
    knap_status status;
    if (!kn_instance_expects(instance) || list->count == 0)
        return KNAP_OK;
    if ((status = search_begin(&self, instance, list->allocator, error)))
        return status;
    for (size_t i = 0; i < list->count; i++)
        put(&self, list->item[i]);
    for (int round = 0; !status && round < MOST_ROUNDS; round++) {
        self.best.value = f_of(&self);
        self.best_outs = 0;
        for (size_t a = 0; a < list->count; a++)
            try_without(&self, list, a, a);
        for (size_t a = 0; self.best_outs == 0 && list->count <= LONGEST_FOR_PAIRS && a + 1 < list->count; a++)
            for (size_t b = a + 1; b < list->count; b++)
                try_without(&self, list, a, b);
        if (self.best_outs == 0)
            break;
        status = apply(&self, list, error);
    }
    search_free(&self);
    return status;
}

knap_status knap_expected_f(const knap_instance *instance, const knap_list *list, double *value, knap_error *error)
{
    search self;
    knap_status status;
    *value = 0;
    if (!kn_instance_expects(instance))
        return KNAP_OK;
    if ((status = search_begin(&self, instance, list->allocator, error)))
        return status;
    for (size_t i = 0; i < list->count; i++)
        put(&self, list->item[i]);
    *value = f_of(&self);
    search_free(&self);
    return KNAP_OK;
}

knap_status kn_fair_price(const knap_instance *instance, double *price, knap_error *error)
{
    search self;
    knap_list list = {.allocator = instance->data->allocator};
    double share = 0;
    size_t item;
    knap_status status;
    *price = 0;
    if (!kn_instance_expects(instance))
        return KNAP_OK;
    if ((status = search_begin(&self, instance, list.allocator, error)))
        return status;
    while (!status && (item = next_item(&self, 0)) < instance->count) {
        put(&self, item);
        share += kn_item_share(instance, item);
        status = knap_list_push(&list, instance, item, error);
    }
    if (!status)
        status = knap_list_value(instance, &list, price, error);
    *price /= 1 + share;
    search_free(&self);
    knap_list_free(&list);
    return status;
}
