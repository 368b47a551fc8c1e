/* api_misuse_test.c - every public function of base.h, core.h and systems.h with bad values: NULL, NaN,
 * numbers and enums out of range, calls in the wrong order. Each must fail with KNAP_USAGE (or BAD_INPUT
 * where a value of the data is wrong), say what is wrong, and leave its out-parameters empty. Nothing may
 * crash: the test runs under the sanitizers too. */
#include "random.h"
#include "base/inner.h"
#include "core/inner.h"
#include "systems/inner.h"

static knap_error told;

/* The call fails with that status and a message that contains `word`. */
#define assert_refused(call, expected, word)                                                                           \
    do {                                                                                                               \
        told = (knap_error){.status = KNAP_OK};                                                                        \
        knap_status refused_ = (call);                                                                                 \
        if (refused_ != (expected) || told.status != (expected) || !strstr(told.message, word))                        \
            fail_msg("%s: status %d, expected %d with '%s': %s", #call, (int)refused_, (int)(expected), word,          \
                     told.message);                                                                                    \
        assert_null(strstr(told.message, "--")); /* the library knows no options */                                    \
    } while (0)
#define assert_usage(call, word) assert_refused(call, KNAP_USAGE, word)

static knap_data *make_data(size_t count)
{
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, 3);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++) {
        knap_instance *instance = random_instance(data, &rng, 12, 10, "coverage", 1);
        for (uint32_t c = 0; c < RANDOM_CONCEPTS; c++)
            assert_ok(knap_instance_expect(instance, c, (const double[]){0.5, 0.25}, 2, error));
    }
    return data;
}

static knap_model *make_model(knap_data *data)
{
    knap_settings settings;
    knap_model *model;
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, error));
    return model;
}

/* ---- base.h ---- */

static void errors_and_version(void **state)
{
    char text[64] = "x", version[64];
    knap_error problem = {KNAP_IO, 7, "file", "message"};
    (void)state;
    snprintf(version, sizeof version, "%d.%d.%d", KNAP_VERSION_MAJOR, KNAP_VERSION_MINOR, KNAP_VERSION_PATCH);
    assert_string_equal(knap_version(), version);
    assert_string_equal(knap_version(), KNAP_VERSION_STRING);
    assert_string_equal(knap_error_text(NULL, text, sizeof text), "");
    assert_null(knap_error_text(&problem, NULL, 0));
    assert_string_equal(knap_error_text(&problem, text, 6), "file:");
    assert_usage(knap_write_file(NULL, "x", 1, NULL, &told), "path");
    assert_usage(knap_write_file("misuse.tmp", NULL, 1, NULL, &told), "bytes");
    assert_int_equal(knap_write_file(NULL, "x", 1, NULL, NULL), KNAP_USAGE); /* the error itself is optional */
}

static void random_numbers(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(NULL, 1);
    assert_int_equal(knap_rng_next(NULL), 0);
    assert_true(knap_rng_uniform(NULL) == 0);
    assert_int_equal(knap_rng_below(NULL, 5), 0);
    assert_true(knap_rng_normal(NULL) == 0);
    knap_rng_seed(&rng, 1);
    assert_int_equal(knap_rng_below(&rng, 0), 0);
}

static void params(void **state)
{
    knap_settings settings;
    const knap_param *table = knap_settings_table(), *eta = knap_param_find(table, "eta");
    char text[64];
    (void)state;
    knap_settings_init(&settings);
    assert_null(knap_param_find(NULL, "eta"));
    assert_null(knap_param_find(table, NULL));
    assert_null(knap_param_find(table, "no such"));
    knap_params_init(NULL, &settings);
    knap_params_init(table, NULL);
    assert_usage(knap_param_parse(NULL, &settings, "1", &told), "param");
    assert_usage(knap_param_parse(eta, NULL, "1", &told), "settings");
    assert_usage(knap_param_parse(eta, &settings, NULL, &told), "text");
    assert_usage(knap_param_parse(eta, &settings, "nan", &told), "eta");
    assert_usage(knap_param_parse(eta, &settings, "inf", &told), "eta");
    assert_usage(knap_param_parse(eta, &settings, "", &told), "eta");
    assert_usage(knap_params_check(NULL, &settings, &told), "table");
    assert_usage(knap_params_check(table, NULL, &told), "settings");
    assert_null(knap_param_format(eta, &settings, 0, NULL, 0));
    assert_string_equal(knap_param_format(NULL, &settings, 0, text, sizeof text), "");
    assert_string_equal(knap_param_format(eta, NULL, 0, text, sizeof text), "");
    settings.decode = 9;
    assert_string_equal(knap_param_format(knap_param_find(table, "decode"), &settings, 0, text, sizeof text), "?");
}

