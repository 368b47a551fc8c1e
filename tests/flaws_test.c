/* flaws_test.c - flaws of lists, kept as items come and go, against recounts; the view of them; their price in the benefit, in the
 * swap search and in what is learned; models that know their names. */
#include "failing.h"
#include "random.h"

#include "core/example.h"
#include "core/model.h"
#include "core/walk.h"

enum { ITEMS = 16, KINDS = 3 };
static const double BUDGET = 25, WHOLE = 12;

static void name_flaws(knap_data *data)
{
    static const char *const names[KINDS] = {"question", "fragment", "capitals"};
    size_t flaw;
    for (size_t i = 0; i < KINDS; i++)
        assert_ok(knap_data_flaw(data, names[i], &flaw, error));
}

/* A third has a flaw, a third leans: on an item before or behind it, in chains and circles, or on nothing there. */
static void draw_flaws(knap_instance *instance, knap_rng *rng)
{
    size_t n = knap_instance_count(instance);
    for (size_t s = 0; s < n; s++) {
        size_t on = knap_rng_below(rng, n + 1);
        if (knap_rng_below(rng, 3) == 0)
            assert_ok(knap_instance_set_flaws(instance, s, 1 + (uint32_t)knap_rng_below(rng, 7), error));
        if (knap_rng_below(rng, 3) == 0 && on != s)
            assert_ok(knap_instance_set_support(instance, s, on == n ? KNAP_NO_ITEM : on, error));
    }
}

/* Every concept is expected, whole amounts; flaws where `flawed`. */
static knap_instance *expecting_instance(knap_data *data, knap_rng *rng, int flawed)
{
    knap_instance *instance;
    double amount[RANDOM_CONCEPTS];
    uint32_t concept_id[RANDOM_CONCEPTS];
    if (knap_data_flaw_count(data) == 0)
        name_flaws(data);
    assert_ok(knap_data_add(data, NULL, BUDGET, 0, &instance, error));
    for (size_t i = 0; i < ITEMS; i++) {
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10), .concept_id = concept_id, .amount = amount};
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(rng, 3) == 0) {
                concept_id[item.concept_count] = c;
                amount[item.concept_count++] = 1 + (double)knap_rng_below(rng, 3);
            }
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        double worth[4], last = 1;
        for (size_t k = 0; k < 4; k++)
            last = worth[k] = last * knap_rng_uniform(rng);
        assert_ok(knap_instance_expect(instance, c, worth, 4, error));
    }
    assert_ok(knap_instance_set_mass(instance, WHOLE, error));
    if (flawed)
        draw_flaws(instance, rng);
    return instance;
}

static int in_list(const knap_list *list, size_t item)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] == item)
            return 1;
    return 0;
}

/* From the definition: a flaw of its own, or what it leans on is not there. */
static int reads_ill(const knap_instance *instance, const knap_list *list, size_t item)
{
    uint32_t on = item < instance->support_rows ? instance->support[item] : KN_LEANS_NOT;
    return (item < instance->flaw_rows && instance->flaws[item]) || (on != KN_LEANS_NOT && !in_list(list, on));
}

static double flawed_mass(const knap_instance *instance, const knap_list *list)
{
    double mass = 0;
    for (size_t i = 0; i < list->count; i++)
        mass += reads_ill(instance, list, list->item[i]) ? kn_item_mass(instance, list->item[i]) : 0;
    return mass;
}

static void take_out(knap_list *list, const knap_instance *instance, size_t place)
{
    list->cost -= instance->cost[list->item[place]];
    list->item[place] = list->item[--list->count];
}

