/* train_test.c - Algorithm 1 end to end: it learns, and its result depends only on the data, the settings
 * and the seed. */
#include "random.h"

#include "core/evaluate.h"
#include "core/learner.h"
#include "core/model.h"
#include "core/settings.h"

#include <unistd.h>

static knap_data *planted(uint64_t seed, size_t count)
{
    knap_data *data;
    knap_rng rng;
    knap_rng_seed(&rng, seed);
    assert_ok(knap_data_new(NULL, &data, error));
    for (size_t i = 0; i < count; i++)
        planted_instance(data, &rng, 40);
    return data;
}

static double model_reward(const knap_model *model, const knap_data *data)
{
    double mean;
    knap_run run = {.jobs = 1};
    kn_mixture mixture = kn_policy_mixture(kn_model_policy(model));
    assert_ok(kn_evaluate(data, &mixture, &run, &mean, error));
    return mean;
}

static double oracle_reward(const knap_data *data)
{
    double sum = 0;
    for (size_t i = 0; i < knap_data_count(data); i++) {
        knap_list list = {.allocator = NULL};
        double value;
        assert_ok(knap_greedy(knap_data_at(data, i), KNAP_GREEDY_BENEFIT, &list, error));
        assert_ok(knap_list_value(knap_data_at(data, i), &list, &value, error));
        sum += value;
        knap_list_free(&list);
    }
    return sum / (double)knap_data_count(data);
}

static knap_model *train(knap_data *data, const knap_settings *settings, size_t jobs, knap_report *report)
{
    knap_model *model;
    knap_run run = {.jobs = jobs};
    assert_ok(knap_train(data, NULL, settings, 1, &run, &model, report, error));
    return model;
}

/* Realizable: within 2% of the oracle on held-out instances with list views, far below without. Every method,
 * learner and reduction. */
static void planted_problem_is_learned(void **state)
{
    knap_data *data = planted(1, 60), *test = planted(2, 100);
    double oracle = oracle_reward(test);
    (void)state;
    for (int method = 0; method < 2; method++)
        for (int learner = 0; kn_learner_names[learner]; learner++) {
            knap_settings settings;
            knap_settings_init(&settings);
            settings.method = method;
            settings.learner = learner;
            settings.epochs = kn_learner_at(learner)->converges || learner == 3 ? 5 : 20;
            knap_model *model = train(data, &settings, 1, NULL);
            double seeing = model_reward(model, test), blind;
            knap_model_free(model);
            settings.views = 1; /* quality only */
            model = train(data, &settings, 1, NULL);
            blind = model_reward(model, test);
            knap_model_free(model);
            print_message("%s, %s: %.4f with list views, %.4f without, oracle %.4f\n", method ? "conseqopt" : "scp",
                          kn_learner_names[learner], seeing, blind, oracle);
            assert_true(seeing >= 0.98 * oracle);
            assert_true(blind < 0.85 * oracle);
        }
    knap_data_free(data);
    knap_data_free(test);
}

static void all_reductions_learn(void **state)
{
    knap_data *data = planted(1, 60), *test = planted(2, 100);
    double oracle = oracle_reward(test);
    (void)state;
    for (int reduction = 0; kn_reduction_names[reduction]; reduction++)
        for (int guided = 0; guided < 2; guided++) {
            knap_settings settings;
            knap_settings_init(&settings);
            settings.reduction = reduction;
            settings.guided = guided;
            knap_model *model = train(data, &settings, 1, NULL);
            assert_true(model_reward(model, test) >= 0.98 * oracle);
            knap_model_free(model);
        }
    knap_data_free(data);
    knap_data_free(test);
}

static void all_results_are_policies(void **state)
{
    knap_data *data = planted(1, 60), *test = planted(2, 100);
    double oracle = oracle_reward(test);
    (void)state;
    for (int result = KNAP_RESULT_LAST; result <= KNAP_RESULT_MIXTURE; result++) {
        knap_settings settings;
        knap_settings_init(&settings);
        settings.result = result;
        knap_model *model = train(data, &settings, 1, NULL);
        assert_int_equal(knap_model_settings(model)->result, result);
        assert_int_equal(knap_model_iterates(model), result == KNAP_RESULT_MIXTURE ? settings.keep : 1);
        assert_true(model_reward(model, test) >= 0.95 * oracle);
        knap_model_free(model);
    }
    knap_data_free(data);
    knap_data_free(test);
}

