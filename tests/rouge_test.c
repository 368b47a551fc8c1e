/* rouge_test.c - what must hold of ROUGE for any text, the limits, the formats, wrong input. */
#include "rouge_data.h"

static void names_are_the_scripts(void **state)
{
    static const char *const names[] = {"ROUGE-1", "ROUGE-2",     "ROUGE-3",  "ROUGE-4",
                                        "ROUGE-L", "ROUGE-W-1.2", "ROUGE-S4", "ROUGE-SU4"};
    knap_rouge *rouge = all_measures(0, 0);
    (void)state;
    for (size_t m = 0; m < MEASURES; m++)
        assert_string_equal(knap_rouge_measure_name(rouge, m), names[m]);
    knap_rouge_free(rouge);
}

static void identical_texts_score_one(void **state)
{
    knap_rng rng;
    char text[4096];
    knap_rouge_score score[MEASURES];
    (void)state;
    knap_rng_seed(&rng, 1);
    for (int round = 0; round < 200; round++) {
        knap_rouge *rouge = all_measures(round & 1, round >> 1 & 1);
        random_text(&rng, 5 + (size_t)round, text, sizeof text);
        score_strings(rouge, text, text, score);
        for (int m = 0; m < MEASURES; m++) {
            if (m == RW)
                continue; /* the script weighs the reference's length twice: not 1 even then */
            assert_float_equal(score[m].recall, 1, 0);
            assert_float_equal(score[m].precision, 1, 0);
            assert_float_equal(score[m].f, 1, 0);
        }
        knap_rouge_free(rouge);
    }
}

static void roles_swap_recall_and_precision(void **state)
{
    knap_rng rng;
    char a[2048], b[2048];
    knap_rouge_score forth[MEASURES], back[MEASURES];
    knap_rouge *rouge = all_measures(1, 0);
    (void)state;
    knap_rng_seed(&rng, 2);
    for (int round = 0; round < 300; round++) {
        random_text(&rng, 1 + knap_rng_below(&rng, 60), a, sizeof a);
        random_text(&rng, 1 + knap_rng_below(&rng, 60), b, sizeof b);
        if (round % 2) /* one segment each: then the common subsequence has no sides either */
            for (char *text = a; text; text = text == a ? b : NULL)
                for (char *at = text; *at; at++)
                    *at = *at == '\n' ? ' ' : *at;
        score_strings(rouge, a, b, forth);
        score_strings(rouge, b, a, back);
        for (int m = 0; m < MEASURES; m++) {
            if (m == RW || (m == RL && round % 2 == 0))
                continue;
            assert_float_equal(forth[m].recall, back[m].precision, 0);
            assert_float_equal(forth[m].precision, back[m].recall, 0);
            assert_float_equal(forth[m].f, back[m].f, 0);
        }
    }
    knap_rouge_free(rouge);
}

static void more_text_never_lowers_recall(void **state)
{
    knap_rng rng;
    char peer[8192], more[2048], reference[2048];
    knap_rouge_score before[MEASURES], after[MEASURES];
    knap_rouge *rouge = all_measures(1, 0);
    (void)state;
    knap_rng_seed(&rng, 3);
    for (int round = 0; round < 100; round++) {
        random_text(&rng, knap_rng_below(&rng, 20), peer, 2048);
        random_text(&rng, 1 + knap_rng_below(&rng, 60), reference, sizeof reference);
        score_strings(rouge, peer, reference, before);
        for (int step = 0; step < 4; step++) {
            size_t length = strlen(peer);
            random_text(&rng, knap_rng_below(&rng, 20), more, sizeof more);
            snprintf(peer + length, sizeof peer - length, "\n%s", more);
            score_strings(rouge, peer, reference, after);
            for (int m = 0; m < MEASURES; m++)
                if (m != RW) /* a run of hits can be broken up */
                    assert_true(after[m].recall >= before[m].recall);
            memcpy(before, after, sizeof before);
        }
    }
    knap_rouge_free(rouge);
}