/* ---- core.h ---- */

static void data_sets(void **state)
{
    knap_data *data = make_data(1);
    knap_instance *instance = (knap_instance *)data;
    size_t number = 9;
    (void)state;
    assert_usage(knap_data_new(NULL, NULL, &told), "data");
    knap_data_free(NULL);
    knap_data_clear(NULL);
    knap_data_drop_last(NULL);
    assert_usage(knap_data_feature(NULL, "f", &number, &told), "data");
    assert_int_equal(number, 0);
    assert_usage(knap_data_feature(data, NULL, &number, &told), "name");
    assert_usage(knap_data_feature(data, "f", NULL, &told), "feature");
    assert_usage(knap_data_flaw(NULL, "f", &number, &told), "data");
    assert_usage(knap_data_flaw(data, NULL, &number, &told), "name");
    assert_usage(knap_data_flaw(data, "f", NULL, &told), "flaw");
    assert_int_equal(knap_data_feature_count(NULL) + knap_data_flaw_count(NULL) + knap_data_count(NULL), 0);
    assert_null(knap_data_feature_name(NULL, 0));
    assert_null(knap_data_feature_name(data, 1000));
    assert_null(knap_data_flaw_name(NULL, 0));
    assert_null(knap_data_flaw_name(data, 1000));
    assert_null(knap_data_at(NULL, 0));
    assert_null(knap_data_at(data, 1));
    assert_usage(knap_data_add(NULL, NULL, 1, 0, &instance, &told), "data");
    assert_null(instance);
    assert_usage(knap_data_add(data, NULL, 1, 0, NULL, &told), "instance");
    assert_refused(knap_data_add(data, NULL, -1, 0, &instance, &told), KNAP_BAD_INPUT, "budget");
    assert_null(instance);
    assert_int_equal(knap_data_count(data), 1);
    knap_data_drop_last(data);
    knap_data_drop_last(data); /* nothing left */
    assert_int_equal(knap_data_count(data), 0);
    knap_data_free(data);
}

