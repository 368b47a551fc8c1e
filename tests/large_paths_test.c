/* large_paths_test.c - what only large instances do, against what small ones do: two threads that share the rank gradient, greedy steps
 * that compute all keys, similarities by BLAS, blocks of Cholesky columns, training on pieces; and the examples of knap_examples
 * against their definition. */
#include "failing.h"
#include "random.h"

#include "base/cholesky.h"
#include "core/greedy.h"
#include "core/instance.h"
#include "core/rank.h"
#include "systems/dpp.h"

enum { MANY = 20000, FEATURES = 3 };

static double *numbers(knap_rng *rng, size_t count, size_t values)
{
    double *made = malloc(count * sizeof *made);
    assert_non_null(made);
    for (size_t i = 0; i < count; i++)
        made[i] = values ? (double)knap_rng_below(rng, values) : 3 * knap_rng_normal(rng);
    return made;
}

static void two_threads_give_the_bits_of_one(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (int round = 0; round < 2; round++) {
        double *score = numbers(&rng, MANY, 0), *benefit = numbers(&rng, MANY, round ? 50 : 0);
        double *one = malloc(MANY * sizeof *one), *two = malloc(MANY * sizeof *two);
        kn_rank alone = {.jobs = 1}, shared = {.jobs = 2};
        kn_rank_result first, second;
        assert_true(kn_rank_slope(&alone, MANY, score, benefit, one, &first));
        assert_true(kn_rank_slope(&shared, MANY, score, benefit, two, &second));
        assert_memory_equal(one, two, MANY * sizeof *one);
        assert_memory_equal(&first, &second, sizeof first);
        kn_rank_free(&alone);
        kn_rank_free(&shared);
        free(score);
        free(benefit);
        free(one);
        free(two);
    }
}

/* The gains of all items shrink together, so that most bounds are old in each step. */
static void whole_steps_equal_plain_ones(void **state)
{
    static const char *const kinds[] = {"success", "coverage"};
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        knap_data *data;
        knap_rng rng;
        knap_list lazy = KNAP_LIST_INIT, plain = KNAP_LIST_INIT;
        knap_rng_seed(&rng, k);
        assert_ok(knap_data_new(NULL, &data, error));
        const knap_instance *instance = random_instance(data, &rng, 3000, 60, kinds[k], 1);
        assert_ok(kn_greedy_by(instance, (kn_greedy_key){.by_cost = true}, true, &lazy, error));
        assert_ok(kn_greedy_by(instance, (kn_greedy_key){.by_cost = true}, false, &plain, error));
        assert_int_equal(lazy.count, plain.count);
        for (size_t i = 0; i < lazy.count; i++)
            assert_int_equal(lazy.item[i], plain.item[i]);
        knap_list_free(&lazy);
        knap_list_free(&plain);
        knap_data_free(data);
    }
}

static knap_instance *dense_instance(knap_data *data, knap_rng *rng, size_t n, size_t width)
{
    knap_instance *instance;
    double *vector = malloc(width * sizeof *vector);
    assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
    for (size_t s = 0; s < n; s++) {
        for (size_t d = 0; d < width; d++)
            vector[d] = s % 10 == 9 ? 0 : knap_rng_normal(rng); /* some have no direction */
        knap_item item = {.cost = 1, .vector = vector, .vector_count = width};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    free(vector);
    return instance;
}

static void blas_gives_the_cosines_of_pairs(void **state)
{
    const size_t n = 700, width = 500; /* enough multiplications for BLAS */
    knap_data *data;
    knap_rng rng;
    kn_dpp dpp;
    (void)state;
    knap_rng_seed(&rng, 3);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(kn_dpp_begin(&dpp, dense_instance(data, &rng, n, width), NULL, error));
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j += 7)
            assert_true(fabs(dpp.similarity[i * n + j] - knap_instance_similarity(dpp.instance, i, j)) < 1e-13);
    kn_dpp_end(&dpp);
    knap_data_free(data);
}

