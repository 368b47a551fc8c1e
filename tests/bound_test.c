/* bound_test.c - the certified upper bound: never below the optimum of brute force, and exact where it must be. */
#include "failing.h"
#include "random.h"

#include "core/bound.h"

static const char *const kinds[] = {"coverage", "success", "facility", "modular", "expected"};
enum { KINDS = 5, MOST = 10 };

/* The best value of any allowed list, by trying all sets: budget, alternatives, pins, bans. */
static double brute_force(const knap_instance *instance)
{
    const knap_reward *reward = knap_instance_reward(instance);
    size_t n = knap_instance_count(instance);
    double best = -1;
    for (size_t set = 0; set < (size_t)1 << n; set++) {
        double cost = 0;
        bool allowed = true;
        void *state;
        for (size_t i = 0; i < n; i++) {
            bool in = set >> i & 1;
            knap_choice choice = knap_instance_choice(instance, i);
            cost += in ? knap_instance_cost(instance, i) : 0;
            allowed = allowed && !(in ? choice == KNAP_CHOICE_BAN : choice == KNAP_CHOICE_PIN);
            for (size_t j = 0; in && j < i; j++)
                allowed =
                    allowed && !(set >> j & 1 && knap_instance_alternative(instance, i) &&
                                 knap_instance_alternative(instance, i) == knap_instance_alternative(instance, j));
        }
        if (!allowed || cost > knap_instance_budget(instance))
            continue;
        assert_ok(reward->begin(instance, NULL, &state, error));
        for (size_t i = 0; i < n; i++)
            if (set >> i & 1)
                reward->push(state, i);
        best = fmax(best, reward->value(state));
        reward->end(state);
    }
    return best;
}

/* A random instance; `rules` adds alternatives, pins and bans. */
static knap_instance *make(knap_data *data, knap_rng *rng, const char *kind, bool rules)
{
    size_t n = 1 + (size_t)knap_rng_below(rng, MOST);
    double budget = (double)knap_rng_below(rng, 40), pinned = 0, worth[] = {0.75, 0.5, 0.25};
    knap_instance *instance = random_instance(data, rng, n, budget, NULL, 1);
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
        assert_ok(knap_instance_expect(instance, c, worth, 1 + (size_t)knap_rng_below(rng, 3), error));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find(kind), NULL, error));
    for (size_t i = 0; rules && i < n; i++) {
        size_t lot = (size_t)knap_rng_below(rng, 8);
        double cost = knap_instance_cost(instance, i);
        if (lot == 0)
            assert_ok(knap_instance_set_choice(instance, i, KNAP_CHOICE_BAN, error));
        if (lot == 1 && pinned + cost <= budget && !knap_instance_alternative(instance, i)) {
            assert_ok(knap_instance_set_choice(instance, i, KNAP_CHOICE_PIN, error));
            pinned += cost;
        }
    }
    return instance;
}

/* The same items once more, each in a random group of alternatives or in none. */
static knap_instance *regroup(knap_data *data, knap_rng *rng, const char *kind)
{
    size_t n = 2 + (size_t)knap_rng_below(rng, MOST - 1), groups = 1 + (size_t)knap_rng_below(rng, 4);
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, (double)knap_rng_below(rng, 30), 0, &instance, error));
    for (size_t i = 0; i < n; i++) {
        uint32_t concept_id[] = {(uint32_t)knap_rng_below(rng, 3), 3 + (uint32_t)knap_rng_below(rng, 3)};
        double amount[] = {knap_rng_uniform(rng) * 2, knap_rng_uniform(rng) * 2}, vector[] = {0, 0, 0};
        vector[knap_rng_below(rng, 3)] = 1;
        vector[knap_rng_below(rng, 3)] += knap_rng_uniform(rng);
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10),
                          .worth = knap_rng_uniform(rng),
                          .vector = vector,
                          .vector_count = 3,
                          .concept_id = concept_id,
                          .amount = amount,
                          .concept_count = 2,
                          .alternative = (size_t)knap_rng_below(rng, groups + 1)};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < 6; c++) {
        double worth[] = {0.9, 0.4};
        assert_ok(knap_instance_target(instance, c, 0.5 + knap_rng_uniform(rng) * 2, error));
        assert_ok(knap_instance_expect(instance, c, worth, 2, error));
    }
    assert_ok(knap_instance_set_reward(instance, knap_reward_find(kind), NULL, error));
    return instance;
}

/* The bound of the empty list, of the greedy lists and of a random list; each must hold. */
static double check_bounds(const knap_instance *instance, knap_rng *rng, double optimum)
{
    knap_list list = {.allocator = NULL};
    double bound, least = INFINITY;
    for (int rule = -2; rule <= KNAP_GREEDY_BETTER; rule++) {
        knap_list_clear(&list);
        if (rule >= 0)
            assert_ok(knap_greedy(instance, (knap_greedy_rule)rule, &list, error));
        for (size_t i = 0; rule == -1 && i < 4; i++)
            assert_ok(
                knap_list_push(&list, instance, (size_t)knap_rng_below(rng, knap_instance_count(instance)), error));
        assert_ok(knap_upper_bound(instance, &list, &bound, error));
        if (!(bound >= optimum - 1e-12))
            fail_msg("bound %.17g of rule %d below the optimum %.17g", bound, rule, optimum);
        least = fmin(least, bound);
    }
    knap_list_free(&list);
    return least;
}