static void nothing_scores_zero(void **state)
{
    static const char *const texts[] = {"", "\n\n", "   \n\t\n", "--- ... \xc3\xa9\n", "one", "two words\n"};
    knap_rouge_score score[MEASURES];
    (void)state;
    for (int formula = 0; formula < 2; formula++) {
        knap_rouge *rouge = all_measures(1, formula);
        for (size_t a = 0; a < 6; a++)
            for (size_t b = 0; b < 6; b++) {
                score_strings(rouge, texts[a], texts[b], score);
                for (int m = 0; m < MEASURES; m++) {
                    double expected = a == b && (a == 4 ? m == R1 || m == RL || m == RW : a == 5 && m != R3 && m != R4);
                    if (m == RW && a == 5) /* (2^1.2 / 2^1.44)^(1/1.2) */
                        assert_true(!expected || (score[m].precision == 1 && score[m].recall < 1));
                    else
                        assert_float_equal(score[m].f, expected, 0);
                    assert_true(isfinite(score[m].recall) && isfinite(score[m].precision));
                }
            }
        knap_rouge_free(rouge);
    }
}

/* ---- Limits ---- */

static int append_stem(void *sink, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    char *text = sink;
    size_t length = strlen(text);
    (void)word;
    (void)word_length;
    snprintf(text + length, 4096 - length, "%.*s ", (int)stem_length, stem);
    return 0;
}

static knap_rouge *with_limit(size_t bytes, size_t words, int lcs)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_options_init(&options);
    options.ngrams = 2;
    options.lcs = lcs;
    options.bytes = bytes;
    options.words = words;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    return rouge;
}

/* Asserts that under the limit `text` is the same as `cut` without one. */
static void assert_cut(size_t bytes, size_t words, const char *text, const char *cut)
{
    knap_rouge *limited = with_limit(bytes, words, 0), *whole = with_limit(0, 0, 0);
    knap_rouge_score score[2], expected[2];
    score_strings(limited, text, text, score);
    score_strings(whole, cut, cut, expected);
    for (int m = 0; m < 2; m++) {
        assert_float_equal(score[m].peer_count, expected[m].peer_count, 0);
        assert_float_equal(score[m].hits, expected[m].hits, 0);
    }
    /* The same words, not just as many: against the cut text without a limit all of its words are hits. */
    knap_rouge_segment *segment;
    knap_rouge_text peer;
    knap_rouge_refs *refs;
    assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, text, strlen(text), NULL, &segment, &peer.count, error));
    peer.segment = segment;
    assert_ok(knap_rouge_refs_new(limited, &peer, 1, &refs, error));
    knap_rouge_segments_free(segment, peer.count, NULL);
    assert_ok(knap_rouge_split(KNAP_ROUGE_SPL, cut, strlen(cut), NULL, &segment, &peer.count, error));
    peer.segment = segment;
    assert_ok(knap_rouge_refs_score(refs, &peer, score, error));
    if (!bytes || strlen(cut) <= bytes)
        assert_float_equal(score[0].hits, expected[0].hits, 0);
    knap_rouge_refs_free(refs);
    knap_rouge_segments_free(segment, peer.count, NULL);
    knap_rouge_free(limited);
    knap_rouge_free(whole);
}

static void limits_cut_where_the_script_cuts(void **state)
{
    (void)state;
    assert_cut(8, 0, "alpha beta gamma", "alpha be"); /* within a word */
    assert_cut(5, 0, "alpha beta", "alpha");
    assert_cut(6, 0, "alpha beta", "alpha ");
    assert_cut(9, 0, "alpha\nbeta\ngamma\n", "alpha\nbeta"); /* the space that joins lines is free */
    assert_cut(10, 0, "alpha\nbeta\ngamma\n", "alpha\nbeta\ng");
    assert_cut(9, 0, "alpha\r\nbeta\r\n", "alpha\nbet"); /* \r is a byte of its line */
    assert_cut(9, 0, "  alpha beta", "alpha b");         /* white space at the start counts */
    assert_cut(1, 0, "alpha", "a");
    assert_cut(100, 0, "alpha beta", "alpha beta");
    assert_cut(4, 0, "caf\xc3\xa9 noir", "caf"); /* within a character */
    assert_cut(0, 2, "alpha beta gamma", "alpha beta");
    assert_cut(0, 2, "well-fed cats eat", "well-fed cats"); /* words are what white space separates */
    assert_cut(0, 3, "alpha beta\n- gamma delta", "alpha beta");
    assert_cut(0, 2, " alpha beta", "alpha"); /* white space at the start makes an empty word */
    assert_cut(0, 3, "alpha\n   \nbeta gamma delta", "alpha\nbeta gamma");
    assert_cut(0, 9, "alpha beta", "alpha beta");
    assert_cut(0, 1, "\t alpha", "");
}