/* Validation data choose: at least as good on them as each single choice. */
static void validation_chooses_the_best(void **state)
{
    knap_data *data = planted(1, 20), *held_out = planted(3, 40);
    knap_settings base, grid[32];
    knap_model *model;
    knap_report report;
    knap_run run = {.jobs = 2};
    size_t count;
    (void)state;
    knap_settings_init(&base);
    base.epochs = 3;
    count = knap_settings_grid(&base, NULL, grid, 32);
    assert_int_equal(count, 9);
    assert_ok(knap_train(data, held_out, grid, count, &run, &model, &report, error));
    assert_true(report.tried == count);
    assert_close(report.validation, model_reward(model, held_out), 1e-12);
    for (size_t i = 0; i < count; i++)
        for (int result = KNAP_RESULT_LAST; result <= KNAP_RESULT_MIXTURE; result++) {
            knap_model *single;
            knap_report its;
            grid[i].result = result;
            assert_ok(knap_train(data, held_out, &grid[i], 1, &run, &single, &its, error));
            assert_true(its.validation <= report.validation);
            knap_model_free(single);
        }
    knap_model_free(model);
    knap_data_free(data);
    knap_data_free(held_out);
}

static char *file_bytes(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(1 << 20);
    assert_non_null(file);
    *length = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void assert_same_files(const char *a, const char *b)
{
    size_t la, lb;
    char *x = file_bytes(a, &la), *y = file_bytes(b, &lb);
    assert_int_equal(la, lb);
    assert_memory_equal(x, y, la);
    free(x);
    free(y);
}

/* CONSEQOPT with one policy is SCP: the same weights to the bit, with lists of one item and of many. */
static void one_position_makes_them_equal(void **state)
{
    (void)state;
    for (int single = 0; single < 2; single++)
        for (int learner = 0; kn_learner_names[learner]; learner++) {
            knap_data *data = planted(4, 15);
            knap_settings settings;
            for (size_t i = 0; single && i < knap_data_count(data); i++) /* the budget admits one item */
                assert_ok(knap_instance_set_budget(knap_data_at(data, i), 3, error));
            knap_settings_init(&settings);
            settings.epochs = 3;
            settings.learner = learner;
            knap_model *scp = train(data, &settings, 1, NULL);
            settings.method = KNAP_METHOD_CONSEQOPT;
            settings.positions = 1;
            knap_model *conseqopt = train(data, &settings, 1, NULL);
            assert_memory_equal(kn_model_policy(scp)->weight, kn_model_policy(conseqopt)->weight,
                                kn_model_policy(scp)->width * sizeof *kn_model_policy(scp)->weight);
            knap_model_free(conseqopt);
            if (single) { /* and with policies for positions that lists never reach */
                settings.positions = 4;
                conseqopt = train(data, &settings, 1, NULL);
                assert_memory_equal(kn_model_policy(scp)->weight, kn_model_policy(conseqopt)->weight,
                                    kn_model_policy(scp)->width * sizeof *kn_model_policy(scp)->weight);
                knap_model_free(conseqopt);
            }
            knap_model_free(scp);
            knap_data_free(data);
        }
}

static void threads_change_no_byte(void **state)
{
    char one[] = "/tmp/knap-test-XXXXXX", two[] = "/tmp/knap-test-XXXXXX", again[] = "/tmp/knap-test-XXXXXX";
    knap_data *data = planted(5, 10), *held_out = planted(6, 10), *large;
    knap_rng rng;
    (void)state;
    close(mkstemp(one));
    close(mkstemp(two));
    close(mkstemp(again));
    /* one instance so large that its views and gradients are worked on in pieces */
    knap_rng_seed(&rng, 8);
    assert_ok(knap_data_new(NULL, &large, error));
    planted_instance(large, &rng, 30000);
    for (int round = 0; round < 3; round++) {
        knap_data *from = round == 1 ? large : data;
        knap_settings settings, grid[16];
        size_t count = 1;
        knap_settings_init(&settings);
        settings.epochs = 2;
        grid[0] = settings;
        if (round == 2)
            count = knap_settings_grid(&settings, NULL, grid, 16);
        for (size_t jobs = 1; jobs <= 2; jobs++) {
            knap_model *model, *loaded;
            knap_run run = {.jobs = jobs};
            assert_ok(knap_train(from, round == 2 ? held_out : NULL, grid, count, &run, &model, NULL, error));
            assert_ok(knap_model_save(model, jobs == 1 ? one : two, error));
            /* save -> load -> save */
            assert_ok(knap_model_load(jobs == 1 ? one : two, NULL, &loaded, error));
            assert_ok(knap_model_save(loaded, again, error));
            assert_same_files(jobs == 1 ? one : two, again);
            knap_model_free(loaded);
            knap_model_free(model);
        }
        assert_same_files(one, two);
    }
    unlink(one);
    unlink(two);
    unlink(again);
    knap_data_free(data);
    knap_data_free(held_out);
    knap_data_free(large);
}

/* The aggregate learner's solution: no direction lowers the objective, and it is below where the other
 * learners end. */
static void aggregate_solves_to_convergence(void **state)
{
    enum { N = 12, D = 4, EXAMPLES = 8 };
    static float rows[EXAMPLES][N * D];
    static double benefit[EXAMPLES][N];
    const double ones[D] = {1, 1, 1, 1}, l2 = 0.01;
    double policy[D] = {0}, best, value;
    kn_learner learner;
    kn_example example[EXAMPLES];
    knap_settings settings;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 71);
    knap_settings_init(&settings);
    settings.learner = 4;
    settings.l2 = l2;
    assert_true(kn_learner_begin(&learner, kn_learner_at(settings.learner), &settings, D, ones, policy, NULL));
    for (size_t e = 0; e < EXAMPLES; e++) {
        for (size_t i = 0; i < N; i++) {
            benefit[e][i] = knap_rng_uniform(&rng);
            for (size_t d = 0; d < D; d++)
                rows[e][i * D + d] = (float)(knap_rng_normal(&rng) + (d == 0 ? 3 * benefit[e][i] : 0));
        }
        example[e] = (kn_example){
            .count = N, .width = D, .row = rows[e], .benefit = benefit[e], .weight = 1, .key = e, .jobs = 1};
        assert_true(learner.kind->add(&learner, &example[e]));
        assert_true(learner.kind->round_end(&learner));
    }
    assert_true(learner.kind->epoch_end(&learner));
    double solution[D];
    memcpy(solution, learner.weight, sizeof solution);
    best = INFINITY;
    for (int trial = 0; trial < 2000; trial++) {
        double distance = trial == 0 ? 0 : pow(10, -3.0 * knap_rng_uniform(&rng)), loss, mass;
        value = 0;
        for (size_t d = 0; d < D; d++)
            learner.weight[d] = solution[d] + distance * knap_rng_normal(&rng);
        kn_learner_changed(&learner);
        for (size_t e = 0; e < EXAMPLES; e++) {
            assert_true(kn_learner_slope(&learner, &example[e], &loss, &mass));
            value += loss / EXAMPLES;
        }
        for (size_t d = 0; d < D; d++)
            value += l2 / 2 * learner.weight[d] * learner.weight[d];
        if (trial == 0)
            best = value;
        assert_true(value >= best * (1 - 1e-4));
    }
    kn_learner_free(&learner);
}

