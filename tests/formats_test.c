/* formats_test.c - every format gives the expected text, headings, dates and speakers, whatever its name; damaged, cut and random
 * files give an error or a text, never more; limits hold. Formats that were left out of the build are skipped. */
#include "formats_samples.h"

#include "formats/archive.h"
#include "formats/formats.h"
#include "io/inner.h"

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/knap-formats-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static void unlink_file(const char *path)
{
    unlink(path);
}

static int remove_folder(void **state)
{
    (void)state;
    visit_files(folder, unlink_file);
    return rmdir(folder);
}

static const char *write_file(const char *name, const void *data, size_t length)
{
    static char path[256];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    fclose(file);
    return path;
}

static bytes *make(const sample *of)
{
    bytes *made = calloc(1, sizeof *made);
    of->make(made);
    return made;
}

/* Opens the bytes as a file of that name. */
static knap_status open_as(const char *name, const void *data, size_t length, const knap_allocator *allocator,
                           knap_corpus **corpus, knap_error *error)
{
    const char *path = write_file(name, data, length);
    return knap_corpus_open(&path, 1, NULL, allocator, corpus, error);
}

/* The texts of all documents, each with "|" behind it; free with free(). */
static char *all_text(const knap_corpus *corpus)
{
    const knap_cluster *cluster = knap_corpus_cluster(corpus, 0);
    char *all = calloc(1, 1 << 20);
    size_t used = 0;
    for (size_t i = 0; cluster && i < cluster->documents; i++) {
        size_t length;
        const char *text = knap_document_text(cluster->document[i], &length);
        assert_true(used + length + 2 < 1 << 20);
        memcpy(all + used, text, length);
        used += length;
        all[used++] = '|';
    }
    return all;
}

static bool is_left_out(const knap_error *error)
{
    return strstr(error->message, "built without") != NULL;
}

/* ---- What comes out ---- */

static void check_sentences(const sample *of, const knap_document *document)
{
    knap_language *language;
    knap_sentences *sentences;
    const knap_sentence *list;
    const char *text = knap_document_text(document, NULL);
    const char *found = NULL;
    size_t count, length = 0;
    assert_ok(knap_language_open("en", NULL, &language, error));
    assert_ok(knap_document_split(document, language, NULL, &sentences, error));
    list = knap_sentences_list(sentences, &count);
    for (size_t i = 0; !found && i < count; i++)
        if (list[i].flags & KNAP_SENTENCE_HEADING) {
            found = text + list[i].begin;
            length = list[i].end - list[i].begin;
        }
    if (of->heading) {
        assert_non_null(found);
        assert_int_equal(length, strlen(of->heading));
        assert_memory_equal(found, of->heading, length);
    }
    assert_int_equal(knap_sentences_date(sentences), of->date);
    for (size_t i = 0; strcmp(of->name, "a.txt") != 0 && !strstr(of->name, ".sgml") && i < count; i++) {
        /* offsets point into the extracted text */
        assert_int_equal(list[i].source_begin, list[i].begin);
        assert_int_equal(list[i].source_end, list[i].end);
    }
    knap_sentences_free(sentences);
    knap_language_close(language);
}

static void check_as(const sample *of, const char *name)
{
    bytes *made = make(of);
    knap_corpus *corpus = NULL;
    knap_error error = {.status = KNAP_OK};
    char *text;
    if (open_as(name, made->data, made->length, NULL, &corpus, &error)) {
        if (!is_left_out(&error))
            fail_msg("%s as %s: %s", of->name, name, error.message);
        print_message("%s: %s\n", of->name, error.message);
        free(made);
        return;
    }
    text = all_text(corpus);
    if (strstr(of->name, ".md") && strchr(text, '#')) {
        print_message("%s: built without Markdown\n", of->name);
        knap_corpus_close(corpus);
        free(text);
        free(made);
        return;
    }
    if (strcmp(text, of->text) != 0)
        fail_msg("%s as %s:\n%s\ninstead of\n%s", of->name, name, text, of->text);
    if (strcmp(name, of->name) == 0)
        check_sentences(of, knap_corpus_cluster(corpus, 0)->document[0]);
    knap_corpus_close(corpus);
    free(text);
    free(made);
}

