/* labels_test.c - rewards from labels: useful items, and answers found in texts. */
#include "failing.h"
#include "random.h"

#include "knap/labels.h"

#include "labels/answer.h"

/* ---- Useful items ---- */

static knap_instance *graded(knap_data *data, const double *grade, size_t count)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
    for (size_t i = 0; i < count; i++) {
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1 + (double)(i % 3)}, error));
        if (!isnan(grade[i]))
            assert_ok(knap_instance_set_useful(instance, i, grade[i], error));
    }
    assert_ok(knap_instance_set_reward(instance, knap_reward_find("useful"), NULL, error));
    return instance;
}

static double value_of(const knap_instance *instance, const size_t *item, size_t count)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_list_push(&list, instance, item[i], error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

static void useful_counts_grades(void **state)
{
    double grade[] = {1, 0, NAN, 3};
    size_t all[] = {0, 1, 2, 3}, rest[] = {3, 2};
    knap_data *data;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = graded(data, grade, 4);
    assert_close(value_of(instance, all, 1), 0.25, 1e-15);
    assert_close(value_of(instance, all, 3), 0.25, 1e-15);
    assert_close(value_of(instance, rest, 2), 0.75, 1e-15);
    assert_close(value_of(instance, all, 4), 1, 1e-15);
    knap_data_free(data);
}

/* Item 0 was cited, item 2 repeats it and is kept instead: it stands for the same thing, once. */
static void near_duplicates_count_once(void **state)
{
    double grade[] = {1, 1, NAN, 0.5};
    size_t kept[] = {2}, both[] = {2, 0}, all[] = {0, 1, 2, 3};
    knap_data *data;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = graded(data, grade, 4);
    assert_ok(knap_instance_set_duplicate(instance, 0, 2, error));
    assert_ok(knap_instance_set_duplicate(instance, 3, 2, error)); /* the larger grade counts */
    assert_close(value_of(instance, kept, 1), 0.5, 1e-15);
    assert_close(value_of(instance, both, 2), 0.5, 1e-15);
    assert_close(value_of(instance, all, 4), 1, 1e-15);
    knap_data_free(data);
}

static void useful_needs_labels(void **state)
{
    knap_data *data;
    knap_instance *instance;
    knap_error why;
    double none[] = {0, 0};
    size_t all[] = {0, 1};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_data_add(data, NULL, 10, 0, &instance, error));
    assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1}, error));
    assert_int_equal(knap_instance_set_reward(instance, knap_reward_find("useful"), NULL, &why), KNAP_BAD_INPUT);
    assert_non_null(strstr(why.message, "useful"));
    assert_close(value_of(graded(data, none, 2), all, 2), 0, 0); /* nothing is useful */
    knap_data_free(data);
}

/* ---- Answers ---- */

static knap_instance *asked(knap_data *data, const char *answer, const char *const *text, size_t count)
{
    knap_instance *instance;
    assert_ok(knap_data_add(data, NULL, 100, 0, &instance, error));
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_instance_add(instance, &(knap_item){.cost = 1, .text = text[i]}, error));
    assert_ok(knap_instance_set_answer(instance, answer, error));
    return instance;
}

/* "mayor", "mediator", "appointed" and the pairs that follow each other in the answer. By hand: n = 4;
 * mayor is in 2 texts, appoint in 1, mediat in 1, the pair mayor+appoint in 1, appoint+mediat in 1. "Tuesday" is in none. */
static void answers_are_found_by_hand(void **state)
{
    static const char *const text[] = {"The mayors appointed the mediator.", "A mayor spoke of ferries.",
                                       "Nothing to see here.", NULL};
    double common = log(5 / 2.5), rare = log(5 / 1.5), all = common + 4 * rare;
    size_t first[] = {0}, second[] = {1}, both[] = {0, 1}, third[] = {2, 3};
    knap_labels_report report;
    knap_data *data;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *instance = asked(data, "The mayor appointed a mediator on Tuesday.", text, 4);
    assert_string_equal(knap_instance_answer(instance), "The mayor appointed a mediator on Tuesday.");
    assert_ok(knap_labels_apply(data, NULL, &report, error));
    assert_int_equal(report.answers, 1);
    assert_int_equal(report.missed, 0);
    assert_string_equal(knap_instance_reward(instance)->name, "coverage");
    assert_close(value_of(instance, first, 1), 1, 1e-12);
    assert_close(value_of(instance, second, 1), common / all, 1e-12);
    assert_close(value_of(instance, both, 2), 1, 1e-12);
    assert_close(value_of(instance, third, 2), 0, 0);
    knap_data_free(data);
}

static void answers_without_a_match_have_no_reward(void **state)
{
    static const char *const text[] = {"Herring with rye bread.", NULL};
    size_t all[] = {0, 1};
    knap_labels_report report;
    knap_data *data;
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    knap_instance *missed = asked(data, "The ferry sails at noon.", text, 2), *empty = asked(data, "", text, 2);
    knap_instance *stop = asked(data, "He is with them.", text, 2); /* function words only: taken as they are */
    assert_ok(knap_labels_apply(data, NULL, &report, error));
    assert_int_equal(report.answers, 3);
    assert_int_equal(report.missed, 2);
    assert_close(value_of(missed, all, 2), 0, 0);
    assert_close(value_of(empty, all, 2), 0, 0);
    assert_close(value_of(stop, all, 2), 1, 1e-12);
    knap_data_free(data);
}