/* An independent reading of the README: the lines' bytes up to the limit, newlines for the joins. */
static void cut_by_hand(const char *text, size_t bytes, char *cut)
{
    size_t used = 0;
    for (; *text && used < bytes; text++) {
        *cut++ = *text;
        used += *text != '\n';
    }
    *cut = 0;
}

static void byte_limit_equals_cutting_by_hand(void **state)
{
    knap_rng rng;
    char a[4096], b[4096], cut_a[4096], cut_b[4096];
    knap_rouge_score limited[2], whole[2];
    knap_rouge *without = with_limit(0, 0, 0);
    (void)state;
    knap_rng_seed(&rng, 4);
    for (int round = 0; round < 300; round++) {
        size_t bytes = 1 + knap_rng_below(&rng, 400);
        knap_rouge *rouge = with_limit(bytes, 0, 0);
        random_text(&rng, knap_rng_below(&rng, 120), a, sizeof a);
        random_text(&rng, knap_rng_below(&rng, 120), b, sizeof b);
        cut_by_hand(a, bytes, cut_a);
        cut_by_hand(b, bytes, cut_b);
        score_strings(rouge, a, b, limited);
        score_strings(without, cut_a, cut_b, whole);
        assert_memory_equal(limited, whole, sizeof whole);
        knap_rouge_free(rouge);
    }
    knap_rouge_free(without);
}

/* The script forgets to add up the bytes of the segments it compares with each other. */
static void byte_limit_holds_for_each_segment_of_rouge_l(void **state)
{
    knap_rouge *rouge = with_limit(12, 0, 1);
    knap_rouge_score score[3];
    (void)state;
    score_strings(rouge, "alpha beta\ngamma delta", "alpha beta\ngamma delta\nepsilon", score);
    assert_float_equal(score[0].reference_count, 3, 0); /* alpha beta ga */
    assert_float_equal(score[2].reference_count, 5, 0); /* every segment is shorter than 12 bytes */
    assert_float_equal(score[2].hits, 2, 0);            /* gamma is on the subsequence, but not within the limit */
    assert_float_equal(score[2].recall, 0.4, 0);
    assert_float_equal(score[2].precision, 0.66667, 0);
    knap_rouge_free(rouge);
}

static void lead_reads_the_first_segments_of_the_summary(void **state)
{
    knap_rouge_options options;
    knap_rouge_score score;
    knap_rouge *rouge;
    (void)state;
    knap_rouge_options_init(&options);
    options.lead = 2;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    score_strings(rouge, "a b\nc\nd e", "a b\nc\nd e", &score);
    assert_float_equal(score.peer_count, 3, 0);
    assert_float_equal(score.reference_count, 5, 0);
    assert_float_equal(score.hits, 3, 0);
    knap_rouge_free(rouge);
}

