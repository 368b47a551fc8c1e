/* rouge_set_test.c - whole evaluations, significance, failing memory. */
#include "rouge_data.h"

#include "failing.h"

/* ---- Sets ---- */

static void add_string(knap_rouge_set *set, const char *topic, const char *system, const char *bytes)
{
    knap_rouge_segment segment = {bytes, strlen(bytes)};
    knap_rouge_text text = {&segment, 1};
    if (system)
        assert_ok(knap_rouge_set_add_peer(set, topic, system, &text, error));
    else
        assert_ok(knap_rouge_set_add_reference(set, topic, &text, error));
}

static void sets_are_ordered_as_the_script_prints_them(void **state)
{
    static const char *const topics[] = {"10", "9", "b", "010x", "a", "#"};
    static const char *const printed[] = {"#.S10", "9.S10", "010x.S10", "10.S10", "a.S10", "b.S10"};
    knap_rouge *rouge = all_measures(0, 0);
    knap_rouge_set *set;
    knap_error error;
    knap_rouge_segment segment = {"x", 1};
    knap_rouge_text text = {&segment, 1};
    (void)state;
    if (knap_rouge_set_new(rouge, &set, &error) != KNAP_OK)
        fail();
    for (size_t t = 0; t < 6; t++) {
        add_string(set, topics[t], "S9", "alpha beta");
        add_string(set, topics[t], "S10", "alpha");
        assert_int_equal(knap_rouge_set_add_peer(set, topics[t], "S9", &text, &error), KNAP_BAD_INPUT);
    }
    assert_int_equal(knap_rouge_set_evaluate(set, NULL, &error), KNAP_BAD_INPUT); /* no references yet */
    for (size_t t = 0; t < 6; t++)
        add_string(set, topics[t], NULL, "alpha beta gamma");
    add_string(set, "c", "S8", "alpha");
    add_string(set, "c", NULL, "alpha");
    add_string(set, "unused", NULL, "alpha");
    assert_int_equal(knap_rouge_set_evaluate(set, &(knap_run){.jobs = 0}, &error), KNAP_OK);
    assert_int_equal(knap_rouge_set_system_count(set), 3);
    assert_string_equal(knap_rouge_set_system(set, 0), "S10");
    assert_string_equal(knap_rouge_set_system(set, 1), "S8");
    assert_int_equal(knap_rouge_set_count(set, 0), 6);
    assert_int_equal(knap_rouge_set_count(set, 1), 1);
    assert_int_equal(knap_rouge_set_topic_count(set), 8);
    assert_true(knap_rouge_set_has(set, 0, 0));
    assert_false(knap_rouge_set_has(set, 0, 1));
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(knap_rouge_set_name(set, 0, i), printed[i]);
    assert_float_equal(knap_rouge_set_scores(set, 0, 0)[R1].recall, 0.33333, 0);
    assert_float_equal(knap_rouge_set_average(set, 0, R1)->mean[0], 0.33333, 0);
    assert_float_equal(knap_rouge_set_average(set, 0, R1)->low[2], 0.5, 0);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
}

/* Summaries of up to 20 systems for up to 60 topics, in no order; some are missing. */
static knap_rouge_set *random_set(const knap_rouge *rouge, uint64_t seed)
{
    char text[4096], topic[32], system[32];
    knap_rng rng;
    knap_rouge_set *set;
    knap_rng_seed(&rng, seed);
    size_t topics = 1 + knap_rng_below(&rng, 60), systems = 1 + knap_rng_below(&rng, 20);
    size_t cells = topics * systems, step = cells + 1 + knap_rng_below(&rng, cells);
    assert_ok(knap_rouge_set_new(rouge, &set, error));
    for (size_t i = 0, at = 0; i < cells; i++, at = (at + step) % cells) {
        snprintf(topic, sizeof topic, "t%zu", at % topics);
        snprintf(system, sizeof system, "s%zu", at / topics);
        random_text(&rng, 12, text, sizeof text);
        if (knap_rng_below(&rng, 4) &&
            !knap_rouge_set_has(set, knap_rouge_set_find_topic(set, topic), knap_rouge_set_find_system(set, system)))
            add_string(set, topic, system, text);
    }
    for (size_t t = 0; t < topics; t++) {
        snprintf(topic, sizeof topic, "t%zu", t);
        random_text(&rng, 20, text, sizeof text);
        add_string(set, topic, NULL, text);
    }
    return set;
}

