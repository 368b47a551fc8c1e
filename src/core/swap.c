/* swap.c - the swap search: take items out of a list, fill the room by expected gain, keep what raises the
 * expected F.
 *
 *     F(L) = 2 (sum_w H_w(c_w(L)) - penalty(L)) / (mass(L) + M)
 *
 * M is the instance's mass; where it is not known, F is the numerator. kn_expected keeps the gains and
 * kn_penalty the penalty as items are added and removed, so a trial costs only what the moved items share
 * with others. With a penalty the sum is neither monotone nor submodular: an item may cost more than it
 * gains, and it may gain more once the item that it depends on is in the list. */
#include "core/swap.h"
#include "core/run.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

/* Pairs of longer lists are not tried: there are too many, and single exchanges find most of what they
 * would. A list of hundreds has fewer rounds: each tries all its items and exchanges one, which matters
 * less the more there are. A trial looks at all items, so the trials of a large instance are so many that the
 * whole takes a time that grows with n log n; the items that came last into the list are tried then. */
enum { MOST_ROUNDS = 30, LONGEST_FOR_PAIRS = 16, MOST_TRIALS = 4096, LARGE = 2048 /* items */, LEAST_TRIALS = 32 };
/* F must rise by more than rounding errors. */
static const double RISE = 1e-9;
static const double NO_GAIN = 1e-12;
/* An item that costs this many times its gain in every list is worse than none. */
static const double WORTHLESS = 2;

typedef struct trial {
    size_t *item; /* [count] what comes in */
    size_t count;
    double value;
} trial;

typedef struct search {
    const knap_instance *instance;
    const knap_allocator *allocator;
    kn_expected expected;
    kn_penalty penalty;                      /* in expected hits */
    kn_open open;                            /* what goes is closed for the trial */
    double *root;                            /* [items] sqrt(cost) */
    double cheapest;                         /* the lowest cost of an item */
    double *fixed;                           /* [items] the part of the penalty's change that no list alters */
    double *none;                            /* [items] 0 */
    double rounding;                         /* more than rounding errors of gains and penalties add up to */
    double *before, *without;                /* [2 + items] `expected` before an exchange, and without what goes */
    trial now, best;                         /* of a round */
    size_t *out, outs, *best_out, best_outs; /* [items] what goes */
} search;

static void search_free(search *self)
{
    size_t n = self->instance->count;
    kn_expected_free(&self->expected);
    kn_penalty_free(&self->penalty);
    kn_open_free(&self->open);
    kn_free(self->allocator, self->root, n, sizeof *self->root);
    kn_free(self->allocator, self->fixed, n, sizeof *self->fixed);
    kn_free(self->allocator, self->none, n, sizeof *self->none);
    kn_free(self->allocator, self->before, n + 2, sizeof *self->before);
    kn_free(self->allocator, self->without, n + 2, sizeof *self->without);
    kn_free(self->allocator, self->now.item, n, sizeof *self->now.item);
    kn_free(self->allocator, self->best.item, n, sizeof *self->best.item);
    kn_free(self->allocator, self->out, n, sizeof *self->out);
    kn_free(self->allocator, self->best_out, n, sizeof *self->best_out);
}

/* Sets `fixed` and `rounding`. */
static void fix_penalties(search *self)
{
    const kn_penalty *penalty = &self->penalty;
    const knap_instance *instance = self->instance;
    double largest = 0, terms = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double charge = penalty->price.term > 0 ? penalty->price.term * kn_item_charge(instance, s) : 0, flaw = 0;
        if (penalty->price.readability > 0 && kn_item_flaws(instance, s))
            flaw = penalty->price.readability * penalty->flaws.weight[s];
        self->fixed[s] = penalty->scale * charge + flaw;
        largest = fmax(largest, fabs(charge) + flaw + kn_expected_gain(&self->expected, s)[KN_SUM_ALL]);
    }
    for (size_t i = 0; penalty->price.term > 0 && i < instance->term_uses; i++)
        terms += penalty->terms.use[i].weight;
    terms = penalty->price.term * terms + penalty->price.pair * (double)instance->count + penalty->price.item;
    self->rounding = 1e-6 + 1e-12 * (largest + terms);
}