/* Rows by the index have the bits of rows that look at all items, also for items without a direction and negative numbers. */
static void rows_by_the_index_have_the_same_bits(void **state)
{
    enum { ITEMS = 60, WIDTH = 40 };
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (int round = 0; round < 50; round++) {
        kn_arena arena = {.allocator = NULL};
        double gram[ITEMS], indexed[ITEMS], scratch[WIDTH] = {0};
        kn_gram_index index;
        knap_data *data;
        knap_instance *instance;
        assert_ok(knap_data_new(NULL, &data, error));
        assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
        for (size_t s = 0; s < ITEMS; s++) {
            uint32_t id[WIDTH];
            double value[WIDTH];
            size_t count = 0;
            for (uint32_t d = 0; d < WIDTH; d++)
                if (s % 10 < 9 && (d == WIDTH - 1 || knap_rng_below(&rng, 6) == 0)) {
                    id[count] = d;
                    value[count++] = knap_rng_below(&rng, 9) ? knap_rng_normal(&rng) : 0;
                }
            knap_item item = {.cost = 1, .vector_id = id, .vector = value, .vector_count = count};
            assert_ok(knap_instance_add(instance, &item, error));
        }
        assert_true(kn_gram_index_make(&index, instance, &arena));
        for (size_t s = 0; s < ITEMS; s++) {
            kn_gram_row(instance, s, NULL, ITEMS, gram, scratch);
            kn_gram_index_row(&index, instance, s, indexed);
            assert_memory_equal(gram, indexed, sizeof gram);
        }
        kn_arena_free(&arena);
        knap_data_free(data);
    }
}

/* One thread and two, close candidates and such that are far apart: variances by the definition, column by column. */
static void blocks_of_columns_follow_the_definition(void **state)
{
    enum { COUNT = 9000, PICKS = 6 };
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (uint32_t gap = 1; gap <= 5; gap += 4) {
        size_t candidates = COUNT / gap;
        uint32_t *candidate = malloc(candidates * sizeof *candidate);
        double *gram = malloc(candidates * sizeof *gram), *column = malloc(PICKS * COUNT * sizeof *column);
        double *variance = malloc(COUNT * sizeof *variance);
        kn_cholesky one = {.allocator = NULL}, two = {.allocator = NULL};
        assert_true(kn_cholesky_begin(&one, COUNT) && kn_cholesky_begin(&two, COUNT));
        for (size_t s = 0; s < COUNT; s++)
            variance[s] = 1;
        for (size_t c = 0; c < candidates; c++)
            candidate[c] = (uint32_t)c * gap;
        for (size_t k = 0; k < PICKS; k++) {
            size_t item = candidate[k * 100];
            double root = sqrt(variance[item]);
            for (size_t c = 0; c < candidates; c++)
                gram[c] = 0.3 * knap_rng_uniform(&rng);
            assert_true(kn_cholesky_reserve(&one) && kn_cholesky_reserve(&two));
            kn_cholesky_push(&one, item, candidate, candidates, gram, 1);
            kn_cholesky_push(&two, item, candidate, candidates, gram, 2);
            for (size_t c = 0; c < candidates; c++) {
                size_t s = candidate[c];
                double value = gram[c];
                for (size_t j = 0; j < k; j++)
                    value -= column[j * COUNT + item] * column[j * COUNT + s];
                column[k * COUNT + s] = value / root;
            }
            for (size_t c = 0; c < candidates; c++) {
                double value = column[k * COUNT + candidate[c]];
                variance[candidate[c]] -= value * value;
            }
        }
        for (size_t c = 0; c < candidates; c++) {
            assert_true(one.variance[candidate[c]] == variance[candidate[c]]);
            assert_true(two.variance[candidate[c]] == variance[candidate[c]]);
        }
        kn_cholesky_free(&one);
        kn_cholesky_free(&two);
        free(candidate);
        free(gram);
        free(column);
        free(variance);
    }
}

/* An instance of more than one piece: the model does not depend on the number of threads. */
static void pieces_give_the_same_model(void **state)
{
    knap_data *data;
    knap_rng rng;
    knap_model *model[2];
    knap_settings settings;
    (void)state;
    knap_rng_seed(&rng, 2);
    assert_ok(knap_data_new(NULL, &data, error));
    random_instance(data, &rng, MANY, 12, "coverage", 0);
    knap_settings_init(&settings);
    settings.epochs = 1;
    for (size_t k = 0; k < 2; k++) {
        knap_run run = {.jobs = k + 1};
        assert_ok(knap_train(data, NULL, &settings, 1, &run, &model[k], NULL, error));
    }
    for (size_t i = 0; i < knap_model_columns(model[0]); i++)
        assert_true(knap_model_weight(model[0], 0, 0, i) == knap_model_weight(model[1], 0, 0, i));
    knap_model_free(model[0]);
    knap_model_free(model[1]);
    knap_data_free(data);
}