/* What is kept equals a recount after any pushes and pops, and so does the change that each item would make. */
static void totals_equal_a_recount(void **unused)
{
    knap_rng rng;
    size_t supported = 0;
    (void)unused;
    knap_rng_seed(&rng, 1);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        kn_flaws state = {.allocator = NULL};
        knap_list list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 1);
        assert_true(kn_flaws_begin(&state, instance, kn_item_mass));
        for (int step = 0; step < 40; step++) {
            size_t item = knap_rng_below(&rng, ITEMS);
            double now = flawed_mass(instance, &list);
            assert_close(state.total, now, 1e-12);
            for (size_t s = 0; s < ITEMS; s++) {
                uint32_t flaws = knap_list_flaws(instance, &list, s);
                assert_int_equal(flaws != 0, reads_ill(instance, &list, s));
                assert_int_equal(kn_flaws_has(&state, s), reads_ill(instance, &list, s));
                supported += s < instance->support_rows && instance->support[s] < ITEMS && in_list(&list, s) && !flaws;
                if (in_list(&list, s))
                    continue;
                assert_ok(knap_list_push(&list, instance, s, error));
                assert_close(kn_flaws_change(&state, s), flawed_mass(instance, &list) - now, 1e-12);
                take_out(&list, instance, list.count - 1);
            }
            if (list.count && knap_rng_below(&rng, 3) == 0) {
                size_t place = knap_rng_below(&rng, list.count);
                kn_flaws_pop(&state, list.item[place]);
                take_out(&list, instance, place);
            } else if (!in_list(&list, item)) {
                kn_flaws_push(&state, item);
                assert_ok(knap_list_push(&list, instance, item, error));
            }
        }
        kn_flaws_free(&state);
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(supported > 100); /* or the test would not see support */
}

/* The columns kept along random lists are those written out from the definitions. */
static void views_equal_their_definitions(void **unused)
{
    unsigned parts = kn_view_flaw_parts();
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 2);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        kn_walk walk = {.allocator = NULL, .jobs = 1};
        knap_list list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, round > 0);
        assert_ok(kn_walk_begin(&walk, instance, parts, error));
        assert_int_equal(walk.view.width, 2 + KINDS);
        while (walk.candidates) {
            for (size_t c = 0; c < walk.candidates; c++) {
                size_t s = walk.candidate[c], waiting = 0;
                const float *row = kn_view_row(&walk.view, s);
                uint32_t flaws = knap_list_flaws(instance, &list, s);
                for (size_t i = 0; i < list.count; i++)
                    waiting += kn_item_support(instance, list.item[i]) == s && !kn_item_flaws(instance, list.item[i]);
                assert_true(row[0] == (flaws & KNAP_FLAW_UNSUPPORTED ? 1 : 0));
                assert_true(row[1] == (float)waiting);
                for (size_t k = 0; k < KINDS; k++)
                    assert_true(row[2 + k] == (flaws & 1u << k ? 1 : 0));
            }
            size_t item = walk.candidate[knap_rng_below(&rng, walk.candidates)];
            assert_ok(knap_list_push(&list, instance, item, error));
            assert_ok(kn_walk_push(&walk, item, error));
        }
        kn_walk_free(&walk);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

/* sum_w H_w of a list, from nothing. */
static double expected_sum(const knap_instance *instance, const knap_list *list)
{
    double have[RANDOM_CONCEPTS] = {0}, sum = 0;
    for (size_t i = 0; i < list->count; i++)
        for (size_t j = instance->concept.start[list->item[i]]; j < instance->concept.start[list->item[i] + 1]; j++)
    have[instance->concept.id[j]] += instance->concept.value[j];
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
        sum += kn_worth_of(instance, c, have[c]);
    return sum;
}

static void fill_in_order(knap_list *list, const knap_instance *instance)
{
    knap_list_clear(list);
    for (size_t s = 0; s < ITEMS; s++)
        if (list->cost + instance->cost[s] <= BUDGET)
            assert_ok(knap_list_push(list, instance, s, error));
}

/* How many of the list go if an item goes with all that lean on it, and on them in turn. */
static size_t leaning_on(const knap_instance *instance, const knap_list *list, size_t item)
{
    unsigned char goes[ITEMS] = {0};
    size_t count = 1, before = 0;
    goes[item] = 1;
    while (count > before) {
        before = count;
        for (size_t i = 0; i < list->count; i++) {
            uint32_t on = kn_item_support(instance, list->item[i]);
            if (!goes[list->item[i]] && on < ITEMS && goes[on]) {
                goes[list->item[i]] = 1;
                count++;
            }
        }
    }
    return count;
}

/* With a price so high that no gain makes up for a flaw, a list that the search has no exchange for has a flawed item only if one
 * flawed item and what leans on it are all there is, and nothing that reads well and gains would fit in their place. The proof is
 * in docs/ALGORITHMS.md. */
