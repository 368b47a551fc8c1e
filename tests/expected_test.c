/* expected_test.c - the expected reward against sums written out; views and gains kept up to date against recounts; the swap
 * search against its promises. */
#include "failing.h"
#include "random.h"

#include "core/example.h"
#include "core/walk.h"

enum { MOST = 5 };

/* Worths for most concepts, falling; two are stop words, three are pairs; amounts are whole numbers where `whole`. */
static knap_instance *hopeful_instance(knap_data *data, knap_rng *rng, size_t n, double budget, int whole)
{
    knap_instance *instance;
    double amount[RANDOM_CONCEPTS];
    uint32_t concept_id[RANDOM_CONCEPTS];
    assert_ok(knap_data_add(data, NULL, budget, 0, &instance, error));
    for (size_t i = 0; i < n; i++) {
        knap_item item = {.cost = 1 + (double)knap_rng_below(rng, 10), .concept_id = concept_id, .amount = amount};
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            if (knap_rng_below(rng, 3) == 0) {
                concept_id[item.concept_count] = c;
                amount[item.concept_count++] = whole ? 1 + (double)knap_rng_below(rng, 3) : 2.5 * knap_rng_uniform(rng);
            }
        assert_ok(knap_instance_add(instance, &item, error));
    }
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        double worth[MOST], last = 1;
        size_t count = 1 + knap_rng_below(rng, MOST);
        for (size_t k = 0; k < count; k++)
            last = worth[k] = last * knap_rng_uniform(rng);
        if (c != 5)
            assert_ok(knap_instance_expect(instance, c, worth, count, error));
        if (c < 2)
            assert_ok(knap_instance_mark(instance, c, KNAP_CONCEPT_STOP, error));
        if (c >= 9)
            assert_ok(knap_instance_mark(instance, c, KNAP_CONCEPT_BIGRAM, error));
    }
    assert_ok(knap_instance_set_mass(instance, 12, error));
    return instance;
}

static double worth_of(const knap_instance *instance, uint32_t c, double amount, int squares)
{
    double sum = 0;
    if (c >= instance->expects)
        return 0;
    for (size_t k = 0; k < instance->expect[c].count; k++) {
        const kn_worth *at = instance->worth_sum + instance->expect[c].first + k;
        double q = at[1].sum - at[0].sum, part = fmin(1, fmax(0, amount - (double)k));
        sum += part * (squares ? q * q : q);
    }
    return sum;
}

/* The four sums of a list with `extra` (or none), from nothing. */
static void recount(const knap_instance *instance, const size_t *item, size_t count, double *sums)
{
    double have[RANDOM_CONCEPTS] = {0};
    memset(sums, 0, KN_SUMS * sizeof *sums);
    for (size_t i = 0; i < count; i++)
        for (size_t j = instance->concept.start[item[i]]; j < instance->concept.start[item[i] + 1]; j++)
    have[instance->concept.id[j]] += instance->concept.value[j];
    for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++) {
        double worth = worth_of(instance, c, have[c], 0);
        if (c >= 9) {
            sums[KN_SUM_PAIRS] += worth;
            continue;
        }
        sums[KN_SUM_ALL] += worth;
        sums[KN_SUM_SQUARES] += worth_of(instance, c, have[c], 1);
        sums[KN_SUM_CONTENT] += c < 2 ? 0 : worth;
    }
}

static void check_state(const kn_expected *state, const size_t *list, size_t count)
{
    const knap_instance *instance = state->instance;
    size_t with[32];
    double sums[KN_SUMS], more[KN_SUMS];
    recount(instance, list, count, sums);
    memcpy(with, list, count * sizeof *with);
    for (size_t i = 0; i < KN_SUMS; i++)
        assert_close(state->value[i], sums[i], 1e-12);
    for (size_t s = 0; s < instance->count; s++) {
        with[count] = s;
        recount(instance, with, count + 1, more);
        for (size_t i = 0; i < KN_SUMS; i++)
            assert_close(kn_expected_gain(state, s)[i], more[i] - sums[i], 1e-12);
    }
}

