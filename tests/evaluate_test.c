/* evaluate_test.c - limits and measures against their definitions; they do not depend on threads, and survive failing memory. */
#include "failing.h"
#include "random.h"

#include "evaluate/inner.h"

enum { INSTANCES = 24 };

static knap_data *make_data(uint64_t seed, const char *kind)
{
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < INSTANCES; i++)
        random_instance(data, &rng, 1 + (size_t)knap_rng_below(&rng, 30), (double)knap_rng_below(&rng, 60), kind, 1);
    return data;
}

static knap_model *make_model(const char *name)
{
    knap_model *model;
    assert_ok(knap_system_fit(knap_system_find(name), NULL, NULL, NULL, &model, error));
    return model;
}

/* Coverage of a concept is what the list's amounts sum to, up to the cap; written out from random_instance's draws is not
 * possible, so the amounts are given here. */
static void coverage_counts_every_concept_the_same(void **state)
{
    knap_data *data;
    knap_instance *instance;
    uint32_t concepts[] = {0, 5};
    double amounts[][2] = {{1, 0.5}, {2, 0.25}};
    knap_packed packed = {.list = {.allocator = NULL}};
    knap_measures measures;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, "a", 8, 0, &instance, error));
    for (size_t i = 0; i < 2; i++) {
        knap_item item = {.cost = 2, .concept_id = concepts, .amount = amounts[i], .concept_count = 2};
        assert_ok(knap_instance_add(instance, &item, error));
        assert_ok(knap_list_push(&packed.list, instance, i, error));
    }
    assert_ok(knap_instance_target(instance, 0, 2.5, error));
    assert_ok(knap_instance_target(instance, 5, 1, error));
    assert_ok(knap_instance_target(instance, 5, 0.5, error)); /* caps of one concept add up */
    assert_ok(knap_instance_target(instance, 9, 4, error));   /* no item covers it */
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("coverage"), NULL, error));
    assert_ok(knap_evaluate_lists(data, &packed, true, NULL, &measures, error));
    assert_close(measures.coverage, (1 + 0.75 / 1.5 + 0) / 3, 1e-15);
    assert_close(measures.reward, 3.25 / 8, 1e-15);
    assert_close(measures.bound, measures.reward, 1e-15); /* there are no more items */
    assert_close(measures.used, 0.5, 0);
    assert_close(measures.cost, 4, 0);
    assert_int_equal(measures.items, 2);
    assert_ok(knap_evaluate_lists(data, &packed, false, NULL, &measures, error));
    assert_true(isnan(measures.bound));
    knap_list_free(&packed.list);
    knap_data_free(data);
}

/* Every system lies below both bounds; the oracle's own measures are its limits; threads change nothing. */
static void measures_agree_with_limits(void **state)
{
    static const char *const kinds[] = {"coverage", "success", "facility", "modular"};
    static const char *const systems[] = {"mmr", "lead", "random", "submod", "oracle"};
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        knap_data *data = make_data(100 + (uint64_t)kind, kinds[kind]);
        knap_limits limits[INSTANCES], again[INSTANCES];
        knap_run threads = {.jobs = 3};
        assert_ok(knap_evaluate_limits(data, NULL, limits, error));
        assert_ok(knap_evaluate_limits(data, &threads, again, error));
        assert_memory_equal(limits, again, sizeof limits);
        for (int s = 0; s < 5; s++) {
            knap_model *model = make_model(systems[s]);
            knap_packed packed[INSTANCES];
            knap_measures measures[INSTANCES];
            assert_ok(knap_pack_all(model, data, 7, NULL, packed, error));
            assert_ok(knap_evaluate_lists(data, packed, true, &threads, measures, error));
            for (size_t i = 0; i < INSTANCES; i++) {
                assert_close(measures[i].reward, packed[i].reward, 0);
                assert_true(measures[i].reward <= fmin(limits[i].bound, measures[i].bound) + 1e-12);
                assert_true(limits[i].oracle <= fmin(limits[i].bound, measures[i].bound) + 1e-12);
                assert_true(measures[i].used <= 1);
                if (s == 4) {
                    assert_close(measures[i].reward, limits[i].oracle, 0);
                    assert_close(measures[i].bound, limits[i].bound, 0);
                }
            }
            knap_packed_free(packed, INSTANCES);
            knap_model_free(model);
        }
        knap_data_free(data);
    }
}

static void nothing_to_measure_against_is_an_error(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_error why;
    knap_limits limits;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, "q7", 5, 12, &instance, error));
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    assert_int_equal(knap_evaluate_limits(data, NULL, &limits, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "instance 'q7' (line 12) has no reward"));
    assert_int_equal(knap_evaluate_check(NULL, &why), KNAP_USAGE);
    assert_int_equal(knap_evaluate_lists(data, NULL, true, NULL, NULL, &why), KNAP_BAD_INPUT);
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    assert_int_equal(knap_evaluate_lists(data, NULL, true, NULL, NULL, &why), KNAP_USAGE);
    assert_int_equal(knap_evaluate_limits(data, NULL, NULL, &why), KNAP_USAGE);
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_limits limits[INSTANCES];
    knap_measures measures[INSTANCES];
    knap_packed packed[INSTANCES] = {{.list = {.allocator = NULL}}};
    knap_error error;
    knap_status status = knap_evaluate_limits(context, &run, limits, &error);
    return status ? status : knap_evaluate_lists(context, packed, true, &run, measures, &error);
}

static void evaluation_survives_failing_memory(void **state)
{
    knap_data *data = make_data(4, "coverage");
    (void)state;
    assert_true(survives(scenario, data) > INSTANCES);
    knap_data_free(data);
}

