/* text_boundaries_test.c - sentence ends against labels set by hand (tests/data/boundaries.txt): F1 of at
 * least 98%. */
#include "text_check.h"

#include "base/symbols.h"

#include <ctype.h>

typedef struct score {
    size_t labelled, found, both, files, absent;
} score;

/* The end of a line, white space before it left out, is no boundary that anybody could miss. */
static int ends_line(const char *bytes, size_t at)
{
    at += strspn(bytes + at, " \t\r");
    return bytes[at] == '\n' || bytes[at] == 0;
}

static void score_file(knap_language *language, const char *name, const char *bytes, size_t length, const char *labels,
                       score *total)
{
    knap_document *document;
    const knap_sentence *sentence;
    knap_sentences *split;
    size_t count, i = 0;
    char *next;
    assert_ok(knap_document_new(name, bytes, length, NULL, NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    for (;;) {
        size_t label = strtoul(labels, &next, 10);
        bool more = next != labels;
        for (; i < count && (!more || sentence[i].source_end <= label); i++) {
            size_t end = sentence[i].source_end;
            if (ends_line(bytes, end))
                continue;
            total->found++;
            if (more && end == label)
                total->both++;
            else
                print_message("%s:%zu: a boundary too many: ...%.*s\n", name, end, (int)(end > 50 ? 50 : end),
                              bytes + end - (end > 50 ? 50 : end));
        }
        if (!more)
            break;
        total->labelled++;
        if (i == 0 || sentence[i - 1].source_end != label)
            print_message("%s:%zu: a boundary missed: ...%.*s\n", name, label, 50,
                          bytes + (label > 50 ? label - 50 : 0));
        labels = next;
    }
    knap_sentences_free(split);
    knap_document_free(document);
}

static void score_line(knap_language *language, const char *line, score *total)
{
    char name[256], path[300];
    uint64_t hash;
    size_t length;
    int used;
    char *bytes;
    assert_int_equal(sscanf(line, "%255s %16lx%n", name, &hash, &used), 2);
    snprintf(path, sizeof path, "%s%s", strncmp(name, "sample/", 7) == 0 ? "" : SHARED_DATA, name);
    bytes = read_whole(path, &length);
    if (bytes && kn_hash(KN_HASH_START, bytes, length) == hash) {
        total->files++;
        score_file(language, name, bytes, length, line + used, total);
    } else {
        total->absent++;
        print_message("%s: %s, skipped\n", path, bytes ? "not the file that was labelled" : "absent");
    }
    free(bytes);
}

static void sentence_ends_as_labelled_by_hand(void **state)
{
    size_t length;
    char *labels = read_whole("tests/data/boundaries.txt", &length);
    knap_language *language;
    score total = {0};
    double precision, recall, f1;
    (void)state;
    assert_non_null(labels);
    assert_ok(knap_language_open("en", NULL, &language, error));
    for (char *line = labels; *line;) {
        char *end = strchr(line, '\n');
        *end = 0;
        if (*line != '#')
            score_line(language, line, &total);
        line = end + 1;
    }
    knap_language_close(language);
    free(labels);
    if (total.files == 0)
        skip();
    precision = (double)total.both / (double)total.found;
    recall = (double)total.both / (double)total.labelled;
    f1 = 2 * precision * recall / (precision + recall);
    print_message("%zu boundaries in %zu files (%zu absent): precision %.4f, recall %.4f, F1 %.4f\n", total.labelled,
                  total.files, total.absent, precision, recall, f1);
    assert_true(f1 >= 0.98);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sentence_ends_as_labelled_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
