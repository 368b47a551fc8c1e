/* corpus_cancel_test.c - the reading of documents can be cancelled at every question, in every format, and holds nothing then; the
 * questions change nothing in what is read; an empty pipe is asked about too. */
#include "formats_samples.h"

#include "io/inner.h"

#include <fcntl.h>

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/knap-cancel-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* A run that counts its questions and cancels at one of them. */
typedef struct asked {
    size_t questions, stop_at; /* 0: never */
    double fraction;
    const char *pipe; /* gets a half of the text at the second question, the rest at the fourth; NULL: none */
    int out;
} asked;

static int answer(void *context, const knap_progress *news)
{
    asked *self = context;
    assert_string_equal(news->stage, "read");
    assert_true(news->fraction >= self->fraction && news->fraction <= 1);
    self->fraction = news->fraction;
    return ++self->questions == self->stop_at;
}

static knap_status open_paths(const char *const *path, size_t count, asked *self, FILE *input, knap_corpus **corpus,
                              const knap_allocator *allocator)
{
    knap_run run = {.jobs = 1, .progress = answer, .context = self};
    knap_error error = {.status = KNAP_OK};
    knap_status status;
    if (input)
        rewind(input);
    status =
        knap_corpus_open(path, count, &(knap_corpus_options){.run = &run, .input = input}, allocator, corpus, &error);
    assert_int_equal(status, error.status);
    return status;
}

static void check_same(const knap_corpus *a, const knap_corpus *b)
{
    assert_int_equal(knap_corpus_clusters(a), knap_corpus_clusters(b));
    for (size_t i = 0; i < knap_corpus_clusters(a); i++) {
        const knap_cluster *one = knap_corpus_cluster(a, i), *other = knap_corpus_cluster(b, i);
        assert_string_equal(one->id, other->id);
        assert_int_equal(one->documents, other->documents);
        assert_int_equal(one->references, other->references);
        for (size_t j = 0; j < one->documents; j++)
            assert_string_equal(knap_document_text(one->document[j], NULL),
                                knap_document_text(other->document[j], NULL));
    }
}

/* Cancels at each question in turn; the last try is not cancelled. Returns the number of questions. */
static size_t cancel_each(const char *const *path, size_t count, FILE *input)
{
    for (size_t stop = 1;; stop++) {
        failing held = {.fail_at = 0};
        knap_allocator allocator = {failing_resize, &held};
        asked self = {.stop_at = stop};
        knap_corpus *corpus = NULL, *plain = NULL;
        knap_status status = open_paths(path, count, &self, input, &corpus, &allocator);
        if (self.questions >= stop) {
            assert_int_equal(status, KNAP_CANCELLED);
            assert_int_equal(self.questions, stop);
            assert_null(corpus);
            assert_int_equal(held.blocks, 0);
            continue;
        }
        assert_int_equal(status, KNAP_OK);
        if (input)
            rewind(input);
        assert_ok(knap_corpus_open(path, count, &(knap_corpus_options){.input = input}, NULL, &plain, error));
        check_same(corpus, plain);
        knap_corpus_close(plain);
        knap_corpus_close(corpus);
        assert_int_equal(held.blocks, 0);
        return self.questions;
    }
}

static void folders_and_files(void **state)
{
    static const char *const path[] = {"sample", "tests/data/documents/mail-thread-outage.txt", "tests/data/html"};
    knap_corpus *corpus;
    size_t documents = 0;
    (void)state;
    assert_ok(knap_corpus_open(path, 3, NULL, NULL, &corpus, error));
    for (size_t i = 0; i < knap_corpus_clusters(corpus); i++)
        documents += knap_corpus_cluster(corpus, i)->documents + knap_corpus_cluster(corpus, i)->references;
    knap_corpus_close(corpus);
    assert_true(documents > 80);
    assert_true(cancel_each(path, 3, NULL) >
                2 * documents); /* for each file before it is read, and for each document */
}

static void formats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        static bytes made;
        const char *path = in_folder(samples[i].name);
        FILE *file = fopen(path, "wb");
        knap_corpus *corpus;
        size_t questions;
        made.length = 0;
        samples[i].make(&made);
        assert_non_null(file);
        assert_int_equal(fwrite(made.data, 1, made.length, file), made.length);
        fclose(file);
        if (!knap_corpus_open(&path, 1, NULL, NULL, &corpus,
                              NULL)) { /* otherwise the format was left out of the build */
            knap_corpus_close(corpus);
            questions = cancel_each(&path, 1, NULL);
            assert_true(questions >= 3);
            if (strcmp(samples[i].name, "a.pdf") == 0)
                assert_true(questions >= 5); /* it has two pages */
        }
        unlink(path);
    }
}

static void clusters_in_a_stream(void **state)
{
    static const char *const standard[] = {"-"};
    FILE *input = tmpfile();
    (void)state;
    assert_non_null(input);
    for (int i = 0; i < 20; i++)
        fprintf(input, "{\"documents\": [\"Text %d.\", \"Rain %d.\"], \"references\": [\"Wet.\"]}\n", i, i);
    assert_true(cancel_each(standard, 1, input) >= 60);
    fclose(input);
}

/* A long file is read in pieces. */
static void a_long_file(void **state)
{
    enum { SIZE = 40 << 20 };
    const char *path = in_folder("long.txt");
    char *text = malloc(SIZE);
    FILE *file = fopen(path, "wb");
    (void)state;
    assert_non_null(text);
    assert_non_null(file);
    for (size_t i = 0; i < SIZE; i++)
        text[i] = (char)(i % 61 == 60 ? ' ' : 'a' + i % 23);
    assert_int_equal(fwrite(text, 1, SIZE, file), SIZE);
    fclose(file);
    free(text);
    assert_true(cancel_each(&path, 1, NULL) >= 4);
    unlink(path);
}

/* ---- A pipe ---- */

static int write_to_pipe(void *context, const knap_progress *news)
{
    static const char half[] = "The dam broke on Monday. ", rest[] = "It rained all week.\n";
    asked *self = context;
    (void)news;
    self->questions++;
    if (self->questions == 2) {
        self->out = open(self->pipe, O_WRONLY | O_NONBLOCK); /* the reader has opened it already */
        assert_true(self->out >= 0);
        assert_int_equal(write(self->out, half, sizeof half - 1), sizeof half - 1);
    } else if (self->questions == 4) {
        assert_int_equal(write(self->out, rest, sizeof rest - 1), sizeof rest - 1);
        close(self->out);
    }
    return self->questions == self->stop_at;
}

static void an_empty_pipe(void **state)
{
    const char *path = in_folder("pipe");
    asked self = {.pipe = path};
    knap_run run = {.progress = write_to_pipe, .context = &self};
    knap_corpus_options options = {.run = &run};
    knap_corpus *corpus = NULL;
    (void)state;
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_string_equal(knap_document_text(knap_corpus_cluster(corpus, 0)->document[0], NULL),
                        "The dam broke on Monday. It rained all week.\n");
    knap_corpus_close(corpus);
    for (size_t stop = 1; stop <= 3; stop++) { /* nobody writes; then one writes and stops writing */
        self = (asked){.pipe = path, .stop_at = stop};
        assert_int_equal(knap_corpus_open(&path, 1, &options, NULL, &corpus, NULL), KNAP_CANCELLED);
        assert_null(corpus);
        if (stop > 1)
            close(self.out);
    }
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(folders_and_files), cmocka_unit_test(formats),
                                       cmocka_unit_test(clusters_in_a_stream), cmocka_unit_test(a_long_file),
                                       cmocka_unit_test(an_empty_pipe)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