/* A bound holds for submodular rewards only: for others none is stated. A list has no item twice. */
static void measures_state_no_more_than_is_true(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_reward odd = *knap_reward_find("modular");
    knap_packed packed = {.list = {.allocator = NULL}};
    knap_limits limits;
    knap_measures measures;
    (void)state;
    odd.submodular = false;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    for (size_t i = 0; i < 3; i++)
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .worth = 1}, error));
    assert_ok(knap_instance_set_reward(instance, &odd, NULL, error));
    assert_ok(knap_list_push(&packed.list, instance, 0, error));
    assert_ok(knap_evaluate_limits(data, NULL, &limits, error));
    assert_true(isnan(limits.bound) && limits.oracle > 0);
    assert_ok(knap_evaluate_lists(data, &packed, true, NULL, &measures, error));
    assert_true(isnan(measures.bound));
    assert_ok(knap_list_push(&packed.list, instance, 1, error));
    packed.list.item[1] = 0;
    assert_int_equal(knap_evaluate_lists(data, &packed, false, NULL, &measures, NULL), KNAP_USAGE);
    knap_list_free(&packed.list);
    knap_data_free(data);
}

/* Top-k by its definition: again and again the open item of the highest score, the first of equals. Duplicates are not left out, bans
 * are. first: whether the list has the best item or the one that it repeats. */
static void top_k_and_first_by_definition(void **state)
{
    enum { N = 9 };
    size_t without = 0, duplicates = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        knap_data *data;
        knap_instance *instance;
        knap_packed packed = {.list = {.allocator = NULL}};
        knap_list list = {.allocator = NULL};
        knap_limits limits;
        knap_measures measures;
        knap_rng rng;
        double score[N], cost[N], budget, left, value;
        bool scored = seed % 10 != 0, out[N] = {false}, in[N] = {false};
        size_t best = N, same = N, pin = N;
        knap_rng_seed(&rng, 500 + seed);
        assert_ok(knap_data_new(NULL, &data, error));
        budget = left = 2 + (double)knap_rng_below(&rng, 20);
        assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
        for (size_t s = 0; s < N; s++) {
            knap_item item = {.cost = cost[s] = 1 + (double)knap_rng_below(&rng, 9), .worth = knap_rng_uniform(&rng)};
            score[s] = (double)knap_rng_below(&rng, 6) - 3;
            assert_ok(knap_instance_add(instance, &item, error));
            if (scored && knap_rng_below(&rng, 5))
                assert_ok(knap_instance_set_score(instance, s, score[s], error));
            else
                score[s] = NAN;
        }
        for (size_t s = 1; s < N; s++)
            if (knap_rng_below(&rng, 4) == 0) {
                assert_ok(knap_instance_set_choice(instance, s, KNAP_CHOICE_BAN, error));
                out[s] = true;
            } else if (knap_rng_below(&rng, 4) == 0) {
                assert_ok(knap_instance_set_duplicate(instance, s, 0, error));
            } else if (pin == N && cost[s] <= budget && knap_rng_below(&rng, 9) == 0) {
                assert_ok(knap_instance_set_choice(instance, pin = s, KNAP_CHOICE_PIN, error));
            }
        assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
        for (size_t s = 0; s < N; s++)
            if (!out[s] && !isnan(score[s]) && (best == N || score[s] > score[best]))
                best = s;
        if (best < N && knap_instance_duplicate(instance, best) != KNAP_NO_ITEM) {
            same = 0;
            duplicates++;
        }
        for (bool more = true; more;) { /* the pin, what has a score by it, the rest by its number */
            size_t next = N;
            for (size_t s = 0; s < N; s++) {
                double key = s == pin ? 100 : isnan(score[s]) ? -50 : score[s];
                double other = next == N || next == pin ? 100 : isnan(score[next]) ? -50 : score[next];
                if (!in[s] && !out[s] && cost[s] <= left && (next == N || (next != pin && key > other)))
                    next = s;
            }
            more = next < N;
            if (more) {
                in[next] = true;
                left -= cost[next];
                assert_ok(knap_list_push(&list, instance, next, error));
            }
        }
        for (size_t s = 0; s < N; s++)
            if (!out[s] && knap_instance_duplicate(instance, s) == KNAP_NO_ITEM && knap_rng_below(&rng, 2))
                assert_ok(knap_list_push(&packed.list, instance, s, error));
        assert_ok(knap_evaluate_limits(data, NULL, &limits, error));
        assert_ok(knap_evaluate_lists(data, &packed, false, NULL, &measures, error));
        assert_ok(knap_list_value(instance, &list, &value, error));
        if (best == N) {
            assert_true(isnan(limits.top_k) && isnan(measures.first));
            without++;
        } else {
            double has = 0;
            for (size_t i = 0; i < packed.list.count; i++)
                if (packed.list.item[i] == best || packed.list.item[i] == same)
                    has = 1;
            assert_close(limits.top_k, value, 1e-12);
            if (cost[best] > budget)
                assert_true(isnan(measures.first));
            else
                assert_close(measures.first, has, 0);
        }
        knap_list_free(&list);
        knap_list_free(&packed.list);
        knap_data_free(data);
    }
    assert_true(without >= 30 && duplicates >= 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coverage_counts_every_concept_the_same),
        cmocka_unit_test(measures_agree_with_limits),
        cmocka_unit_test(measures_state_no_more_than_is_true),
        cmocka_unit_test(nothing_to_measure_against_is_an_error),
        cmocka_unit_test(evaluation_survives_failing_memory),
        cmocka_unit_test(top_k_and_first_by_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
