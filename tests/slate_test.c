/* slate_test.c - lists that were drawn item by item, and estimates from lists that match in part: probabilities and expectations by
 * enumeration of all lists; intervals in simulated logs whose truth is known. */
#include "failing.h"
#include "random.h"

#include "core/draws.h"
#include "core/instance.h"
#include "logs/logs.h"

enum { MOST = 6 };

/* Calls `each` with every ordered list of `count` of n items that can be drawn, and its probability. */
typedef struct lists {
    const double *chance;
    size_t n, count;
    size_t item[MOST];
    void (*each)(void *context, const size_t *item, double probability);
    void *context;
} lists;

static void enumerate(lists *self, size_t place, double probability)
{
    double left = 0;
    if (place == self->count) {
        self->each(self->context, self->item, probability);
        return;
    }
    for (size_t s = 0; s < self->n; s++)
        left += self->chance[s];
    for (size_t i = 0; i < place; i++)
        left -= self->chance[self->item[i]];
    for (size_t s = 0; s < self->n; s++) {
        bool in = false;
        for (size_t i = 0; i < place; i++)
            in = in || self->item[i] == s;
        if (in || self->chance[s] == 0)
            continue;
        self->item[place] = s;
        enumerate(self, place + 1, probability * self->chance[s] / left);
    }
}

typedef struct sums {
    size_t n, count;
    double share[MOST * MOST], set[1 << MOST];
} sums;

static void add_list(void *context, const size_t *item, double probability)
{
    sums *self = context;
    unsigned set = 0;
    for (size_t i = 0; i < self->count; i++) {
        set |= 1u << item[i];
        for (size_t j = 0; j < self->count; j++)
            self->share[item[i] * self->n + item[j]] += probability;
    }
    self->set[set] += probability;
}

static size_t random_chances(knap_rng *rng, size_t n, double spread, double *chance)
{
    size_t possible = 0;
    for (size_t s = 0; s < n; s++) {
        chance[s] = knap_rng_below(rng, 6) == 0 ? 0 : exp(spread * (knap_rng_uniform(rng) - 0.5));
        possible += chance[s] > 0;
    }
    return possible;
}

static void draws_by_enumeration(void **state)
{
    static const double spreads[] = {0, 1, 4, 12};
    size_t tried = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 120; seed++) {
        double chance[MOST], share[MOST * MOST], room[4 * MOST];
        knap_rng rng;
        knap_rng_seed(&rng, 60 + seed);
        size_t n = 2 + (size_t)knap_rng_below(&rng, MOST - 1),
               possible = random_chances(&rng, n, spreads[seed % 4], chance), count;
        if (possible < 2)
            continue;
        count = 1 + (size_t)knap_rng_below(&rng, possible - 1);
        sums all = {.n = n, .count = count};
        enumerate(&(lists){.chance = chance, .n = n, .count = count, .each = add_list, .context = &all}, 0, 1);
        kn_draw_shares(chance, n, count, share, room);
        for (size_t i = 0; i < n * n; i++)
            assert_close(share[i], all.share[i], 1e-10);
        for (unsigned set = 0; set < 1u << n; set++) {
            size_t item[MOST], items = 0;
            for (size_t s = 0; s < n; s++)
                if (set >> s & 1)
                    item[items++] = s;
            if (all.set[set] > 0) {
                double found = kn_draw_set(chance, n, item, items);
                assert_true(fabs(found - all.set[set]) <= 1e-10 * all.set[set]);
            }
        }
        tried++;
    }
    assert_true(tried > 80);
}

/* ---- Weights ---- */

typedef struct expectation {
    kn_slate *slate;
    knap_instance *instance;
    const knap_list *list;
    size_t n, count;
    double slate_has[MOST], item_has[MOST], whole[MOST + 1]; /* E w [s in S]; E [s in S] / P; E w_i */
    double gain[MOST], place;                                /* of each item, wherever it stands; E kn_slate_place */
} expectation;