static knap_status search_begin(search *self, const knap_instance *instance, const knap_penalties *penalties,
                                const knap_allocator *allocator, knap_error *error)
{
    static const knap_penalties none = KNAP_NO_PENALTIES;
    size_t n = instance->count;
    knap_status status = penalties ? kn_penalties_check(penalties, error) : KNAP_OK;
    if (status)
        return status;
    *self = (search){.instance = instance,
                     .allocator = allocator,
                     .open = {.allocator = allocator},
                     .expected = {.allocator = allocator},
                     .penalty = {.allocator = allocator}};
    self->root = kn_new(allocator, n, sizeof *self->root);
    self->fixed = kn_new(allocator, n, sizeof *self->fixed);
    self->none = kn_new(allocator, n, sizeof *self->none);
    self->before = kn_new(allocator, n + 2, sizeof *self->before);
    self->without = kn_new(allocator, n + 2, sizeof *self->without);
    self->now.item = kn_new(allocator, n, sizeof *self->now.item);
    self->best.item = kn_new(allocator, n, sizeof *self->best.item);
    self->out = kn_new(allocator, n, sizeof *self->out);
    self->best_out = kn_new(allocator, n, sizeof *self->best_out);
    if (!self->root || !self->fixed || !self->none || !self->before || !self->without || !self->now.item ||
        !self->best.item || !self->out || !self->best_out || !kn_expected_begin_all(&self->expected, instance) ||
        !kn_penalty_begin(&self->penalty, instance, penalties ? penalties : &none, KN_IN_HITS) ||
        (self->penalty.price.term > 0 && !kn_terms_keep_changes(&self->penalty.terms, instance))) {
        search_free(self);
        return kn_no_memory(error);
    }
    fix_penalties(self);
    self->cheapest = INFINITY;
    for (size_t s = 0; s < n; s++) {
        self->root[s] = sqrt(instance->cost[s]);
        self->cheapest = instance->cost[s] < self->cheapest ? instance->cost[s] : self->cheapest;
    }
    if ((status = kn_open_begin(&self->open, instance, error)))
        search_free(self);
    return status;
}

static double f_of(const search *self)
{
    const kn_expected *expected = &self->expected;
    double whole = self->instance->mass, value = expected->value[KN_SUM_ALL] - kn_penalty_total(&self->penalty);
    double beta = self->penalty.price.beta > 0 ? self->penalty.price.beta : 1;
    return whole > 0 ? (1 + beta * beta) * value / (expected->list_mass + beta * beta * whole) : value;
}

/* Adds an item without updating `open`. */
static void put_in(search *self, size_t item)
{
    kn_expected_push(&self->expected, item);
    kn_penalty_push(&self->penalty, item);
}

static void put(search *self, size_t item)
{
    put_in(self, item);
    kn_open_push(&self->open, item);
}

/* As `put`, where no other item fits. What others would add is wrong until kn_expected_restore. */
static void put_last(search *self, size_t item)
{
    kn_expected_push_last(&self->expected, item);
    kn_penalty_push(&self->penalty, item);
    kn_open_push(&self->open, item);
}

static void take(search *self, size_t item)
{
    kn_expected_pop(&self->expected, item);
    kn_penalty_pop(&self->penalty, item);
    kn_open_pop(&self->open, item);
}

/* As `take` and `put`, for items of which kn_expected_restore undoes the rest. */
static void take_kept(search *self, size_t item)
{
    kn_expected_count(&self->expected, item, -1);
    kn_penalty_pop(&self->penalty, item);
    kn_open_pop(&self->open, item);
}

static void put_kept(search *self, size_t item)
{
    kn_expected_count(&self->expected, item, 1);
    kn_penalty_push(&self->penalty, item);
    kn_open_push(&self->open, item);
}

enum { TOGETHER = 8 }; /* items that are looked at together */

/* What a search for the next item knows of all items at once. An item changes the penalty by at least
 * fixed + by_term * terms + by_pair * pairs + least. */
typedef struct outlook {
    const double *gain, *price, *fixed, *terms, *pairs; /* [items] */
    double by_term, by_pair, least;
    double highest; /* price of an item that fits, but for rounding errors */
} outlook;

static outlook look_around(const search *self, bool by_root)
{
    const kn_penalty *penalty = &self->penalty;
    bool terms = penalty->price.term > 0, pairs = penalty->price.pair > 0;
    double room = fmax(0, self->instance->budget - self->open.spent) + 1e-9 * self->instance->budget;
    outlook made = {.gain = self->expected.gain,
                    .price = by_root ? self->root : self->instance->cost,
                    .fixed = self->fixed,
                    .terms = terms ? penalty->terms.change : self->none,
                    .pairs = pairs ? penalty->pairs.change : self->none,
                    .by_term = terms ? penalty->scale * penalty->price.term : 0,
                    .by_pair = pairs ? penalty->scale * penalty->price.pair : 0,
                    .least = penalty->scale * penalty->price.item - self->rounding,
                    .highest = by_root ? sqrt(room) * (1 + 1e-9) : room};
    if (penalty->price.readability > 0)
        made.least -= penalty->price.readability * penalty->flaws.total;
    return made;
}

