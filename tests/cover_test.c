/* cover_test.c - system cover: its objective against the definition, monotone and submodular; its lists against brute force; limits
 * of groups, which every system keeps. */
#include "failing.h"
#include "random.h"
#include "core/open.h"
#include "systems/cover.h"
#include "inner.h"

enum { SPARSE, DENSE, SCORES, KINDS };

/* Random items with scores (some without), groups, and vectors of the kind. */
static knap_instance *scored_instance(knap_data *data, knap_rng *rng, size_t n, double budget, int kind)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, "x", budget, 0, &instance, error));
    for (size_t i = 0; i < n; i++) {
        double vector[RANDOM_DIMENSIONS];
        uint32_t dimension[RANDOM_DIMENSIONS];
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10), .group = knap_rng_below(rng, 4)};
        for (uint32_t d = 0; kind != SCORES && d < RANDOM_DIMENSIONS; d++)
            if (kind == DENSE || knap_rng_below(rng, 3) == 0) {
                vector[item.vector_count] = kind == DENSE ? knap_rng_normal(rng) : knap_rng_uniform(rng);
                dimension[item.vector_count++] = d;
            }
        item.vector = item.vector_count || kind == SPARSE ? vector : NULL;
        item.vector_id = kind == SPARSE ? dimension : NULL;
        assert_ok(knap_instance_add(instance, &item, error));
        if (knap_rng_below(rng, 5))
            assert_ok(knap_instance_set_score(instance, i, knap_rng_uniform(rng), error));
    }
    assert_ok(knap_instance_set_score(instance, 0, 1, error));
    return instance;
}

static double relevance_of(const knap_instance *instance, size_t item)
{
    double least = INFINITY, largest = -INFINITY, score = knap_instance_score(instance, item);
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        least = fmin(least, knap_instance_score(instance, s)); /* fmin and fmax ignore NaN */
        largest = fmax(largest, knap_instance_score(instance, s));
    }
    return isnan(score) ? 0 : largest > least ? (score - least) / (largest - least) : 1;
}

static bool has(const knap_instance *instance, size_t item, uint32_t dimension)
{
    const kn_rows *rows = &instance->vector;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        if (rows->id[i] == dimension && rows->value[i] > 0)
            return true;
    return false;
}

/* F by the definition in cover.h; bit s of `list`: item s is in it. */
static double value_of(const knap_instance *instance, unsigned list, int kind, double lambda, double power)
{
    size_t n = knap_instance_count(instance);
    double covered = 0, all = 0, modular = 0;
    for (size_t s = 0; s < n; s++)
        if (list & 1u << s)
            modular += relevance_of(instance, s) * knap_instance_cost(instance, s) / knap_instance_budget(instance);
    for (uint32_t d = 0; kind == SPARSE && d < RANDOM_DIMENSIONS; d++) {
        double weight = 0, said = 0;
        for (size_t s = 0; s < n; s++) {
            weight += has(instance, s, d) ? pow(relevance_of(instance, s), power) : 0;
            said = has(instance, s, d) && list & 1u << s ? 1 : said;
        }
        covered += weight * said;
        all += weight;
    }
    for (size_t i = 0; kind == DENSE && i < n; i++) {
        double nearest = 0;
        for (size_t s = 0; s < n; s++)
            if (list & 1u << s)
                nearest = fmax(nearest, knap_instance_similarity(instance, i, s));
        covered += pow(relevance_of(instance, i), power) * nearest;
        all += pow(relevance_of(instance, i), power);
    }
    return kind == SCORES ? modular : (1 - lambda) * (all > 0 ? covered / all : 0) + lambda * modular;
}

static void test_objective_is_the_definition(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int trial = 0; trial < 150; trial++) {
        int kind = trial % KINDS;
        double lambda = trial % 2 ? 0 : knap_rng_uniform(&rng);
        knap_data *data;
        kn_coverage coverage = {.allocator = NULL};
        unsigned list = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_instance(data, &rng, 10, 20, kind);
        assert_ok(kn_coverage_begin(&coverage, instance, KN_COVER_AUTO, lambda, 0.5, error));
        for (int step = 0; step < 30; step++) {
            size_t s = knap_rng_below(&rng, 10);
            if (list & 1u << s)
                kn_coverage_pop(&coverage, s);
            else
                kn_coverage_push(&coverage, s);
            list ^= 1u << s;
            assert_close(coverage.value, value_of(instance, list, kind, lambda, 0.5), 1e-6);
            assert_true(coverage.value < 1 + 1e-6 || coverage.lambda > 0);
        }
        kn_coverage_end(&coverage);
        knap_data_free(data);
    }
}

