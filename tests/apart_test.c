/* apart_test.c - files read by a process of their own: the same documents, errors and notes as in this process, for every sample, cut
 * at every place; limits of time and memory are kept; a reader that dies is an error of the file; nothing is left behind. */
#include "formats_samples.h"

#include "formats/apart.h"
#include "io/inner.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static knap_apart *apart;

static int start(void **state)
{
    (void)state;
    return knap_apart_start(NULL, &apart, NULL);
}

static int stop(void **state)
{
    (void)state;
    knap_apart_stop(apart);
    return 0;
}

/* Everything that reading a file gives: the status, the message, the notes, the texts, sentences and speakers. */
static char *read_with(const knap_apart *with, const char *name, const void *data, size_t length)
{
    knap_file file = {.name = name, .bytes = data, .length = length};
    knap_corpus_options options = {.apart = with};
    knap_error error = {.status = KNAP_OK};
    knap_corpus *corpus = NULL;
    knap_status status = knap_corpus_open_bytes("c", &file, 1, &options, NULL, &corpus, &error);
    char *text = NULL;
    size_t size, count;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%d %s %zu %s\n", (int)status, error.file, error.line, error.message);
    if (!status) {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, 0);
        const knap_note *note = knap_corpus_notes(corpus, &count);
        for (size_t i = 0; i < count; i++)
            fprintf(out, "note %d %s %s\n", (int)note[i].kind, note[i].file, note[i].message);
        for (size_t i = 0; i < cluster->documents; i++) {
            const knap_document *document = cluster->document[i];
            const char *body = knap_document_text(document, &count);
            fprintf(out, "document %s %s %u: %.*s\n", knap_document_name(document), knap_document_id(document),
                    document->structure.date, (int)count, body);
            fprintf(out, "%d\n", document->structure.punctuated);
            for (size_t b = 0; b < document->structure.blocks; b++) {
                const kn_block *block = &document->structure.block[b];
                fprintf(out, "%zu %zu %d %u %s\n", block->begin, block->end, (int)block->kind, block->level,
                        block->speaker ? block->speaker : "-");
            }
        }
    }
    knap_corpus_close(corpus);
    fclose(out);
    return text;
}

static void assert_same(const char *name, const void *data, size_t length)
{
    char *here = read_with(NULL, name, data, length), *there = read_with(apart, name, data, length);
    if (strcmp(here, there) != 0)
        fail_msg("%s of %zu bytes:\n%s\nread apart:\n%s", name, length, here, there);
    free(here);
    free(there);
}

static void the_same_documents(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        bytes *made = calloc(1, sizeof *made);
        samples[i].make(made);
        assert_same(samples[i].name, made->data, made->length);
        for (size_t cut = 1; cut < 8; cut++)
            assert_same(samples[i].name, made->data, made->length * cut / 8);
        free(made);
    }
}