/* Whether an item from s on, of TOGETHER, may be better than the best so far, whose gain per price is `key`. */
static KN_INLINE bool any_promises(const outlook *all, size_t s, double key)
{
#if defined(__GNUC__)
    kn_long4 any = {0, 0, 0, 0};
    for (size_t i = s; i < s + TOGETHER; i += 4) {
        kn_double4 gain, price, fixed, terms, pairs;
        memcpy(&gain, all->gain + i, sizeof gain);
        memcpy(&price, all->price + i, sizeof price);
        memcpy(&fixed, all->fixed + i, sizeof fixed);
        memcpy(&terms, all->terms + i, sizeof terms);
        memcpy(&pairs, all->pairs + i, sizeof pairs);
        any |= (gain - (fixed + all->by_term * terms + all->by_pair * pairs) - all->least > key * price) &
               (price <= all->highest);
    }
    return (any[0] | any[1]) | (any[2] | any[3]);
#else
    (void)all, (void)s, (void)key;
    return true;
#endif
}

/* The same of one item. */
static KN_INLINE bool promises(const outlook *all, size_t s, double key)
{
    double change = all->fixed[s] + all->by_term * all->terms[s] + all->by_pair * all->pairs[s];
    return all->gain[s] - change - all->least > key * all->price[s];
}

/* The open item that fits and has the largest expected gain less penalties per cost (or per its root), or
 * n. Penalties are computed only for items that would be the best if they met all that the list needs. */
static KN_VECTOR size_t next_item(const search *self, bool by_root)
{
    const knap_instance *instance = self->instance;
    const outlook all = look_around(self, by_root);
    size_t best = instance->count;
    double best_key = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double gain;
        while (s % TOGETHER == 0 && s + TOGETHER <= instance->count && !any_promises(&all, s, best_key))
            s += TOGETHER;
        if (s == instance->count)
            break;
        gain = all.gain[s];
        if (!promises(&all, s, best_key) || !kn_is_open(&self->open, s))
            continue;
        gain -= kn_penalty_change(&self->penalty, s);
        if (gain <= NO_GAIN)
            continue;
        gain /= all.price[s];
        if (gain > best_key) {
            best_key = gain;
            best = s;
        }
    }
    return best;
}

/* Whether the list with the item has no room for any other. */
static bool ends_list(const search *self, size_t item)
{
    double spent = self->open.spent + self->instance->cost[item];
    return spent + self->cheapest > self->instance->budget;
}

/* Remembers the list as it is if it is the round's best. */
static void consider(search *self)
{
    self->now.value = f_of(self);
    if (!(self->now.value > self->best.value + RISE))
        return;
    self->best.value = self->now.value;
    self->best.count = self->now.count;
    memcpy(self->best.item, self->now.item, self->now.count * sizeof *self->now.item);
    memcpy(self->best_out, self->out, self->outs * sizeof *self->out);
    self->best_outs = self->outs;
}

/* Until the next kn_expected_restore, only the gains of items are needed that fit beside what costs `spent`, but for rounding errors. */
static void limit_gains(search *self, double spent)
{
    double budget = self->instance->budget;
    self->expected.room = budget - spent + 1e-9 * budget;
}

/* Fills the free room item by item, considers each list on the way, and then removes the items again. */
static void refill(search *self, bool by_root)
{
    size_t item;
    bool last = false;
    self->now.count = 0;
    while (!last && (item = next_item(self, by_root)) < self->instance->count) {
        last = ends_list(self, item);
        limit_gains(self, self->open.spent + self->instance->cost[item]);
        if (last)
            put_last(self, item);
        else
            put(self, item);
        self->now.item[self->now.count++] = item;
        consider(self);
    }
    while (self->now.count)
        take_kept(self, self->now.item[--self->now.count]);
    kn_expected_restore(&self->expected, self->without);
}

/* One exchange: removes the items `out` and adds others. If the penalty falls and the list is not empty,
 * it also tries the removal alone. */