static void items(void **state)
{
    knap_data *data = make_data(1);
    knap_instance *instance = knap_data_at(data, 0);
    const double bad[] = {0, -1, NAN, INFINITY, -INFINITY, 1e300};
    size_t before = knap_instance_count(instance);
    knap_item item = KNAP_ITEM_INIT;
    (void)state;
    assert_usage(knap_instance_add(NULL, &item, &told), "instance");
    assert_usage(knap_instance_add(instance, NULL, &told), "item");
    for (int i = 0; i < 6; i++) {
        item.cost = bad[i];
        if (i != 2) /* NaN: set later */
            assert_refused(knap_instance_add(instance, &item, &told), KNAP_BAD_INPUT, "cost");
        assert_refused(knap_instance_set_cost(instance, 0, bad[i], &told), KNAP_BAD_INPUT, "cost");
        if (i == 0 || i == 1)
            continue;
        item.cost = 1;
        item.worth = bad[i];
        assert_refused(knap_instance_add(instance, &item, &told), KNAP_BAD_INPUT, "worth");
        item.worth = 0;
    }
    item.cost = 1;
    item.vector_count = 3;
    assert_usage(knap_instance_add(instance, &item, &told), "vector");
    item.vector_count = 0;
    item.concept_count = 2;
    assert_usage(knap_instance_add(instance, &item, &told), "amount");
    assert_int_equal(knap_instance_count(instance), before);

    assert_usage(knap_instance_set_id(NULL, "a", &told), "instance");
    assert_usage(knap_instance_set_id(instance, NULL, &told), "id");
    assert_usage(knap_instance_set_budget(NULL, 1, &told), "instance");
    assert_refused(knap_instance_set_budget(instance, INFINITY, &told), KNAP_BAD_INPUT, "budget");
    assert_usage(knap_instance_target(NULL, 1, 1, &told), "instance");
    assert_refused(knap_instance_target(instance, 1, NAN, &told), KNAP_BAD_INPUT, "target");
    assert_refused(knap_instance_target(instance, UINT32_MAX, 1, &told), KNAP_BAD_INPUT, "id");
    assert_usage(knap_instance_mark(NULL, 1, KNAP_CONCEPT_WORD, &told), "instance");
    assert_usage(knap_instance_mark(instance, 1, (knap_concept)99, &told), "knap_concept");
    assert_usage(knap_instance_mark(instance, 1, (knap_concept)-1, &told), "knap_concept");
    assert_refused(knap_instance_mark(instance, UINT32_MAX, KNAP_CONCEPT_WORD, &told), KNAP_BAD_INPUT, "id");
    assert_usage(knap_instance_expect(NULL, 1, bad, 1, &told), "instance");
    assert_usage(knap_instance_expect(instance, 1, NULL, 1, &told), "worth");
    assert_ok(knap_instance_expect(instance, 1, NULL, 0, error)); /* nothing is expected of it */
    assert_refused(knap_instance_expect(instance, 1, (const double[]){NAN}, 1, &told), KNAP_BAD_INPUT, "worth");
    assert_refused(knap_instance_expect(instance, 1, (const double[]){1, 2}, 2, &told), KNAP_BAD_INPUT, "never rise");
    assert_usage(knap_instance_set_mass(NULL, 1, &told), "instance");
    assert_refused(knap_instance_set_mass(instance, NAN, &told), KNAP_BAD_INPUT, "mass");
    assert_usage(knap_instance_set_flaws(NULL, 0, 0, &told), "instance");
    assert_refused(knap_instance_set_flaws(instance, 1000, 0, &told), KNAP_BAD_INPUT, "1000");
    assert_refused(knap_instance_set_flaws(instance, 0, 1u << 5, &told), KNAP_BAD_INPUT, "flaw");
    assert_usage(knap_instance_set_support(NULL, 0, 1, &told), "instance");
    assert_refused(knap_instance_set_support(instance, 0, 1000, &told), KNAP_BAD_INPUT, "1000");
    assert_refused(knap_instance_set_support(instance, 0, 0, &told), KNAP_BAD_INPUT, "itself");
    assert_usage(knap_instance_introduce(NULL, 0, 1, &told), "instance");
    assert_refused(knap_instance_introduce(instance, 1000, 1, &told), KNAP_BAD_INPUT, "1000");
    assert_refused(knap_instance_introduce(instance, KNAP_NO_ITEM, 1, &told), KNAP_BAD_INPUT, "items");
    assert_refused(knap_instance_introduce(instance, 0, UINT32_C(1) << 24, &told), KNAP_BAD_INPUT, "16777215");
    assert_refused(knap_instance_introduce(instance, 0, UINT32_MAX, &told), KNAP_BAD_INPUT, "4294967295");
    assert_usage(knap_instance_charge(NULL, 0, 1, &told), "instance");
    assert_refused(knap_instance_charge(instance, 1000, 1, &told), KNAP_BAD_INPUT, "1000");
    assert_refused(knap_instance_charge(instance, 0, NAN, &told), KNAP_BAD_INPUT, "charge");
    assert_refused(knap_instance_charge(instance, 0, -2e6, &told), KNAP_BAD_INPUT, "charge");
    assert_usage(knap_instance_need(NULL, 0, 1, 1, &told), "instance");
    assert_refused(knap_instance_need(instance, 1000, 1, 1, &told), KNAP_BAD_INPUT, "1000");
    assert_refused(knap_instance_need(instance, 0, UINT32_C(1) << 24, 1, &told), KNAP_BAD_INPUT, "16777215");
    for (size_t i = 0; i < 5; i++)
        assert_refused(
            knap_instance_need(instance, 0, 1, (const double[]){-1, NAN, INFINITY, -INFINITY, 2e6}[i], &told),
            KNAP_BAD_INPUT, "weight");
    knap_data_free(data);
}

