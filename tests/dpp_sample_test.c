/* dpp_sample_test.c - samples of a DPP against exact probabilities by chi-square, and the list of minimum
 * Bayes risk against all lists and all pairs of samples. */
#include "determinant.h"
#include "random.h"

static void make_dpp(kn_dpp *dpp, knap_data *data, knap_rng *rng, size_t n, double budget)
{
    const knap_instance *instance = random_instance(data, rng, n, budget, "coverage", 1);
    assert_ok(kn_dpp_begin(dpp, instance, NULL, error));
    for (size_t i = 0; i < n; i++)
        dpp->log_quality[i] = 0.6 * knap_rng_normal(rng) - 0.3;
}

/* Cells of small expectation are put together. The bound is five deviations above the mean of chi-square. */
static void check_chi_square(const size_t *seen, const double *probability, size_t cells, size_t samples)
{
    double chi = 0, rest = 0, rest_seen = 0;
    size_t freedom = 0;
    for (size_t c = 0; c < cells; c++) {
        double expected = probability[c] * (double)samples;
        if (expected < 8) {
            rest += expected;
            rest_seen += (double)seen[c];
            continue;
        }
        chi += ((double)seen[c] - expected) * ((double)seen[c] - expected) / expected;
        freedom++;
    }
    if (rest >= 8) {
        chi += (rest_seen - rest) * (rest_seen - rest) / rest;
        freedom++;
    } else {
        assert_true(rest_seen < 40);
    }
    if (chi > (double)freedom + 5 * sqrt(2 * (double)freedom))
        fail_msg("chi-square %g with %zu cells", chi, freedom);
}

static void frequencies(void **state)
{
    enum { N = 6, SAMPLES = 100000 };
    knap_data *data;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 5);
    assert_ok(knap_data_new(NULL, &data, error));
    for (int round = 0; round < 5; round++) {
        size_t seen[1 << N] = {0};
        double probability[1 << N], sum = 0;
        kn_dpp_sampler sampler;
        kn_dpp dpp;
        make_dpp(&dpp, data, &rng, N, 20);
        for (unsigned subset = 0; subset < 1u << N; subset++)
            sum += probability[subset] = subset_determinant(&dpp, subset);
        for (unsigned subset = 0; subset < 1u << N; subset++)
            probability[subset] /= sum;
        assert_ok(kn_dpp_sampler_begin(&sampler, &dpp, error));
        for (size_t r = 0; r < SAMPLES; r++) {
            size_t size = kn_dpp_sample(&sampler, &rng);
            unsigned subset = 0;
            for (size_t i = 0; i < size; i++) {
                assert_false(subset >> sampler.place[i] & 1);
                subset |= 1u << sampler.place[i];
            }
            seen[subset]++;
        }
        check_chi_square(seen, probability, 1 << N, SAMPLES);
        kn_dpp_sampler_end(&sampler);
        kn_dpp_end(&dpp);
    }
    knap_data_free(data);
}

/* ---- Minimum Bayes risk ---- */

enum { ITEMS = 10, LISTS = 80 };

/* The items of the sample that fit, in the order drawn, as a set of bits. */
static unsigned fit(const kn_dpp *dpp, const kn_dpp_sampler *sampler, size_t size)
{
    unsigned subset = 0;
    double spent = 0;
    for (size_t i = 0; i < size; i++) {
        uint32_t place = sampler->place[i];
        if (spent + dpp->instance->cost[place] > dpp->instance->budget)
            continue;
        subset |= 1u << place;
        spent += dpp->instance->cost[place];
    }
    return subset;
}

static void count_words(const kn_dpp *dpp, unsigned subset, double *count, double *length)
{
    const kn_rows *rows = &dpp->instance->concept;
    memset(count, 0, RANDOM_CONCEPTS * sizeof *count);
    *length = 0;
    for (size_t s = 0; s < ITEMS; s++)
        for (size_t i = rows->start[s]; subset >> s & 1 && i < rows->start[s + 1]; i++) {
            count[rows->id[i]] += ceil(rows->value[i] * 16);
            *length += ceil(rows->value[i] * 16);
        }
}

static double pair_agreement(const kn_dpp *dpp, unsigned a, unsigned b)
{
    double count_a[RANDOM_CONCEPTS], count_b[RANDOM_CONCEPTS], length_a, length_b, overlap = 0;
    count_words(dpp, a, count_a, &length_a);
    count_words(dpp, b, count_b, &length_b);
    for (size_t w = 0; w < RANDOM_CONCEPTS; w++)
        overlap += fmin(count_a[w], count_b[w]);
    return overlap > 0 ? 2 * overlap / (length_a + length_b) : 0;
}

static double mean_agreement(const kn_dpp *dpp, unsigned subset, const unsigned *lists)
{
    double sum = 0;
    for (size_t r = 0; r < LISTS; r++)
        sum += pair_agreement(dpp, subset, lists[r]) / LISTS;
    return sum;
}

static unsigned bits_of(const knap_list *list, size_t count)
{
    unsigned set = 0;
    for (size_t i = 0; i < count; i++)
        set |= 1u << list->item[i];
    return set;
}

static bool fits(const kn_dpp *dpp, unsigned subset)
{
    double cost = 0;
    for (size_t s = 0; s < ITEMS; s++)
        cost += subset >> s & 1 ? dpp->instance->cost[s] : 0;
    return cost <= dpp->instance->budget;
}