static void try_without(search *self, const knap_list *list)
{
    double spent = self->open.spent, left = spent, penalty = kn_penalty_total(&self->penalty);
    kn_expected_keep(&self->expected, self->before);
    for (size_t i = 0; i < self->outs; i++)
        left -= self->instance->cost[self->out[i]];
    limit_gains(self, left);
    for (size_t i = 0; i < self->outs; i++) {
        take(self, self->out[i]);
        self->open.closed[self->out[i]] = 1;
    }
    kn_expected_keep(&self->expected, self->without);
    self->now.count = 0;
    if (kn_penalty_total(&self->penalty) < penalty && self->outs < list->count)
        consider(self);
    refill(self, false);
    refill(self, true);
    for (size_t i = self->outs; i-- > 0;)
        put_kept(self, self->out[i]);
    kn_expected_restore(&self->expected, self->before);
    self->expected.room = INFINITY;
    self->open.spent = spent;
}

static bool goes(const search *self, size_t item)
{
    for (size_t i = 0; i < self->outs; i++)
        if (self->out[i] == item)
            return true;
    return false;
}

/* Also removes the items of the list that depend, directly or not, on a removed item. Returns false if
 * there are none. */
static bool add_dependents(search *self)
{
    const kn_flaws *flaws = &self->penalty.flaws;
    size_t before = self->outs;
    for (size_t i = 0; flaws->any && i < self->outs; i++)
        for (uint32_t s = flaws->dependent[self->out[i]]; s != KN_NO_SUPPORT; s = flaws->next[s])
            if (flaws->listed[s] && !goes(self, s) && !kn_is_pinned(self->instance, s))
                self->out[self->outs++] = s;
    return self->outs > before;
}

/* How many exchanges are tried. */
static size_t most_trials(const knap_instance *instance)
{
    double n = (double)instance->count, most = MOST_TRIALS * (LARGE / n) * (kn_log(n) / kn_log(LARGE));
    return instance->count <= LARGE ? MOST_TRIALS : most > LEAST_TRIALS ? (size_t)most : LEAST_TRIALS;
}

/* Tries each item that is not pinned, the last `most` of them, alone and, with a readability penalty, with the items that depend on
 * it. Where nothing raises F, tries pairs, up to the first item that has one that does. */
static void try_all(search *self, const knap_list *list, size_t most)
{
    size_t pins = self->instance->pins;
    for (size_t a = list->count > pins + most ? list->count - most : pins; a < list->count; a++) {
        self->out[0] = list->item[a];
        self->outs = 1;
        try_without(self, list);
        if (add_dependents(self))
            try_without(self, list);
    }
    if (list->count > LONGEST_FOR_PAIRS)
        return;
    for (size_t a = self->instance->pins; self->best_outs == 0 && a + 1 < list->count; a++)
        for (size_t b = a + 1; b < list->count; b++) {
            self->out[0] = list->item[a];
            self->out[1] = list->item[b];
            self->outs = 2;
            try_without(self, list);
        }
}

static knap_status apply(search *self, knap_list *list, knap_error *error)
{
    size_t kept = 0;
    knap_status status = KNAP_OK;
    double spent = 0;
    for (size_t i = 0; i < self->best_outs; i++)
        take(self, self->best_out[i]);
    for (size_t i = 0; i < list->count; i++)
        if (self->open.closed[list->item[i]]) {
            list->item[kept++] = list->item[i];
            spent += self->instance->cost[list->item[i]];
        }
    list->count = kept;
    list->cost = self->open.spent = spent;
    for (size_t i = 0; !status && i < self->best.count; i++) {
        put(self, self->best.item[i]);
        status = knap_list_push(list, self->instance, self->best.item[i], error);
    }
    return status;
}

static knap_status check_arguments(const knap_instance *instance, const knap_penalties *penalties,
                                   const knap_list *list, knap_error *error)
{
    knap_status status = kn_check_distinct(instance, list, error);
    return status || !penalties ? status : kn_penalties_check(penalties, error);
}

/* The open item with the lowest penalty for its gain, or n. It is used for filling, when every item costs
 * more than it gains. */
static size_t least_bad(const search *self)
{
    const knap_instance *instance = self->instance;
    size_t best = instance->count;
    double best_key = 0;
    for (size_t s = 0; s < instance->count; s++) {
        double gain, key;
        if (!kn_is_open(&self->open, s) || (gain = kn_expected_gain(&self->expected, s)[KN_SUM_ALL]) <= NO_GAIN)
            continue;
        if (self->penalty.price.readability > 0 && kn_flaws_has(&self->penalty.flaws, s))
            continue; /* an awkward item is worse than none */
        if (self->fixed[s] > WORTHLESS * gain)
            continue;
        key = gain - kn_penalty_change(&self->penalty, s);
        if (best == instance->count || key > best_key) {
            best_key = key;
            best = s;
        }
    }
    return best;
}