/* The text of a page whose form draws another one ten times, twelve deep: 10^12 words. */
static char *endless_pdf(size_t *size)
{
    char *text = NULL, draws[64] = "";
    size_t place[32], count = 0, table;
    FILE *out = open_memstream(&text, size);
    for (int i = 0; i < 10; i++)
        strcat(draws, "/F Do ");
#define OBJECT(...)                                                                                                    \
    do {                                                                                                               \
        fflush(out);                                                                                                   \
        place[count++] = *size;                                                                                        \
        fprintf(out, "%zu 0 obj\n", count);                                                                            \
        fprintf(out, __VA_ARGS__);                                                                                     \
        fprintf(out, "\nendobj\n");                                                                                    \
    } while (0)
    fprintf(out, "%%PDF-1.4\n");
    OBJECT("<< /Type /Catalog /Pages 2 0 R >>");
    OBJECT("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    OBJECT("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /F 6 0 R >> "
           ">> >>");
    OBJECT("<< /Length %zu >>\nstream\n%s\nendstream", strlen(draws), draws);
    OBJECT("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
    for (size_t level = 0; level < 12; level++) {
        const char *content = level == 11 ? "BT /T 9 Tf 10 10 Td (word) Tj ET" : draws;
        char below[64] = "";
        if (level < 11)
            snprintf(below, sizeof below, "/XObject << /F %zu 0 R >>", count + 2);
        OBJECT("<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << %s /Font << /T 5 0 R >> >> /Length "
               "%zu >>\n"
               "stream\n%s\nendstream",
               below, strlen(content), content);
    }
    fflush(out);
    table = *size;
    fprintf(out, "xref\n0 %zu\n0000000000 65535 f \n", count + 1);
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%010zu 00000 n \n", place[i]);
    fprintf(out, "trailer\n<< /Size %zu /Root 1 0 R >>\nstartxref\n%zu\n%%%%EOF\n", count + 1, table);
    fclose(out);
    return text;
}

static knap_status open_limited(const char *data, size_t length, size_t memory, double seconds, knap_error *error)
{
    knap_file file = {.name = "a.pdf", .bytes = data, .length = length};
    knap_corpus_options options = {.apart = apart, .apart_memory = memory, .apart_seconds = seconds};
    knap_corpus *corpus = NULL;
    knap_status status = knap_corpus_open_bytes("c", &file, 1, &options, NULL, &corpus, error);
    knap_corpus_close(corpus);
    return status;
}

static void limits_are_kept(void **state)
{
    size_t length;
    char *data = endless_pdf(&length);
    knap_error error;
    knap_status status;
    (void)state;
    status = open_limited(data, length, 0, 0.3, &error); /* without an end, it would not return */
    if (status == KNAP_BAD_INPUT && strstr(error.message, "WITH_PDF")) {
        print_message("PDF was left out of the build\n");
        free(data);
        skip();
    }
    assert_int_equal(status, KNAP_CANCELLED);
#ifndef __SANITIZE_ADDRESS__
    status = open_limited(data, length, 48 << 20, 600, &error); /* each word takes memory: it is used up long before */
    if (status != KNAP_NO_MEMORY && !(status == KNAP_BAD_INPUT && strstr(error.message, "48 MiB")))
        fail_msg("status %d: %s", (int)status, error.message);
#endif
    free(data);
}

/* A reading that is cancelled when its reader is known. */
typedef struct watched {
    long process, told; /* the reader; calls of note_process */
} watched;

static void note_process(void *context, long process)
{
    watched *self = context;
    self->process = process ? process : self->process;
    self->told++;
}

static int cancel_when_known(void *context, const knap_progress *progress)
{
    (void)progress;
    return ((const watched *)context)->process != 0;
}

/* The caller learns which process reads; one whose answer nobody waits for ends, although it has no limit and never writes. */
static void a_reader_that_is_left_ends(void **state)
{
    size_t length;
    char *data = endless_pdf(&length);
    watched seen = {.process = 0};
    const knap_run run = {.progress = cancel_when_known, .context = &seen};
    knap_file file = {.name = "a.pdf", .bytes = data, .length = length};
    knap_corpus_options options = {.apart = apart, .run = &run, .apart_reads = note_process, .apart_context = &seen};
    knap_corpus *corpus = NULL;
    knap_error error;
    knap_status status = knap_corpus_open_bytes("c", &file, 1, &options, NULL, &corpus, &error);
    (void)state;
    knap_corpus_close(corpus);
    free(data);
    if (status == KNAP_BAD_INPUT && strstr(error.message, "WITH_PDF"))
        skip();
    assert_int_equal(status, KNAP_CANCELLED);
    assert_int_equal(seen.told, 2);
    for (int i = 0; kill((pid_t)seen.process, 0) == 0; i++) {
        if (i == 3000)
            fail_msg("the reader goes on");
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

/* Without its helper, a file cannot be read, and the caller learns why. */
static void a_helper_that_is_gone(void **state)
{
    static const char page[] =
        "<html><body><p>The bridge was closed on Monday morning after a crack was found.</p></body></html>";
    knap_file file = {.name = "a.html", .bytes = page, .length = sizeof page - 1};
    knap_apart *mine;
    knap_corpus *corpus;
    knap_error error;
    knap_status status;
    (void)state;
    assert_int_equal(knap_apart_start(NULL, &mine, &error), KNAP_OK);
    knap_corpus_options options = {.apart = mine};
    assert_int_equal(knap_corpus_open_bytes("c", &file, 1, &options, NULL, &corpus, &error), KNAP_OK);
    knap_corpus_close(corpus);
    pid_t helper = kn_apart_helper((const kn_apart *)mine);
    assert_int_equal(kill(helper, SIGKILL), 0);
    siginfo_t about;
    assert_int_equal(waitid(P_PID, (id_t)helper, &about, WEXITED | WNOWAIT), 0);
    status = knap_corpus_open_bytes("c", &file, 1, &options, NULL, &corpus, &error);
    assert_true(status == KNAP_IO || status == KNAP_BAD_INPUT);
    assert_true(strstr(error.message, "ended") || strstr(error.message, "failed"));
    knap_apart_stop(mine);
    knap_apart_stop(NULL);
    assert_int_equal(knap_apart_start(NULL, NULL, &error), KNAP_USAGE);
}

static knap_status read_page(const knap_allocator *allocator)
{
    static const char page[] =
        "<html><body><p>The bridge was closed on Monday morning after a crack was found.</p></body></html>";
    knap_file file = {.name = "a.html", .bytes = page, .length = sizeof page - 1};
    knap_corpus_options options = {.apart = apart};
    knap_corpus *corpus = NULL;
    knap_error error;
    knap_status status = knap_corpus_open_bytes("c", &file, 1, &options, allocator, &corpus, &error);
    knap_corpus_close(corpus);
    return status;
}

static void memory_runs_out_here(void **state)
{
    (void)state;
    fail_each_allocation(read_page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_documents), cmocka_unit_test(limits_are_kept),
                                       cmocka_unit_test(a_reader_that_is_left_ends),
                                       cmocka_unit_test(a_helper_that_is_gone), cmocka_unit_test(memory_runs_out_here)};
    return cmocka_run_group_tests(tests, start, stop);
}