static void getters(void **state)
{
    knap_data *data = make_data(1);
    const knap_instance *instance = knap_data_at(data, 0);
    (void)state;
    assert_null(knap_instance_id(NULL));
    assert_int_equal(knap_instance_line(NULL) + knap_instance_count(NULL), 0);
    assert_true(isnan(knap_instance_budget(NULL)));
    for (int i = 0; i < 2; i++) {
        const knap_instance *on = i ? instance : NULL;
        assert_true(isnan(knap_instance_cost(on, 1000)));
        assert_true(isnan(knap_instance_worth(on, 1000)));
        assert_int_equal(knap_instance_group(on, 1000), 0);
        assert_null(knap_instance_item_id(on, 1000));
        assert_null(knap_instance_item_text(on, 1000));
        assert_null(knap_instance_features(on, 1000));
        assert_true(isnan(knap_instance_similarity(on, 0, 1000)));
        assert_true(isnan(knap_instance_similarity(on, 1000, 0)));
        assert_int_equal(knap_list_flaws(on, &(knap_list)KNAP_LIST_INIT, 1000), 0);
        assert_int_equal(knap_list_flaws(on, NULL, 0), 0);
    }
    assert_null(knap_instance_reward(NULL));
    assert_null(knap_instance_allocator(NULL));
    knap_data_free(data);
}

static void rewards_and_lists(void **state)
{
    knap_data *data = make_data(1);
    knap_instance *instance = knap_data_at(data, 0), *bare;
    size_t wrong[] = {3, 1000}, twice[] = {3, 3};
    knap_list list = KNAP_LIST_INIT, outside = {.item = wrong, .count = 2, .capacity = 2, .cost = 1},
              doubled = {.item = twice, .count = 2, .capacity = 2, .cost = 1};
    knap_reward empty = {.name = "empty"};
    const knap_penalties bad = {.item = NAN}, none = KNAP_NO_PENALTIES;
    double value = 5;
    (void)state;
    assert_null(knap_reward_find(NULL));
    assert_null(knap_reward_find("no such"));
    assert_usage(knap_instance_set_reward(NULL, knap_reward_find("modular"), NULL, &told), "instance");
    assert_usage(knap_instance_set_reward(instance, NULL, NULL, &told), "reward");
    assert_usage(knap_instance_set_reward(instance, &empty, NULL, &told), "begin");
    knap_list_clear(NULL);
    knap_list_free(NULL);
    assert_usage(knap_list_push(NULL, instance, 0, &told), "list");
    assert_usage(knap_list_push(&list, NULL, 0, &told), "instance");
    assert_usage(knap_list_push(&list, instance, 1000, &told), "1000");
    assert_usage(knap_list_value(NULL, &list, &value, &told), "instance");
    assert_true(value == 0);
    assert_usage(knap_list_value(instance, NULL, &value, &told), "list");
    assert_usage(knap_list_value(instance, &list, NULL, &told), "value");
    assert_usage(knap_list_value(instance, &outside, &value, &told), "1000");
    assert_ok(knap_data_add(data, "bare", 1, 0, &bare, error));
    assert_usage(knap_list_value(bare, &list, &value, &told), "reward");
    assert_usage(knap_greedy(NULL, KNAP_GREEDY_BETTER, &list, &told), "instance");
    assert_usage(knap_greedy(instance, KNAP_GREEDY_BETTER, NULL, &told), "list");
    assert_usage(knap_greedy(instance, (knap_greedy_rule)7, &list, &told), "knap_greedy_rule");
    assert_usage(knap_greedy(bare, KNAP_GREEDY_BETTER, &list, &told), "reward");
    assert_usage(knap_swap(NULL, &none, &list, &told), "instance");
    assert_usage(knap_swap(instance, &none, NULL, &told), "list");
    assert_usage(knap_swap(instance, &bad, &list, &told), "item-penalty");
    assert_usage(knap_swap(instance, &none, &outside, &told), "1000");
    assert_usage(knap_swap(instance, &none, &doubled, &told), "twice");
    assert_ok(knap_swap(instance, NULL, &list, error)); /* no penalties; an empty list */
    assert_usage(knap_expected_f(NULL, &none, &list, &value, &told), "instance");
    assert_usage(knap_expected_f(instance, &none, NULL, &value, &told), "list");
    assert_usage(knap_expected_f(instance, &none, &list, NULL, &told), "value");
    assert_usage(knap_expected_f(instance, &bad, &list, &value, &told), "item-penalty");
    assert_usage(knap_expected_f(instance, &none, &outside, &value, &told), "1000");
    knap_list_free(&list);
    knap_data_free(data);
}