static void gains_equal_a_recount(void **unused)
{
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 1);
    for (int round = 0; round < 40; round++) {
        knap_data *data;
        kn_expected state = {.allocator = NULL};
        size_t list[32], count = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_true(kn_expected_begin(&state, hopeful_instance(data, &rng, 14, 30, round % 2)));
        for (int step = 0; step < 25; step++) {
            check_state(&state, list, count);
            if (count && (knap_rng_below(&rng, 3) == 0 || count == 10)) {
                size_t out = knap_rng_below(&rng, count);
                kn_expected_pop(&state, list[out]);
                list[out] = list[--count];
            } else {
                list[count] = knap_rng_below(&rng, 14); /* the same item twice is nothing special here */
                kn_expected_push(&state, list[count++]);
            }
        }
        kn_expected_free(&state);
        knap_data_free(data);
    }
}

/* f(A + s) - f(A) >= f(B + s) - f(B) >= 0 for A a prefix of B, f(empty) = 0, f <= 1. */
static void reward_is_monotone_submodular(void **unused)
{
    const knap_reward *reward = knap_reward_find("expected");
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 2);
    for (int round = 0; round < 60; round++) {
        knap_data *data;
        knap_instance *instance;
        void *state;
        double before[14], value = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        instance = hopeful_instance(data, &rng, 14, 30, round % 2);
        assert_ok(knap_instance_set_reward(instance, reward, NULL, error));
        assert_ok(reward->begin(instance, NULL, &state, error));
        assert_true(reward->value(state) == 0);
        for (size_t s = 0; s < 14; s++)
            before[s] = reward->gain(state, s);
        for (size_t i = 0; i < 14; i++) {
            double gain = reward->gain(state, i);
            reward->push(state, i);
            assert_close(reward->value(state), value + gain, 1e-12);
            value = reward->value(state);
            for (size_t s = i + 1; s < 14; s++) {
                assert_true(reward->gain(state, s) >= 0);
                assert_true(reward->gain(state, s) <= before[s] + 1e-12);
                before[s] = reward->gain(state, s);
            }
        }
        assert_true(value <= 1 + 1e-12);
        reward->end(state);
        knap_data_free(data);
    }
}

static void views_equal_a_recount(void **unused)
{
    unsigned parts = kn_view_expected_parts();
    knap_rng rng;
    (void)unused;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 20; round++) {
        knap_data *data;
        knap_instance *instance;
        kn_walk walk = {.allocator = NULL, .jobs = 1};
        size_t list[32], count = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        instance = hopeful_instance(data, &rng, 20, 30, 1);
        assert_ok(kn_walk_begin(&walk, instance, (kn_views){parts, 0}, error));
        while (walk.candidates) {
            double sums[KN_SUMS], more[KN_SUMS];
            recount(instance, list, count, sums);
            for (size_t c = 0; c < walk.candidates; c++) {
                const float *row = kn_view_row(&walk.view, walk.candidate[c]);
                double cost = instance->cost[walk.candidate[c]] / 30;
                list[count] = walk.candidate[c];
                recount(instance, list, count + 1, more);
                assert_close((double)row[0], more[KN_SUM_ALL] - sums[KN_SUM_ALL], 1e-6);
                assert_close((double)row[3], (more[KN_SUM_ALL] - sums[KN_SUM_ALL]) / cost, 1e-6);
                assert_close((double)row[8], more[KN_SUM_CONTENT] - sums[KN_SUM_CONTENT], 1e-6);
                assert_close((double)row[10], more[KN_SUM_SQUARES] - sums[KN_SUM_SQUARES], 1e-6);
                assert_close((double)row[12], more[KN_SUM_PAIRS] - sums[KN_SUM_PAIRS], 1e-6);
            }
            list[count] = walk.candidate[knap_rng_below(&rng, walk.candidates)];
            assert_ok(kn_walk_push(&walk, list[count++], error));
        }
        kn_walk_free(&walk);
        knap_data_free(data);
    }
}