static void check_high_price(const knap_instance *instance, const knap_list *list)
{
    int all = 0;
    if (flawed_mass(instance, list) == 0)
        return;
    for (size_t i = 0; i < list->count; i++)
        all |= reads_ill(instance, list, list->item[i]) && leaning_on(instance, list, list->item[i]) == list->count;
    assert_true(all);
    for (size_t s = 0; s < ITEMS; s++)
        assert_true(in_list(list, s) || kn_item_flaws(instance, s) || kn_item_mass(instance, s) == 0 ||
                    kn_item_support(instance, s) != KN_LEANS_NOT || instance->cost[s] > BUDGET);
}

static void priced_swaps_keep_their_promises(void **unused)
{
    static const double prices[] = {0.05, 0.4, 1e4};
    knap_rng rng;
    size_t changed = 0, fixed = 0;
    (void)unused;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 300; round++) {
        double price = prices[round % 3], before, after, again, mass = 0, cost = 0;
        knap_data *data;
        knap_list list = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 1);
        fill_in_order(&list, instance);
        assert_ok(knap_expected_f(instance, price, &list, &before, error));
        assert_ok(knap_swap(instance, price, &list, error));
        assert_ok(knap_expected_f(instance, price, &list, &after, error));
        for (size_t i = 0; i < list.count; i++) {
            mass += kn_item_mass(instance, list.item[i]);
            cost += instance->cost[list.item[i]];
            for (size_t j = 0; j < i; j++)
                assert_true(list.item[i] != list.item[j]);
        }
        assert_close(after, 2 * (expected_sum(instance, &list) - price * flawed_mass(instance, &list)) / (mass + WHOLE),
                     1e-9);
        assert_true(after >= before && cost <= BUDGET && list.count > 0);
        assert_close(list.cost, cost, 1e-12);
        changed += after > before;
        assert_ok(knap_swap(instance, price, &list, error));
        assert_ok(knap_expected_f(instance, price, &list, &again, error));
        if (price > 1000 && again == after) { /* no exchange was left */
            check_high_price(instance, &list);
            fixed++;
        }
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(changed > 200 && fixed > 90);
}

/* Room is filled with the price in mind: there is room for one, the flawed ones gain more, the last reads well. Then the same with
 * a list of two, where what one of them leans on gains less than the other. */
static void room_is_filled_by_price(void **unused)
{
    static const double worth[] = {0.9, 0.8, 0.3};
    knap_data *data;
    knap_instance *one, *two;
    knap_list list = {.allocator = NULL};
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    name_flaws(data);
    for (int i = 0; i < 2; i++)
        assert_ok(knap_data_add(data, NULL, i ? 20 : 10, 0, i ? &two : &one, error));
    for (uint32_t i = 0; i < 3; i++) {
        double amount = 1;
        knap_item item = {.cost = 10, .concept_id = &i, .amount = &amount, .concept_count = 1};
        assert_ok(knap_instance_add(one, &item, error));
        assert_ok(knap_instance_expect(one, i, &worth[i], 1, error));
        assert_ok(knap_instance_set_flaws(one, i, i < 2, error));
        assert_ok(knap_instance_add(two, &item, error));
        assert_ok(knap_instance_expect(two, i, &worth[i], 1, error));
    }
    assert_ok(knap_list_push(&list, one, 1, error));
    assert_ok(knap_swap(one, 1, &list, error));
    assert_true(list.count == 1 && list.item[0] == 2);
    assert_ok(knap_instance_set_flaws(one, 2, 1, error));
    assert_ok(knap_swap(one, 9, &list, error));
    assert_int_equal(list.count, 1); /* nothing at all would cost less */
    knap_list_clear(&list);
    assert_ok(knap_instance_set_flaws(two, 2, 1, error));
    assert_ok(knap_instance_set_support(two, 0, 2, error));
    assert_ok(knap_list_push(&list, two, 0, error));
    assert_ok(knap_list_push(&list, two, 2, error));
    assert_ok(knap_instance_set_flaws(two, 1, 1, error));
    assert_ok(knap_swap(two, 9, &list, error));
    assert_true(list.count > 0);
    for (size_t i = 1; i < 3; i++)
        assert_ok(knap_instance_set_flaws(two, i, 0, error));
    knap_list_clear(&list);
    assert_ok(knap_list_push(&list, two, 0, error));
    assert_ok(knap_list_push(&list, two, 1, error));
    assert_ok(knap_swap(two, 0.4, &list, error)); /* 0.9 + 0.8 - 0.4 is more than 0.9 + 0.3 */
    assert_true(in_list(&list, 0) && in_list(&list, 1));
    assert_ok(knap_swap(two, 0.6, &list, error)); /* 0.9 + 0.8 - 0.6 is less */
    assert_true(in_list(&list, 0) && in_list(&list, 2));
    knap_list_free(&list);
    knap_data_free(data);
}