/* Adds items until the list has its share of the budget. */
static knap_status fill(search *self, double share, knap_list *list, knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t item;
    while (!status && list->cost < share * self->instance->budget && (item = least_bad(self)) < self->instance->count) {
        put(self, item);
        status = knap_list_push(list, self->instance, item, error);
    }
    return status;
}

/* Exchanges items until nothing raises F. */
static knap_status exchange(search *self, const knap_run *run, knap_list *list, knap_error *error)
{
    size_t most = most_trials(self->instance);
    knap_status status = KNAP_OK;
    list->stopped = true;
    for (size_t round = 0; !status && round < MOST_ROUNDS && round * list->count < most; round++) {
        if (run && kn_run_hurries(run))
            break;
        self->best.value = f_of(self);
        self->best_outs = 0;
        try_all(self, list, most);
        if (self->best_outs == 0) {
            list->stopped = list->count > self->instance->pins + most;
            break;
        }
        status = apply(self, list, error);
    }
    return status;
}

knap_status kn_swap(const knap_instance *instance, const knap_penalties *penalties, const knap_run *run,
                    knap_list *list, knap_error *error)
{
    search self;
    knap_status status = check_arguments(instance, penalties, list, error);
    if (status)
        return status;
    list->stopped = false;
    if (!kn_instance_expects(instance) || list->count == 0)
        return KNAP_OK;
    if ((status = search_begin(&self, instance, penalties, list->allocator, error)))
        return status;
    status = kn_open_list(&self.open, list, error);
    for (size_t i = 0; !status && i < list->count; i++)
        put_in(&self, list->item[i]);
    /* first as if later alternatives were not there: with them F is never lower than without */
    if (!status && kn_open_close_later(&self.open)) {
        status = exchange(&self, run, list, error);
        kn_open_later(&self.open);
    }
    if (!status)
        status = exchange(&self, run, list, error);
    if (!status && penalties)
        status = fill(&self, penalties->fill, list, error);
    search_free(&self);
    return status;
}

knap_status knap_swap(const knap_instance *instance, const knap_penalties *penalties, knap_list *list,
                      knap_error *error)
{
    return kn_swap(instance, penalties, NULL, list, error);
}

knap_status knap_expected_f(const knap_instance *instance, const knap_penalties *penalties, const knap_list *list,
                            double *value, knap_error *error)
{
    search self;
    knap_status status;
    KN_REQUIRE(value);
    *value = 0;
    status = check_arguments(instance, penalties, list, error);
    if (status || !kn_instance_expects(instance))
        return status;
    if ((status = search_begin(&self, instance, penalties, list->allocator, error)))
        return status;
    for (size_t i = 0; i < list->count; i++)
        put_in(&self, list->item[i]);
    *value = f_of(&self);
    search_free(&self);
    return KNAP_OK;
}

knap_status kn_fair_price(const knap_instance *instance, const knap_penalties *penalties, double *price,
                          knap_error *error)
{
    search self;
    knap_list list = {.allocator = instance->data->allocator};
    static const knap_penalties none = KNAP_NO_PENALTIES;
    double share = 0, penalty = 0;
    size_t item;
    knap_status status;
    *price = 0;
    penalties = penalties ? penalties : &none;
    if (!kn_instance_expects(instance))
        return KNAP_OK;
    if ((status = search_begin(&self, instance, penalties, list.allocator, error)))
        return status;
    status = kn_open_pins(&self.open, &list, error);
    for (size_t i = 0; i < list.count; i++)
        put_in(&self, list.item[i]);
    while (!status && (item = next_item(&self, 0)) < instance->count) {
        put(&self, item);
        status = knap_list_push(&list, instance, item, error);
    }
    for (size_t i = 0; i < list.count; i++)
        share += kn_item_share(instance, list.item[i]);
    if (!status)
        status = knap_list_value(instance, &list, price, error);
    if (!status && kn_penalty_begin(&self.penalty, instance, penalties, KN_IN_SHARES)) {
        for (size_t i = 0; i < list.count; i++)
            kn_penalty_push(&self.penalty, list.item[i]);
        penalty = kn_penalty_total(&self.penalty);
    } else if (!status)
        status = kn_no_memory(error);
    *price = fmax(0, *price - penalty) / (1 + share);
    search_free(&self);
    knap_list_free(&list);
    return status;
}