/* Fed an example of one pair, vw does what vw-pairs does, to the bit; and both do what VW's update says. */
static void vw_is_itself_on_a_single_pair(void **state)
{
    enum { D = 3 };
    const double ones[D] = {1, 1, 1};
    knap_rng rng;
    knap_settings settings;
    kn_learner whole, pairs;
    double policy_whole[D] = {0}, policy_pairs[D] = {0}, w[D] = {0}, g[D] = {0}, s[D] = {0}, norms = 0, total = 0;
    (void)state;
    knap_rng_seed(&rng, 77);
    knap_settings_init(&settings);
    settings.learner = 2;
    assert_true(kn_learner_begin(&whole, kn_learner_at(settings.learner), &settings, D, ones, policy_whole, NULL));
    settings.learner = 3;
    assert_true(kn_learner_begin(&pairs, kn_learner_at(settings.learner), &settings, D, ones, policy_pairs, NULL));
    for (int round = 0; round < 200; round++) {
        float rows[2 * D];
        double benefit[2] = {knap_rng_uniform(&rng), knap_rng_uniform(&rng)}, weight = knap_rng_uniform(&rng);
        kn_example example = {.count = 2, .width = D, .row = rows, .benefit = benefit, .weight = weight, .jobs = 1};
        for (size_t i = 0; i < 2 * D; i++)
            rows[i] = (float)(knap_rng_normal(&rng) + (i % D == 0 ? benefit[i / D] : 0));
        assert_true(whole.kind->add(&whole, &example));
        assert_true(pairs.kind->add(&pairs, &example));
        /* the update as it is written down, eta 0.5 */
        size_t better = benefit[0] > benefit[1] ? 0 : 1;
        double importance = weight * fabs(benefit[0] - benefit[1]), p = 0, ppu = 0, x[D];
        for (size_t d = 0; d < D; d++) {
            x[d] = (double)rows[better * D + d] - (double)rows[(1 - better) * D + d];
            p += w[d] * x[d];
        }
        p = fmin(fmax(p, -1), 1);
        if (p < 1) {
            for (size_t d = 0; d < D; d++) {
                g[d] += importance * x[d] * x[d];
                if (fabs(x[d]) > s[d]) {
                    if (s[d] > 0)
                        w[d] *= s[d] / fabs(x[d]);
                    s[d] = fabs(x[d]);
                }
                norms += importance * x[d] * x[d] / (s[d] * s[d]);
            }
            total += importance;
            for (size_t d = 0; d < D; d++)
                ppu += x[d] * x[d] * sqrt(total / norms) / (sqrt(g[d]) * s[d]);
            double u = fmin(0.5 * importance, (1 - p) / ppu);
            for (size_t d = 0; d < D; d++)
                w[d] += u * x[d] * sqrt(total / norms) / (sqrt(g[d]) * s[d]);
        }
        for (size_t d = 0; d < D; d++) {
            assert_close(whole.weight[d], pairs.weight[d], 1e-9);
            assert_close(pairs.weight[d], w[d], 1e-9);
        }
    }
    kn_learner_free(&whole);
    kn_learner_free(&pairs);
}