static void reads_every_format(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        check_as(&samples[i], samples[i].name);
}

static void goes_by_content_not_by_name(void **state)
{
    static const char *const names[] = {"x.txt", "x.pdf", "x.docx", "x.html", "x", "x.zip", "x.eml", "x.srt"};
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (strstr(samples[i].name, ".md") == NULL) /* Markdown needs its name, or more signs than one */
                check_as(&samples[i], names[k]);
}

static void markdown_needs_signs(void **state)
{
    static const char plain[] = "A plain text. It has no marks at all.\n";
    static const char marked[] = "# One\n\nText with a [link](http://x.example/).\n\n```\ncode\n```\n";
    knap_corpus *corpus;
    char *text;
    (void)state;
    assert_ok(open_as("plain.md", plain, strlen(plain), NULL, &corpus, error));
    text = all_text(corpus);
    assert_string_equal(text, "A plain text. It has no marks at all.\n|");
    free(text);
    knap_corpus_close(corpus);
    assert_ok(open_as("marked.txt", marked, strlen(marked), NULL, &corpus, error));
    text = all_text(corpus);
    if (strchr(text, '#') == NULL)
        assert_string_equal(text, "One\n\nText with a link.\n\ncode\n\n|");
    else
        print_message("built without Markdown\n");
    free(text);
    knap_corpus_close(corpus);
}

static void knows_speakers(void **state)
{
    static const struct {
        const char *sample, *said, *speaker;
    } cases[] = {{"a.srt", "Thank you.", "ANNA"}, {"a.srt", "It rains.", NULL},
                 {"a.srt", "Good evening", NULL}, {"a.vtt", "The boat leaves", "Anna Lee"},
                 {"a.vtt", "Which boat?", "Bo"},  {"talk.txt", "The boat is late.", "Anna Lee"},
                 {"talk.txt", "I see.", "Bo"},    {"a.eml", "It costs", "Anna Lee"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < SAMPLES; k++) {
            bytes *made;
            knap_corpus *corpus;
            knap_error error;
            const knap_document *document;
            const char *text, *at, *speaker;
            if (strcmp(samples[k].name, cases[i].sample) != 0)
                continue;
            made = make(&samples[k]);
            if (open_as(samples[k].name, made->data, made->length, NULL, &corpus, &error)) {
                assert_true(is_left_out(&error));
                free(made);
                continue;
            }
            document = knap_corpus_cluster(corpus, 0)->document[0];
            text = knap_document_text(document, NULL);
            at = strstr(text, cases[i].said);
            assert_non_null(at);
            speaker = knap_document_speaker(document, (size_t)(at - text));
            if (cases[i].speaker) {
                assert_non_null(speaker);
                assert_string_equal(speaker, cases[i].speaker);
            } else {
                assert_null(speaker);
            }
            knap_corpus_close(corpus);
            free(made);
        }
    assert_null(knap_document_speaker(NULL, 0));
}

/* ---- Damage ---- */

/* Opens bytes that may be anything: a text, or an error that names the file. */
static void survive(const char *name, const void *data, size_t length)
{
    knap_corpus *corpus = NULL;
    knap_error problem = {.status = KNAP_OK};
    knap_status status = open_as(name, data, length, NULL, &corpus, &problem);
    if (status) {
        assert_int_equal(status, KNAP_BAD_INPUT);
        assert_true(problem.file[0] && problem.message[0]);
        assert_null(corpus);
    } else {
        const knap_cluster *cluster = knap_corpus_cluster(corpus, 0);
        for (size_t i = 0; i < cluster->documents; i++) {
            knap_language *language;
            knap_sentences *sentences;
            assert_ok(knap_language_open("und", NULL, &language, error));
            assert_ok(knap_document_split(cluster->document[i], language, NULL, &sentences, error));
            knap_sentences_free(sentences);
            knap_language_close(language);
        }
    }
    knap_corpus_close(corpus);
}

static void survives_cut_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        bytes *made = make(&samples[i]);
        for (size_t length = 0; length < made->length; length += 1 + made->length / 60)
            survive(samples[i].name, made->data, length);
        free(made);
    }
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Changes, removes, repeats or inserts some bytes. */
static void mutate(bytes *made, uint32_t *seed)
{
    for (uint32_t times = 1 + next_random(seed) % 6; times > 0 && made->length > 8; times--) {
        size_t at = next_random(seed) % made->length, size = 1 + next_random(seed) % 16;
        size = size < made->length - at ? size : made->length - at;
        switch (next_random(seed) % 5) {
        case 0:
            made->data[at] = (unsigned char)next_random(seed);
            break;
        case 1:
            made->data[at] ^= (unsigned char)(1u << next_random(seed) % 8);
            break;
        case 2:
            memmove(made->data + at, made->data + at + size, made->length - at - size);
            made->length -= size;
            break;
        case 3:
            if (made->length + size < sizeof made->data) {
                memmove(made->data + at + size, made->data + at, made->length - at);
                made->length += size;
            }
            break;
        default:
            for (size_t i = 0; i < size; i++)
                made->data[at + i] = (unsigned char)"<>{}[]\"'&;#*|\\-:\n\0 \xFF\xC3(%"[next_random(seed) % 23];
        }
    }
}