/* gain(s | L) >= gain(s | M) >= 0 for L in M. */
static void test_objective_is_monotone_and_submodular(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 2);
    for (int trial = 0; trial < 150; trial++) {
        knap_data *data;
        kn_coverage coverage = {.allocator = NULL};
        double before[12], gain;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_instance(data, &rng, 12, 20, trial % KINDS);
        assert_ok(kn_coverage_begin(&coverage, instance, trial % 2 ? KN_COVER_AUTO : KN_COVER_ITEMS, 0.2, 0.5, error));
        for (size_t s = 0; s < 12; s++)
            before[s] = INFINITY;
        for (size_t m = 0; m < 12; m++) {
            for (size_t s = m; s < 12; s++) {
                gain = kn_coverage_gain(&coverage, s);
                assert_true(gain >= 0);
                assert_true(gain <= before[s] + 1e-12);
                before[s] = gain;
            }
            kn_coverage_push(&coverage, m);
        }
        kn_coverage_end(&coverage);
        knap_data_free(data);
    }
}

/* ---- Lists ---- */

static knap_status pack(const knap_instance *instance, const char *setting, const knap_run *run, knap_list *list,
                        knap_error *why)
{
    const knap_system *system = knap_system_find("cover");
    struct {
        double room[8];
    } params;
    knap_model *model;
    knap_status status;
    assert_true(system->params_size <= sizeof params);
    knap_system_init(system, &params);
    if (setting)
        assert_ok(knap_system_set(system, setting, strlen(setting), &params, error));
    if ((status = knap_system_fit(system, &params, NULL, run, &model, why)))
        return status;
    list->allocator = run ? run->allocator : NULL;
    status = knap_model_pack(model, instance, 1, run, list, NULL, why);
    knap_model_free(model);
    return status;
}

static unsigned bits_of(const knap_list *list)
{
    unsigned bits = 0;
    for (size_t i = 0; i < list->count; i++)
        bits |= 1u << list->item[i];
    return bits;
}

static double best_value(const knap_instance *instance, int kind)
{
    double best = 0;
    for (unsigned list = 0; list < 1u << knap_instance_count(instance); list++) {
        double cost = 0;
        for (size_t s = 0; s < knap_instance_count(instance); s++)
            cost += list & 1u << s ? knap_instance_cost(instance, s) : 0;
        if (cost <= knap_instance_budget(instance))
            best = fmax(best, value_of(instance, list, kind, 0.01, 0.5));
    }
    return best;
}

static void test_lists_against_brute_force(void **state)
{
    knap_rng rng;
    double ratio = 0;
    size_t trials = 60;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (size_t trial = 0; trial < trials; trial++) {
        int kind = (int)(trial % KINDS);
        knap_data *data;
        knap_list list = KNAP_LIST_INIT;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_instance(data, &rng, 10, 4 + (double)knap_rng_below(&rng, 20), kind);
        assert_ok(pack(instance, NULL, NULL, &list, error));
        double best = best_value(instance, kind), value = value_of(instance, bits_of(&list), kind, 0.01, 0.5);
        assert_true(list.cost <= knap_instance_budget(instance));
        assert_true(value <= best + 1e-6);
        assert_true(value >= 0.5 * (1 - exp(-1)) * best - 1e-6);
        ratio += best > 0 ? value / best : 1;
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(ratio / (double)trials > 0.98);
}

static bool hurries(void *context)
{
    ++*(size_t *)context;
    return true;
}

/* With no time for exchanges the list is the greedy one; without a deadline exchanges never lower the value. */
static void test_deadline_returns_the_greedy_list(void **state)
{
    knap_rng rng;
    size_t asked = 0;
    (void)state;
    knap_rng_seed(&rng, 4);
    for (int trial = 0; trial < 30; trial++) {
        knap_run run = {.jobs = 1, .hurry = hurries, .hurry_context = &asked};
        knap_list plain = KNAP_LIST_INIT, hurried = KNAP_LIST_INIT, full = KNAP_LIST_INIT;
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = scored_instance(data, &rng, 20, 25, trial % KINDS);
        assert_ok(pack(instance, "swap=0", NULL, &plain, error));
        assert_ok(pack(instance, NULL, &run, &hurried, error));
        assert_ok(pack(instance, NULL, NULL, &full, error));
        assert_int_equal(plain.count, hurried.count);
        assert_memory_equal(plain.item, hurried.item, plain.count * sizeof *plain.item);
        assert_true(value_of(instance, bits_of(&full), trial % KINDS, 0.01, 0.5) >=
                    value_of(instance, bits_of(&plain), trial % KINDS, 0.01, 0.5) - 1e-6);
        knap_list_free(&plain);
        knap_list_free(&hurried);
        knap_list_free(&full);
        knap_data_free(data);
    }
    assert_true(asked > 0);
}

/* ---- Limits ---- */

static void check_groups(const knap_instance *instance, const knap_list *list, size_t most)
{
    double cost = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t same = 0, group = knap_instance_group(instance, list->item[i]);
        for (size_t j = 0; j < list->count; j++)
            same += knap_instance_group(instance, list->item[j]) == group;
        assert_true(group == 0 || same <= most);
        assert_true(knap_instance_choice(instance, list->item[i]) != KNAP_CHOICE_BAN);
        cost += knap_instance_cost(instance, list->item[i]);
    }
    assert_true(cost <= knap_instance_budget(instance) + 1e-9);
}