/* Flaws without a price change nothing: the same lists as of the same instances without them. */
static void no_price_no_change(void **unused)
{
    knap_rng first, second;
    (void)unused;
    knap_rng_seed(&first, 4);
    for (int round = 0; round < 50; round++) {
        knap_data *data, *plain;
        knap_list a = {.allocator = NULL}, b = {.allocator = NULL};
        second = first;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_data_new(NULL, &plain, error));
        knap_instance *without = expecting_instance(plain, &second, 0), *with = expecting_instance(data, &first, 1);
        fill_in_order(&a, without);
        fill_in_order(&b, with);
        assert_ok(knap_swap(without, 0.3, &a, error));
        assert_ok(knap_swap(with, 0, &b, error));
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.item, b.item, a.count * sizeof *a.item);
        knap_list_free(&a);
        knap_list_free(&b);
        knap_data_free(data);
        knap_data_free(plain);
    }
}

/* Along any list the prices add up to reading times the share of its flawed items, whatever the order. */
static void prices_add_up(void **unused)
{
    static const kn_benefit plain = {0.25, 0.7, 0}, priced = {0.25, 0.7, 0.3};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 40; round++) {
        knap_data *data;
        kn_flaws flaws = {.allocator = NULL};
        knap_list list = {.allocator = NULL};
        void *state;
        double paid = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 1);
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("expected"), NULL, error));
        assert_ok(instance->reward->begin(instance, NULL, &state, error));
        assert_true(kn_flaws_begin(&flaws, instance, kn_item_share));
        for (int i = 0; i < 12; i++) {
            size_t s = knap_rng_below(&rng, ITEMS);
            if (in_list(&list, s))
                continue;
            paid += (kn_example_benefit(&plain, instance, state, &flaws, s) -
                     kn_example_benefit(&priced, instance, state, &flaws, s)) *
                    pow(instance->cost[s] / BUDGET, 0.7);
            instance->reward->push(state, s);
            kn_flaws_push(&flaws, s);
            assert_ok(knap_list_push(&list, instance, s, error));
            assert_close(paid, 0.3 * flawed_mass(instance, &list) / WHOLE, 1e-12);
        }
        instance->reward->end(state);
        kn_flaws_free(&flaws);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

/* ---- What is learned ---- */

/* Items with a rate of reward that a feature tells; every other one is flawed, or leans on one that costs too much to be had. */
static knap_data *tempting(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    size_t feature;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_feature(data, "rate", &feature, error));
    name_flaws(data);
    for (size_t k = 0; k < count; k++) {
        knap_instance *instance;
        assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
        for (size_t i = 0; i < 30; i++) {
            double rate = knap_rng_uniform(&rng);
            knap_item item = {.cost = i ? 1 : 100, .feature = &rate, .worth = i ? rate : 0};
            assert_ok(knap_instance_add(instance, &item, error));
            if (i % 4 == 1)
                assert_ok(knap_instance_set_flaws(instance, i, 1, error));
            if (i % 4 == 3)
                assert_ok(knap_instance_set_support(instance, i, 0, error));
        }
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    }
    return data;
}

static size_t count_flawed(const knap_model *model, knap_data *data)
{
    size_t flawed = 0;
    assert_ok(knap_data_match(data, model, 0, error));
    for (size_t k = 0; k < knap_data_count(data); k++) {
        knap_list list = {.allocator = NULL};
        const knap_instance *instance = knap_data_at(data, k);
        assert_ok(knap_pack(model, instance, 0, NULL, &list, NULL, error));
        for (size_t i = 0; i < list.count; i++)
            flawed += knap_list_flaws(instance, &list, list.item[i]) != 0;
        knap_list_free(&list);
    }
    return flawed;
}

static knap_model *train_at(knap_data *data, double reading, unsigned views)
{
    knap_settings settings;
    knap_model *model;
    knap_settings_init(&settings);
    settings.reading = reading;
    settings.views = views;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    return model;
}