static void swaps_raise_f_within_the_budget(void **unused)
{
    knap_rng rng;
    size_t changed = 0;
    (void)unused;
    knap_rng_seed(&rng, 4);
    for (int round = 0; round < 100; round++) {
        knap_data *data;
        knap_instance *instance;
        knap_list list = {.allocator = NULL};
        unsigned char seen[20] = {0};
        double before, after, cost = 0, sums[KN_SUMS], mass = 0;
        assert_ok(knap_data_new(NULL, &data, error));
        instance = hopeful_instance(data, &rng, 20, 25, round % 2);
        for (size_t s = 0; s < 20; s++)
            if (list.cost + instance->cost[s] <= 25)
                assert_ok(knap_list_push(&list, instance, s, error));
        assert_ok(knap_expected_f(instance, NULL, &list, &before, error));
        assert_ok(knap_swap(instance, NULL, &list, error));
        assert_ok(knap_expected_f(instance, NULL, &list, &after, error));
        recount(instance, list.item, list.count, sums);
        for (size_t i = 0; i < list.count; i++) {
            assert_false(seen[list.item[i]]++);
            cost += instance->cost[list.item[i]];
            mass += kn_item_mass(instance, list.item[i]);
        }
        assert_close(after, 2 * sums[KN_SUM_ALL] / (mass + 12), 1e-12);
        assert_true(after >= before);
        assert_close(list.cost, cost, 1e-12);
        assert_true(cost <= 25);
        changed += after > before;
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(changed > 50);
}

/* lambda 0 and r 1 are the paper's benefit; otherwise the formula. */
static void benefits_are_priced(void **unused)
{
    static const kn_benefit paper = {0, 1}, priced = {0.25, 0.7};
    knap_data *data;
    knap_instance *instance;
    knap_rng rng;
    void *state;
    (void)unused;
    knap_rng_seed(&rng, 5);
    assert_ok(knap_data_new(NULL, &data, error));
    instance = random_instance(data, &rng, 10, 20, "coverage", 0);
    assert_ok(knap_instance_set_mass(instance, 7, error));
    assert_ok(instance->reward->begin(instance, NULL, &state, error));
    for (size_t s = 0; s < 10; s++) {
        double gain = instance->reward->gain(state, s), cost = instance->cost[s];
        assert_close(kn_example_benefit(&paper, instance, state, NULL, s), gain / cost * 20, 1e-15);
        assert_close(kn_example_benefit(&priced, instance, state, NULL, s),
                     (gain - 0.25 * kn_item_mass(instance, s) / 7) / pow(cost / 20, 0.7), 1e-14);
    }
    instance->reward->end(state);
    knap_data_free(data);
}

static void worths_are_checked(void **unused)
{
    static const double rising[] = {0.2, 0.3}, negative[] = {-0.1}, right[] = {0.5, 0.5, 0};
    knap_data *data;
    knap_instance *instance;
    knap_error problem;
    (void)unused;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 5, 0, &instance, error));
    assert_int_equal(knap_instance_expect(instance, 0, rising, 2, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_expect(instance, 0, negative, 1, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_instance_set_mass(instance, -1, &problem), KNAP_BAD_INPUT);
    assert_ok(knap_instance_expect(instance, 3, right, 3, error));
    knap_data_free(data);
}

static knap_status build_and_swap(const knap_allocator *allocator, void *unused)
{
    static const double worth[] = {0.9, 0.4};
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_list list = {.allocator = allocator};
    knap_status status = knap_data_new(allocator, &data, NULL);
    (void)unused;
    if (!status)
        status = knap_data_add(data, NULL, 4, 0, &instance, NULL);
    for (uint32_t i = 0; !status && i < 6; i++) {
        double one = 1;
        knap_item item = {.cost = 1 + i % 2, .concept_id = &i, .amount = &one, .concept_count = 1};
        status = knap_instance_add(instance, &item, NULL);
        if (!status)
            status = knap_instance_expect(instance, i, worth, i < 2 ? 1 : 2, NULL);
    }
    for (size_t i = 0; !status && i < 2; i++)
        status = knap_list_push(&list, instance, i, NULL);
    if (!status)
        status = knap_swap(instance, NULL, &list, NULL);
    knap_list_free(&list);
    knap_data_free(data);
    return status;
}

static void swapping_survives_without_memory(void **unused)
{
    (void)unused;
    assert_true(survives(build_and_swap, NULL) > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gains_equal_a_recount),
                                       cmocka_unit_test(reward_is_monotone_submodular),
                                       cmocka_unit_test(views_equal_a_recount),
                                       cmocka_unit_test(swaps_raise_f_within_the_budget),
                                       cmocka_unit_test(benefits_are_priced),
                                       cmocka_unit_test(worths_are_checked),
                                       cmocka_unit_test(swapping_survives_without_memory)};
    return cmocka_run_group_tests_name("expected", tests, NULL, NULL);
}