/* Every setting out of the range of its row is refused by knap_settings_check, knap_train and knap_system_fit. */
static void settings_out_of_range(void **state)
{
    knap_data *data = make_data(2);
    const knap_system *scp = knap_system_find("scp");
    (void)state;
    for (const knap_param *row = knap_settings_table(); row->name; row++)
        for (int way = 0; way < 3 && row->type != KNAP_PARAM_FLAG; way++) { /* a bool is never out of range */
            knap_settings settings;
            knap_model *model = (knap_model *)data;
            knap_report report = {.reward = 5};
            void *at = (char *)&settings + row->offset;
            knap_settings_init(&settings);
            if (row->type == KNAP_PARAM_COUNT) {
                size_t values[] = {(size_t)row->low - 1, (size_t)row->high + 1, SIZE_MAX};
                *(size_t *)at = values[way];
            } else if (row->type == KNAP_PARAM_REAL) {
                double values[] = {row->low - 1, row->high + 1, NAN};
                *(double *)at = values[way];
            } else if (row->type == KNAP_PARAM_SET) {
                unsigned values[] = {0, 1u << 31, ~0u};
                *(unsigned *)at = values[way];
            } else {
                int values[] = {-1, 99, 9};
                *(int *)at = values[way];
            }
            assert_usage(knap_settings_check(&settings, &told), row->name);
            assert_usage(knap_train(data, NULL, &settings, 1, NULL, &model, &report, &told), row->name);
            assert_null(model);
            assert_true(report.reward == 0);
            model = (knap_model *)data;
            if (strcmp(row->name, "method") != 0) { /* the system knows its method */
                assert_usage(knap_system_fit(scp, &settings, data, NULL, &model, &told), row->name);
                assert_null(model);
            }
            assert_int_equal(knap_settings_grid(&settings, NULL, &settings, 1), 1); /* for knap_train to refuse */
        }
    knap_data_free(data);
}

static void training(void **state)
{
    knap_data *data = make_data(2), *empty, *other;
    knap_settings settings, grid[4];
    knap_model *model = (knap_model *)data;
    knap_instance *instance;
    (void)state;
    knap_settings_init(NULL);
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_usage(knap_settings_check(NULL, &told), "settings");
    assert_int_equal(knap_settings_grid(NULL, NULL, grid, 4), 0);
    assert_int_equal(knap_settings_grid(&settings, NULL, NULL, 4), 0);
    assert_int_equal(knap_settings_grid(&settings, NULL, grid, 0), 0);
    assert_int_equal(knap_settings_grid(&settings, NULL, grid, 4), 4);
    assert_usage(knap_train(NULL, NULL, &settings, 1, NULL, &model, NULL, &told), "train");
    assert_null(model);
    assert_usage(knap_train(data, NULL, NULL, 1, NULL, &model, NULL, &told), "settings");
    assert_usage(knap_train(data, NULL, &settings, 1, NULL, NULL, NULL, &told), "model");
    assert_usage(knap_train(data, NULL, &settings, 0, NULL, &model, NULL, &told), "0 settings");
    assert_usage(knap_train(data, NULL, grid, 4, NULL, &model, NULL, &told), "validation");
    settings.decode = KNAP_DECODE_MBR;
    settings.result = KNAP_RESULT_LAST;
    assert_usage(knap_train(data, NULL, &settings, 1, NULL, &model, NULL, &told), "mixture");
    knap_settings_init(&settings);
    settings.epochs = 1;
    assert_ok(knap_data_new(NULL, &empty, error));
    assert_refused(knap_train(empty, NULL, &settings, 1, NULL, &model, NULL, &told), KNAP_BAD_INPUT, "no instances");
    assert_refused(knap_train(data, empty, &settings, 1, NULL, &model, NULL, &told), KNAP_BAD_INPUT, "validate");
    assert_ok(knap_data_new(NULL, &other, error));
    assert_ok(knap_data_add(other, "bare", NAN, 0, &instance, error));
    assert_refused(knap_train(other, NULL, &settings, 1, NULL, &model, NULL, &told), KNAP_BAD_INPUT, "no items");
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    assert_refused(knap_train(other, NULL, &settings, 1, NULL, &model, NULL, &told), KNAP_BAD_INPUT, "budget");
    assert_ok(knap_instance_set_budget(instance, 2, error));
    assert_refused(knap_train(other, NULL, &settings, 1, NULL, &model, NULL, &told), KNAP_BAD_INPUT, "reward");
    assert_null(model);
    knap_data_free(other);
    knap_data_free(empty);
    knap_data_free(data);
}

