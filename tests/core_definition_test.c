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
                bool in = false;
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

/* ---- Losses of experts ---- */

/* The item of the largest (or smallest) cost of those that are left and fit. */
static size_t pick_by_cost(void *context, const knap_instance *instance, const knap_list *list)
{
    size_t best = knap_instance_count(instance);
    double sign = context ? 1 : -1;
    for (size_t s = 0; s < knap_instance_count(instance); s++) {
        bool in = false;
        for (size_t i = 0; i < list->count; i++)
            in |= list->item[i] == s;
        if (!in && list->cost + knap_instance_cost(instance, s) <= knap_instance_budget(instance) &&
            (best == knap_instance_count(instance) ||
             sign * knap_instance_cost(instance, s) > sign * knap_instance_cost(instance, best)))
            best = s;
    }
    return best;
}

static double benefit_of(const knap_instance *instance, knap_list *list, size_t item)
{
    double before, after;
    assert_ok(knap_list_value(instance, list, &before, error));
    assert_ok(knap_list_push(list, instance, item, error));
    assert_ok(knap_list_value(instance, list, &after, error));
    list->count--;
    list->cost -= knap_instance_cost(instance, item);
    return (after - before) / knap_instance_cost(instance, item);
}

/* sum_i w_i (max_s b(s) - b(pick of the expert)), w_i = prod_{j > i} (1 - l_j / W) l_i */
static double loss_of(const knap_instance *instance, const knap_list *list, const knap_expert *expert)
{
    double loss = 0, budget = knap_instance_budget(instance);
    knap_list so_far = {.allocator = NULL};
    for (size_t i = 0; i < list->count; i++) {
        double best = 0, weight = knap_instance_cost(instance, list->item[i]);
        for (size_t j = i + 1; j < list->count; j++)
            weight *= 1 - knap_instance_cost(instance, list->item[j]) / budget;
        for (size_t s = 0; s < knap_instance_count(instance); s++) {
            bool in = false;
            for (size_t j = 0; j < i; j++)
                in |= list->item[j] == s;
            if (!in && so_far.cost + knap_instance_cost(instance, s) <= budget)
                best = fmax(best, benefit_of(instance, &so_far, s));
        }
        loss += weight * (best - benefit_of(instance, &so_far, expert->pick(expert->context, instance, &so_far)));
        assert_ok(knap_list_push(&so_far, instance, list->item[i], error));
    }
    knap_list_free(&so_far);
    return loss;
}

static void losses_of_experts_are_by_benefit(void **state)
{
    static char large[] = "large";
    const knap_expert expert[2] = {{.pick = pick_by_cost, .context = large}, {.pick = pick_by_cost}};
    knap_majority *majority;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 54);
    assert_ok(knap_majority_new(2, 0.1, NULL, &majority, error));
    for (size_t round = 0; round < 40; round++) {
        knap_data *data;
        knap_list list = {.allocator = NULL};
        double loss[2];
        size_t drawn;
        assert_ok(knap_data_new(NULL, &data, error));
        const knap_instance *instance = random_instance(data, &rng, 8, 20, "coverage", 1);
        assert_ok(knap_majority_round(majority, expert, instance, &rng, &drawn, &list, loss, error));
        for (size_t e = 0; e < 2; e++)
            assert_close(loss[e], loss_of(instance, &list, &expert[e]), 1e-9);
        knap_list_free(&list);
        knap_data_free(data);
    }
    knap_majority_free(majority);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_better_list_is_worth_more),           cmocka_unit_test(draws_are_uniform_and_seeded),
        cmocka_unit_test(ties_of_validation_go_to_the_average),    cmocka_unit_test(losses_of_experts_are_by_benefit),
        cmocka_unit_test(explanations_are_against_the_candidates),
    };
    return cmocka_run_group_tests_name("core definition", tests, NULL, NULL);
}
