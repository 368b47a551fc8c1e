/* text_marked_test.c - sentence ends of hard cases in ten languages (tests/data/boundaries-LANG.txt): one case per line, a bar
 * behind each sentence but the last. F1 of at least 0.99 in each. */
#include "text_check.h"

typedef struct score {
    size_t marked, found, both;
} score;

/* The text of a line without its bars, and where those were. */
static size_t take_marks(char *line, size_t *mark)
{
    size_t marks = 0, length = 0;
    for (const char *at = line; *at; at++) {
        if (*at == '|')
            mark[marks++] = length;
        else
            line[length++] = *at;
    }
    line[length] = 0;
    return marks;
}

static void score_line(knap_language *language, const char *name, char *line, score *total)
{
    knap_document *document;
    knap_sentences *split;
    const knap_sentence *sentence;
    size_t mark[16], count, marks = take_marks(line, mark), both = 0;
    assert_ok(knap_document_new(name, line, strlen(line), "UTF-8", NULL, &document, error));
    assert_ok(knap_document_split(document, language, NULL, &split, error));
    sentence = knap_sentences_list(split, &count);
    assert_true(count > 0);
    for (size_t i = 0; i + 1 < count; i++)
        for (size_t m = 0; m < marks; m++)
            both += sentence[i].end == mark[m];
    if (both < marks || count - 1 > both) {
        print_message("%s:", name);
        for (size_t i = 0; i < count; i++)
            print_message(" [%.*s]", (int)(sentence[i].end - sentence[i].begin), line + sentence[i].begin);
        print_message(" expected %zu\n", marks + 1);
    }
    total->marked += marks;
    total->found += count - 1;
    total->both += both;
    knap_sentences_free(split);
    knap_document_free(document);
}

static void sentence_ends_as_marked(void **state)
{
    static const char *const codes[] = {"en", "de", "fr", "es", "it", "ru", "pl", "ar", "hi", "zh"};
    size_t low = 0;
    (void)state;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char path[64];
        knap_language *language;
        score total = {0};
        double f1;
        size_t length, cases = 0;
        char *text;
        snprintf(path, sizeof path, "tests/data/boundaries-%s.txt", codes[i]);
        text = read_whole(path, &length);
        assert_non_null(text);
        assert_ok(knap_language_open(codes[i], NULL, &language, error));
        for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1, cases++) {
            *end = 0;
            score_line(language, path, line, &total);
        }
        free(text);
        knap_language_close(language);
        assert_true(cases >= 40);
        f1 = 2.0 * (double)total.both / (double)(total.marked + total.found);
        print_message("%s: %zu cases, %zu marked, %zu found, %zu right, F1 %.4f\n", codes[i], cases, total.marked,
                      total.found, total.both, f1);
        low += f1 < 0.99;
    }
    assert_int_equal(low, 0);
}

/* A few cases of each language, of which those of boundaries-LANG.txt have none: CODE, a tab, the case. */
static void sentence_ends_of_other_cases(void **state)
{
    score total = {0};
    size_t length, cases = 0;
    double f1;
    char *text = read_whole("tests/data/boundaries-others.txt", &length);
    (void)state;
    assert_non_null(text);
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1, cases++) {
        char *tab = strchr(line, '\t');
        knap_language *language;
        *end = 0;
        assert_non_null(tab);
        *tab = 0;
        assert_ok(knap_language_open(line, NULL, &language, error));
        score_line(language, line, tab + 1, &total);
        knap_language_close(language);
    }
    free(text);
    assert_true(cases >= 30);
    f1 = 2.0 * (double)total.both / (double)(total.marked + total.found);
    print_message("others: %zu cases, %zu marked, %zu found, %zu right, F1 %.4f\n", cases, total.marked, total.found,
                  total.both, f1);
    assert_true(f1 >= 0.99);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sentence_ends_as_marked),
                                       cmocka_unit_test(sentence_ends_of_other_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