/* A reward of the data's own stays; concepts of the data's own stay; instances without an answer get nothing. */
static void answers_leave_the_rest_alone(void **state)
{
    static const char *const text[] = {"one ferry", "two trams"};
    uint32_t concept_id = 3;
    double amount = 2;
    knap_data *data;
    knap_instance *own, *plain, *mixed;
    knap_labels_report report;
    size_t all[] = {0, 1};
    (void)state;
    assert_ok(knap_data_new(NULL, &data, error));
    own = asked(data, "ferry", text, 2);
    assert_ok(knap_instance_set_reward(own, knap_reward_find("modular"), NULL, error));
    plain = asked(data, NULL, text, 2);
    assert_ok(knap_data_add(data, NULL, 9, 0, &mixed, error));
    for (size_t i = 0; i < 2; i++)
        assert_ok(knap_instance_add(
            mixed,
            &(knap_item){.cost = 1, .text = text[i], .concept_id = &concept_id, .amount = &amount, .concept_count = 1},
            error));
    assert_ok(knap_instance_set_answer(mixed, "two trams", error));
    assert_ok(knap_labels_apply(data, NULL, NULL, error));
    assert_string_equal(knap_instance_reward(own)->name, "modular");
    assert_null(knap_instance_reward(plain));
    assert_ok(knap_instance_set_useful(plain, 1, 1, error));
    assert_ok(knap_labels_apply(data, NULL, &report, error));
    assert_int_equal(report.useful, 1);
    assert_int_equal(report.answers, 0); /* the others have their rewards */
    assert_string_equal(knap_instance_reward(plain)->name, "useful");
    assert_close(value_of(plain, all, 1), 0, 0);
    assert_close(value_of(plain, all, 2), 1, 0);
    assert_close(value_of(mixed, all, 1), 0, 0);
    assert_close(value_of(mixed, all, 2), 1, 1e-12);
    knap_data_free(data);
}

/* Random texts of a small vocabulary against the definition, written out over sets of words. */
static void answers_equal_their_definition(void **state)
{
    enum { WORDS = 6, TEXTS = 7, LENGTH = 5 };
    static const char *const word[WORDS] = {"ferry", "tram", "bridge", "strike", "harbour", "mediator"};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 12);
    for (int round = 0; round < 200; round++) {
        char text[TEXTS + 1][128] = {""};
        const char *texts[TEXTS];
        size_t spoken[TEXTS + 1][LENGTH], lengths[TEXTS + 1];
        bool has[TEXTS + 1][WORDS + WORDS * WORDS] = {{false}};
        double weight[WORDS + WORDS * WORDS], total = 0;
        knap_data *data;
        for (size_t t = 0; t <= TEXTS; t++) { /* the last one is the answer */
            lengths[t] = 1 + (size_t)knap_rng_below(&rng, LENGTH);
            for (size_t i = 0; i < lengths[t]; i++) {
                spoken[t][i] = (size_t)knap_rng_below(&rng, WORDS);
                strcat(strcat(text[t], i ? " " : ""), word[spoken[t][i]]);
                has[t][spoken[t][i]] = true;
                if (i)
                    has[t][WORDS + spoken[t][i - 1] * WORDS + spoken[t][i]] = true;
            }
        }
        for (size_t c = 0; c < WORDS + WORDS * WORDS; c++) {
            double count = 0;
            for (size_t t = 0; t < TEXTS; t++)
                count += has[t][c];
            weight[c] = has[TEXTS][c] && count > 0 ? log((TEXTS + 1) / (count + 0.5)) : 0;
            total += weight[c];
        }
        for (size_t t = 0; t < TEXTS; t++)
            texts[t] = text[t];
        assert_ok(knap_data_new(NULL, &data, error));
        knap_instance *instance = asked(data, text[TEXTS], texts, TEXTS);
        assert_ok(knap_labels_apply(data, NULL, NULL, error));
        for (size_t a = 0; a < TEXTS; a++)
            for (size_t b = 0; b < TEXTS; b++) {
                size_t list[] = {a, b};
                double sum = 0;
                for (size_t c = 0; c < WORDS + WORDS * WORDS; c++)
                    sum += has[a][c] || has[b][c] ? weight[c] : 0;
                assert_close(value_of(instance, list, a == b ? 1 : 2), total > 0 ? sum / total : 0, 1e-12);
            }
        knap_data_free(data);
    }
}

static knap_status scenario(const knap_allocator *allocator, void *context)
{
    static const char *const text[] = {"The mayors appointed the mediator.", "A mayor spoke of ferries."};
    knap_run run = {.allocator = allocator, .jobs = 1};
    knap_data *data;
    knap_instance *instance;
    knap_error why;
    knap_status status = knap_data_new(allocator, &data, &why);
    (void)context;
    if (!status)
        status = knap_data_add(data, NULL, 5, 0, &instance, &why);
    for (size_t i = 0; !status && i < 2; i++)
        status = knap_instance_add(instance, &(knap_item){.cost = 1, .text = text[i]}, &why);
    if (!status)
        status = knap_instance_set_answer(instance, "A mediator of the mayor", &why);
    if (!status)
        status = knap_labels_apply(data, &run, NULL, &why);
    knap_data_free(data);
    return status;
}

static void labels_survive_failing_memory(void **state)
{
    (void)state;
    assert_true(survives(scenario, NULL) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(useful_counts_grades),
        cmocka_unit_test(near_duplicates_count_once),
        cmocka_unit_test(useful_needs_labels),
        cmocka_unit_test(answers_are_found_by_hand),
        cmocka_unit_test(answers_without_a_match_have_no_reward),
        cmocka_unit_test(answers_leave_the_rest_alone),
        cmocka_unit_test(answers_equal_their_definition),
        cmocka_unit_test(labels_survive_failing_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