/* KNAP_MUTATIONS sets how many files are made of each sample. */
static void survives_changed_files(void **state)
{
    const char *wanted = getenv("KNAP_MUTATIONS");
    size_t times = wanted ? strtoul(wanted, NULL, 10) : 60;
    uint32_t seed = 12345;
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t k = 0; k < times; k++) {
            bytes *made = make(&samples[i]);
            mutate(made, &seed);
            survive(samples[i].name, made->data, made->length);
            free(made);
        }
}

static void survives_random_bytes(void **state)
{
    static const char *const starts[] = {"%PDF-1.4\n", "PK\3\4", "\x1F\x8B\x08", "\x28\xB5\x2F\xFD",
                                         "{\\rtf1",    "<html>", "WEBVTT\n",     "From: a\nDate: b\nSubject: c\n\n",
                                         "# "};
    uint32_t seed = 99;
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t k = 0; k < 20; k++) {
            bytes made = {.length = 0};
            put_text(&made, starts[i]);
            for (size_t n = next_random(&seed) % 600; n > 0; n--)
                put_number(&made, next_random(&seed), 1);
            survive("random.bin", made.data, made.length);
        }
}

/* ---- Limits ---- */

static knap_status drop_document(void *context, const kn_extract *extract, const char *id, knap_error *error)
{
    size_t *most = context;
    (void)id;
    (void)error;
    *most = extract->text.length > *most ? extract->text.length : *most;
    return KNAP_OK;
}

static knap_status drop_file(void *context, const char *name, const char *data, size_t length, knap_error *error)
{
    size_t *most = context;
    (void)name;
    (void)data;
    (void)error;
    *most = length > *most ? length : *most;
    return KNAP_OK;
}

static void bounds_expansion(void **state)
{
    bytes *bomb = calloc(1, sizeof *bomb);
    size_t most = 0;
    kn_output output = {&most, drop_document, drop_file};
    kn_source source = {.name = "bomb.zst", .most = 1 << 20};
    knap_error error = {.status = KNAP_OK};
    (void)state;
    put_bytes_of(bomb, "\50\265\57\375\0\130", 6); /* a window of 2 MiB, then blocks of one byte, 128 KiB times each */
    for (size_t i = 0; i < 1000; i++) {
        put_number(bomb, (unsigned long)(1 << 17) << 3 | 1 << 1 | (i == 999), 3);
        put_number(bomb, 'a', 1);
    }
    source.bytes = (const char *)bomb->data;
    source.length = bomb->length;
    assert_int_equal(kn_archive_read(&source, &output, &error), KNAP_BAD_INPUT);
    assert_true(strstr(error.message, "more than 1048576 bytes") || is_left_out(&error));
    assert_true(most <= 1 << 20);
    free(bomb);
}