static void skip_bigrams_are_counted(void **state)
{
    knap_rouge_options options;
    knap_rouge_score score[2];
    knap_rouge *rouge;
    (void)state;
    knap_rouge_options_init(&options);
    options.lcs = 0;
    options.skip = KNAP_ROUGE_S_AND_SU;
    for (size_t gap = 0; gap < 8; gap++) {
        size_t pairs = 0;
        options.gap = gap;
        options.any_gap = gap == 7;
        assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
        score_strings(rouge, "a b c d e f", "a b c d e f", score);
        for (size_t i = 0; i < 6; i++)
            for (size_t j = i + 1; j < 6; j++)
                pairs += options.any_gap || j - i - 1 <= gap;
        assert_float_equal(score[0].hits, (double)pairs, 0);
        assert_float_equal(score[1].hits, (double)(pairs + 5), 0); /* never the last word */
        score_strings(rouge, "d c b a", "a b c d", score);
        assert_float_equal(score[0].hits, 0, 0);
        knap_rouge_free(rouge);
    }
}

/* ---- Formats, tokens, word lists ---- */

static void assert_segments(knap_rouge_format format, const char *bytes, const char *expected)
{
    knap_rouge_segment *segment;
    size_t count;
    char joined[1024] = "";
    assert_ok(knap_rouge_split(format, bytes, strlen(bytes), NULL, &segment, &count, error));
    for (size_t i = 0; i < count; i++) {
        strncat(joined, segment[i].bytes, segment[i].length);
        strcat(joined, "|");
    }
    assert_string_equal(joined, expected);
    knap_rouge_segments_free(segment, count, NULL);
}

static void formats_are_split(void **state)
{
    (void)state;
    assert_segments(KNAP_ROUGE_SPL, "one\n\ntwo \r\n three", "one|two \r| three|");
    assert_segments(KNAP_ROUGE_SPL, "", "");
    assert_segments(KNAP_ROUGE_PLAIN, "one\n\ntwo", "one\n\ntwo|");
    assert_segments(KNAP_ROUGE_PLAIN, "", "");
    assert_segments(KNAP_ROUGE_SEE,
                    "<html>\n<a name=\"1\">[1]</a> <a href=\"#1\" id=1>First one.</a>\n"
                    "<a size=\"9\" name=\"2\">[2]</a>\t<a href=\"#2\" id=2>Second & <b>bold</b></a>\n"
                    "<a name=\"x\">[3]</a> <a href=\"#3\" id=3>no</a>\n<a size=\"9\">\n"
                    " <a name=\"4\">[4]</a> <a href=\"#4\" id=4>indented</a>\n"
                    "<a name=\"5\">[5]</a> <a href=\"#5\" id=5></a>\n<a name=\"6\">[6]</a> <a href=\"#6\" id=6>open\n",
                    "First one.|Second & |open\n|");
    assert_segments(KNAP_ROUGE_ISI, "<S SNTNO=\"1a,2\">One.</S>\n<S SNTNO=\"\">no</S>\n<S SNTNO=\"2\">no\n", "One.|");
    assert_int_equal(knap_rouge_format_find("spl"), KNAP_ROUGE_SPL);
    assert_int_equal(knap_rouge_format_find("SEE"), KNAP_ROUGE_SEE);
    assert_int_equal(knap_rouge_format_find("html"), -1);
}

static void words_are_looked_up_then_stemmed(void **state)
{
    const char *exceptions = "rouge_test_exceptions.tmp", *stopwords = "rouge_test_stopwords.tmp";
    knap_rouge *rouge = all_measures(1, 0);
    char tokens[4096] = "";
    const char *text = "The MICE ran; agreement's U.S.-based caf\xc3\xa9 documents, gps 3rd oxen";
    (void)state;
    write_file(exceptions, "mice\tmouse\r\noxen\twrong\n\noxen\tox\nran\trun");
    write_file(stopwords, "the\ns\n");
    assert_ok(knap_rouge_add_exceptions(rouge, exceptions, error));
    assert_ok(knap_rouge_add_stopwords(rouge, stopwords, error));
    assert_int_equal(knap_rouge_exception_count(rouge), 3);
    assert_int_equal(knap_rouge_stopword_count(rouge), 2);
    assert_int_equal(knap_rouge_tokens(rouge, text, strlen(text), append_stem, tokens), 0);
    /* "ran" has three letters and is never looked up; "s" is a stop word wherever it comes from */
    assert_string_equal(tokens, "mouse ran agreem u base caf docum gps 3rd ox ");
    remove(exceptions);
    remove(stopwords);
    knap_rouge_free(rouge);
}