static void models(void **state)
{
    knap_data *data = make_data(2), *other = make_data(1);
    knap_model *model = make_model(data), *loaded = model;
    knap_instance *instance = knap_data_at(data, 0);
    size_t wrong[] = {1000}, length = 9, feature;
    knap_list list = KNAP_LIST_INIT, outside = {.item = wrong, .count = 1, .capacity = 1, .cost = 1};
    double row[1000];
    (void)state;
    knap_model_free(NULL);
    assert_null(knap_model_system(NULL));
    assert_usage(knap_model_match(NULL, data, 0, &told), "model");
    assert_usage(knap_model_match(model, NULL, 0, &told), "data");
    assert_usage(knap_model_pack(NULL, instance, 1, NULL, &list, NULL, &told), "model");
    assert_usage(knap_model_pack(model, NULL, 1, NULL, &list, NULL, &told), "instance");
    assert_usage(knap_model_pack(model, instance, 1, NULL, NULL, NULL, &told), "list");
    assert_ok(knap_model_pack(model, instance, 1, NULL, &list, NULL, error)); /* run and score are optional */
    assert_usage(knap_model_explain(NULL, instance, 1, &list, row, &told), "model");
    assert_usage(knap_model_explain(model, NULL, 1, &list, row, &told), "instance");
    assert_usage(knap_model_explain(model, instance, 1, NULL, row, &told), "list");
    assert_usage(knap_model_explain(model, instance, 1, &list, NULL, &told), "row");
    assert_usage(knap_model_explain(model, instance, 1, &outside, row, &told), "1000");
    /* not matched: another feature came since */
    assert_ok(knap_data_feature(other, "another", &feature, error));
    assert_usage(knap_model_pack(model, knap_data_at(other, 0), 1, NULL, &list, NULL, &told), "knap_model_match");
    assert_int_equal(list.count, 0);
    assert_usage(knap_model_explain(model, knap_data_at(other, 0), 1, &list, row, &told), "knap_model_match");
    assert_usage(knap_model_save(NULL, "misuse.tmp", &told), "model");
    assert_usage(knap_model_save(model, NULL, &told), "path");
    assert_refused(knap_model_save(model, "/no/such/folder/model", &told), KNAP_IO, "cannot write");
    assert_usage(knap_model_load(NULL, NULL, &loaded, &told), "path");
    assert_null(loaded);
    assert_usage(knap_model_load("x", NULL, NULL, &told), "model");
    loaded = model;
    assert_refused(knap_model_load("/no/such/file", NULL, &loaded, &told), KNAP_IO, "cannot open");
    assert_null(loaded);
    assert_refused(knap_model_load("/tmp", NULL, &loaded, &told), KNAP_IO, "folder");
    assert_usage(knap_model_parse(NULL, 5, "x", NULL, &loaded, &told), "bytes");
    assert_usage(knap_model_parse("x", 1, NULL, NULL, &loaded, &told), "name");
    assert_usage(knap_model_parse("x", 1, "x", NULL, NULL, &told), "model");
    assert_refused(knap_model_parse("x", 1, "x", NULL, &loaded, &told), KNAP_BAD_MODEL, "not a knap model");
    assert_refused(knap_model_parse("", 0, "x", NULL, &loaded, &told), KNAP_BAD_MODEL, "empty");
    assert_usage(knap_model_set_section(NULL, "a", "b\n", 2, &told), "model");
    assert_usage(knap_model_set_section(model, NULL, "b\n", 2, &told), "name");
    assert_usage(knap_model_set_section(model, "a", NULL, 2, &told), "text");
    assert_usage(knap_model_set_section(model, "a b", "b\n", 2, &told), "white space");
    assert_usage(knap_model_set_section(model, "a", "b", 1, &told), "line end");
    assert_null(knap_model_section(NULL, "a", &length));
    assert_int_equal(length, 0);
    assert_null(knap_model_section(model, NULL, &length));
    assert_null(knap_model_section(model, "a", NULL));
    assert_usage(knap_model_set_decode(NULL, "greedy", &told), "model");
    assert_usage(knap_model_set_decode(model, NULL, &told), "name");
    assert_usage(knap_model_set_decode(model, "no such", &told), "no such");
    assert_usage(knap_model_set_decode(model, "mbr", &told), "several policies");
    assert_usage(knap_model_set_penalties(NULL, &(knap_penalties)KNAP_NO_PENALTIES, &told), "model");
    assert_usage(knap_model_set_penalties(model, NULL, &told), "penalties");
    assert_usage(knap_model_set_penalties(model, &(knap_penalties){.pair_threshold = 2}, &told), "pair-threshold");
    assert_null(knap_model_settings(NULL));
    assert_int_equal(knap_model_columns(NULL) + knap_model_positions(NULL) + knap_model_iterates(NULL), 0);
    assert_null(knap_model_column(NULL, 0));
    assert_null(knap_model_column(model, 100000));
    assert_true(knap_model_weight(NULL, 0, 0, 0) == 0);
    assert_true(knap_model_weight(model, 100000, 0, 0) == 0);
    assert_true(knap_model_weight(model, 0, 100000, 0) == 0);
    assert_true(knap_model_weight(model, 0, 0, 100000) == 0);
    assert_true(knap_model_deviation(NULL, 0) == 0);
    assert_true(knap_model_deviation(model, 100000) == 0);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
    knap_data_free(other);
}