static void expands_no_entities(void **state)
{
    static const entry list[] = {
        {"[Content_Types].xml", "<Types/>"},
        {"word/document.xml",
         "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"><!ENTITY b "
         "\"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY f SYSTEM "
         "\"file:///etc/passwd\">]><w:document " WORD "><w:body><w:p><w:r><w:t>Before &c; and &f; after."
         "</w:t></w:r></w:p></w:body></w:document>"}};
    bytes *made = calloc(1, sizeof *made);
    knap_corpus *corpus = NULL;
    knap_error error = {.status = KNAP_OK};
    (void)state;
    put_zip(made, list, 2);
    if (!open_as("entities.docx", made->data, made->length, NULL, &corpus, &error)) {
        char *text = all_text(corpus);
        assert_null(strstr(text, "aaaa"));
        assert_null(strstr(text, "root:"));
        free(text);
    } else {
        assert_int_equal(error.status, KNAP_BAD_INPUT);
    }
    knap_corpus_close(corpus);
    free(made);
}

static void refuses_deep_nesting(void **state)
{
    enum { DEEP = 100000 };
    char *page = calloc(1, DEEP * 11 + 64);
    knap_corpus *corpus = NULL;
    knap_error error = {.status = KNAP_OK};
    (void)state;
    strcpy(page, "<html><body>");
    for (size_t i = 0, at = strlen(page); i < DEEP; i++, at += 5)
        memcpy(page + at, "<div>", 5);
    for (size_t i = 0, at = strlen(page); i < DEEP; i++, at += 6)
        memcpy(page + at, "</foo>", 6);
    assert_int_equal(open_as("deep.html", page, strlen(page), NULL, &corpus, &error), KNAP_BAD_INPUT);
    assert_non_null(strstr(error.message, "inside each other"));
    memset(page, '{', DEEP);
    memcpy(page, "{\\rtf1", 6);
    page[DEEP] = 0;
    assert_int_equal(open_as("deep.rtf", page, DEEP, NULL, &corpus, &error), KNAP_BAD_INPUT);
    free(page);
}

/* ---- Memory ---- */

static const sample *failing_sample;

static knap_status open_failing(const knap_allocator *allocator)
{
    bytes *made = make(failing_sample);
    knap_corpus *corpus = NULL;
    knap_error error = {.status = KNAP_OK};
    knap_status status = open_as(failing_sample->name, made->data, made->length, allocator, &corpus, &error);
    knap_corpus_close(corpus);
    free(made);
    return status == KNAP_BAD_INPUT && is_left_out(&error) ? KNAP_OK : status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < SAMPLES; i++) {
        failing_sample = &samples[i];
        assert_true(fail_each_allocation(open_failing) > 3);
    }
}

/* ---- Folders ---- */

static void skips_bad_files_of_folders(void **state)
{
    bytes *made = make(&samples[1]);
    const char *path = folder;
    knap_corpus_options options = {.each = true};
    knap_corpus *corpus = NULL;
    const knap_note *note;
    size_t notes, unreadable = 0;
    (void)state;
    visit_files(folder, unlink_file);
    write_file("a.txt", "The mill burnt down.\n", 21);
    write_file("b.docx", made->data, 300);
    write_file("c.txt", "Nobody was hurt.\n", 17);
    assert_ok(knap_corpus_open(&path, 1, NULL, NULL, &corpus, error));
    assert_int_equal(knap_corpus_clusters(corpus), 1);
    assert_int_equal(knap_corpus_cluster(corpus, 0)->documents, 2);
    note = knap_corpus_notes(corpus, &notes);
    for (size_t i = 0; i < notes; i++)
        if (note[i].kind == KNAP_NOTE_UNREADABLE) {
            assert_non_null(strstr(note[i].file, "b.docx"));
            unreadable++;
        }
    assert_int_equal(unreadable, 1);
    knap_corpus_close(corpus);
    assert_ok(knap_corpus_open(&path, 1, &options, NULL, &corpus, error));
    assert_int_equal(knap_corpus_clusters(corpus), 2);
    assert_non_null(strstr(knap_corpus_cluster(corpus, 0)->id, "a.txt"));
    assert_non_null(strstr(knap_corpus_cluster(corpus, 1)->id, "c.txt"));
    knap_corpus_close(corpus);
    free(made);
}

