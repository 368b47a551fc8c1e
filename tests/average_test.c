/* average_test.c - what training returns, by its definition: with every policy of every round kept, the average is the mean of
 * those of the last two thirds of the epochs, the last is the last, and a mixture of fewer has the same of them at even distances. */
#include "random.h"

enum { INSTANCES = 4 };

static knap_model *train(knap_data *data, const char *learner, const char *method, size_t epochs, const char *result,
                         size_t keep)
{
    knap_settings settings;
    knap_model *model;
    knap_run run = {.jobs = 1};
    const knap_param *table = knap_settings_table();
    knap_settings_init(&settings);
    settings.epochs = epochs;
    settings.keep = keep;
    settings.positions = 2;
    assert_ok(knap_param_parse(knap_param_find(table, "learner"), &settings, learner, error));
    assert_ok(knap_param_parse(knap_param_find(table, "method"), &settings, method, error));
    assert_ok(knap_param_parse(knap_param_find(table, "result"), &settings, result, error));
    assert_ok(knap_train(data, NULL, &settings, 1, &run, &model, NULL, error));
    return model;
}

/* Whether the policy numbered `at` of `model` is the mean of policies `first` .. `end` - 1 of `all`. */
static void check_mean(const knap_model *model, size_t at, const knap_model *all, size_t first, size_t end)
{
    for (size_t p = 0; p < knap_model_positions(model); p++)
        for (size_t c = 0; c < knap_model_columns(model); c++) {
            double mean = 0;
            for (size_t i = first; i < end; i++)
                mean += knap_model_weight(all, i, p, c) / (double)(end - first);
            assert_close(knap_model_weight(model, at, p, c), mean, 1e-9);
        }
}

static void check_results(const char *learner, const char *method, size_t epochs)
{
    size_t rounds = epochs * INSTANCES, keep = rounds / 2;
    knap_data *data;
    knap_rng rng;
    knap_model *all, *average, *last, *half;
    knap_rng_seed(&rng, epochs);
    assert_ok(knap_data_new(NULL, &data, error));
    for (int i = 0; i < INSTANCES; i++)
        random_instance(data, &rng, 12, 20, "coverage", 0);
    all = train(data, learner, method, epochs, "mixture", rounds);
    average = train(data, learner, method, epochs, "average", rounds);
    last = train(data, learner, method, epochs, "last", rounds);
    half = train(data, learner, method, epochs, "mixture", keep);
    assert_int_equal(knap_model_iterates(all), rounds);
    assert_int_equal(knap_model_iterates(half), keep);
    check_mean(average, 0, all, epochs / 3 * INSTANCES, rounds);
    check_mean(last, 0, all, rounds - 1, rounds);
    for (size_t i = 0; i < keep; i++)
        check_mean(half, i, all, 2 * i + 1, 2 * i + 2);
    knap_model_free(all);
    knap_model_free(average);
    knap_model_free(last);
    knap_model_free(half);
    knap_data_free(data);
}

static void results_follow_from_the_policies_of_all_rounds(void **state)
{
    (void)state;
    check_results("adagrad", "scp", 9);
    check_results("ogd", "conseqopt", 6);
    check_results("vw", "scp", 7);
    check_results("adagrad", "conseqopt", 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_follow_from_the_policies_of_all_rounds),
    };
    return cmocka_run_group_tests_name("average", tests, NULL, NULL);
}
