/* rows_test.c - one item per line or row: JSON, CSV and TSV, grouped or not, right and wrong. */
#include "check.h"

#include "inner.h"

#include <unistd.h>

static char path[] = "/tmp/knap-test-XXXXXX";
static size_t bad_lines[8], bads;

static void note_bad(void *context, const knap_error *problem)
{
    (void)context;
    if (bads < 8)
        bad_lines[bads] = problem->line;
    bads++;
}

static knap_status read_text(const char *text, const knap_reader_options *options, knap_data **data, size_t *added,
                             knap_error *problem)
{
    FILE *file = fopen(path, "wb");
    knap_reader *reader;
    knap_status status;
    fputs(text, file);
    fclose(file);
    assert_ok(knap_data_new(NULL, data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    assert_ok(knap_reader_configure(reader, options, error));
    status = knap_reader_read(reader, 0, *data, added, problem);
    knap_reader_close(reader);
    return status;
}

/* The same passages in every layout give the same instances. */
static void layouts(void **state)
{
    static const struct {
        const char *text, *by;
        size_t instances;
    } cases[] = {{"{\"q\":1,\"tokens\":3,\"text\":\"a\",\"score\":0.5}\n{\"q\":1,\"tokens\":4,\"text\":\"b, "
                  "\\\"c\\\"\",\"score\":"
                  "0.25}\n\n{\"q\":2,\"tokens\":5,\"text\":\"d\",\"score\":-1e-1}\n",
                  "q", 2},
                 {"[{\"q\":1,\"tokens\":3,\"text\":\"a\",\"score\":0.5},\n{\"q\":1,\"tokens\":4,\"text\":\"b, "
                  "\\\"c\\\"\",\"score\":"
                  "0.25},{\"q\":2,\"tokens\":5,\"text\":\"d\",\"score\":-0.1}]",
                  NULL, 1},
                 {"q,tokens,text,score\r\n1,3,a,0.5\r\n1,4,\"b, \"\"c\"\"\",0.25\r\n\r\n2,5,d,-0.1\r\n", "q", 2},
                 {"\xef\xbb\xbfq,tokens,text,score\n1,3,a,0.5\n1,4,\"b, \"\"c\"\"\",0.25\n2,5,d,-1e-1", "q", 2},
                 {"q\ttokens\ttext\tscore\n1\t3\ta\t0.5\n1\t4\tb, \"c\"\t0.25\n2\t5\td\t-0.1\n", "q", 2},
                 {"q;tokens;text;score\n1;3;a;0.5\n1;4;\"b, \"\"c\"\"\";0.25\n2;5;d;-0.1\n", NULL, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static const char *const texts[] = {"a", "b, \"c\"", "d"};
        static const double scores[] = {0.5, 0.25, -0.1};
        knap_reader_options options = {.by = cases[i].by};
        knap_data *data;
        size_t added, seen = 0;
        assert_ok(read_text(cases[i].text, &options, &data, &added, error));
        assert_int_equal(added, cases[i].instances);
        for (size_t k = 0; k < added; k++) {
            const knap_instance *instance = knap_data_at(data, k);
            if (cases[i].by)
                assert_string_equal(knap_instance_id(instance), k ? "2" : "1");
            for (size_t item = 0; item < knap_instance_count(instance); item++, seen++) {
                assert_string_equal(knap_instance_item_text(instance, item), texts[seen]);
                assert_true(knap_instance_cost(instance, item) == (double)(3 + seen));
                assert_true(knap_instance_score(instance, item) == scores[seen]);
            }
        }
        assert_int_equal(seen, 3);
        knap_data_free(data);
    }
}

/* Quoted line ends, vectors as JSON in a cell, features in columns, empty cells, words for truth values, list of instances. */
static void cells(void **state)
{
    static const char text[] = "cost,text,vector,features.a,features.b,pin,useful,note\n"
                               "1,\"two\nlines\",\"[3, 4]\",1,2.5,yes,true,x\n"
                               "2,,\"[1, 0]\",-1,0,0,0.5,\n";
    knap_reader_options options = {.keep = true};
    knap_data *data;
    knap_instance *instance;
    size_t added;
    (void)state;
    assert_ok(read_text(text, &options, &data, &added, error));
    assert_int_equal(added, 1);
    instance = knap_data_at(data, 0);
    assert_string_equal(knap_instance_item_text(instance, 0), "two\nlines");
    assert_null(knap_instance_item_text(instance, 1));
    assert_close(knap_instance_similarity(instance, 0, 1), 0.6, 1e-12);
    assert_true(knap_instance_features(instance, 0)[1] == 2.5f && knap_instance_features(instance, 1)[0] == -1);
    assert_int_equal(knap_instance_choice(instance, 0), KNAP_CHOICE_PIN);
    assert_int_equal(knap_instance_choice(instance, 1), KNAP_CHOICE_FREE);
    assert_true(knap_instance_useful(instance, 0) == 1 && knap_instance_useful(instance, 1) == 0.5);
    assert_non_null(strstr(knap_instance_item_source(instance, 0), "\"note\":\"x\""));
    assert_null(strstr(knap_instance_item_source(instance, 0), "vector"));
    knap_data_free(data);
    assert_ok(
        read_text("[{\"items\":[{\"cost\":1}]},\n {\"items\":[{\"cost\":2}]}\n]\n", &options, &data, &added, error));
    assert_int_equal(added, 2);
    assert_true(knap_instance_cost(knap_data_at(data, 1), 0) == 2);
    knap_data_free(data);
    assert_ok(read_text("{\"budget\":1,\"items\":[[{\"page_content\":\"a\",\"len\":1},0.75]]}", &options, &data, &added,
                        error));
    assert_true(knap_instance_score(knap_data_at(data, 0), 0) == 0.75);
    knap_data_free(data);
}

static void wrong(void **state)
{
    static const struct {
        const char *text, *by, *says;
        size_t line;
    } cases[] = {
        {"{\"q\":1,\"cost\":1}\n{\"cost\":1}\n", "q", "it has no \"q\"", 2},
        {"{\"q\":1,\"cost\":1}\n{\"q\":2,\"cost\":1}\n{\"q\":1,\"cost\":1}\n", "q", "comes again", 3},
        {"{\"cost\":1}\n{\"cost\":1} x\n", NULL, "expected the end of the line", 2},
        {"{\"cost\":1}\n{\"cost\":\n", NULL, "not valid JSON", 2},
        {"{\"items\":[{\"cost\":1}]}\n", "q", "only if each line is an item", 1},
        {"cost,text\n1,a\n1,a,b\n", NULL, "3 cells and the header 2", 3},
        {"cost,text\n1,a\nx,b\n", NULL, "'cost' is not a number", 3},
        {"cost,text\n1,\"a\nb\n", NULL, "not closed", 2},
        {"cost,text\n1,a\n1,a \"b\n", NULL, "a quote inside a cell", 3},
        {"cost,text\n1,a\n,b\n", NULL, "no \"cost\"", 3},
        {"one,two\n1,a\n", NULL, "neither JSONL", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        knap_reader_options options = {.by = cases[i].by};
        knap_data *data;
        knap_error problem = {.status = KNAP_OK};
        size_t added;
        knap_status status = read_text(cases[i].text, &options, &data, &added, &problem);
        if (status != KNAP_BAD_INPUT || problem.line != cases[i].line || !strstr(problem.message, cases[i].says))
            fail_msg("for %s: status %d, line %zu: %s", cases[i].text, (int)status, problem.line, problem.message);
        assert_int_equal(knap_data_count(data), added);
        knap_data_free(data);
    }
}

static void bad_rows_are_skipped(void **state)
{
    static const char *const texts[] = {"{\"cost\":1}\nx\n{\"cost\":\"much\"}\n{\"cost\":2}\n",
                                        "cost,text\n1,a\n1\nmuch,b\n2,c\n"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        knap_reader_options options = {.bad = note_bad};
        knap_data *data;
        size_t added;
        bads = 0;
        assert_ok(read_text(texts[i], &options, &data, &added, error));
        assert_int_equal(added, 1);
        assert_int_equal(knap_instance_count(knap_data_at(data, 0)), 2);
        assert_int_equal(bads, 2);
        assert_int_equal(bad_lines[0], (size_t)(2 + i));
        assert_int_equal(bad_lines[1], (size_t)(3 + i));
        knap_data_free(data);
    }
}

/* Noise in CSV and in lines never crashes or leaks. */
static void noise(void **state)
{
    static const char *const seeds[] = {
        "q,cost,text,vector\n1,2,\"a \"\"b\"\"\",\"[1,2]\"\n1,3,c,\"[0,1]\"\n2,1,d,\n",
        "{\"q\":1,\"cost\":2,\"text\":\"a\"}\n{\"q\":2,\"cost\":3,\"node\":{\"text\":\"b\"}}\n",
        "[{\"q\":1,\"cost\":2,\"text\":\"a\"},{\"q\":2,\"cost\":3}]"};
    static const char bytes[] = ",;\t\"\n\r{}[]:1\\x";
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 3000; round++) {
        char text[256];
        knap_reader_options options = {.by = round % 2 ? "q" : NULL, .keep = true, .bad = round % 5 ? NULL : note_bad};
        knap_data *data;
        knap_error problem;
        size_t added, length;
        bads = 0;
        snprintf(text, sizeof text, "%s", seeds[round % 3]);
        length = strlen(text);
        for (size_t change = 0; change < 1 + (size_t)knap_rng_below(&rng, 3); change++)
            text[knap_rng_below(&rng, length)] = bytes[knap_rng_below(&rng, sizeof bytes - 1)];
        if (knap_rng_below(&rng, 4) == 0)
            text[knap_rng_below(&rng, length)] = 0;
        read_text(text, &options, &data, &added, &problem);
        assert_int_equal(knap_data_count(data), added);
        knap_data_free(data);
    }
}

static int make_path(void **state)
{
    int file = mkstemp(path);
    (void)state;
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(layouts), cmocka_unit_test(cells), cmocka_unit_test(wrong),
                                       cmocka_unit_test(bad_rows_are_skipped), cmocka_unit_test(noise)};
    return cmocka_run_group_tests_name("rows", tests, make_path, remove_path);
}
