/* dpp_kernel_test.c - the DPP against enumeration of all subsets: normaliser, marginals, likelihood; its
 * gradient against finite differences; greedy MAP against determinants taken afresh. */
#include "determinant.h"
#include "random.h"

static knap_data *data;
static knap_rng rng;

static int begin(void **state)
{
    (void)state;
    knap_rng_seed(&rng, 11);
    return knap_data_new(NULL, &data, NULL) != KNAP_OK;
}

static int end(void **state)
{
    (void)state;
    knap_data_free(data);
    return 0;
}

static void make_dpp(kn_dpp *dpp, size_t n, double spread, int sparse)
{
    const knap_instance *instance = random_instance(data, &rng, n, 15, "coverage", sparse);
    assert_ok(kn_dpp_begin(dpp, instance, NULL, error));
    for (size_t i = 0; i < n; i++)
        dpp->log_quality[i] = spread * knap_rng_normal(&rng);
}

static void normaliser_and_marginals(void **state)
{
    double work[MOST_ITEMS * MOST_ITEMS], marginal[MOST_ITEMS], normaliser, value[MOST_ITEMS];
    (void)state;
    for (size_t round = 0; round < 60; round++) {
        size_t n = 1 + round % MOST_ITEMS;
        double sum = 0, with[MOST_ITEMS] = {0}, logs = 0;
        kn_dpp dpp;
        make_dpp(&dpp, n, 0.8, round % 2 == 0);
        for (unsigned subset = 0; subset < 1u << n; subset++) {
            double determinant = subset_determinant(&dpp, subset);
            sum += determinant;
            for (size_t i = 0; i < n; i++)
                with[i] += subset >> i & 1 ? determinant : 0;
        }
        assert_true(kn_dpp_normaliser(&dpp, work, &normaliser, marginal));
        assert_close(normaliser, log(sum), 1e-10);
        for (size_t i = 0; i < n; i++)
            assert_close(marginal[i], with[i] / sum, 1e-9);
        assert_ok(kn_dpp_eigen(&dpp, value, work, error));
        for (size_t i = 0; i < n; i++)
            logs += log1p(fmax(0, value[i]));
        assert_close(logs, normaliser, 1e-9);
        kn_dpp_end(&dpp);
    }
}

/* An example with random rows and a random list. */
static void make_example(kn_dpp_example *example, size_t n, size_t columns, double *matrix, unsigned char *picked)
{
    make_dpp(&example->dpp, n, 0, 1);
    example->matrix = matrix;
    example->picked = picked;
    for (size_t i = 0; i < n * columns; i++)
        matrix[i] = knap_rng_normal(&rng);
    for (size_t i = 0; i < n; i++)
        picked[i] = knap_rng_below(&rng, 3) == 0;
}

static void likelihood_and_gradient(void **state)
{
    enum { COLUMNS = 7 };
    double matrix[MOST_ITEMS * COLUMNS], work[MOST_ITEMS * MOST_ITEMS + MOST_ITEMS], unused[COLUMNS];
    unsigned char picked[MOST_ITEMS];
    (void)state;
    for (size_t round = 0; round < 40; round++) {
        size_t n = 2 + round % (MOST_ITEMS - 1);
        double theta[COLUMNS], gradient[COLUMNS] = {0}, value, sum = 0, own = 0, constant;
        unsigned subset = 0;
        kn_dpp_example example;
        make_example(&example, n, COLUMNS, matrix, picked);
        for (size_t c = 0; c < COLUMNS; c++)
            theta[c] = 0.5 * knap_rng_normal(&rng);
        for (size_t i = 0; i < n; i++)
            subset |= (unsigned)picked[i] << i;
        constant = subset_determinant(&example.dpp, subset); /* det S_Y, while log q is 0 */
        value = kn_dpp_likelihood(&example, theta, COLUMNS, work, gradient);
        for (unsigned other = 0; other < 1u << n; other++)
            sum += subset_determinant(&example.dpp, other);
        own = subset_determinant(&example.dpp, subset);
        if (constant > 1e-6)
            assert_close(value + log(constant), log(own / sum), 1e-8);
        for (size_t c = 0; c < COLUMNS; c++) {
            double step = 1e-5, centre = theta[c], up, down;
            theta[c] = centre + step;
            up = kn_dpp_likelihood(&example, theta, COLUMNS, work, unused);
            theta[c] = centre - step;
            down = kn_dpp_likelihood(&example, theta, COLUMNS, work, unused);
            theta[c] = centre;
            assert_close(gradient[c], (up - down) / (2 * step), 1e-6);
        }
        kn_dpp_end(&example.dpp);
    }
}

