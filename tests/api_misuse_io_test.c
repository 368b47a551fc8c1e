/* api_misuse_io_test.c - every public function of knap/io.h with bad values: NULL, wrong order, wrong numbers, wrong files.
 * None may crash; each reports a status, and leaves its out-parameters as io.h promises. */
#include "check.h"

#include "io/inner.h"

#include <stdbool.h>
#include <unistd.h>

#define INSTANCES "examples/passages.jsonl"

static const void *const untouched = &untouched;

/* A call that must be a KNAP_USAGE error with a message, and that must not need `error`. */
#define assert_misuse(call)                                                                                            \
    do {                                                                                                               \
        knap_error error_ = {KNAP_OK, 0, "", ""}, *error = &error_;                                                    \
        assert_int_equal((call), KNAP_USAGE);                                                                          \
        assert_int_equal(error_.status, KNAP_USAGE);                                                                   \
        assert_true(error_.message[0] != 0);                                                                           \
        assert_null(strstr(error_.message, "--"));                                                                     \
        error = NULL;                                                                                                  \
        assert_int_equal((call), KNAP_USAGE);                                                                          \
    } while (0)

static void recognise(void **state)
{
    knap_content content = KNAP_CONTENT_TEXT;
    (void)state;
    assert_misuse(knap_recognise(NULL, &content, error));
    assert_misuse(knap_recognise(INSTANCES, NULL, error));
    assert_int_equal(knap_recognise("", &content, NULL), KNAP_IO);
    assert_int_equal(knap_recognise("examples", &content, NULL), KNAP_IO);
    assert_int_equal(knap_recognise("no/such/file", &content, NULL), KNAP_IO);
    assert_ok(knap_recognise(INSTANCES, &content, error));
    assert_int_equal(content, KNAP_CONTENT_INSTANCES);
}

static void readers(void **state)
{
    knap_reader *reader = (knap_reader *)(size_t)untouched;
    knap_data *data;
    size_t added = 99;
    (void)state;
    assert_misuse(knap_reader_open(INSTANCES, NULL, NULL, error));
    assert_int_equal(knap_reader_open("no/such/file", NULL, &reader, NULL), KNAP_IO);
    assert_null(reader);
    reader = (knap_reader *)(size_t)untouched;
    assert_int_equal(knap_reader_open("examples", NULL, &reader, NULL), KNAP_IO);
    assert_null(reader);
    assert_int_equal(knap_reader_open("", NULL, &reader, NULL), KNAP_IO);
    knap_reader_close(NULL);
    assert_false(knap_reader_absent_is_zero(NULL));
    assert_ok(knap_data_new(NULL, &data, error));
    assert_misuse(knap_reader_read(NULL, 0, data, &added, error));
    assert_int_equal(added, 0);
    assert_ok(knap_reader_open(INSTANCES, NULL, &reader, error));
    assert_false(knap_reader_absent_is_zero(reader));
    assert_misuse(knap_reader_read(reader, 0, NULL, &added, error));
    assert_ok(knap_reader_read(reader, 1, data, NULL, error));
    assert_ok(knap_reader_read(reader, SIZE_MAX, data, &added, error));
    assert_int_equal(added, 4);
    assert_ok(knap_reader_read(reader, 0, data, &added, error)); /* past the end, as often as the caller likes */
    assert_int_equal(added, 0);
    knap_reader_close(reader);
    knap_data_free(data);
}

/* After an error a reader does not go on in the middle of an instance. */
static void broken_reader(void **state)
{
    char path[] = "/tmp/knap-misuse-XXXXXX";
    int number = mkstemp(path);
    FILE *file = number < 0 ? NULL : fdopen(number, "w");
    knap_reader *reader;
    knap_data *data;
    size_t added;
    (void)state;
    assert_non_null(file);
    fputs("{\"budget\":1,\"items\":[{\"cost\":1}]}\n{\"items\":[{\"cost\":-1},{\"cost\":1}]}\n"
          "{\"budget\":1,\"items\":[{\"cost\":1}]}\n",
          file);
    fclose(file);
    assert_ok(knap_data_new(NULL, &data, error));
    assert_ok(knap_reader_open(path, NULL, &reader, error));
    assert_int_equal(knap_reader_read(reader, 0, data, &added, NULL), KNAP_BAD_INPUT);
    assert_int_equal(added, 1);
    assert_misuse(knap_reader_read(reader, 0, data, &added, error));
    assert_int_equal(added, 0);
    assert_int_equal(knap_data_count(data), 1);
    knap_reader_close(reader);
    knap_data_free(data);
    unlink(path);
}

