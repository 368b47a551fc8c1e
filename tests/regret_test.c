/* regret_test.c - the regret in units of the reward: by hand, 0 for the greedy list, never above the best reward, and with the
 * bound of Theorem 1 against brute force. */
#include "random.h"

#include "core/example.h"
#include "core/regret.h"
#include "core/settings.h"

/* The first policy is 0 everywhere and picks the items in their order: with one instance and one epoch, that list is reported. */
static knap_report train_once(knap_data *data, int guided)
{
    knap_settings settings;
    knap_report report;
    knap_model *model;
    knap_settings_init(&settings);
    settings.epochs = 1;
    settings.guided = guided;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, &report, error));
    knap_model_free(model);
    return report;
}

static knap_instance *modular(knap_data *data, double budget, const double *cost, const double *worth, size_t count)
{
    knap_instance *instance;
    size_t feature;
    assert_ok(knap_data_feature(data, "q", &feature, error));
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t i = 0; i < count; i++)
        assert_ok(
            knap_instance_add(instance, &(knap_item){.cost = cost[i], .worth = worth[i], .feature = &worth[i]}, error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    return instance;
}

/* W = 4; B (cost 3, gain 1/2) is picked before A (cost 1, gain 1/2). W b: B 2/3, A 2, but no list can gain more than 1. Weights:
 * A 1/4, B 3/4 (1 - 1/4) = 9/16. Lost: 9/16 (1 - 2/3) at B, nothing at A. The bound is
 * 13/16 * 1 - 9/16 (1 - 2/3) - 1/4 (1/2 - 2) = 1, which is the reward. */
static void regret_by_hand(void **state)
{
    double cost[] = {3, 1}, worth[] = {0.5, 0.5};
    knap_data *data;
    knap_report report;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    modular(data, 4, cost, worth, 2);
    report = train_once(data, 0);
    assert_close(report.reward, 1, 1e-15);
    assert_close(report.regret, 9.0 / 16 / 3, 1e-15);
    assert_close(report.bound, 1, 1e-15);
    assert_close(report.loss, 9.0 / 16 * (2 - 2.0 / 3), 1e-15); /* without the cap */
    knap_data_free(data);
}

/* A small item of nearly all the worth is picked last: its benefit is 0.9/0.1 = 9 times the best reward. The loss in benefits
 * is many times the reward, the regret is not. W = 10, costs 9.9 and 0.1: w = (0.99 * 0.99, 0.01). */
static void regret_stays_within_the_reward(void **state)
{
    double cost[] = {9.9, 0.1}, worth[] = {1, 9};
    knap_data *data;
    knap_report report;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    modular(data, 10, cost, worth, 2);
    report = train_once(data, 0);
    assert_close(report.loss, 0.9801 * (0.9 * 100 - 0.1 / 0.99), 1e-12);
    assert_close(report.regret, 0.9801 * (1 - 0.1 / 0.99), 1e-12);
    assert_true(report.bound <= report.reward + 1e-12);
    knap_data_free(data);
}

/* Two items of the list (0, 1) and one that never fits again: the pick of the small first item is not lost to the large one as
 * long as that fits, but the bound knows that the best list may have it. W = 4, costs 1, 4, gains 0.2, 0.8. */
static void items_that_no_longer_fit_count_in_the_bound(void **state)
{
    double cost[] = {1, 1, 4}, worth[] = {1, 1, 8};
    knap_data *data;
    knap_report report;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    modular(data, 4, cost, worth, 3);
    report = train_once(data, 0);
    /* Limit: relaxed knapsack of 0.1/1, 0.1/1, 0.8/4: the large item fills the budget, 0.8. Position 1: W b is 0.8 for the large
     * one, 0.4 for mine, w = 1/4 * 3/4. Position 2: W b is 0.4 for the one that fits, 0.7 (limit 0.8 - 0.1) for all; w = 1/4. */
    assert_close(report.regret, 3.0 / 16 * (0.8 - 0.4), 1e-15);
    assert_close(report.bound, 7.0 / 16 * 0.8 - 3.0 / 16 * (0.8 - 0.4) - 0.25 * (0.7 - 0.4), 1e-15);
    assert_true(report.bound <= report.reward);
    knap_data_free(data);
}

static double value_of(const knap_instance *instance, size_t set)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < knap_instance_count(instance); i++)
        if (set >> i & 1)
            assert_ok(knap_list_push(&list, instance, i, error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

static double optimum(const knap_instance *instance, size_t pin)
{
    size_t n = knap_instance_count(instance);
    double best = 0;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        double cost = 0;
        for (size_t i = 0; i < n; i++)
            cost += set >> i & 1 ? knap_instance_cost(instance, i) : 0;
        if (cost <= knap_instance_budget(instance) && (pin == SIZE_MAX || set >> pin & 1))
            best = fmax(best, value_of(instance, set));
    }
    return best;
}

/* Any list, with and without a pinned item: f(L) >= the bound with the true optimum. */
static void theorem_bounds_every_list(void **state)
{
    static const char *const kinds[] = {"coverage", "success", "facility", "modular"};
    knap_rng rng;
    double tightest = 1;
    (void)state;
    knap_rng_seed(&rng, 77);
    for (int round = 0; round < 2000; round++) {
        size_t n = 1 + (size_t)knap_rng_below(&rng, 8), pin = SIZE_MAX;
        double gain[8], weight[8], best, limit, budget = 10 + (double)knap_rng_below(&rng, 30);
        knap_list list = {.allocator = NULL}, none = {.allocator = NULL};
        kn_walk walk = {.allocator = NULL, .jobs = 1};
        knap_settings settings;
        knap_data *data;
        void *reward;
        kn_regret regret;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = random_instance(data, &rng, n, budget, kinds[round % 4], 1);
        if (round % 3 == 0) {
            pin = (size_t)knap_rng_below(&rng, n);
            assert_ok(knap_instance_set_choice(instance, pin, KNAP_CHOICE_PIN, error));
            assert_ok(knap_list_push(&list, instance, pin, error));
        }
        for (size_t tries = 0; tries < 12; tries++) { /* a random list */
            size_t item = (size_t)knap_rng_below(&rng, n);
            bool in = false;
            for (size_t i = 0; i < list.count; i++)
                in |= list.item[i] == item;
            if (!in && list.cost + knap_instance_cost(instance, item) <= budget)
                assert_ok(knap_list_push(&list, instance, item, error));
        }
        knap_settings_init(&settings);
        best = optimum(instance, pin);
        assert_ok(knap_upper_bound(instance, &none, &limit, error));
        kn_example_weights(instance, &list, weight);
        assert_ok(kn_walk_begin(&walk, instance, kn_views_of(&settings), error));
        assert_ok(instance->reward->begin(instance, NULL, &reward, error));
        for (size_t i = 0; i < walk.pinned; i++)
            instance->reward->push(reward, list.item[i]);
        regret = kn_regret_begin(limit, instance->reward->value(reward));
        for (size_t i = walk.pinned; i < list.count; i++) {
            for (size_t c = 0; c < walk.candidates; c++)
                gain[c] = instance->reward->gain(reward, walk.candidate[c]);
            kn_regret_pick(&regret, &walk, reward, gain, list.item[i], weight[i]);
            instance->reward->push(reward, list.item[i]);
            assert_ok(kn_walk_push(&walk, list.item[i], error));
        }
        double value = instance->reward->value(reward), bound = kn_regret_bound(&regret, best);
        if (!(bound <= value + 1e-12))
            fail_msg("round %d: bound %.17g, reward %.17g", round, bound, value);
        assert_true(regret.lost >= 0 && regret.lost <= limit + 1e-12);
        tightest = fmin(tightest, value - bound);
        instance->reward->end(reward);
        kn_walk_free(&walk);
        knap_list_free(&list);
        knap_data_free(data);
    }
    print_message("smallest distance of reward and bound: %.4f\n", tightest);
}

/* The greedy list by benefit has no regret; that of training lies within [0, 1], and its bound below its reward. */
static void greedy_has_no_regret(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 78);
    for (int round = 0; round < 200; round++) {
        knap_data *data;
        knap_report report;
        assert_ok(knap_data_new(NULL, &data, error));
        for (int i = 0; i < 4; i++)
            random_instance(data, &rng, 20, 25, round % 2 ? "coverage" : "facility", 1);
        report = train_once(data, 1);
        assert_close(report.regret, 0, 1e-12);
        assert_close(report.reward, report.oracle, 1e-12);
        assert_true(report.bound <= report.reward + 1e-12);
        report = train_once(data, 0);
        assert_true(report.regret >= 0 && report.regret <= 1);
        assert_true(report.bound <= report.reward + 1e-12);
        knap_data_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regret_by_hand),
        cmocka_unit_test(regret_stays_within_the_reward),
        cmocka_unit_test(items_that_no_longer_fit_count_in_the_bound),
        cmocka_unit_test(theorem_bounds_every_list),
        cmocka_unit_test(greedy_has_no_regret),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