static size_t never(void *context, const knap_instance *instance, const knap_list *so_far)
{
    (void)context;
    (void)so_far;
    return knap_instance_count(instance) + 5; /* an item that does not exist: the list ends */
}

static void majorities(void **state)
{
    knap_data *data = make_data(1);
    knap_instance *instance = knap_data_at(data, 0), *bare;
    knap_majority *majority = (knap_majority *)data;
    knap_expert expert = {.pick = never};
    knap_list list = KNAP_LIST_INIT;
    knap_rng rng;
    size_t drawn;
    double loss[1];
    (void)state;
    knap_rng_seed(&rng, 1);
    assert_usage(knap_majority_new(0, 1, NULL, &majority, &told), "expert");
    assert_null(majority);
    assert_usage(knap_majority_new(1, NAN, NULL, &majority, &told), "eta");
    assert_usage(knap_majority_new(1, -1, NULL, &majority, &told), "eta");
    assert_usage(knap_majority_new(1, 1, NULL, NULL, &told), "majority");
    assert_ok(knap_majority_new(1, 1, NULL, &majority, error));
    knap_majority_free(NULL);
    assert_true(isnan(knap_majority_share(NULL, 0)));
    assert_true(isnan(knap_majority_share(majority, 1)));
    assert_int_equal(knap_majority_draw(NULL, &rng), 0);
    assert_int_equal(knap_majority_draw(majority, NULL), 0);
    knap_majority_update(NULL, loss);
    knap_majority_update(majority, NULL);
    assert_usage(knap_majority_round(NULL, &expert, instance, &rng, &drawn, &list, loss, &told), "majority");
    assert_usage(knap_majority_round(majority, NULL, instance, &rng, &drawn, &list, loss, &told), "expert");
    assert_usage(knap_majority_round(majority, &expert, NULL, &rng, &drawn, &list, loss, &told), "instance");
    assert_usage(knap_majority_round(majority, &expert, instance, NULL, &drawn, &list, loss, &told), "rng");
    assert_usage(knap_majority_round(majority, &expert, instance, &rng, NULL, &list, loss, &told), "drawn");
    assert_usage(knap_majority_round(majority, &expert, instance, &rng, &drawn, NULL, loss, &told), "list");
    assert_usage(knap_majority_round(majority, &expert, instance, &rng, &drawn, &list, NULL, &told), "loss");
    assert_ok(knap_data_add(data, NULL, 1, 0, &bare, error));
    assert_usage(knap_majority_round(majority, &expert, bare, &rng, &drawn, &list, loss, &told), "reward");
    assert_ok(knap_majority_round(majority, &expert, instance, &rng, &drawn, &list, loss, error));
    assert_int_equal(list.count, 0);
    knap_list_free(&list);
    knap_majority_free(majority);
    knap_data_free(data);
}

/* ---- systems.h ---- */