static void add_weights(void *context, const size_t *item, double probability)
{
    expectation *self = context;
    double weight, step = 1;
    bool same = self->list->count == self->count;
    double gain[MOST];
    for (size_t i = 0; i < self->count; i++)
        gain[i] = self->gain[item[i]];
    knap_log log = {.item = item,
                    .count = self->count,
                    .gain = gain,
                    .reward = 1,
                    .propensity = 1,
                    .chance = knap_instance_log(self->instance)->chance};
    assert_ok(knap_instance_set_log(self->instance, &log, error));
    assert_ok(kn_slate_look(self->slate, self->instance, error));
    for (size_t i = 0; i < self->list->count; i++) {
        bool in = false;
        for (size_t j = 0; j < self->count; j++)
            in = in || self->list->item[i] == item[j];
        same = same && in;
    }
    self->place += probability * kn_slate_place(self->slate, knap_instance_log(self->instance));
    weight = kn_slate_weight(self->slate, knap_instance_log(self->instance), self->list, same);
    for (size_t i = 0; i < self->count; i++) {
        self->slate_has[item[i]] += probability * weight;
        self->item_has[item[i]] += probability / kn_slate_share(self->slate, item[i]);
        if (i < self->list->count) {
            step *= self->list->item[i] == item[i] ? kn_cascade_step(self->slate, knap_instance_log(self->instance), i)
                                                   : 0;
            self->whole[i + 1] += probability * step;
        }
    }
}

/* With the weights of the slate, every item is expected in the list as often as the policy has it, so every sum over items is; with those
 * of the cascade, every place is expected to match once. */
static void weights_have_no_bias(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        double chance[MOST];
        size_t first[MOST], at = 0;
        knap_data *data;
        knap_instance *instance;
        knap_list list = {.allocator = NULL};
        kn_slate slate = {.known = false};
        knap_rng rng;
        knap_rng_seed(&rng, 900 + seed);
        size_t n = 3 + (size_t)knap_rng_below(&rng, 4), possible = random_chances(&rng, n, 3, chance), count;
        if (possible < 2)
            continue;
        count = 1 + (size_t)knap_rng_below(&rng, possible); /* possible: there is one list only */
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_data_add(data, NULL, 9, 0, &instance, error));
        for (size_t s = 0; s < n; s++) {
            assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
            if (chance[s] > 0 && at < count)
                first[at++] = s;
        }
        knap_log log = {.item = first, .count = count, .reward = 1, .propensity = 1, .chance = chance};
        assert_ok(knap_instance_set_log(instance, &log, error));
        for (size_t s = n; s-- > 0;)
            if (chance[s] > 0 && (count == possible || knap_rng_below(&rng, 2)))
                assert_ok(knap_list_push(&list, instance, s, error));
        assert_ok(kn_slate_begin(&slate, n, count, NULL, error));
        expectation all = {.slate = &slate, .instance = instance, .list = &list, .n = n, .count = count};
        for (size_t s = 0; s < n; s++)
            all.gain[s] = knap_rng_uniform(&rng);
        enumerate(&(lists){.chance = chance, .n = n, .count = count, .each = add_weights, .context = &all}, 0, 1);
        for (size_t s = 0; s < n; s++) {
            double has = 0;
            for (size_t i = 0; i < list.count; i++)
                has += list.item[i] == s;
            assert_close(all.slate_has[s], has, 1e-6);
            assert_close(all.item_has[s], chance[s] > 0, 1e-8);
        }
        assert_close(all.place, 0, 1e-9);
        for (size_t i = 0; i < list.count && i < count; i++)
            assert_close(all.whole[i + 1], 1, 1e-8);
        kn_slate_free(&slate);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

/* ---- Simulated logs ---- */

typedef struct world {
    size_t items, shown, lists;
    bool stops; /* people look from the top and stop at the first click */
    bool clicks; /* the log tells which items were clicked */
} world;

