/* endless_test.c - what a caller or a file could let run for ever, or for far too long: gains that are not finite, gains that are all
 * alike, expressions that try all ways to read a text. */
#include "random.h"
#include "core/inner.h"
#include "tokens/inner.h"

typedef struct gains {
    const knap_instance *instance;
    double gain;
} gains;

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    gains *made = malloc(sizeof *made);
    (void)error;
    assert_non_null(made);
    *made = (gains){instance, *(const double *)context};
    *state = made;
    return KNAP_OK;
}

static double gain(void *state, size_t item)
{
    (void)item;
    return ((const gains *)state)->gain;
}

static void push(void *state, size_t item)
{
    (void)state, (void)item;
}

static double value(const void *state)
{
    return ((const gains *)state)->gain;
}

static const knap_reward odd = {.name = "odd", .begin = begin, .gain = gain, .push = push, .value = value, .end = free};

/* Counts its calls. */
static size_t asked;

static double counted_gain(void *state, size_t item)
{
    asked++;
    return gain(state, item);
}

/* Greedy asks for few gains in each step, although all items have the same one. The list is that of the items in their order. */
static void gains_that_are_alike(void **state)
{
    enum { ITEMS = 3000 };
    static const knap_reward alike = {.name = "alike",
                                      .submodular = true,
                                      .begin = begin,
                                      .gain = counted_gain,
                                      .push = push,
                                      .value = value,
                                      .end = free};
    static const double one = 0.0001;
    knap_data *data;
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, ITEMS / 2, 0, &instance, error));
    for (size_t i = 0; i < ITEMS; i++)
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    assert_ok(knap_instance_set_reward(instance, &alike, &one, error));
    asked = 0;
    assert_ok(knap_greedy(instance, KNAP_GREEDY_GAIN, &list, error));
    assert_int_equal(list.count, ITEMS / 2);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(list.item[i], i);
    assert_true(asked < 16 * ITEMS);
    knap_list_free(&list);
    knap_data_free(data);
}

static knap_data *data_with(knap_rng *rng, const double *each)
{
    knap_data *data;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = random_instance(data, rng, 12, 10, NULL, 1);
    for (size_t i = 0; i < 2; i++) /* alternatives, for which thresholds are tried */
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .worth = 0.5, .alternative = 1}, error));
    assert_ok(knap_instance_set_reward(instance, each ? &odd : knap_reward_find("modular"), each, error));
    return data;
}

static void gains_that_are_not_finite(void **state)
{
    static const double odd_gains[] = {INFINITY, NAN};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    for (size_t i = 0; i < 2; i++) {
        knap_data *data = data_with(&rng, &odd_gains[i]), *train = data_with(&rng, NULL);
        knap_list list = {.allocator = NULL};
        knap_settings settings;
        knap_model *model = NULL;
        knap_error problem;
        assert_int_equal(knap_greedy(knap_data_at(data, 0), KNAP_GREEDY_BETTER, &list, &problem), KNAP_BAD_INPUT);
        assert_non_null(strstr(problem.message, "finite"));
        knap_settings_init(&settings);
        settings.epochs = 1;
        assert_int_equal(knap_train(train, data, &settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
        assert_non_null(strstr(problem.message, "finite"));
        knap_list_free(&list);
        knap_data_free(data);
        knap_data_free(train);
    }
}

static void an_expression_without_end(void **state)
{
    static const char file[] = "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"c\":2},\"merges\":[]},\"pre_"
                               "tokenizer\":{\"type\":\"Split\","
                               "\"pattern\":{\"Regex\":\"(a|a)*b\"},\"behavior\":\"Isolated\",\"invert\":false}}";
    knap_tokenizer *tokenizer;
    knap_error problem;
    char text[64];
    size_t count;
    (void)state;
    assert_ok(knap_tokenizer_parse("tokenizer.json", file, sizeof file - 1, NULL, NULL, &tokenizer, error));
    memset(text, 'a', sizeof text);
    assert_int_equal(knap_tokenizer_count(tokenizer, text, sizeof text, &count, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "expression"));
    assert_ok(knap_tokenizer_count(tokenizer, "aaab", 4, &count, error));
    assert_int_equal(count, 4);
    knap_tokenizer_close(tokenizer);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(gains_that_are_not_finite),
                                       cmocka_unit_test(gains_that_are_alike),
                                       cmocka_unit_test(an_expression_without_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