static void jobs_change_nothing(void **state)
{
    static const size_t jobs[] = {2, 3, 5, 40};
    knap_rouge *rouge = all_measures(1, 0);
    (void)state;
    for (uint64_t seed = 0; seed < 12; seed++) {
        knap_rouge_set *one = random_set(rouge, seed), *many = random_set(rouge, seed);
        assert_ok(knap_rouge_set_evaluate(one, &(knap_run){.jobs = 1}, error));
        assert_ok(knap_rouge_set_evaluate(many, &(knap_run){.jobs = jobs[seed % 4]}, error));
        assert_int_equal(knap_rouge_set_system_count(one), knap_rouge_set_system_count(many));
        for (size_t s = 0; s < knap_rouge_set_system_count(one); s++) {
            for (size_t m = 0; m < MEASURES; m++)
                assert_memory_equal(knap_rouge_set_average(one, s, m), knap_rouge_set_average(many, s, m),
                                    sizeof(knap_rouge_average));
            assert_int_equal(knap_rouge_set_count(one, s), knap_rouge_set_count(many, s));
            for (size_t i = 0; i < knap_rouge_set_count(one, s); i++)
                assert_memory_equal(knap_rouge_set_scores(one, s, i), knap_rouge_set_scores(many, s, i),
                                    MEASURES * sizeof(knap_rouge_score));
        }
        knap_rouge_set_free(one);
        knap_rouge_set_free(many);
    }
    knap_rouge_free(rouge);
}

static void counting_by_token_pools_the_summaries(void **state)
{
    knap_rouge_options options;
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    options.lcs = 0;
    (void)state;
    for (int unit = KNAP_ROUGE_BY_TOKEN; unit <= KNAP_ROUGE_COUNTS; unit++) {
        knap_rouge *rouge;
        knap_rouge_set *set;
        options.unit = unit;
        assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
        assert_ok(knap_rouge_set_new(rouge, &set, error));
        add_string(set, "1", NULL, "a b c d");
        add_string(set, "1", "S", "a b");
        assert_ok(knap_rouge_set_evaluate(set, NULL, error));
        const knap_rouge_average *average = knap_rouge_set_average(set, 0, 0);
        assert_float_equal(average->reference_count, 4, 0);
        assert_float_equal(average->peer_count, 2, 0);
        assert_float_equal(average->hits, 2, 0);
        if (unit == KNAP_ROUGE_BY_TOKEN) {
            assert_float_equal(average->mean[0], 0.5, 0);
            assert_float_equal(average->mean[1], 1, 0);
            assert_float_equal(average->mean[2], 0.66667, 0);
        }
        knap_rouge_set_free(set);
        knap_rouge_free(rouge);
    }
}

/* ---- Significance ---- */