static void a_price_is_learned(void **unused)
{
    knap_data *data = tempting(1, 30), *test = tempting(2, 30);
    knap_model *free_of_charge = train_at(data, 0, 1 | kn_view_flaw_parts()),
               *priced = train_at(data, 1, 1 | kn_view_flaw_parts()), *blind = train_at(data, 1, 1);
    size_t some = count_flawed(free_of_charge, test);
    (void)unused;
    assert_true(some > 100 && some < 200); /* of 300 */
    assert_int_equal(count_flawed(priced, test), 0);
    assert_true(count_flawed(blind, test) > 100);
    assert_string_equal(knap_model_column(priced, 1), "flaw:unsupported");
    assert_string_equal(knap_model_column(priced, 3), "flaw:question");
    assert_true(knap_model_weight(priced, 0, 0, 1) < 0 && knap_model_weight(priced, 0, 0, 3) < 0);
    knap_model_free(free_of_charge);
    knap_model_free(priced);
    knap_model_free(blind);
    knap_data_free(data);
    knap_data_free(test);
}

/* The regret of a list, sum_i w_i (max_s b - b(s_i)), with every benefit written out. Costs stand for masses. */
static double priced_regret(const knap_instance *instance, const knap_list *list, double price)
{
    double weight[ITEMS], regret = 0;
    knap_list so_far = {.allocator = NULL};
    kn_example_weights(instance, list, weight);
    for (size_t i = 0; i < list->count; i++) {
        double best = -INFINITY, mine = 0, value, flawed = 0;
        assert_ok(knap_list_value(instance, &so_far, &value, error));
        for (size_t j = 0; j < so_far.count; j++)
            flawed += reads_ill(instance, &so_far, so_far.item[j]) ? instance->cost[so_far.item[j]] / BUDGET : 0;
        for (size_t s = 0; s < ITEMS; s++) {
            double then, ill = 0, benefit;
            if (in_list(&so_far, s) || so_far.cost + instance->cost[s] > BUDGET)
                continue;
            assert_ok(knap_list_push(&so_far, instance, s, error));
            assert_ok(knap_list_value(instance, &so_far, &then, error));
            for (size_t j = 0; j < so_far.count; j++)
                ill += reads_ill(instance, &so_far, so_far.item[j]) ? instance->cost[so_far.item[j]] / BUDGET : 0;
            take_out(&so_far, instance, so_far.count - 1);
            benefit = (then - value - price * (ill - flawed)) / instance->cost[s] * BUDGET;
            best = fmax(best, benefit);
            mine = s == list->item[i] ? benefit : mine;
        }
        regret += weight[i] * (best - mine);
        assert_ok(knap_list_push(&so_far, instance, list->item[i], error));
    }
    knap_list_free(&so_far);
    return regret;
}

static void examples_know_the_list(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 7);
    for (int round = 0; round < 20; round++) {
        knap_data *data;
        knap_settings settings;
        knap_report report;
        knap_model *model;
        knap_list oracle = {.allocator = NULL};
        assert_ok(knap_data_new(NULL, &data, error));
        name_flaws(data);
        knap_instance *instance = random_instance(data, &rng, ITEMS, BUDGET, "coverage", 1);
        draw_flaws(instance, &rng);
        knap_settings_init(&settings);
        settings.reading = 0.3;
        settings.guided = 1;
        settings.epochs = 1;
        assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, &report, error));
        assert_ok(knap_greedy(instance, KNAP_GREEDY_BENEFIT, &oracle, error));
        assert_close(report.regret, priced_regret(instance, &oracle, 0.3), 1e-9);
        knap_list_free(&oracle);
        knap_model_free(model);
        knap_data_free(data);
    }
}

/* Data without flaws: the part is left out. */
static void parts_need_flaws(void **unused)
{
    knap_data *data;
    knap_rng rng;
    knap_model *model;
    (void)unused;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    random_instance(data, &rng, 10, 20, "coverage", 1);
    model = train_at(data, 0.5, 0x0f | kn_view_flaw_parts());
    assert_int_equal(knap_model_settings(model)->views, 0x0f);
    knap_model_free(model);
    knap_data_free(data);
}

/* ---- Names ---- */

