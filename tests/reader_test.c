/* reader_test.c - both formats: valid input is read, invalid input gets the right message. */
#include "check.h"

#include "inner.h"
#include "core/instance.h"

#include <unistd.h>

static char path[] = "/tmp/knap-test-XXXXXX";

static knap_status read_text(const char *text, size_t length, knap_data **data, size_t *added, knap_error *problem)
{
    FILE *file = fopen(path, "wb");
    knap_reader *reader;
    knap_status status;
    assert_int_equal(fwrite(text, 1, length, file), length);
    fclose(file);
    assert_ok(knap_data_new(NULL, data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    status = knap_reader_read(reader, 0, *data, added, problem);
    knap_reader_close(reader);
    return status;
}

static void json_in_every_shape(void **state)
{
    /* a byte order mark, CRLF, members in any order, several lines, unknown members, whole-number ids */
    static const char text[] =
        "\xef\xbb\xbf\r\n{\"reward\":{\"kind\":\"coverage\",\"targets\":{\"b\":2,\"a\":1}},\"items\":[\r\n"
        "  "
        "{\"covers\":{\"a\":1},\"cost\":1.5,\"features\":{\"x\":1,\"y\":-2e0},\"id\":7,\"note\":[{\"]\":\"}"
        "\\\"\"}]},\n"
        "  "
        "{\"text\":\"caf\\u00e9\",\"cost\":2,\"features\":{\"y\":4,\"x\":3},\"id\":\"z\",\"covers\":{\"b\":5,"
        "\"q\":1}}\n"
        "],\"budget\":3,\"id\":\"one\"}\n\n"
        "{\"items\":[{\"cost\":1,\"features\":{\"x\":0,\"y\":0},\"p\":0.5}],\"id\":12}";
    knap_data *data;
    knap_instance *instance;
    knap_list list = {.allocator = NULL};
    size_t added;
    double value;
    (void)state;
    assert_ok(read_text(text, sizeof text - 1, &data, &added, error));
    assert_int_equal(added, 2);
    instance = knap_data_at(data, 0);
    assert_string_equal(knap_instance_id(instance), "one");
    assert_int_equal(knap_instance_line(instance), 2);
    assert_true(knap_instance_budget(instance) == 3);
    assert_int_equal(knap_instance_count(instance), 2);
    assert_string_equal(knap_instance_item_id(instance, 0), "7");
    assert_string_equal(knap_instance_item_text(instance, 1), "caf\xc3\xa9");
    assert_null(knap_instance_item_text(instance, 0));
    assert_string_equal(knap_data_feature_name(data, 1), "y");
    assert_true(knap_instance_features(instance, 1)[0] == 3 && knap_instance_features(instance, 1)[1] == 4);
    assert_ok(knap_list_push(&list, instance, 1, error));
    assert_ok(knap_list_value(instance, &list, &value, error));
    assert_close(value, 2.0 / 3, 1e-15); /* of b at most 2 count, q not at all */
    knap_list_free(&list);
    instance = knap_data_at(data, 1);
    assert_true(isnan(knap_instance_budget(instance)));
    assert_null(knap_instance_reward(instance));
    assert_true(knap_instance_worth(instance, 0) == 0.5);
    assert_int_equal(knap_instance_line(instance), 7);
    knap_data_free(data);
}

static void list_features_and_vectors(void **state)
{
    static const char text[] =
        "{\"items\":[{\"cost\":1,\"features\":[1,2,3],\"vector\":[1,0]},"
        "{\"cost\":1,\"features\":[4,5,6],\"vector\":[1,1]}],\"reward\":{\"kind\":\"facility\"}}";
    knap_data *data;
    size_t added;
    (void)state;
    assert_ok(read_text(text, sizeof text - 1, &data, &added, error));
    assert_string_equal(knap_data_feature_name(data, 2), "2");
    assert_close(knap_instance_similarity(knap_data_at(data, 0), 0, 1), sqrt(0.5), 1e-15);
    knap_data_free(data);
}

static void the_authors_text_format(void **state)
{
    static const char text[] = "0.25 1 2 7|qf 1:0.5 2:1e-1 |sf  1:1\r\n"
                               "1 1 3 7|qf 2:4 |sf 2:1\r\n"
                               "\r\n\n  \n"
                               "0 0.5 1 8|qf 3 1:2\n";
    knap_data *data;
    size_t added;
    (void)state;
    assert_ok(read_text(text, sizeof text - 1, &data, &added, error));
    assert_int_equal(added, 2);
    assert_int_equal(knap_data_feature_count(data), 3);
    knap_instance *first = knap_data_at(data, 0), *second = knap_data_at(data, 1);
    assert_string_equal(knap_instance_id(first), "7");
    assert_int_equal(knap_instance_line(second), 6);
    assert_true(isnan(knap_instance_budget(first)));
    assert_true(knap_instance_cost(first, 1) == 3 && knap_instance_worth(first, 0) == 0.25);
    assert_string_equal(knap_instance_reward(first)->name, "success");
    assert_true(knap_instance_features(second, 0)[0] == 2 && knap_instance_features(second, 0)[2] == 1);
    assert_close(knap_instance_similarity(first, 0, 1), 0, 0);
    knap_data_free(data);
}

typedef struct wrong {
    const char *text;
    size_t line;
    const char *says;
} wrong;

/* Terms are numbered by name, in the order met, afresh in each instance; a list of needs has weights of 1. */
static void terms_are_read(void **state)
{
    static const char text[] =
        "{\"items\":[{\"cost\":1,\"introduces\":[\"Voss\",7,\"Voss\"],\"needs\":{\"Colley\":0.25,\"Voss\":0}},"
        "{\"cost\":1,\"needs\":[\"7\",\"Colley\"]},{\"cost\":1,\"introduces\":[],\"needs\":{}},{\"cost\":1}]}\n"
        "{\"items\":[{\"cost\":1,\"introduces\":[\"Colley\"]}]}";
    static const kn_term_use expected[] = {
        {.item = 0, .term = 0, .introduces = true}, {.item = 0, .term = 1, .introduces = true},
        {.item = 0, .term = 0, .introduces = true}, {.item = 0, .term = 2, .weight = 0.25},
        {.item = 0, .term = 0, .weight = 0},        {.item = 1, .term = 1, .weight = 1},
        {.item = 1, .term = 2, .weight = 1}};
    knap_data *data;
    const knap_instance *first, *second;
    size_t added;
    (void)state;
    assert_ok(read_text(text, sizeof text - 1, &data, &added, error));
    first = knap_data_at(data, 0);
    second = knap_data_at(data, 1);
    assert_int_equal(first->term_uses, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < first->term_uses; i++) {
        assert_int_equal(first->term_use[i].item, expected[i].item);
        assert_int_equal(first->term_use[i].term, expected[i].term);
        assert_int_equal(first->term_use[i].introduces, expected[i].introduces);
        assert_close(first->term_use[i].weight, expected[i].weight, 0);
    }
    assert_int_equal(second->term_uses, 1);
    assert_int_equal(second->term_use[0].term, 0);
    knap_data_free(data);
}

/* Names of items before and behind, ids and numbers, and nothing there; kinds are numbered in the order met. */
static void flaws_are_read(void **state)
{
    static const char text[] =
        "{\"items\":[{\"cost\":1,\"after\":\"z\"},{\"cost\":1,\"flaws\":[\"long\",\"odd\"]},{\"cost\":1,\"id\":\"z\","
        "\"after\":1,\"flaws\":[\"odd\"]},{\"cost\":1,\"after\":null},{\"cost\":1,\"flaws\":[]}]}\n"
        "{\"items\":[{\"cost\":1,\"flaws\":[\"odd\"]},{\"cost\":1,\"after\":0}]}";
    static const uint32_t alone[] = {KNAP_FLAW_UNSUPPORTED, 3, KNAP_FLAW_UNSUPPORTED | 2, KNAP_FLAW_UNSUPPORTED, 0};
    static const uint32_t all[] = {0, 3, 2, KNAP_FLAW_UNSUPPORTED, 0};
    knap_data *data;
    knap_list list = {.allocator = NULL};
    size_t added;
    (void)state;
    assert_ok(read_text(text, sizeof text - 1, &data, &added, error));
    assert_int_equal(knap_data_flaw_count(data), 2);
    assert_string_equal(knap_data_flaw_name(data, 1), "odd");
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(knap_list_flaws(knap_data_at(data, 0), &list, i), alone[i]);
    for (size_t i = 0; i < 5; i++)
        assert_ok(knap_list_push(&list, knap_data_at(data, 0), i, error));
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(knap_list_flaws(knap_data_at(data, 0), &list, i), all[i]);
    knap_list_clear(&list);
    assert_int_equal(knap_list_flaws(knap_data_at(data, 1), &list, 0), 2);
    assert_int_equal(knap_list_flaws(knap_data_at(data, 1), &list, 1), KNAP_FLAW_UNSUPPORTED);
    assert_ok(knap_list_push(&list, knap_data_at(data, 1), 0, error));
    assert_int_equal(knap_list_flaws(knap_data_at(data, 1), &list, 1), 0);
    knap_list_free(&list);
    knap_data_free(data);
}

static void wrong_input_is_named(void **state)
{
#define ITEM(rest) "{\"items\":[{\"cost\":1},\n{" rest "}]}"
    static const wrong table[] = {
        {"hello", 1, "neither JSONL"},
        {"[{}]", 1, "no \"cost\""},
        {"{}", 1, "no \"cost\""},
        {"{\"items\":[]}", 1, "no items"},
        {"\n\n{\"items\":[{\"cost\":1}]}\n{\"items\":[", 4, "ends within"},
        {"{\"items\":[{\"cost\":1}]} x", 1, "expected '{'"},
        {ITEM("\"cost\":-1"), 2, "item 1: cost -1"},
        {ITEM("\"cost\":0"), 2, "item 1: cost 0"},
        {ITEM("\"cost\":1e300"), 2, "up to"},
        {ITEM("\"cost\":1e999"), 2, "not valid JSON"},
        {ITEM("\"cost\":NaN"), 2, "not valid JSON"},
        {ITEM("\"cost\":\"1\""), 2, "'cost' is not a number"},
        {ITEM(""), 2, "no \"cost\""},
        {ITEM("\"cost\":1,\"cost\":2"), 2, "duplicate"},
        {ITEM("\"cost\":1,\"features\":{\"x\":1}"), 2, "not among those"},
        {ITEM("\"cost\":1,\"features\":3"), 2, "neither an object nor a list"},
        {ITEM("\"cost\":1,\"vector\":\"v\""), 2, "not 32-bit numbers in base64"},
        {ITEM("\"cost\":1,\"vector\":true"), 2, "neither a list nor"},
        {ITEM("\"cost\":1,\"vector\":[1]"), 2, "those before have 0"},
        {ITEM("\"cost\":1,\"covers\":[1]"), 2, "\"covers\""},
        {ITEM("\"cost\":1,\"covers\":{\"a\":-1}"), 2, "at least 0"},
        {ITEM("\"cost\":1,\"text\":1"), 2, "neither a string nor a list of parts"},
        {ITEM("\"cost\":1,\"text\":[1,{\"type\":\"image\"}]"), 2, "without a part that has a \"text\""},
        {"{\"query_vector\":[0,0],\"items\":[{\"cost\":1}]}", 1, "the query's vector has the length 0"},
        {"{\"query_vector\":\"x\",\"items\":[{\"cost\":1}]}", 1, "is not a list of numbers"},
        {ITEM("\"cost\":1,\"id\":{}"), 2, "neither a string nor"},
        {ITEM("\"cost\":1,\"p\":\"x\""), 2, "'p' is not a number"},
        {ITEM("\"cost\":1,\"flaws\":\"question\""), 2, "item 1: \"flaws\" is not a list of names"},
        {ITEM("\"cost\":1,\"flaws\":[1]"), 2, "\"flaws\" is not a list of names"},
        {ITEM("\"cost\":1,\"introduces\":\"Voss\""), 2, "item 1: \"introduces\" is not a list of names"},
        {ITEM("\"cost\":1,\"introduces\":{\"Voss\":1}"), 2, "\"introduces\" is not a list of names"},
        {ITEM("\"cost\":1,\"introduces\":[1.5]"), 2, "\"introduces\" is neither a string nor a whole number"},
        {ITEM("\"cost\":1,\"needs\":7"), 2, "\"needs\" is not a list of names or an object of names and weights"},
        {ITEM("\"cost\":1,\"needs\":[null]"), 2, "\"needs\" is neither a string nor a whole number"},
        {ITEM("\"cost\":1,\"needs\":{\"Voss\":true}"), 2, "needs 'Voss' is not a number"},
        {ITEM("\"cost\":1,\"needs\":{\"Voss\":-1}"), 2, "expected a number from 0 to 1e6"},
        {ITEM("\"cost\":1,\"after\":1.5"), 2, "item 1: \"after\" is neither a string nor a whole number"},
        {ITEM("\"cost\":1,\"after\":2"), 2, "item 1: \"after\" names '2', which no item is called"},
        {ITEM("\"cost\":1,\"after\":1"), 2, "item 1 depends on itself"},
        {ITEM("\"cost\":1,\"id\":\"a\",\"after\":1"), 2, "'1', which no item is called"},
        {ITEM("\"cost\":1,\"id\":0,\"after\":null},{\"cost\":1,\"after\":0"), 1, "another item is called '0'"},
        {"{\"items\":[{\"cost\":1,\"features\":{\"x\":1,\"y\":2}},\n{\"cost\":1,\"features\":{\"x\":1}}]}", 2,
         "feature 'y' is missing"},
        {"{\"items\":[{\"cost\":1,\"features\":[1,2]},\n{\"cost\":1,\"features\":[1]}]}", 2, "feature '1' is missing"},
        {"{\"items\":[{\"cost\":1,\"features\":[1]}]}\n{\"items\":[{\"cost\":1}]}", 2, "feature '0' is missing"},
        {"{\"items\":[{\"cost\":1,\"features\":[1e35]}]}", 1, "finite numbers up to"},
        {"{\"items\":[1]}", 1, "not an object"},
        {"{\"items\":{\"cost\":1}}", 1, "expected '['"},
        {"{\"items\":[{\"cost\":1}],\"items\":[{\"cost\":1}]}", 1, "comes twice"},
        {"{\"items\":[{\"cost\":1}],\n\"budget\":-2}", 2, "budget -2"},
        {"{\"items\":[{\"cost\":1}],\n\"budget\":\"9\"}", 2, "'budget' is not a number"},
        {"{\"items\":[{\"cost\":1}],\"reward\":{}}", 1, "needs a \"kind\""},
        {"{\"items\":[{\"cost\":1}],\"reward\":{\"kind\":\"magic\"}}", 1, "there are coverage, success"},
        {"{\"items\":[{\"cost\":1}],\"reward\":{\"kind\":\"coverage\"}}", 1, "needs \"targets\""},
        {"{\"items\":[{\"cost\":1}],\"reward\":{\"kind\":\"coverage\",\"targets\":{\"a\":0}}}", 1, "above 0"},
        {"{\"items\":[{\"cost\":1}],\"reward\":{\"kind\":\"facility\"}}", 1, "needs items with a \"vector\""},
        {"{\"items\":[{\"cost\":1,\"p\":2}],\"reward\":{\"kind\":\"success\"}}", 1, "probability"},
        {"{\"items\":[{\"cost\":1,\"p\":-2}],\"reward\":{\"kind\":\"modular\"}}", 1, "at least 0"},
        {"{\"items\" [1]}", 1, "expected ':'"},
        {"{1:2}", 1, "must be a string"},
        {"1 1 1 1|qf 1:1\n1 1 1 1", 2, "expected 'label importance"},
        {"x 1 1 1|qf 1:1", 1, "neither JSONL"},
        {"1 x 1 1|qf 1:1", 1, "importance 'x'"},
        {"1 1 nan 1|qf 1:1", 1, "size 'nan'"},
        {"1 1 0 1|qf 1:1", 1, "cost 0"},
        {"1 1 -3 1|qf 1:1", 1, "cost -3"},
        {"1 1 1 1|qf 1:nan", 1, "value 'nan'"},
        {"1 1 1 1|qf 1:1\n1 1 1 1|qf 1:inf", 2, "value 'inf'"},
        {"1 1 1 1|qf :1", 1, "no id"},
        {"1 1 1 1|zz 1:1", 1, "unknown namespace"},
        {"1 1 1 1|qf 1:1 |qf 2:1", 1, "comes twice"},
        {"1 1 1 1 1|qf 1:1", 1, "more than four"},
        {"1 1 1 1|qf 1:1\n1 1 1 2|qf 1:1", 2, "without a blank line"},
        {"2 1 1 1|qf 1:1", 1, "probability"},
        {"1 1 1 1|qf 1:1 |sf 1:1 1:2", 1, "twice"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        knap_data *data;
        knap_error problem = {.status = KNAP_OK};
        size_t added;
        knap_status status = read_text(table[i].text, strlen(table[i].text), &data, &added, &problem);
        if (status != KNAP_BAD_INPUT || problem.line != table[i].line || !strstr(problem.message, table[i].says) ||
            strcmp(problem.file, path) != 0)
            fail_msg("for %s: status %d, %s:%zu: %s", table[i].text, (int)status, problem.file, problem.line,
                     problem.message);
        assert_int_equal(knap_data_count(data), added); /* nothing half-read is left */
        knap_data_free(data);
    }
}

/* The instances before the invalid one are read. */
static void good_instances_before_a_bad_one_count(void **state)
{
    static const char text[] = "{\"items\":[{\"cost\":1,\"features\":{\"x\":1}}]}\n{\"items\":[{\"cost\":2,"
                               "\"features\":{\"x\":1}}]}\n"
                               "{\"items\":[{\"cost\":2,\"features\":{\"y\":1}}]}\n";
    knap_data *data;
    knap_error problem;
    size_t added;
    (void)state;
    assert_int_equal(read_text(text, sizeof text - 1, &data, &added, &problem), KNAP_BAD_INPUT);
    assert_int_equal(added, 2);
    assert_int_equal(knap_data_count(data), 2);
    assert_int_equal(knap_data_feature_count(data), 1);
    assert_int_equal(problem.line, 3);
    knap_data_free(data);
}

/* Random bytes and random cuts of right input never crash, hang or leak. */
static void noise_is_survived(void **state)
{
    static const char *const seeds[] = {
        "{\"id\":\"a\",\"budget\":3,\"items\":[{\"id\":1,\"cost\":1,\"features\":{\"x\":1,\"y\":2},"
        "\"vector\":{\"a\":1},"
        "\"covers\":{\"c\":1},\"text\":\"t\\u00e9\"}],\"reward\":{\"kind\":\"coverage\",\"targets\":{\"c\":1}"
        "}}\n",
        "1 1 1 e1|qf 1:0.5 2:1 |sf 1:1\n0 1 2 e1|qf 3:1 |sf 2:1\n\n0.5 1 1 e2|qf 2:1\n"};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 99);
    for (int round = 0; round < 3000; round++) {
        char text[512];
        const char *seed = seeds[round % 2];
        size_t length = strlen(seed), added, changes = 1 + (size_t)knap_rng_below(&rng, 4);
        knap_data *data;
        knap_error problem;
        memcpy(text, seed, length);
        for (size_t i = 0; i < changes; i++)
            text[knap_rng_below(&rng, length)] = (char)knap_rng_below(&rng, 256);
        if (round % 5 == 0)
            length = (size_t)knap_rng_below(&rng, length);
        (void)read_text(text, length, &data, &added, &problem);
        assert_int_equal(knap_data_count(data), added);
        knap_data_free(data);
    }
}

static void files_that_cannot_be_read(void **state)
{
    knap_reader *reader;
    knap_error problem;
    (void)state;
    assert_int_equal(knap_reader_open("/nonexistent", NULL, &reader, &problem), KNAP_IO);
    assert_string_equal(problem.file, "/nonexistent");
    assert_int_equal(knap_reader_open("/tmp", NULL, &reader, &problem), KNAP_IO);
    assert_non_null(strstr(problem.message, "folder"));
}

static int make_path(void **state)
{
    int file = mkstemp(path);
    (void)state;
    return file < 0 || close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_in_every_shape),
        cmocka_unit_test(list_features_and_vectors),
        cmocka_unit_test(the_authors_text_format),
        cmocka_unit_test(flaws_are_read),
        cmocka_unit_test(terms_are_read),
        cmocka_unit_test(wrong_input_is_named),
        cmocka_unit_test(good_instances_before_a_bad_one_count),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(files_that_cannot_be_read),
    };
    return cmocka_run_group_tests_name("reader", tests, make_path, remove_path);
}