/* argmax (log det L_{Y+i} - log det L_Y) / cost_i^r, each determinant taken afresh. */
static size_t naive_map(const kn_dpp *dpp, double r, size_t *list)
{
    const knap_instance *instance = dpp->instance;
    unsigned subset = 0;
    size_t count = 0;
    double spent = 0;
    for (;;) {
        double before = subset_determinant(dpp, subset), highest = -INFINITY;
        size_t best = dpp->count;
        for (size_t i = 0; i < dpp->count; i++) {
            double after, cost = instance->cost[i];
            if (subset >> i & 1 || spent + cost > instance->budget)
                continue;
            after = subset_determinant(dpp, subset | 1u << i);
            if (after / before <= 1e-9 * exp(2 * dpp->log_quality[i]))
                continue;
            if (log(after / before) / pow(cost, r) > highest + 1e-12) {
                highest = log(after / before) / pow(cost, r);
                best = i;
            }
        }
        if (best == dpp->count)
            return count;
        subset |= 1u << best;
        spent += instance->cost[best];
        list[count++] = best;
    }
}

static void greedy_map(void **state)
{
    (void)state;
    for (size_t round = 0; round < 200; round++) {
        size_t expected[MOST_ITEMS], count;
        double r = round % 3 == 0 ? 0 : round % 3 == 1 ? 1 : knap_rng_uniform(&rng);
        knap_list list = {.allocator = NULL};
        kn_dpp dpp;
        make_dpp(&dpp, 1 + round % MOST_ITEMS, 1, round % 2 == 0);
        count = naive_map(&dpp, r, expected);
        assert_ok(kn_dpp_map(&dpp, r, &list, error));
        assert_int_equal(list.count, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(list.item[i], expected[i]);
        knap_list_clear(&list); /* from any prefix of the greedy list, greedy goes on to the whole of it */
        for (size_t i = 0; i < count / 2; i++)
            assert_ok(knap_list_push(&list, dpp.instance, expected[i], error));
        assert_ok(kn_dpp_map(&dpp, r, &list, error));
        assert_int_equal(list.count, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(list.item[i], expected[i]);
        knap_list_free(&list);
        kn_dpp_end(&dpp);
    }
}

/* Where one feature tells what the oracle takes, its weight is positive and the lists are nearly the
 * oracle's. */
static void learning(void **state)
{
    knap_data *planted;
    knap_model *model;
    knap_packed packed[30];
    double mean = 0, oracle = 0;
    (void)state;
    assert_ok(knap_data_new(NULL, &planted, error));
    for (size_t i = 0; i < 30; i++)
        planted_instance(planted, &rng, 40);
    assert_ok(knap_system_fit(knap_system_find("dpp"), NULL, planted, NULL, &model, error));
    assert_ok(knap_pack_all(model, planted, 1, NULL, packed, error));
    for (size_t i = 0; i < 30; i++) {
        double value;
        knap_list list = {.allocator = NULL};
        assert_ok(knap_greedy(knap_data_at(planted, i), KNAP_GREEDY_BETTER, &list, error));
        assert_ok(knap_list_value(knap_data_at(planted, i), &list, &value, error));
        mean += packed[i].reward;
        oracle += value;
        knap_list_free(&list);
    }
    knap_packed_free(packed, 30);
    if (!(mean > 0.9 * oracle))
        fail_msg("dpp %g, oracle %g", mean / 30, oracle / 30);
    knap_model_free(model);
    knap_data_free(planted);
}

static double length_of_a_reference(const void *context)
{
    (void)context;
    return 8;
}

/* The lists that are learned from are those of the oracle on F, not those of the oracle on the reward: of two features that mark the
 * one and the other, the first gets the larger weight. */
static void learns_lists_of_a_high_f(void **state)
{
    kn_dpp_params params = {.l2 = 1};
    knap_reward known = *knap_reward_find("coverage");
    knap_run run = {.jobs = 1};
    knap_data *train;
    void *model;
    const double *theta;
    (void)state;
    known.whole = length_of_a_reference;
    assert_ok(knap_data_new(NULL, &train, error));
    for (size_t t = 0; t < 20; t++) {
        knap_instance *instance = random_instance(train, &rng, 15, 20, "coverage", 1);
        knap_list list[2] = {{.allocator = NULL}, {.allocator = NULL}};
        assert_ok(knap_instance_set_reward(instance, &known, NULL, error));
        assert_ok(kn_greedy_f(instance, KN_ORACLE_R, &list[0], error));
        assert_ok(knap_greedy(instance, KNAP_GREEDY_BETTER, &list[1], error));
        for (size_t i = 0; i < instance->count * instance->width; i++)
            instance->feature[i] = 0;
        for (size_t f = 0; f < 2; f++) {
            for (size_t k = 0; k < list[f].count; k++)
                instance->feature[list[f].item[k] * instance->width + f] = 1;
            knap_list_free(&list[f]);
        }
    }
    assert_ok(kn_dpp_fit(train, &params, &run, &model, error));
    theta = ((kn_dpp_model *)model)->theta; /* of the constant, then of the features */
    if (!(theta[1] > theta[2] + 0.5))
        fail_msg("weights %g for the lists of F, %g for the others", theta[1], theta[2]);
    kn_dpp_model_free(model);
    knap_data_free(train);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normaliser_and_marginals),
        cmocka_unit_test(likelihood_and_gradient),
        cmocka_unit_test(greedy_map),
        cmocka_unit_test(learning),
        cmocka_unit_test(learns_lists_of_a_high_f),
    };
    return cmocka_run_group_tests_name("dpp_kernel", tests, begin, end);
}