/* Every byte is a word, its own stem. */
static int bytes_as_words(void *context, const char *bytes, size_t length, knap_rouge_emit emit, void *sink)
{
    for (size_t i = 0; i < length; i++) {
        int result = emit(sink, bytes + i, 1, bytes + i, 1);
        if (result)
            return result;
        ++*(int *)context;
    }
    return 0;
}

static void tokenizer_can_be_another(void **state)
{
    knap_rouge *rouge = all_measures(0, 0);
    knap_rouge_score score[MEASURES];
    int calls = 0;
    (void)state;
    knap_rouge_set_tokenizer(rouge, bytes_as_words, &calls);
    score_strings(rouge, "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xaa", score);
    assert_float_equal(score[R1].hits, 4, 0);
    assert_float_equal(score[R1].reference_count, 5, 0);
    assert_true(calls >= 10);
    knap_rouge_set_tokenizer(rouge, NULL, NULL);
    score_strings(rouge, "\xc3\xa9t\xc3\xa9", "\xc3\xa9t\xc3\xaa", score);
    assert_float_equal(score[R1].hits, 1, 0);
    knap_rouge_free(rouge);
}

static void wrong_input_is_named(void **state)
{
    const char *path = "rouge_test_wrong.tmp";
    knap_rouge *rouge = all_measures(1, 0), *none;
    knap_rouge_options options;
    knap_error error;
    (void)state;
    assert_int_equal(knap_rouge_add_exceptions(rouge, "no/such/file", &error), KNAP_IO);
    assert_string_equal(error.file, "no/such/file");
    assert_int_equal(knap_rouge_add_exceptions(rouge, "tests", &error), KNAP_IO); /* a folder without .exc files */
    assert_int_equal(knap_rouge_add_stopwords(rouge, "no/such/file", &error), KNAP_IO);
    write_file(path, "mice\tmouse\noxen ox\n");
    assert_int_equal(knap_rouge_add_exceptions(rouge, path, &error), KNAP_BAD_INPUT);
    assert_int_equal(error.line, 2);
    write_file(path, "\tmouse\n");
    assert_int_equal(knap_rouge_add_exceptions(rouge, path, &error), KNAP_BAD_INPUT);
    write_file(path, "mice\t\n");
    assert_int_equal(knap_rouge_add_exceptions(rouge, path, &error), KNAP_BAD_INPUT);
    remove(path);
    knap_rouge_free(rouge);
    for (int wrong = 0; wrong < 6; wrong++) {
        knap_rouge_options_init(&options);
        options.lcs = wrong != 0; /* 0: no measure at all */
        options.ngrams = wrong == 1 ? 10 : 0;
        options.bytes = options.words = wrong == 2;
        options.alpha = wrong == 3 ? 1.5 : 0.5;
        options.confidence = wrong == 4 ? NAN : 95;
        options.samples = wrong != 5;
        assert_int_equal(knap_rouge_new(&options, NULL, &none, &error), KNAP_USAGE);
        assert_true(strlen(error.message) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_the_scripts),
        cmocka_unit_test(identical_texts_score_one),
        cmocka_unit_test(roles_swap_recall_and_precision),
        cmocka_unit_test(more_text_never_lowers_recall),
        cmocka_unit_test(nothing_scores_zero),
        cmocka_unit_test(limits_cut_where_the_script_cuts),
        cmocka_unit_test(byte_limit_equals_cutting_by_hand),
        cmocka_unit_test(byte_limit_holds_for_each_segment_of_rouge_l),
        cmocka_unit_test(lead_reads_the_first_segments_of_the_summary),
        cmocka_unit_test(skip_bigrams_are_counted),
        cmocka_unit_test(formats_are_split),
        cmocka_unit_test(words_are_looked_up_then_stemmed),
        cmocka_unit_test(tokenizer_can_be_another),
        cmocka_unit_test(wrong_input_is_named),
    };
    return cmocka_run_group_tests_name("rouge", tests, NULL, NULL);
}