static void rouge(void **state)
{
    static const char *const null_peer[] = {NULL};
    static const char *const peer[] = {"sample/orrin-dam-flood/refs/A.txt"};
    static const char *const absent[] = {"no/such/file"};
    const char *refs = "sample/orrin-dam-flood/refs";
    knap_rouge_options options;
    knap_rouge *scorer;
    knap_rouge_set *set;
    (void)state;
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    assert_ok(knap_rouge_new(&options, NULL, &scorer, error));
    assert_ok(knap_rouge_set_new(scorer, &set, error));
    assert_misuse(knap_rouge_read_text(NULL, "t", "s", KNAP_ROUGE_SPL, peer[0], error));
    assert_misuse(knap_rouge_read_text(set, NULL, "s", KNAP_ROUGE_SPL, peer[0], error));
    assert_misuse(knap_rouge_read_text(set, "t", "s", KNAP_ROUGE_SPL, NULL, error));
    assert_misuse(knap_rouge_read_text(set, "t", "s", (knap_rouge_format)-1, peer[0], error));
    assert_misuse(knap_rouge_read_text(set, "t", "s", (knap_rouge_format)99, peer[0], error));
    assert_int_equal(knap_rouge_read_text(set, "t", "s", KNAP_ROUGE_SPL, "sample", NULL), KNAP_IO);
    assert_misuse(knap_rouge_read_config(NULL, peer[0], NULL, error));
    assert_misuse(knap_rouge_read_config(set, NULL, NULL, error));
    assert_int_equal(knap_rouge_read_config(set, peer[0], NULL, NULL), KNAP_BAD_INPUT);
    assert_int_equal(knap_rouge_read_config(set, "no/such/file", NULL, NULL), KNAP_IO);
    assert_misuse(knap_rouge_read_list(NULL, peer[0], "s", KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_list(set, NULL, "s", KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_list(set, peer[0], NULL, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_list(set, peer[0], "s", (knap_rouge_format)4, error));
    assert_int_equal(knap_rouge_read_list(set, "no/such/file", "s", KNAP_ROUGE_SPL, NULL), KNAP_IO);
    assert_misuse(knap_rouge_read_peers(NULL, peer, 1, refs, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_peers(set, NULL, 1, refs, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_peers(set, null_peer, 1, refs, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_peers(set, peer, 1, NULL, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_peers(set, peer, 1, refs, (knap_rouge_format)-2, error));
    assert_int_equal(knap_rouge_read_peers(set, peer, 1, "no/such/folder", KNAP_ROUGE_SPL, NULL), KNAP_IO);
    assert_int_equal(knap_rouge_read_peers(set, absent, 1, refs, KNAP_ROUGE_SPL, NULL), KNAP_IO);
    assert_ok(knap_rouge_read_peers(set, NULL, 0, refs, KNAP_ROUGE_SPL, error));
    assert_misuse(knap_rouge_read_jsonl(NULL, peer[0], error));
    assert_misuse(knap_rouge_read_jsonl(set, NULL, error));
    assert_int_equal(knap_rouge_read_jsonl(set, peer[0], NULL), KNAP_BAD_INPUT);
    /* the set is still good */
    assert_ok(knap_rouge_read_peers(set, peer, 1, refs, KNAP_ROUGE_SPL, error));
    assert_ok(knap_rouge_set_evaluate(set, NULL, error));
    knap_rouge_set_free(set);
    knap_rouge_free(scorer);
}

static void corpora(void **state)
{
    static const char *const sample[] = {"sample/orrin-dam-flood"};
    static const char *const with_null[] = {"sample/orrin-dam-flood", NULL};
    static const char *const absent[] = {"no/such/file"};
    static const char *const empty[] = {""};
    knap_corpus_options options = {.encoding = "no-such-encoding"};
    knap_corpus *corpus = (knap_corpus *)(size_t)untouched;
    FILE *nowhere = fopen("/dev/null", "r"); /* cannot be written to */
    size_t count = 99;
    (void)state;
    assert_misuse(knap_corpus_open(sample, 1, NULL, NULL, NULL, error));
    assert_misuse(knap_corpus_open(NULL, 1, NULL, NULL, &corpus, error));
    assert_null(corpus);
    assert_misuse(knap_corpus_open(with_null, 2, NULL, NULL, &corpus, error));
    assert_misuse(knap_corpus_open(sample, 0, NULL, NULL, &corpus, error));
    assert_misuse(knap_corpus_open(NULL, 0, NULL, NULL, &corpus, error));
    corpus = (knap_corpus *)(size_t)untouched;
    assert_int_equal(knap_corpus_open(absent, 1, NULL, NULL, &corpus, NULL), KNAP_IO);
    assert_null(corpus);
    assert_int_equal(knap_corpus_open(empty, 1, NULL, NULL, &corpus, NULL), KNAP_IO);
    assert_true(knap_corpus_open(sample, 1, &options, NULL, &corpus, NULL) != KNAP_OK);
    options = (knap_corpus_options){.models = "no/such/folder"};
    assert_int_equal(knap_corpus_open(sample, 1, &options, NULL, &corpus, NULL), KNAP_IO);
    knap_corpus_close(NULL);
    assert_int_equal(knap_corpus_clusters(NULL), 0);
    assert_null(knap_corpus_cluster(NULL, 0));
    assert_null(knap_corpus_notes(NULL, &count));
    assert_int_equal(count, 0);
    assert_null(knap_corpus_notes(NULL, NULL));
    assert_misuse(knap_corpus_write_jsonl(NULL, stdout, error));
    assert_misuse(knap_corpus_save_jsonl(NULL, "/tmp/x", error));
    assert_misuse(knap_corpus_save_folder(NULL, "/tmp/x", error));
    assert_ok(knap_corpus_open(sample, 1, NULL, NULL, &corpus, error));
    assert_null(knap_corpus_cluster(corpus, 1));
    assert_null(knap_corpus_cluster(corpus, SIZE_MAX));
    assert_non_null(knap_corpus_cluster(corpus, 0));
    (void)knap_corpus_notes(corpus, NULL);
    assert_misuse(knap_corpus_write_jsonl(corpus, NULL, error));
    assert_int_equal(knap_corpus_write_jsonl(corpus, nowhere, NULL), KNAP_IO);
    assert_misuse(knap_corpus_save_jsonl(corpus, NULL, error));
    assert_int_equal(knap_corpus_save_jsonl(corpus, "no/such/folder/x", NULL), KNAP_IO);
    assert_misuse(knap_corpus_save_folder(corpus, NULL, error));
    assert_misuse(knap_corpus_save_folder(corpus, "", error));
    assert_int_equal(knap_corpus_save_folder(corpus, "/dev/null/x", NULL), KNAP_IO);
    knap_corpus_close(corpus);
    fclose(nowhere);
}

/* ---- What is recognised ---- */

static void contents(void **state)
{
    static const struct {
        const char *text;
        knap_content content;
    } rows[] = {{"", KNAP_CONTENT_TEXT},
                {"{", KNAP_CONTENT_JSON},
                {"{}", KNAP_CONTENT_JSON},
                {"{curly} braces", KNAP_CONTENT_TEXT},
                {"{\"documents\"", KNAP_CONTENT_TEXT},
                {" \n{\"documents\": []}", KNAP_CONTENT_CLUSTERS},
                {"\xEF\xBB\xBF{\"id\":\"a\",\"documents\":[]}", KNAP_CONTENT_CLUSTERS},
                {"{\"id\":\"\\\"items\\\":\",\"documents\":[]}", KNAP_CONTENT_CLUSTERS},
                {"{\"x\":{\"items\":[1,{\"y\":\"}\"}]},\"documents\":[]}", KNAP_CONTENT_CLUSTERS},
                {"{\"items\":[{\"text\":\"the \\\"documents\\\"\"}],\"documents\":[]}", KNAP_CONTENT_INSTANCES},
                {"{\"budget\":1,\"items\":[]}", KNAP_CONTENT_INSTANCES},
                {"{\"id\":1,\"refs\":[]}", KNAP_CONTENT_EVALUATION},
                {"{\"peer\":\"x\"}", KNAP_CONTENT_EVALUATION},
                {"{\"peers\":{}}", KNAP_CONTENT_EVALUATION},
                {"{\"a\":1}", KNAP_CONTENT_JSON},
                {"{\"a\":[1,2", KNAP_CONTENT_JSON},
                {"<ROUGE-EVAL version=\"1.0\">", KNAP_CONTENT_CONFIG},
                {"<?xml version=\"1.0\"?>\n<eval ID=\"1\">", KNAP_CONTENT_CONFIG},
                {"<html><body>evaluation</body></html>", KNAP_CONTENT_TEXT},
                {"<DOC><TEXT>x</TEXT></DOC>", KNAP_CONTENT_TEXT},
                {"0.5 1 1 1|qf 1:1", KNAP_CONTENT_TEXT}};
    char path[] = "/tmp/knap-misuse-XXXXXX";
    int number = mkstemp(path);
    (void)state;
    assert_true(number >= 0);
    close(number);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        FILE *file = fopen(path, "w");
        knap_content content;
        assert_non_null(file);
        fputs(rows[i].text, file);
        fclose(file);
        assert_ok(knap_recognise(path, &content, error));
        if (content != rows[i].content)
            fail_msg("'%s' is %d, not %d", rows[i].text, (int)content, (int)rows[i].content);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(recognise),     cmocka_unit_test(readers),
                                       cmocka_unit_test(broken_reader), cmocka_unit_test(rouge),
                                       cmocka_unit_test(corpora),       cmocka_unit_test(contents)};
    return cmocka_run_group_tests_name("api_misuse_io", tests, NULL, NULL);
}