static knap_status write_model(const knap_model *model, char *text, size_t size, size_t *length)
{
    char path[] = "/tmp/knap-test-XXXXXX";
    FILE *file = fdopen(mkstemp(path), "rb");
    knap_error problem;
    knap_status status = knap_model_save(model, path, &problem);
    fclose(file);
    file = fopen(path, "rb");
    *length = fread(text, 1, size, file);
    fclose(file);
    remove(path);
    return status;
}

static void sign(char *text, size_t *length)
{
    size_t body = *length - strlen("checksum 0123456789abcdef\n");
    snprintf(text + body, 32, "checksum %016llx\n", (unsigned long long)kn_hash(KN_HASH_START, text, body));
}

static void drop_line(char *text, size_t *length, const char *start)
{
    char *at = strstr(text, start), *end = strchr(at, '\n') + 1;
    memmove(at, end, *length - (size_t)(end - text) + 1);
    *length -= (size_t)(end - at);
}

/* What is read is what was written; a file from before there were prices is read as one without. */
static void models_come_back(void **unused)
{
    static char text[65536], again[65536];
    size_t length, other;
    knap_data *data = tempting(1, 5);
    knap_model *model = train_at(data, 0.5, 1 | kn_view_flaw_parts()), *loaded;
    knap_error problem;
    (void)unused;
    assert_ok(write_model(model, text, sizeof text, &length));
    assert_non_null(strstr(text, "\nflaws 3\nflaw question\nflaw fragment\nflaw capitals\n"));
    assert_ok(knap_model_parse(text, length, "model", NULL, &loaded, error));
    assert_ok(write_model(loaded, again, sizeof again, &other));
    assert_true(length == other && memcmp(text, again, length) == 0);
    assert_true(knap_model_settings(loaded)->reading == 0.5);
    knap_model_free(loaded);
    text[length] = 0;
    drop_line(text, &length, "set reading ");
    sign(text, &length);
    assert_ok(knap_model_parse(text, length, "model", NULL, &loaded, error));
    assert_true(knap_model_settings(loaded)->reading == 0);
    assert_int_equal(knap_model_set_reading(loaded, -1, &problem), KNAP_USAGE);
    assert_int_equal(knap_model_set_reading(loaded, NAN, &problem), KNAP_USAGE);
    assert_ok(knap_model_set_reading(loaded, 2, error));
    assert_true(knap_model_settings(loaded)->reading == 2);
    knap_model_free(loaded);
    drop_line(text, &length, "flaw fragment");
    sign(text, &length);
    assert_int_equal(knap_model_parse(text, length, "model", NULL, &loaded, &problem), KNAP_BAD_MODEL);
    knap_model_free(model);
    knap_data_free(data);
}

/* Data that name their flaws in another order, or more of them, are packed as those that the model was trained on. */
static void names_are_matched(void **unused)
{
    knap_data *data = tempting(1, 5), *other;
    knap_model *model = train_at(data, 0.5, 1 | kn_view_flaw_parts());
    const knap_instance *from = knap_data_at(data, 0);
    knap_instance *to;
    knap_list a = {.allocator = NULL}, b = {.allocator = NULL};
    size_t feature, strange, fragment, question;
    knap_error problem;
    (void)unused;
    assert_ok(knap_data_new(NULL, &other, error));
    assert_ok(knap_data_feature(other, "rate", &feature, error));
    assert_ok(knap_data_flaw(other, "strange", &strange, error));
    assert_ok(knap_data_flaw(other, "fragment", &fragment, error));
    assert_ok(knap_data_flaw(other, "question", &question, error));
    assert_ok(knap_data_add(other, NULL, 10, 0, &to, error));
    for (size_t i = 0; i < knap_instance_count(from); i++) {
        double rate = (double)knap_instance_features(from, i)[0];
        knap_item item = {.cost = knap_instance_cost(from, i), .feature = &rate};
        assert_ok(knap_instance_add(to, &item, error));
        if (i % 4 == 1)
            assert_ok(knap_instance_set_flaws(to, i, 1u << question | (i > 20 ? 1u << strange : 0), error));
        if (i % 4 == 3)
            assert_ok(knap_instance_set_support(to, i, 0, error));
    }
    assert_int_equal(knap_pack(model, to, 0, NULL, &b, NULL, &problem), KNAP_USAGE);
    assert_ok(knap_data_match(other, model, 0, error));
    assert_ok(knap_pack(model, from, 0, NULL, &a, NULL, error));
    assert_ok(knap_pack(model, to, 0, NULL, &b, NULL, error));
    assert_int_equal(a.count, b.count);
    assert_memory_equal(a.item, b.item, a.count * sizeof *a.item);
    assert_string_equal(knap_data_flaw_name(other, 3), "strange");
    assert_int_equal(knap_list_flaws(to, &b, 21), 1u | 1u << 3);
    knap_list_free(&a);
    knap_list_free(&b);
    knap_model_free(model);
    knap_data_free(data);
    knap_data_free(other);
}