static void test_every_system_keeps_limits(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (size_t trial = 0; trial < 6; trial++) {
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        for (size_t i = 0; i < 4; i++) {
            knap_instance *instance = random_instance(data, &rng, 16, 30, "coverage", 1);
            for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
                double worth = knap_rng_uniform(&rng);
                assert_ok(knap_instance_expect(instance, c, &worth, 1, error));
            }
            for (size_t s = 0; s < 16; s++)
                assert_ok(knap_instance_set_group(instance, s, knap_rng_below(&rng, 5) * 1000003, error));
            assert_ok(knap_instance_set_choice(instance, knap_rng_below(&rng, 16), KNAP_CHOICE_PIN, error));
            assert_ok(knap_instance_set_choice(instance, knap_rng_below(&rng, 16), KNAP_CHOICE_BAN, error));
            assert_ok(knap_instance_limit_groups(instance, 1 + trial % 2, error));
            assert_ok(knap_instance_limit_items(instance, trial % 4, error));
        }
        for (size_t k = 0; knap_systems()[k]; k++) {
            const knap_system *system = knap_systems()[k];
            knap_model *model;
            assert_ok(knap_system_fit(system, NULL, data, NULL, &model, error));
            for (size_t i = 0; i < 4; i++) {
                knap_list list = KNAP_LIST_INIT;
                assert_ok(knap_model_pack(model, knap_data_at(data, i), 1, NULL, &list, NULL, error));
                check_groups(knap_data_at(data, i), &list, 1 + trial % 2);
                assert_true(list.count > 0 && (trial % 4 == 0 || list.count <= (size_t)trial % 4));
                knap_list_free(&list);
            }
            knap_model_free(model);
        }
        knap_data_free(data);
    }
}

static void test_pins_above_the_limit_are_an_error(void **state)
{
    knap_data *data;
    knap_rng rng;
    knap_list list = KNAP_LIST_INIT;
    knap_error why;
    (void)state;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = scored_instance(data, &rng, 6, 100, SPARSE);
    for (size_t s = 0; s < 6; s++)
        assert_ok(knap_instance_set_group(instance, s, 7, error));
    for (size_t s = 0; s < 2; s++)
        assert_ok(knap_instance_set_choice(instance, s, KNAP_CHOICE_PIN, error));
    assert_ok(knap_instance_limit_groups(instance, 1, error));
    assert_int_equal(pack(instance, NULL, NULL, &list, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "pinned"));
    assert_int_equal(list.count, 0);
    assert_ok(knap_instance_limit_groups(instance, 2, error));
    assert_ok(pack(instance, NULL, NULL, &list, error));
    assert_int_equal(list.count, 2);
    assert_ok(knap_instance_limit_groups(instance, 0, error));
    assert_ok(pack(instance, NULL, NULL, &list, error));
    assert_int_equal(list.count, 6);
    assert_ok(knap_instance_limit_items(instance, 1, error));
    assert_int_equal(pack(instance, NULL, NULL, &list, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "2 items are pinned, and a list has at most 1"));
    for (size_t most = 2; most <= 7; most++) {
        assert_ok(knap_instance_limit_items(instance, most, error));
        assert_ok(pack(instance, NULL, NULL, &list, error));
        assert_int_equal(list.count, most < 6 ? most : 6);
    }
    knap_list_free(&list);
    knap_data_free(data);
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_list list = KNAP_LIST_INIT;
    knap_status status = pack(context, NULL, &run, &list, NULL);
    knap_list_free(&list);
    return status;
}

static void test_every_allocation_may_fail(void **state)
{
    knap_rng rng;
    knap_data *data;
    (void)state;
    knap_rng_seed(&rng, 7);
    assert_ok(knap_data_new(NULL, &data, error));
    for (int kind = 0; kind < KINDS; kind++)
        assert_true(survives(scenario, scored_instance(data, &rng, 12, 20, kind)) > 3);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_objective_is_the_definition),
                                       cmocka_unit_test(test_objective_is_monotone_and_submodular),
                                       cmocka_unit_test(test_lists_against_brute_force),
                                       cmocka_unit_test(test_deadline_returns_the_greedy_list),
                                       cmocka_unit_test(test_every_system_keeps_limits),
                                       cmocka_unit_test(test_pins_above_the_limit_are_an_error),
                                       cmocka_unit_test(test_every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