/* The list agrees with the votes at least as much as greedy MAP does, up to the differences between the lengths of the votes, and
 * nearly as much as the best of all lists. It is filled: nothing that the process gives a probability above 0 fits. */
static double check_choice(const kn_dpp *dpp, const kn_dpp_params *params, const unsigned *lists, const knap_list *list)
{
    knap_list map = {.allocator = NULL}, longer = {.allocator = NULL};
    double best = 0, mine = mean_agreement(dpp, bits_of(list, list->count), lists);
    for (unsigned subset = 1; subset < 1u << ITEMS; subset++)
        if (fits(dpp, subset))
            best = fmax(best, mean_agreement(dpp, subset, lists));
    assert_true(fits(dpp, bits_of(list, list->count)));
    assert_ok(kn_dpp_map(dpp, params->r, &map, error));
    assert_true(mine > mean_agreement(dpp, bits_of(&map, map.count), lists) - 0.03);
    for (size_t i = 0; i < list->count; i++)
        assert_ok(knap_list_push(&longer, dpp->instance, list->item[i], error));
    assert_ok(kn_dpp_map(dpp, params->r, &longer, error));
    assert_int_equal(longer.count, list->count);
    knap_list_free(&map);
    knap_list_free(&longer);
    assert_true(mine > 0.85 * best);
    return mine / best;
}

/* Votes are the samples, cut to what fits, that use the share `fill` of the budget. */
static void bayes_risk(void **state)
{
    knap_data *data;
    knap_rng rng, draws;
    kn_dpp_params params = {.samples = LISTS, .r = 0, .fill = 0.6};
    double shares = 0;
    (void)state;
    knap_rng_seed(&rng, 6);
    assert_ok(knap_data_new(NULL, &data, error));
    for (uint64_t seed = 0; seed < 40; seed++) {
        unsigned lists[LISTS];
        knap_list list = {.allocator = NULL};
        kn_dpp_sampler sampler;
        kn_dpp dpp;
        size_t votes = 0;
        make_dpp(&dpp, data, &rng, ITEMS, 18);
        for (size_t i = 0; i < ITEMS; i++)
            dpp.log_quality[i] += 1.5; /* so that samples fill the budget */
        assert_ok(kn_dpp_sampler_begin(&sampler, &dpp, error));
        knap_rng_seed(&draws, seed);
        while (votes < LISTS) {
            size_t size = kn_dpp_sample(&sampler, &draws);
            lists[votes] = fit(&dpp, &sampler, size);
            double cost = 0;
            for (size_t s = 0; s < ITEMS; s++)
                cost += lists[votes] >> s & 1 ? dpp.instance->cost[s] : 0;
            votes += cost >= params.fill * dpp.instance->budget;
        }
        assert_ok(kn_dpp_mbr(&dpp, &params, seed, &list, error));
        shares += check_choice(&dpp, &params, lists, &list) / 40;
        knap_list_free(&list);
        kn_dpp_sampler_end(&sampler);
        kn_dpp_end(&dpp);
    }
    if (shares < 0.97)
        fail_msg("lists agree with the votes %g as much as the best, in the mean", shares);
    knap_data_free(data);
}

/* Items of these costs that have nothing in common and no words. */
static void make_plain(kn_dpp *dpp, knap_data *data, const double *cost, const double *log_quality)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, 2, 0, &instance, error));
    for (uint32_t s = 0; s < 3; s++) {
        double one = 1;
        knap_item item = {.cost = cost[s], .vector_id = &s, .vector = &one, .vector_count = 1};
        assert_ok(knap_instance_add(instance, &item, error));
    }
    assert_ok(kn_dpp_begin(dpp, instance, NULL, error));
    memcpy(dpp->log_quality, log_quality, 3 * sizeof *log_quality);
}

/* Where items have no words, votes agree on items: greedy MAP takes the first item, and most votes have the other two. A process that
 * draws next to nothing still makes a list, that of greedy MAP. */
static void items_without_words(void **state)
{
    static const double long_first[] = {2, 1, 1}, equal[] = {1, 1, 1}, sure[] = {3.1, 3, 3},
                        improbable[] = {-20, -19, -18};
    kn_dpp_params params = {.samples = 200, .r = 0, .fill = 1};
    knap_list list = {.allocator = NULL};
    knap_data *data;
    kn_dpp dpp;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    make_plain(&dpp, data, long_first, sure);
    assert_ok(kn_dpp_map(&dpp, 0, &list, error));
    assert_int_equal(bits_of(&list, list.count), 1);
    knap_list_clear(&list);
    assert_ok(kn_dpp_mbr(&dpp, &params, 1, &list, error));
    assert_int_equal(bits_of(&list, list.count), 6);
    kn_dpp_end(&dpp);
    knap_list_clear(&list);
    make_plain(&dpp, data, equal, improbable);
    assert_ok(kn_dpp_mbr(&dpp, &params, 1, &list, error));
    assert_int_equal(bits_of(&list, list.count), 6);
    kn_dpp_end(&dpp);
    knap_list_free(&list);
    knap_data_free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frequencies), cmocka_unit_test(bayes_risk),
                                       cmocka_unit_test(items_without_words)};
    return cmocka_run_group_tests_name("dpp_sample", tests, NULL, NULL);
}