static void wrong_flaws_are_refused(void **unused)
{
    knap_data *data;
    knap_instance *instance;
    knap_item item = {.cost = 1};
    knap_error problem;
    size_t flaw;
    char name[16];
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    assert_ok(knap_instance_add(instance, &item, error));
    assert_int_equal(knap_instance_set_flaws(instance, 0, 1, &problem), KNAP_BAD_INPUT);
    for (int i = 0; i < KNAP_MOST_FLAWS; i++) {
        snprintf(name, sizeof name, "k%d", i);
        assert_ok(knap_data_flaw(data, name, &flaw, error));
        assert_int_equal(flaw, i);
    }
    assert_ok(knap_data_flaw(data, "k3", &flaw, error));
    assert_int_equal(flaw, 3);
    assert_int_equal(knap_data_flaw(data, "one more", &flaw, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_flaws(instance, 1, 1, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_flaws(instance, 0, KNAP_FLAW_UNSUPPORTED, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_support(instance, 0, 0, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_support(instance, 0, 1, &problem), KNAP_BAD_INPUT);
    assert_ok(knap_instance_set_support(instance, 0, KNAP_NO_ITEM, error));
    knap_data_free(data);
}

static knap_status train_match_and_swap(const knap_allocator *allocator, void *unused)
{
    static const double worth[] = {0.9, 0.4};
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_model *model = NULL;
    knap_settings settings;
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = {.allocator = allocator};
    size_t flaw = 0;
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)unused;
    knap_settings_init(&settings);
    settings.views = kn_view_all_parts();
    settings.reading = 0.2;
    settings.decode = 1;
    settings.epochs = 1;
    if (!status)
        status = knap_data_flaw(data, "question", &flaw, NULL);
    if (!status)
        status = knap_data_add(data, NULL, 4, 0, &instance, NULL);
    for (uint32_t i = 0; !status && i < 6; i++) {
        double one = 1;
        knap_item item = {.cost = 1 + i % 2, .concept_id = &i, .amount = &one, .concept_count = 1};
        status = knap_instance_add(instance, &item, NULL);
        if (!status)
            status = knap_instance_expect(instance, i, worth, 2, NULL);
        if (!status)
            status = knap_instance_set_flaws(instance, i, i % 3 == 0, NULL);
        if (!status && i)
            status = knap_instance_set_support(instance, i, i - 1, NULL);
    }
    if (!status)
        status = knap_instance_set_reward(instance, knap_reward_find("expected"), NULL, NULL);
    if (!status)
        status = knap_train(data, NULL, &settings, 1, &run, &model, NULL, NULL);
    if (!status)
        status = knap_data_flaw(data, "fragment", &flaw, NULL);
    if (!status)
        status = knap_data_match(data, model, 0, NULL);
    if (!status)
        status = knap_pack(model, instance, 0, &run, &list, NULL, NULL);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
    return status;
}

static void all_of_it_survives_without_memory(void **unused)
{
    (void)unused;
    assert_true(survives(train_match_and_swap, NULL) > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_equal_a_recount),
        cmocka_unit_test(views_equal_their_definitions),
        cmocka_unit_test(priced_swaps_keep_their_promises),
        cmocka_unit_test(room_is_filled_by_price),
        cmocka_unit_test(no_price_no_change),
        cmocka_unit_test(prices_add_up),
        cmocka_unit_test(a_price_is_learned),
        cmocka_unit_test(examples_know_the_list),
        cmocka_unit_test(parts_need_flaws),
        cmocka_unit_test(models_come_back),
        cmocka_unit_test(names_are_matched),
        cmocka_unit_test(wrong_flaws_are_refused),
        cmocka_unit_test(all_of_it_survives_without_memory),
    };
    return cmocka_run_group_tests_name("flaws", tests, NULL, NULL);
}