static void bound_is_never_below_the_optimum(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 2031);
    for (int form = 0; form < 3; form++)
        for (int kind = 0; kind < KINDS; kind++) {
            double ratio = 0, certified = 0, worst = 1;
            int counted = 0;
            for (int round = 0; round < 700; round++) {
                knap_data *data;
                knap_list list = {.allocator = NULL};
                double optimum, bound, greedy;
                assert_ok(knap_data_new(NULL, &data, error));
                knap_instance *instance =
                    form == 2 ? regroup(data, &rng, kinds[kind]) : make(data, &rng, kinds[kind], form == 1);
                optimum = brute_force(instance);
                bound = check_bounds(instance, &rng, optimum);
                assert_ok(knap_greedy(instance, KNAP_GREEDY_BETTER, &list, error));
                assert_ok(knap_list_value(instance, &list, &greedy, error));
                if (bound > 0) {
                    ratio += optimum / bound;
                    certified += greedy / bound;
                    worst = fmin(worst, greedy / bound);
                    counted++;
                }
                knap_list_free(&list);
                knap_data_free(data);
            }
            print_message("form %d %-9s optimum / bound %.4f, greedy / bound %.4f in the mean, %.4f at worst\n", form,
                          kinds[kind], ratio / counted, certified / counted, worst);
            assert_true(ratio / counted > 0.9); /* a bound of 1 for all would be valid, and of no use */
        }
}

/* Where every step is taken whole, the relaxation is exact: room for everything, or equal items. */
static void bound_is_exact_where_nothing_is_cut(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 200; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL};
        double bound, value;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = random_instance(data, &rng, 8, 80, kinds[round % 4], 1);
        assert_ok(knap_upper_bound(instance, &list, &bound, error));
        for (size_t i = 0; i < 8; i++)
            assert_ok(knap_list_push(&list, instance, i, error));
        assert_ok(knap_list_value(instance, &list, &value, error));
        assert_close(bound, value, 1e-12);
        knap_list_free(&list);
        knap_data_free(data);
    }
}

/* By hand: gains 6, 5, 4 of costs 3, 3, 4 and W = 5. Dantzig: 6 + 2/3 * 5 = 9.33. Without the second item: 6 + 2 * 1 = 8; with
 * it: 6 + 5 - 1 * 2 = 9. Of the alternatives (cost 2, gain 4) and (cost 4, gain 5), W = 3: 4 + 1/2 * 1. */
static void relaxed_knapsack_by_hand(void **state)
{
    double cost[] = {3, 3, 4}, gain[] = {6, 5, 4}, pair_cost[] = {2, 4}, pair_gain[] = {4, 5};
    knap_data *data;
    knap_instance *plain, *pair;
    kn_room room = {.allocator = NULL};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &plain, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &pair, error));
    for (size_t i = 0; i < 3; i++)
        assert_ok(knap_instance_add(plain, &(knap_item){.cost = cost[i]}, error));
    for (size_t i = 0; i < 2; i++)
        assert_ok(knap_instance_add(pair, &(knap_item){.cost = pair_cost[i], .alternative = 1}, error));
    assert_ok(kn_room_begin(&room, plain, error));
    assert_close(kn_room_most(&room, plain, gain, 5), 9, 1e-15);
    assert_close(kn_room_most(&room, plain, gain, 2), 0, 1e-15); /* nothing fits */
    assert_close(kn_room_most(&room, plain, gain, 10), 15, 1e-15);
    assert_ok(kn_room_begin(&room, pair, error));
    assert_close(kn_room_most(&room, pair, pair_gain, 3), 4, 1e-15); /* the larger one does not fit */
    assert_close(kn_room_most(&room, pair, pair_gain, 4), 5, 1e-15); /* one of the two, not both */
    assert_close(kn_room_most(&room, pair, pair_gain, 9), 5, 1e-15);
    kn_room_free(&room);
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    knap_list list = {.allocator = allocator};
    knap_error error;
    double bound;
    knap_status status = knap_list_push(&list, context, 0, &error);
    if (!status)
        status = knap_upper_bound(context, &list, &bound, &error);
    knap_list_free(&list);
    return status;
}

static void bound_survives_failing_memory(void **state)
{
    knap_data *data;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 7);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_true(survives(scenario, regroup(data, &rng, "coverage")) > 3);
    knap_data_free(data);
}

static void bound_says_what_is_missing(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    knap_error why;
    knap_reward odd = *knap_reward_find("modular");
    double bound;
    (void)state;
    odd.submodular = false;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, NAN, 0, &instance, error));
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .worth = 1}, error));
    assert_int_equal(knap_upper_bound(instance, &list, &bound, &why), KNAP_USAGE);
    assert_non_null(strstr(why.message, "has none"));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    assert_int_equal(knap_upper_bound(instance, &list, &bound, &why), KNAP_USAGE);
    assert_non_null(strstr(why.message, "budget"));
    assert_ok(knap_instance_set_budget(instance, 1, error));
    assert_ok(knap_upper_bound(instance, &list, &bound, error));
    assert_close(bound, 1, 0);
    assert_ok(knap_instance_set_reward(instance, &odd, NULL, error));
    assert_int_equal(knap_upper_bound(instance, &list, &bound, &why), KNAP_USAGE);
    assert_non_null(strstr(why.message, "submodular"));
    assert_int_equal(knap_upper_bound(instance, NULL, &bound, &why), KNAP_USAGE);
    assert_int_equal(knap_upper_bound(NULL, &list, &bound, &why), KNAP_USAGE);
    assert_int_equal(knap_upper_bound(instance, &list, NULL, &why), KNAP_USAGE);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bound_is_never_below_the_optimum), cmocka_unit_test(bound_is_exact_where_nothing_is_cut),
        cmocka_unit_test(relaxed_knapsack_by_hand),         cmocka_unit_test(bound_survives_failing_memory),
        cmocka_unit_test(bound_says_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