typedef struct record {
    size_t inside, intervals;
    double error, squares;
} record;

static void note(record *self, const knap_estimate *estimate, bool holds, double truth)
{
    self->intervals += holds;
    self->inside += holds && estimate->low <= truth && truth <= estimate->high;
    assert_true(holds == !isnan(estimate->low));
    self->error += estimate->value - truth;
    self->squares += (estimate->value - truth) * (estimate->value - truth);
}

/* What a list earns in the mean. */
static double value_of(const world *self, const double *click, const size_t *item, size_t count)
{
    double sum = 0, looks = 1;
    for (size_t i = 0; i < count; i++) {
        sum += looks * click[item[i]];
        looks *= self->stops ? 1 - click[item[i]] : 1;
    }
    return sum;
}

static void draw_list(knap_rng *rng, const double *chance, size_t n, size_t count, size_t *item)
{
    bool in[32] = {false};
    for (size_t i = 0; i < count; i++) {
        double left = 0, lot;
        size_t s = n, last = n;
        for (size_t j = 0; j < n; j++)
            left += in[j] ? 0 : chance[j];
        lot = knap_rng_uniform(rng) * left;
        for (size_t j = 0; j < n && s == n; j++)
            if (!in[j]) {
                last = j;
                if ((lot -= chance[j]) < 0)
                    s = j;
            }
        item[i] = s < n ? s : last;
        in[item[i]] = true;
    }
}

/* Clicks are likelier on items of a high feature, but not linearly. The policy shows the items of the highest feature. */
static double simulate(const world *self, uint64_t seed, knap_data **data, knap_packed *packed)
{
    knap_rng rng;
    double truth = 0, chance[32];
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, data, error));
    assert_ok(knap_data_feature(*data, "quality", &feature, error));
    for (size_t s = 0; s < self->items; s++)
        chance[s] = 1 + 0.5 * (double)(s % 3);
    for (size_t i = 0; i < self->lists; i++) {
        knap_instance *instance;
        double quality[32], click[32], gain[32], reward = 0;
        size_t item[32], best[32];
        bool stopped = false;
        assert_ok(knap_data_add(*data, NULL, (double)self->shown, 0, &instance, error));
        for (size_t s = 0; s < self->items; s++) {
            quality[s] = knap_rng_uniform(&rng);
            click[s] = 0.05 + 0.5 * quality[s] * quality[s];
            assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .feature = &quality[s]}, error));
        }
        draw_list(&rng, chance, self->items, self->shown, item);
        for (size_t k = 0; k < self->shown; k++) {
            gain[k] = !stopped && knap_rng_uniform(&rng) < click[item[k]];
            stopped = self->stops && (stopped || gain[k] > 0);
            reward += gain[k];
        }
        knap_log log = {.item = item,
                        .count = self->shown,
                        .reward = reward,
                        .chance = chance,
                        .gain = self->clicks ? gain : NULL};
        assert_ok(knap_instance_set_log(instance, &log, error));
        for (size_t k = 0; k < self->shown; k++) {
            best[k] = self->items;
            for (size_t s = 0; s < self->items; s++)
                if (quality[s] < 2 && (best[k] == self->items || quality[s] > quality[best[k]]))
                    best[k] = s;
            quality[best[k]] = 3;
            assert_ok(knap_list_push(&packed[i].list, instance, best[k], error));
        }
        truth += value_of(self, click, best, self->shown) / (double)self->lists;
    }
    return truth;
}

typedef struct result {
    record dr, items, slate, cascade;
    size_t count;
} result;