static void wrong_data_are_refused(void **state)
{
    knap_data *data, *other = planted(1, 2);
    knap_instance *instance;
    knap_settings settings[2];
    knap_model *model;
    knap_error problem;
    knap_item item = {.cost = 1};
    (void)state;
    knap_settings_init(&settings[0]);
    settings[1] = settings[0];
    assert_ok(knap_data_new(NULL, &data, error));
    assert_int_equal(knap_train(data, NULL, settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "no instances"));
    assert_ok(knap_data_add(data, "lonely", 5, 12, &instance, error));
    assert_int_equal(knap_train(data, NULL, settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "'lonely' (line 12) has no items"));
    assert_ok(knap_instance_add(instance, &item, error));
    assert_int_equal(knap_train(data, NULL, settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "no reward"));
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("modular"), NULL, error));
    assert_int_equal(knap_train(data, NULL, settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
    assert_non_null(strstr(problem.message, "no features and no vectors"));
    assert_int_equal(knap_train(other, data, settings, 1, NULL, &model, NULL, &problem), KNAP_BAD_INPUT);
    assert_int_equal(knap_train(other, NULL, settings, 2, NULL, &model, NULL, &problem), KNAP_USAGE);
    knap_data_free(data);
    knap_data_free(other);
}

static int stop_at_once(void *context, const knap_progress *progress)
{
    (void)progress;
    return ++*(int *)context >= 3;
}

static void progress_can_cancel(void **state)
{
    knap_data *data = planted(1, 4);
    knap_settings settings;
    knap_model *model;
    knap_error problem;
    int calls = 0;
    knap_run run = {.jobs = 1, .progress = stop_at_once, .context = &calls};
    (void)state;
    knap_settings_init(&settings);
    assert_int_equal(knap_train(data, NULL, &settings, 1, &run, &model, NULL, &problem), KNAP_CANCELLED);
    assert_int_equal(calls, 3);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_problem_is_learned),      cmocka_unit_test(all_reductions_learn),
        cmocka_unit_test(all_results_are_policies),        cmocka_unit_test(validation_chooses_the_best),
        cmocka_unit_test(one_position_makes_them_equal),   cmocka_unit_test(threads_change_no_byte),
        cmocka_unit_test(aggregate_solves_to_convergence), cmocka_unit_test(vw_is_itself_on_a_single_pair),
        cmocka_unit_test(wrong_data_are_refused),          cmocka_unit_test(progress_can_cancel),
    };
    return cmocka_run_group_tests_name("train", tests, NULL, NULL);
}