/* ---- Threads ---- */

/* A text file of messages is as many documents. Headers that a person did not copy, and lines that only begin like a header,
 * do not divide a message. */
static void divides_threads(void **state)
{
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"From: Ann <ann@x.example>\nTo: all\nDate: Wed, 20 Nov 2024 08:41\nSubject: Lift\n\nThe lift is stuck "
         "again.\n\n"
         "-----\n\nFrom: Bo <bo@x.example>\nSent: Wed, 20 Nov 2024 09:10\nTo: Ann\nSubject: Re: Lift\n\nA man is "
         "coming at "
         "noon.\n\nFrom: Ann <ann@x.example>\nDate: Thu, 21 Nov 2024 10:00\nSubject: Re: Lift\n\nIt works now.\n",
         "Lift\n\nThe lift is stuck again.\n\n|Lift\n\nA man is coming at noon.\n\n|Lift\n\nIt works now.\n\n|"},
        {"From: Ann <ann@x.example>\nDate: Wed, 20 Nov 2024 08:41\nSubject: Trip\n\nWe leave on Monday.\n\nFrom: "
         "Belport\n"
         "To the coast it is an hour.\n",
         "Trip\n\nWe leave on Monday.\n\nFrom: Belport\n\nTo the coast it is an hour.\n\n|"},
        {"From: Ann <ann@x.example>\nDate: Wed, 20 Nov 2024 08:41:00 +0000\nSubject: Notes\nMessage-ID: "
         "<7@x.example>\n\n"
         "Here is what he wrote.\n\nFrom: Bo\nDate: Tue, 19 Nov 2024\nSubject: Lift\n\nIt is stuck.\n",
         NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        knap_corpus *corpus = NULL;
        knap_error problem = {.status = KNAP_OK};
        char *text;
        visit_files(folder, unlink_file);
        if (open_as("thread.txt", cases[i].text, strlen(cases[i].text), NULL, &corpus, &problem)) {
            assert_true(is_left_out(&problem));
            continue;
        }
        text = all_text(corpus);
        if (cases[i].expected)
            assert_string_equal(text, cases[i].expected);
        else
            assert_int_equal(knap_corpus_cluster(corpus, 0)->documents, 1);
        free(text);
        knap_corpus_close(corpus);
    }
}

/* A page of roff in an encoding that only its comment tells. */
static void reads_declared_encodings(void **state)
{
    static const char page[] = "'\\\" -*- coding: koi8-r -*-\n.TH M 1\n.SH A\n\xED\xC5\xCC\xD8\xCE\xC9\xC3\xC1.\n";
    knap_corpus *corpus;
    char *text;
    (void)state;
    assert_ok(open_as("mill.1", page, strlen(page), NULL, &corpus, error));
    text = all_text(corpus);
    assert_string_equal(text, "M(1)\n\nA\n\n\xD0\x9C\xD0\xB5\xD0\xBB\xD1\x8C\xD0\xBD\xD0\xB8\xD1\x86\xD0\xB0.\n\n|");
    free(text);
    knap_corpus_close(corpus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(reads_every_format),
                                       cmocka_unit_test(goes_by_content_not_by_name),
                                       cmocka_unit_test(markdown_needs_signs),
                                       cmocka_unit_test(knows_speakers),
                                       cmocka_unit_test(survives_cut_files),
                                       cmocka_unit_test(survives_changed_files),
                                       cmocka_unit_test(survives_random_bytes),
                                       cmocka_unit_test(bounds_expansion),
                                       cmocka_unit_test(expands_no_entities),
                                       cmocka_unit_test(refuses_deep_nesting),
                                       cmocka_unit_test(survives_failing_allocations),
                                       cmocka_unit_test(skips_bad_files_of_folders),
                                       cmocka_unit_test(divides_threads),
                                       cmocka_unit_test(reads_declared_encodings)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