static result repeat(const world *self, uint64_t first, size_t times)
{
    result all = {.count = times};
    knap_packed *packed = calloc(self->lists, sizeof *packed);
    knap_logs_settings settings;
    knap_logs_init(&settings);
    settings.samples = 200;
    for (uint64_t seed = first; seed < first + times; seed++) {
        knap_data *data;
        knap_logs_report report;
        double truth = simulate(self, seed, &data, packed);
        assert_ok(knap_logs_estimate(data, packed, &settings, NULL, &report, NULL, error));
        note(&all.dr, &report.dr, report.holds, truth);
        note(&all.items, &report.items.estimate, report.items.holds, truth);
        note(&all.slate, &report.slate.estimate, report.slate.holds, truth);
        note(&all.cascade, &report.cascade.estimate, report.cascade.holds, truth);
        for (size_t i = 0; i < self->lists; i++) {
            knap_list_free(&packed[i].list);
            packed[i] = (knap_packed){.reward = 0};
        }
        knap_data_free(data);
    }
    free(packed);
    return all;
}

static void print(const char *name, const record *self, size_t count)
{
    double mean = self->error / (double)count;
    print_message("%s: mean error %+.4f, deviation %.4f, %zu intervals, %zu contain the truth\n", name, mean,
                  sqrt(self->squares / (double)count - mean * mean), self->intervals, self->inside);
}

static void covers(const record *self)
{
    assert_true((double)self->inside >= 0.9 * (double)self->intervals);
}

static bool has_no_bias(const record *self, size_t count)
{
    double mean = self->error / (double)count, deviation = sqrt(self->squares / (double)count - mean * mean);
    return fabs(mean) < 3 * deviation / sqrt((double)count);
}

/* The figure that is promised: 20 items, lists of 4, 2000 logs, 200 repeats. */
static void intervals_contain_the_truth(void **state)
{
    world self = {.items = 20, .shown = 4, .lists = 2000, .clicks = true};
    result all = repeat(&self, 1000, 200);
    (void)state;
    print("DR", &all.dr, all.count);
    print("items", &all.items, all.count);
    print("slate", &all.slate, all.count);
    print("cascade", &all.cascade, all.count);
    assert_int_equal(all.dr.intervals, 0); /* one list of 4845 matches */
    assert_int_equal(all.cascade.intervals, 0);
    assert_true(all.items.intervals >= 180 && all.slate.intervals == all.items.intervals); /* places do not matter here */
    covers(&all.items);
    covers(&all.slate);
    assert_true(has_no_bias(&all.items, 200) && has_no_bias(&all.slate, 200));
    assert_true(all.items.squares < all.slate.squares); /* it knows more */
}

/* People who stop: the cascade is right, and what an item earns depends on the items above it, so the estimates per item and per slate are not.
 * The effect of places shows that, and they have no interval. */
static void a_cascade_needs_its_own_estimate(void **state)
{
    world self = {.items = 6, .shown = 2, .lists = 1500, .stops = true, .clicks = true};
    result all = repeat(&self, 5000, 100);
    (void)state;
    print("items", &all.items, all.count);
    print("slate", &all.slate, all.count);
    print("cascade", &all.cascade, all.count);
    assert_int_equal(all.cascade.intervals, 100);
    covers(&all.cascade);
    assert_true(has_no_bias(&all.cascade, 100));
    assert_false(has_no_bias(&all.items, 100));
    assert_true(all.items.intervals - all.items.inside <= 10 && all.slate.intervals - all.slate.inside <= 10);
}

/* Without clicks of items there is the estimate per slate alone; without chances there is none; an item that is never drawn, or a longer
 * list, leaves no interval. */