/* ---- knap_examples ---- */

typedef struct seeing {
    size_t examples, stop_at;
    knap_list list; /* the oracle's */
} seeing;

/* The candidates fit, their benefits are gain / cost times the budget, and the views begin with the features. */
static int see(void *context, const knap_example *example)
{
    seeing *self = context;
    const knap_instance *instance = example->instance;
    knap_list with = KNAP_LIST_INIT;
    double before, after;
    assert_int_equal(example->position, self->examples++);
    assert_string_equal(example->column[0], "f0");
    for (size_t i = 0; i < example->position; i++)
        assert_ok(knap_list_push(&with, instance, self->list.item[i], error));
    assert_ok(knap_list_value(instance, &with, &before, error));
    for (size_t c = 0; c < example->count; c++) {
        size_t item = example->candidate[c];
        double cost = instance->cost[item];
        assert_ok(knap_list_push(&with, instance, item, error));
        assert_ok(knap_list_value(instance, &with, &after, error));
        with.count--;
        with.cost -= cost;
        assert_true(fabs((after - before) / cost * instance->budget - example->benefit[c]) < 1e-9);
        assert_true(example->view[item * example->width] == instance->feature[item * instance->width]);
    }
    knap_list_free(&with);
    return self->examples == self->stop_at;
}

static void examples_follow_the_oracle(void **state)
{
    knap_data *data;
    knap_rng rng;
    knap_settings settings;
    seeing self = {.list = KNAP_LIST_INIT};
    (void)state;
    knap_rng_seed(&rng, 4);
    assert_ok(knap_data_new(NULL, &data, error));
    const knap_instance *instance = random_instance(data, &rng, 20, 15, "coverage", 1);
    knap_settings_init(&settings);
    assert_ok(knap_greedy(instance, KNAP_GREEDY_BENEFIT, &self.list, error));
    assert_ok(knap_examples(data, &settings, NULL, see, &self, error));
    assert_int_equal(self.examples, self.list.count);
    self.examples = 0;
    self.stop_at = 1;
    assert_int_equal(knap_examples(data, &settings, NULL, see, &self, NULL), KNAP_CANCELLED);
    assert_int_equal(knap_examples(NULL, &settings, NULL, see, &self, NULL), KNAP_USAGE);
    assert_int_equal(knap_examples(data, NULL, NULL, see, &self, NULL), KNAP_USAGE);
    assert_int_equal(knap_examples(data, &settings, NULL, NULL, &self, NULL), KNAP_USAGE);
    knap_list_free(&self.list);
    knap_data_free(data);
}

static int ignore(void *context, const knap_example *example)
{
    (void)context;
    (void)example;
    return 0;
}

static knap_status give_examples(const knap_allocator *allocator, void *context)
{
    knap_settings settings;
    knap_run run = {.jobs = 1, .allocator = allocator};
    knap_settings_init(&settings);
    return knap_examples(context, &settings, &run, ignore, NULL, NULL);
}

static void examples_survive_without_memory(void **state)
{
    knap_data *data;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    random_instance(data, &rng, 10, 15, "coverage", 1);
    assert_true(survives(give_examples, data) > 5);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_threads_give_the_bits_of_one),
                                       cmocka_unit_test(whole_steps_equal_plain_ones),
                                       cmocka_unit_test(blas_gives_the_cosines_of_pairs),
                                       cmocka_unit_test(rows_by_the_index_have_the_same_bits),
                                       cmocka_unit_test(blocks_of_columns_follow_the_definition),
                                       cmocka_unit_test(pieces_give_the_same_model),
                                       cmocka_unit_test(examples_follow_the_oracle),
                                       cmocka_unit_test(examples_survive_without_memory)};
    return cmocka_run_group_tests_name("large paths", tests, NULL, NULL);
}
