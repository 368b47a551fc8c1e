/* rouge_golden_test.c - every line that ROUGE-1.5.5 printed, to the last digit. */
#include "rouge_golden.h"

#include "rouge/porter.h"

#define AVERAGE KNAP_ROUGE_AVERAGE, 0.5, KNAP_ROUGE_BY_SUMMARY, 95, 1000, 0

/* ngrams, lcs, weight, skip, gap, any gap, stem, bytes, words, formula, alpha, unit, confidence, samples,
 * lead */
static const golden FILES[] = {
    {"plain_b665.txt", 0, {4, 1, 1.2, KNAP_ROUGE_SU, 4, 0, 0, 665, 0, AVERAGE}},
    {"stem_b665.txt", 0, {4, 1, 1.2, KNAP_ROUGE_SU, 4, 0, 1, 665, 0, AVERAGE}},
    {"stem_l100_nolcs.txt", 0, {4, 0, 0, KNAP_ROUGE_NO_SKIP, 4, 0, 1, 0, 100, AVERAGE}},
    {"plain_full.txt", 0, {2, 1, 1.2, KNAP_ROUGE_SU, 4, 0, 0, 0, 0, AVERAGE}},
    {"stem_stop_l250.txt", 1, {2, 1, 0, KNAP_ROUGE_SU, 4, 0, 1, 0, 250, AVERAGE}},
    {"stem_best_b665.txt", 0, {2, 1, 0, KNAP_ROUGE_NO_SKIP, 4, 0, 1, 665, 0, KNAP_ROUGE_BEST, 0.5, 0, 95, 1000, 0}},
    {"stem_full_p0.8.txt", 0, {2, 1, 0, KNAP_ROUGE_NO_SKIP, 4, 0, 1, 0, 0, KNAP_ROUGE_AVERAGE, 0.8, 0, 95, 1000, 0}},
};

/* The number of lines of a golden file that come out differently. */
static size_t compare_file(const golden *of, const char *exceptions)
{
    return compare_golden(of, GOLDEN, exceptions, STOPWORDS, add_golden);
}

static void every_golden_line_is_reproduced(void **state)
{
    (void)state;
    need(EXCEPTIONS);
    lines_compared = 0;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        assert_int_equal(compare_file(&FILES[i], EXCEPTIONS), 0);
    assert_int_equal(lines_compared, 4620);
}

/* What WordNet 3.0 has and 2.0 has not, as tokens that -m looks up. The golden texts have none of them, so
 * that its lists reproduce every line too; named here with both stems so that a difference elsewhere is
 * explained. */
static const struct {
    const char *form, *with2, *with3;
} NEW_IN_WORDNET3[] = {
    {"ashes", "ash", "ash"},
    {"cognosenti", "cognosenti", "cognosente"},
    {"halfpence", "halfpenc", "halfpenny"},
    {"lisente", "lisent", "sente"},
    {"morses", "mors", "morse"},
    {"staretsy", "staretsi", "starets"},
};
/* gps (too short to be looked up), houses_of_cards, loups-garous and optic_axes (never one token) */
enum { NEW_BUT_NEVER_MET = 4 };

static int keep_stem(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    (void)word;
    (void)word_length;
    snprintf(sink, 64, "%.*s", (int)stem_length, stem);
    return 0;
}

/* No form of 2.0 is missing from 3.0 or has another base there. */
static void assert_same_bases(const knap_rouge *with2, const knap_rouge *with3)
{
    size_t length;
    char *text = read_file(EXCEPTIONS, &length), stem2[64], stem3[64];
    for (char *form = strtok(text, "\n"); form; form = strtok(NULL, "\n")) {
        assert_int_equal(knap_rouge_tokens(with2, form, strcspn(form, "\t"), keep_stem, stem2), 0);
        assert_int_equal(knap_rouge_tokens(with3, form, strcspn(form, "\t"), keep_stem, stem3), 0);
        assert_string_equal(stem2, stem3);
    }
    free(text);
}

static void wordnet3_differs_in_named_words_and_no_line(void **state)
{
    size_t named = sizeof NEW_IN_WORDNET3 / sizeof *NEW_IN_WORDNET3;
    knap_rouge_options options = FILES[1].options;
    knap_rouge *with2, *with3;
    char stem[64];
    (void)state;
    need(EXCEPTIONS);
    need(WORDNET "/verb.exc");
    assert_ok(knap_rouge_new(&options, NULL, &with2, error));
    assert_ok(knap_rouge_new(&options, NULL, &with3, error));
    assert_ok(knap_rouge_add_exceptions(with2, EXCEPTIONS, error));
    assert_ok(knap_rouge_add_exceptions(with3, WORDNET, error));
    assert_int_equal(knap_rouge_exception_count(with3), knap_rouge_exception_count(with2) + named + NEW_BUT_NEVER_MET);
    assert_same_bases(with2, with3);
    for (size_t i = 0; i < named; i++) {
        const char *form = NEW_IN_WORDNET3[i].form;
        assert_int_equal(knap_rouge_tokens(with2, form, strlen(form), keep_stem, stem), 0);
        assert_string_equal(stem, NEW_IN_WORDNET3[i].with2);
        assert_int_equal(knap_rouge_tokens(with3, form, strlen(form), keep_stem, stem), 0);
        assert_string_equal(stem, NEW_IN_WORDNET3[i].with3);
    }
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        assert_int_equal(compare_file(&FILES[i], WORDNET), 0);
    knap_rouge_free(with2);
    knap_rouge_free(with3);
}

static void stems_are_rouge_stems(void **state)
{
    size_t length, words = 0;
    char *text, *at;
    (void)state;
    need(GOLDEN "/stems.tsv");
    at = text = read_file(GOLDEN "/stems.tsv", &length);
    while (*at) {
        char *word = at, *stem = strchr(at, '\t'), *end = strchr(at, '\n'), copy[256];
        assert_non_null(stem);
        assert_non_null(end);
        *stem++ = *end = 0;
        snprintf(copy, sizeof copy, "%s", word);
        copy[kn_rouge_stem(copy, strlen(copy))] = 0;
        assert_string_equal(copy, stem);
        words++;
        at = end + 1;
    }
    assert_int_equal(words, 82487);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stems_are_rouge_stems),
        cmocka_unit_test(every_golden_line_is_reproduced),
        cmocka_unit_test(wordnet3_differs_in_named_words_and_no_line),
    };
    return cmocka_run_group_tests_name("rouge golden", tests, NULL, NULL);
}