static void what_the_logs_do_not_tell(void **state)
{
    world self = {.items = 8, .shown = 2, .lists = 400};
    knap_packed *packed = calloc(self.lists, sizeof *packed);
    knap_logs_report report;
    knap_data *data;
    (void)state;
    simulate(&self, 3, &data, packed);
    assert_ok(knap_logs_estimate(data, packed, NULL, NULL, &report, NULL, error));
    assert_true(report.slate.holds && isfinite(report.slate.estimate.value));
    assert_true(!report.items.holds && isnan(report.items.estimate.value) && isnan(report.cascade.estimate.value));
    for (size_t i = 0; i < 2; i++) {
        knap_instance *instance = knap_data_at(data, i);
        const knap_log *log = knap_instance_log(instance);
        double chance[8];
        size_t item[] = {log->item[0], log->item[1]};
        memcpy(chance, log->chance, sizeof chance);
        if (i == 0) {
            chance[packed[0].list.item[0]] = 0;
            item[0] = packed[0].list.item[0] ? 0 : 1;
            item[1] = item[0] + 1 == packed[0].list.item[0] ? item[0] + 2 : item[0] + 1;
        }
        knap_log other = {.item = item, .count = 2, .reward = 1, .propensity = 0.1, .chance = i ? NULL : chance};
        assert_ok(knap_instance_set_log(instance, &other, error));
        assert_ok(knap_logs_estimate(data, packed, NULL, NULL, &report, NULL, error));
        assert_false(report.slate.holds);
        assert_int_equal(report.unsupported, i == 0);
        assert_true(isnan(report.slate.estimate.value) == (i == 1));
    }
    knap_packed_free(packed, self.lists);
    knap_data_free(data);
    self.clicks = true;
    simulate(&self, 4, &data, packed);
    assert_ok(knap_logs_estimate(data, packed, NULL, NULL, &report, NULL, error));
    assert_true(isfinite(report.cascade.estimate.value) && report.items.holds);
    for (size_t s = 0; packed[7].list.count < 3; s++)
        if (s != packed[7].list.item[0] && s != packed[7].list.item[1])
            assert_ok(knap_list_push(&packed[7].list, knap_data_at(data, 7), s, error));
    assert_ok(knap_logs_estimate(data, packed, NULL, NULL, &report, NULL, error));
    assert_true(isnan(report.cascade.estimate.value) && !report.cascade.holds && report.items.holds);
    knap_packed_free(packed, self.lists);
    free(packed);
    knap_data_free(data);
}

static void chances_are_checked(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_error why;
    size_t shown[] = {1};
    double bad[][3] = {{1, 1, -1}, {1, 1, NAN}, {1, 0, 1}, {1, 1, INFINITY}}, gain = NAN, good[] = {1, 2, 1};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 2, 0, &instance, error));
    for (size_t s = 0; s < 3; s++)
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    for (size_t i = 0; i < 4; i++) {
        knap_log log = {.item = shown, .count = 1, .chance = bad[i]};
        assert_int_equal(knap_instance_set_log(instance, &log, &why), KNAP_BAD_INPUT);
        assert_non_null(strstr(why.message, "chance"));
    }
    assert_int_equal(
        knap_instance_set_log(instance, &(knap_log){.item = shown, .count = 1, .propensity = 1, .gain = &gain}, &why),
        KNAP_BAD_INPUT);
    assert_ok(knap_instance_set_log(instance, &(knap_log){.item = shown, .count = 1, .chance = good}, error));
    assert_close(knap_instance_log(instance)->propensity, 0.5, 1e-12); /* computed */
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    world self = {.items = 5, .shown = 2, .lists = 12, .clicks = true};
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_packed packed[12] = {{.reward = 0}};
    knap_logs_settings settings;
    knap_logs_report report;
    knap_data *data;
    knap_error why;
    knap_status status;
    (void)context;
    knap_logs_init(&settings);
    settings.samples = 5;
    simulate(&self, 1, &data, packed);
    status = knap_logs_estimate(data, packed, &settings, &run, &report, NULL, &why);
    knap_packed_free(packed, 12);
    knap_data_free(data);
    return status;
}

static void estimates_survive_failing_memory(void **state)
{
    (void)state;
    assert_true(survives(scenario, NULL) >= 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_by_enumeration),        cmocka_unit_test(weights_have_no_bias),
        cmocka_unit_test(intervals_contain_the_truth), cmocka_unit_test(a_cascade_needs_its_own_estimate),
        cmocka_unit_test(what_the_logs_do_not_tell),   cmocka_unit_test(chances_are_checked),
        cmocka_unit_test(estimates_survive_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
