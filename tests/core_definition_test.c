/* core_definition_test.c - the better greedy list, the draw of a mixture, ties of validation and explanations, by definition. */
#include "random.h"

#include "core/mixture.h"

/* KNAP_GREEDY_BETTER is the list of the two that is worth more. */
static void the_better_list_is_worth_more(void **state)
{
    static const char *const kinds[] = {"coverage", "facility", "success", "modular"};
    knap_rng rng;
    size_t gain_wins = 0, benefit_wins = 0;
    (void)state;
    knap_rng_seed(&rng, 51);
    for (size_t round = 0; round < 200; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL};
        double value[3];
        assert_ok(knap_data_new(NULL, &data, error));
        const knap_instance *instance = random_instance(data, &rng, 8, 12, kinds[round % 4], 1);
        for (int rule = KNAP_GREEDY_BENEFIT; rule <= KNAP_GREEDY_BETTER; rule++) {
            assert_ok(knap_greedy(instance, (knap_greedy_rule)rule, &list, error));
            assert_ok(knap_list_value(instance, &list, &value[rule], error));
        }
        assert_close(value[KNAP_GREEDY_BETTER], fmax(value[KNAP_GREEDY_BENEFIT], value[KNAP_GREEDY_GAIN]), 1e-12);
        gain_wins += value[KNAP_GREEDY_GAIN] > value[KNAP_GREEDY_BENEFIT] + 1e-9;
        benefit_wins += value[KNAP_GREEDY_GAIN] < value[KNAP_GREEDY_BENEFIT] - 1e-9;
        knap_list_free(&list);
        knap_data_free(data);
    }
    assert_true(gain_wins > 5 && benefit_wins > 5);
}

/* Each policy is drawn about as often as any other, and another seed draws others. */
static void draws_are_uniform_and_seeded(void **state)
{
    enum { POLICIES = 5, DRAWS = 5000 };
    double count[2][POLICIES] = {{0}};
    size_t same = 0;
    (void)state;
    for (uint64_t draw = 0; draw < DRAWS; draw++) {
        size_t policy[2];
        for (size_t seed = 0; seed < 2; seed++) {
            kn_mixture mixture = {.iterates = POLICIES, .seed = seed + 1};
            policy[seed] = kn_mixture_draw(&mixture, draw);
            assert_int_equal(policy[seed], kn_mixture_draw(&mixture, draw));
            assert_true(policy[seed] < POLICIES);
            count[seed][policy[seed]]++;
        }
        same += policy[0] == policy[1];
    }
    for (size_t seed = 0; seed < 2; seed++)
        for (size_t p = 0; p < POLICIES; p++)
            assert_true(fabs(count[seed][p] - DRAWS / POLICIES) < 5 * sqrt(DRAWS / POLICIES));
    /* two independent draws of five agree once in five */
    assert_true(fabs((double)same - DRAWS / POLICIES) < 5 * sqrt(DRAWS / POLICIES));
}

/* Where all policies pack the same the preferred result is returned: the average, before the last, the best and the mixture. */
static void ties_of_validation_go_to_the_average(void **state)
{
    knap_data *data[2];
    knap_settings settings;
    knap_model *model;
    knap_run run = {.jobs = 1};
    knap_rng rng;
    char text[32];
    (void)state;
    knap_rng_seed(&rng, 52);
    for (size_t i = 0; i < 2; i++) {
        assert_ok(knap_data_new(NULL, &data[i], error));
        random_instance(data[i], &rng, i ? 1 : 10, 20, "coverage", 1);
    }
    knap_settings_init(&settings);
    settings.epochs = 3;
    assert_ok(knap_train(data[0], data[1], &settings, 1, &run, &model, NULL, error));
    assert_string_equal(knap_param_format(knap_param_find(knap_settings_table(), "result"), knap_model_settings(model),
                                          1, text, sizeof text),
                        "average");
    knap_model_free(model);
    for (size_t i = 0; i < 2; i++)
        knap_data_free(data[i]);
}

/* An explanation is weight times the distance from the mean of the candidates that the item was picked from. */
static void explanations_are_against_the_candidates(void **state)
{
    enum { ITEMS = 12 };
    knap_data *data;
    knap_settings settings;
    knap_model *model;
    knap_run run = {.jobs = 1};
    knap_rng rng;
    knap_list list = {.allocator = NULL};
    const knap_instance *instance;
    double *row;
    (void)state;
    knap_rng_seed(&rng, 53);
    assert_ok(knap_data_new(NULL, &data, error));
    instance = random_instance(data, &rng, ITEMS, 20, "coverage", 1);
    knap_settings_init(&settings);
    settings.epochs = 3;
    assert_ok(knap_param_parse(knap_param_find(knap_settings_table(), "views"), &settings, "quality", error));
    assert_ok(knap_train(data, NULL, &settings, 1, &run, &model, NULL, error));
    assert_ok(knap_model_pack(model, instance, 0, &run, &list, NULL, error));
    assert_true(list.count > 1);
    row = calloc(list.count * knap_model_columns(model), sizeof *row);
    assert_ok(knap_model_explain(model, instance, 0, &list, row, error));
    for (size_t i = 0; i < list.count; i++)
        for (size_t c = 0; c < knap_model_columns(model); c++) {
            double mean = 0, candidates = 0, spent = 0;
            for (size_t j = 0; j < i; j++)
                spent += knap_instance_cost(instance, list.item[j]);
            for (size_t s = 0; s < ITEMS; s++) {
                int in = 0;
                for (size_t j = 0; j < i; j++)
                    in |= list.item[j] == s;
                if (in || spent + knap_instance_cost(instance, s) > 20)
                    continue;
                mean += (double)knap_instance_features(instance, s)[c];
                candidates++;
            }
            mean /= candidates;
            assert_close(row[i * knap_model_columns(model) + c],
                         knap_model_weight(model, 0, 0, c) *
                             ((double)knap_instance_features(instance, list.item[i])[c] - mean),
                         1e-9);
        }
    free(row);
    knap_list_free(&list);
    knap_model_free(model);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_list_is_worth_more),
        cmocka_unit_test(draws_are_uniform_and_seeded),
        cmocka_unit_test(ties_of_validation_go_to_the_average),
        cmocka_unit_test(explanations_are_against_the_candidates),
    };
    return cmocka_run_group_tests_name("core definition", tests, NULL, NULL);
}