static void systems(void **state)
{
    knap_data *data = make_data(2), *empty;
    knap_model *model = (knap_model *)data;
    const knap_system *mmr = knap_system_find("mmr"), nothing = {.name = "nothing"};
    _Alignas(max_align_t) unsigned char params[256];
    knap_packed packed[2];
    double best = 5;
    (void)state;
    assert_ok(knap_data_new(NULL, &empty, error));
    assert_null(knap_system_find(NULL));
    assert_null(knap_system_find("no such"));
    knap_system_init(NULL, params);
    knap_system_init(mmr, NULL);
    knap_system_init(mmr, params);
    assert_usage(knap_system_set(NULL, "a=1", 3, params, &told), "system");
    assert_usage(knap_system_set(mmr, NULL, 3, params, &told), "text");
    assert_usage(knap_system_set(mmr, "a=1", 3, NULL, &told), "params");
    assert_usage(knap_system_set(mmr, "a=1", 3, params, &told), "no setting");
    assert_usage(knap_system_set(mmr, "lambda", 6, params, &told), "name=value");
    assert_usage(knap_system_fit(NULL, NULL, data, NULL, &model, &told), "system");
    assert_null(model);
    assert_usage(knap_system_fit(mmr, NULL, data, NULL, NULL, &told), "model");
    assert_usage(knap_system_fit(&nothing, NULL, data, NULL, &model, &told), "run");
    for (size_t s = 0; knap_systems()[s]; s++) {
        const knap_system *system = knap_systems()[s];
        model = (knap_model *)data;
        if (system->fit) {
            assert_usage(knap_system_fit(system, NULL, NULL, NULL, &model, &told), "training data");
            assert_null(model);
            assert_usage(knap_system_fit(system, NULL, empty, NULL, &model, &told), "training data");
            assert_usage(knap_system_tune(system, NULL, data, NULL, params, &best, &told), "trained");
        }
        for (const knap_param *row = system->params; row && row->name; row++) {
            assert_true(system->params_size <= sizeof params);
            if (row->type == KNAP_PARAM_FLAG)
                continue; /* a bool is never out of range */
            knap_system_init(system, params);
            memset(params + row->offset, 0xff, row->type == KNAP_PARAM_COUNT || row->type == KNAP_PARAM_REAL ? 8 : 4);
            assert_usage(knap_system_fit(system, params, data, NULL, &model, &told), row->name);
            assert_null(model);
        }
    }
    knap_system_init(mmr, params);
    assert_usage(knap_system_tune(NULL, NULL, data, NULL, params, &best, &told), "system");
    assert_true(isnan(best));
    assert_usage(knap_system_tune(mmr, NULL, NULL, NULL, params, &best, &told), "train");
    assert_usage(knap_system_tune(mmr, NULL, data, NULL, NULL, &best, &told), "params");
    assert_usage(knap_system_tune(mmr, NULL, empty, NULL, params, &best, &told), "training data");
    assert_usage(knap_system_tune(mmr, "nonsense", data, NULL, params, &best, &told), "name=value");
    assert_usage(knap_system_tune(mmr, "no=1", data, NULL, params, &best, &told), "no setting");
    assert_ok(knap_system_fit(mmr, NULL, NULL, NULL, &model, error));
    assert_usage(knap_pack_all(model, NULL, 1, NULL, packed, &told), "data");
    assert_usage(knap_pack_all(model, data, 1, NULL, NULL, &told), "packed");
    assert_usage(knap_pack_all(NULL, data, 1, NULL, packed, &told), "model");
    knap_packed_free(packed, 2); /* to be freed after a failure, too */
    knap_packed_free(NULL, 2);
    assert_ok(knap_pack_all(model, empty, 1, NULL, NULL, error)); /* nothing to pack */
    knap_model_free(model);
    knap_data_free(empty);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_and_version),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(params),
        cmocka_unit_test(data_sets),
        cmocka_unit_test(items),
        cmocka_unit_test(getters),
        cmocka_unit_test(rewards_and_lists),
        cmocka_unit_test(settings_out_of_range),
        cmocka_unit_test(training),
        cmocka_unit_test(models),
        cmocka_unit_test(majorities),
        cmocka_unit_test(systems),
    };
    return cmocka_run_group_tests_name("api_misuse", tests, NULL, NULL);
}
