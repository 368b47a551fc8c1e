/* flaws_test.c - flaws of lists, kept as items come and go, against recounts; the view of them; their
 * price in the benefit and in the swap search. */
#include "flawed.h"

#include "core/example.h"
#include "core/walk.h"

enum { ITEMS = 16 };
static const double BUDGET = 25, WHOLE = 12;

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

static double flawed_mass(const knap_instance *instance, const knap_list *list)
{
    double mass = 0;
    for (size_t i = 0; i < list->count; i++)
        mass += reads_ill(instance, list, list->item[i]) ? kn_item_mass(instance, list->item[i]) : 0;
    return mass;
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
        assert_ok(kn_walk_begin(&walk, instance, (kn_views){parts, 0}, error));
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

/* How many items leave the list if an item is removed together with all that depend on it, directly or not. */
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

/* With a price so high that no gain makes up for a flaw, a list that the search has no exchange for has a
 * flawed item only if one flawed item and those that depend on it are the whole list, and no item without
 * flaws that gains would fit in their place. The proof is in docs/ALGORITHMS.md. */
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
                    kn_item_support(instance, s) != KN_NO_SUPPORT || instance->cost[s] > BUDGET);
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
        assert_ok(knap_expected_f(instance, &(knap_penalties){.readability = price}, &list, &before, error));
        assert_ok(knap_swap(instance, &(knap_penalties){.readability = price}, &list, error));
        assert_ok(knap_expected_f(instance, &(knap_penalties){.readability = price}, &list, &after, error));
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
        assert_ok(knap_swap(instance, &(knap_penalties){.readability = price}, &list, error));
        assert_ok(knap_expected_f(instance, &(knap_penalties){.readability = price}, &list, &again, error));
        if (price > 1000 && again == after) { /* no exchange was left */
            check_high_price(instance, &list);
            fixed++;
        }
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(changed > 200 && fixed > 90);
}

/* Room is filled with the price in mind: there is room for one, the flawed ones gain more, the last reads
 * well. Then the same with a list of two, where the item that one of them depends on gains less than the
 * other. */
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
    assert_ok(knap_swap(one, &(knap_penalties){.readability = 1}, &list, error));
    assert_true(list.count == 1 && list.item[0] == 2);
    assert_ok(knap_instance_set_flaws(one, 2, 1, error));
    assert_ok(knap_swap(one, &(knap_penalties){.readability = 9}, &list, error));
    assert_int_equal(list.count, 1); /* nothing at all would cost less */
    knap_list_clear(&list);
    assert_ok(knap_instance_set_flaws(two, 2, 1, error));
    assert_ok(knap_instance_set_support(two, 0, 2, error));
    assert_ok(knap_list_push(&list, two, 0, error));
    assert_ok(knap_list_push(&list, two, 2, error));
    assert_ok(knap_instance_set_flaws(two, 1, 1, error));
    assert_ok(knap_swap(two, &(knap_penalties){.readability = 9}, &list, error));
    assert_true(list.count > 0);
    for (size_t i = 1; i < 3; i++)
        assert_ok(knap_instance_set_flaws(two, i, 0, error));
    knap_list_clear(&list);
    assert_ok(knap_list_push(&list, two, 0, error));
    assert_ok(knap_list_push(&list, two, 1, error));
    assert_ok(knap_swap(two, &(knap_penalties){.readability = 0.4}, &list,
                        error)); /* 0.9 + 0.8 - 0.4 is more than 0.9 + 0.3 */
    assert_true(in_list(&list, 0) && in_list(&list, 1));
    assert_ok(knap_swap(two, &(knap_penalties){.readability = 0.6}, &list, error)); /* 0.9 + 0.8 - 0.6 is less */
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
        assert_ok(knap_swap(without, &(knap_penalties){.readability = 0.3}, &a, error));
        assert_ok(knap_swap(with, NULL, &b, error));
        assert_int_equal(a.count, b.count);
        assert_memory_equal(a.item, b.item, a.count * sizeof *a.item);
        knap_list_free(&a);
        knap_list_free(&b);
        knap_data_free(data);
        knap_data_free(plain);
    }
}

/* Along any list the prices add up to the penalty times the share of its flawed items, whatever the order. */
static void prices_add_up(void **unused)
{
    static const kn_benefit kind = {0.25, 0.7};
    static const knap_penalties price = {.readability = 0.3};
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 40; round++) {
        knap_data *data;
        kn_penalty penalty = {.allocator = NULL};
        knap_list list = {.allocator = NULL};
        void *state;
        double paid = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = expecting_instance(data, &rng, 1);
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("expected"), NULL, error));
        assert_ok(instance->reward->begin(instance, NULL, &state, error));
        assert_true(kn_penalty_begin(&penalty, instance, &price, KN_IN_SHARES));
        for (int i = 0; i < 12; i++) {
            size_t s = knap_rng_below(&rng, ITEMS);
            if (in_list(&list, s))
                continue;
            paid += (kn_example_benefit(&kind, instance, state, NULL, s) -
                     kn_example_benefit(&kind, instance, state, &penalty, s)) *
                    pow(instance->cost[s] / BUDGET, 0.7);
            instance->reward->push(state, s);
            kn_penalty_push(&penalty, s);
            assert_ok(knap_list_push(&list, instance, s, error));
            assert_close(paid, 0.3 * flawed_mass(instance, &list) / WHOLE, 1e-12);
        }
        instance->reward->end(state);
        kn_penalty_free(&penalty);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

/* ---- What is learned ---- */

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(totals_equal_a_recount),
        cmocka_unit_test(views_equal_their_definitions),
        cmocka_unit_test(priced_swaps_keep_their_promises),
        cmocka_unit_test(room_is_filled_by_price),
        cmocka_unit_test(no_price_no_change),
        cmocka_unit_test(prices_add_up),
    };
    return cmocka_run_group_tests_name("flaws", tests, NULL, NULL);
}
