/* reward_test.c - rewards by their definitions; greedy against brute force and against itself. */
#include "random.h"

#include "core/greedy.h"

static const char *const kinds[] = {"coverage", "success", "facility", "modular"};

/* f of a list from nothing: each item pushed onto a fresh state. */
static double value_of(const knap_instance *instance, const size_t *item, size_t count)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_list_push(&list, instance, item[i], error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

static void rewards_are_monotone_submodular_and_add_up(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 21);
    for (int round = 0; round < 400; round++) {
        knap_data *data;
        size_t list[16], n = 16, shorter = (size_t)knap_rng_below(&rng, 6);
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = random_instance(data, &rng, n, 50, kinds[round % 4], round % 2);
        const knap_reward *reward = knap_instance_reward(instance);
        void *small, *large;
        for (size_t i = 0; i < n; i++)
            list[i] = i;
        for (size_t i = n; i > 1; i--) {
            size_t j = (size_t)knap_rng_below(&rng, i), swap = list[i - 1];
            list[i - 1] = list[j];
            list[j] = swap;
        }
        assert_ok(reward->begin(instance, NULL, &small, error));
        assert_ok(reward->begin(instance, NULL, &large, error));
        assert_true(reward->value(large) == 0);
        for (size_t i = 0; i < shorter; i++)
            reward->push(small, list[i]);
        for (size_t i = 0; i + 1 < n; i++) {
            double before = reward->value(large), gain = reward->gain(large, list[i]);
            assert_true(gain >= 0);
            reward->push(large, list[i]);
            assert_close(reward->value(large), before + gain, 1e-12);
            assert_close(reward->value(large), value_of(instance, list, i + 1), 1e-12);
            assert_true(reward->value(large) <= 1 + 1e-12);
            /* diminishing: the last item gains no more after the longer list */
            if (i + 1 >= shorter)
                assert_true(reward->gain(large, list[n - 1]) <= reward->gain(small, list[n - 1]) + 1e-12);
        }
        reward->end(small);
        reward->end(large);
        knap_data_free(data);
    }
}

/* Coverage, success and modular by their formulas, in an order of its own. */
static void rewards_equal_their_formulas(void **state)
{
    knap_data *data;
    knap_instance *instance;
    double amounts[][2] = {{1, 0.5}, {2, 0.25}, {0.5, 4}}, worth[] = {0.5, 0.25, 1};
    uint32_t concepts[] = {0, 1};
    size_t all[] = {0, 1, 2};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, "a", 10, 0, &instance, error));
    for (size_t i = 0; i < 3; i++) {
        knap_item item = {
            .cost = 1, .worth = worth[i], .concept_id = concepts, .amount = amounts[i], .concept_count = 2};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    assert_ok(knap_instance_target(instance, 0, 2.5, error));
    assert_ok(knap_instance_target(instance, 1, 1.5, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
    assert_close(value_of(instance, all, 1), (1 + 0.5) / 4, 1e-15);
    assert_close(value_of(instance, all, 2), (2.5 + 0.75) / 4, 1e-15);
    assert_close(value_of(instance, all, 3), 1, 1e-15);
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("success"), NULL, error));
    assert_close(value_of(instance, all, 2), 1 - 0.5 * 0.75, 1e-15);
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    assert_close(value_of(instance, all, 2), 0.75 / 1.75, 1e-15);
    knap_data_free(data);
}

/* The best value of any list within the budget, by trying all sets. */
static double brute_force(const knap_instance *instance)
{
    size_t n = knap_instance_count(instance);
    double best = 0;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        size_t list[16], count = 0;
        double cost = 0;
        for (size_t i = 0; i < n; i++)
            if (set >> i & 1) {
                list[count++] = i;
                cost += knap_instance_cost(instance, i);
            }
        if (cost <= knap_instance_budget(instance))
            best = fmax(best, value_of(instance, list, count));
    }
    return best;
}

static void greedy_meets_its_guarantee(void **state)
{
    const double bound = 0.5 * (1 - exp(-1));
    knap_rng rng;
    double worst = 1;
    (void)state;
    knap_rng_seed(&rng, 31);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL};
        double greedy, best;
        size_t n = round % 15 == 0 ? 14 : 1 + (size_t)knap_rng_below(&rng, 9);
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = random_instance(data, &rng, n, (double)knap_rng_below(&rng, 30), kinds[round % 4], 1);
        assert_ok(knap_greedy(instance, KNAP_GREEDY_BETTER, &list, error));
        assert_true(list.cost <= knap_instance_budget(instance));
        assert_ok(knap_list_value(instance, &list, &greedy, error));
        best = brute_force(instance);
        assert_true(greedy >= bound * best - 1e-12);
        if (best > 0)
            worst = fmin(worst, greedy / best);
        knap_list_free(&list);
        knap_data_free(data);
    }
    print_message("worst greedy / optimum: %.4f (guaranteed: %.4f)\n", worst, bound);
}

static void lazy_equals_plain(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 41);
    for (int round = 0; round < 400; round++) {
        knap_data *data;
        knap_list lazy = {.allocator = NULL}, plain = {.allocator = NULL};
        size_t n = 1 + (size_t)knap_rng_below(&rng, 60);
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance =
            random_instance(data, &rng, n, (double)knap_rng_below(&rng, 120), kinds[round % 4], round % 3);
        for (int by_cost = 0; by_cost < 2; by_cost++) {
            assert_ok(kn_greedy_by(instance, (kn_greedy_key){.by_cost = by_cost}, true, &lazy, error));
            assert_ok(kn_greedy_by(instance, (kn_greedy_key){.by_cost = by_cost}, false, &plain, error));
            assert_int_equal(lazy.count, plain.count);
            for (size_t i = 0; i < lazy.count; i++)
                assert_int_equal(lazy.item[i], plain.item[i]);
        }
        knap_list_free(&lazy);
        knap_list_free(&plain);
        knap_data_free(data);
    }
}

/* Equal items: the lower index first, and no item that gains nothing. */
static void greedy_breaks_ties_by_index(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 100, 0, &instance, error));
    for (uint32_t i = 0; i < 40; i++) {
        uint32_t concept_id = 19 - i % 20;
        double one = 1;
        knap_item item = {.cost = 2, .concept_id = &concept_id, .amount = &one, .concept_count = 1};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < 20; c++)
        assert_ok(knap_instance_target(instance, c, 1, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
    assert_ok(knap_greedy(instance, KNAP_GREEDY_BENEFIT, &list, error));
    assert_int_equal(list.count, 20);
    for (size_t i = 0; i < 20; i++)
        assert_int_equal(list.item[i], i);
    knap_list_free(&list);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rewards_are_monotone_submodular_and_add_up),
        cmocka_unit_test(rewards_equal_their_formulas),
        cmocka_unit_test(greedy_meets_its_guarantee),
        cmocka_unit_test(lazy_equals_plain),
        cmocka_unit_test(greedy_breaks_ties_by_index),
    };
    return cmocka_run_group_tests_name("reward", tests, NULL, NULL);
}