static void paired_tests_know_chance_from_difference(void **state)
{
    double a[50], b[50];
    knap_rouge_comparison one, other;
    knap_error error;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 7);
    for (int i = 0; i < 50; i++) {
        a[i] = knap_rng_uniform(&rng);
        b[i] = a[i] + 0.1 + 0.05 * knap_rng_normal(&rng);
    }
    assert_int_equal(knap_rouge_compare(a, a, 50, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_float_equal(one.p_bootstrap, 1, 0);
    assert_float_equal(one.p_randomization, 1, 0);
    assert_float_equal(one.difference, 0, 0);
    assert_int_equal(knap_rouge_compare(a, b, 50, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_int_equal(knap_rouge_compare(b, a, 50, 1000, 95, 1, NULL, &other, &error), KNAP_OK);
    assert_true(one.p_bootstrap < 0.002 && one.p_randomization < 0.002);
    assert_true(one.low < one.difference && one.difference < one.high && one.high < 0);
    assert_close(one.difference, -other.difference, 1e-12);
    assert_close(one.p_randomization, other.p_randomization, 0);
    assert_close(one.mean_a, other.mean_b, 0);
    /* Three topics, one system ahead in all: 2 of the 8 ways to swap are as extreme. */
    for (int i = 0; i < 3; i++)
        b[i] = a[i] - 0.1;
    assert_int_equal(knap_rouge_compare(a, b, 3, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_float_equal(one.p_randomization, 0.25, 0);
    assert_int_equal(knap_rouge_compare(a, b, 0, 1000, 95, 1, NULL, &one, &error), KNAP_BAD_INPUT);
    assert_int_equal(knap_rouge_compare(a, b, 3, 0, 95, 1, NULL, &one, &error), KNAP_USAGE);
}

/* Under the null hypothesis a p-value is below 0.1 about one time in ten. */
static void p_values_are_calibrated(void **state)
{
    enum { ROUNDS = 400 };
    knap_rng rng;
    int bootstrap = 0, randomization = 0;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (int round = 0; round < ROUNDS; round++) {
        double a[30], b[30];
        knap_rouge_comparison result;
        for (int i = 0; i < 30; i++) {
            a[i] = knap_rng_normal(&rng);
            b[i] = knap_rng_normal(&rng);
        }
        assert_ok(knap_rouge_compare(a, b, 30, 400, 95, (uint64_t)round, NULL, &result, error));
        bootstrap += result.p_bootstrap <= 0.1;
        randomization += result.p_randomization <= 0.1;
    }
    assert_in_range(randomization, 22, 60); /* 40 +- 3 deviations */
    assert_in_range(bootstrap, 22, 72);     /* a little anti-conservative with 30 topics */
}

/* ---- Failing memory ---- */

/* Everything the layer does; stops at the first failure. */
static knap_status everything(const knap_allocator *allocator, void *context)
{
    const char *const *files = context; /* exceptions, stop words */
    static const char peer[] = "The mice ran over the old mats.\nTwo cats saw them running away.\n";
    static const char reference[] = "Mice ran.\nCats were running after the mice over mats.\n";
    knap_rouge_options options = {3, 1, 1.2, KNAP_ROUGE_S_AND_SU, 2, 0, 1, 40, 0, 0, 0.5, 0, 95, 20, 0};
    knap_rouge *rouge = NULL;
    knap_rouge_set *set = NULL;
    knap_rouge_segment *segment[2] = {NULL, NULL};
    knap_rouge_text text[2] = {{NULL, 0}, {NULL, 0}};
    knap_rouge_comparison comparison;
    knap_status status = knap_rouge_new(&options, allocator, &rouge, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_add_exceptions(rouge, files[0], NULL);
    if (status == KNAP_OK)
        status = knap_rouge_add_stopwords(rouge, files[1], NULL);
    for (int i = 0; status == KNAP_OK && i < 2; i++) {
        const char *bytes = i ? reference : peer;
        status = knap_rouge_split(KNAP_ROUGE_SPL, bytes, strlen(bytes), allocator, &segment[i], &text[i].count, NULL);
        text[i].segment = segment[i];
    }
    if (status == KNAP_OK)
        status = knap_rouge_set_new(rouge, &set, NULL);
    for (int i = 0; status == KNAP_OK && i < 30; i++) { /* few topics, then many */
        char topic[2] = {(char)('a' + i / 3), 0};
        status = i % 3 ? knap_rouge_set_add_peer(set, topic, i % 3 == 1 ? "A" : "B", &text[0], NULL)
                       : knap_rouge_set_add_reference(set, topic, &text[1], NULL);
        if (status == KNAP_OK && (i == 5 || i == 29))
            status = knap_rouge_set_evaluate(set, NULL, NULL);
    }
    if (status == KNAP_OK)
        status = knap_rouge_set_compare(set, 0, 1, 0, 2, 1, &comparison, NULL);
    knap_rouge_set_free(set);
    for (int i = 0; i < 2; i++)
        if (segment[i])
            knap_rouge_segments_free(segment[i], text[i].count, allocator);
    knap_rouge_free(rouge);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    const char *files[] = {"rouge_test_memory.tmp", "rouge_test_memory2.tmp"};
    (void)state;
    write_file(files[0], "mice\tmouse\n");
    write_file(files[1], "the\n");
    assert_true(survives(everything, files) > 100);
    remove(files[0]);
    remove(files[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_ordered_as_the_script_prints_them),
        cmocka_unit_test(jobs_change_nothing),
        cmocka_unit_test(counting_by_token_pools_the_summaries),
        cmocka_unit_test(paired_tests_know_chance_from_difference),
        cmocka_unit_test(p_values_are_calibrated),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("rouge set", tests, NULL, NULL);
}
