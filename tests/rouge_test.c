/* rouge_test.c - what must hold of ROUGE for any text, the limits, the formats, wrong input, failing memory. */
#include "rouge_data.h"

#include "rouge/lcs.h"

/* ---- Random texts ------------------------------------------------------------------------------------------- */

/* Lines of words from a small vocabulary, some with capitals, hyphens, digits and bytes that are no letters. */
static void random_text(knap_rng *rng, size_t words, char *text, size_t size)
{
    static const char *const vocabulary[] = {"the", "cat",  "sat", "on",  "a",   "Mat", "well-fed", "don't", "2011",
                                             "saw", "dogs", "of",  "x",   "by",  "caf\xc3\xa9",     "U.S.",  "running",
                                             "and", "it",   "was", "not", "old", "y"};
    size_t count = sizeof vocabulary / sizeof *vocabulary, used = 0;
    text[0] = 0;
    for (size_t i = 0; i < words && used + 16 < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%c", vocabulary[knap_rng_below(rng, count)],
                                 knap_rng_below(rng, 8) ? ' ' : '\n');
}

static knap_rouge *all_measures(int stem, int formula)
{
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_options_init(&options);
    options.ngrams = 4;
    options.weight = 1.2;
    options.skip = KNAP_ROUGE_S_AND_SU;
    options.stem = stem;
    options.formula = formula;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_int_equal(knap_rouge_measure_count(rouge), 8);
    return rouge;
}

enum { R1, R2, R3, R4, RL, RW, RS, RSU, MEASURES };

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
                    double expected = a == b && (a == 4 ? m == R1 || m == RL || m == RW
                                                        : a == 5 && m != R3 && m != R4);
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

/* ---- Limits ------------------------------------------------------------------------------------------------- */

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
    assert_cut(9, 0, "  alpha beta", "alpha b"); /* white space at the start counts */
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

/* ---- Common subsequences ------------------------------------------------------------------------------------ */

/* The table as the script fills it and leads back along it. */
static void mark_by_table(const uint32_t *reference, size_t m, const uint32_t *peer, size_t n, const double *weight,
                          unsigned char *hit)
{
    double *best = calloc((m + 1) * (n + 1), sizeof *best);
    size_t *run = calloc((m + 1) * (n + 1), sizeof *run), i, j;
    char *move = calloc((m + 1) * (n + 1), 1);
    for (i = 1; i <= m; i++)
        for (j = 1; j <= n; j++) {
            size_t at = i * (n + 1) + j, up = at - n - 1, left = at - 1, diagonal = up - 1;
            if (reference[i - 1] == peer[j - 1]) {
                size_t k = run[diagonal];
                best[at] = best[diagonal] + (weight ? weight[k + 1] - weight[k] : 1);
                run[at] = k + 1;
                move[at] = 'd';
            } else {
                move[at] = best[up] >= best[left] ? 'u' : 'l';
                best[at] = move[at] == 'u' ? best[up] : best[left];
            }
        }
    for (i = m, j = n; i && j;) {
        char step = move[i * (n + 1) + j];
        if (step == 'd')
            hit[i - 1] = 1;
        i -= step != 'l';
        j -= step != 'u';
    }
    free(best);
    free(run);
    free(move);
}

static void bit_parallel_rows_lead_back_as_the_table(void **state)
{
    enum { LONGEST = 300 };
    uint32_t a[LONGEST], b[LONGEST];
    unsigned char expected[LONGEST], hit[LONGEST];
    double weight[LONGEST + 2];
    kn_lcs lcs;
    knap_rng rng;
    (void)state;
    memset(&lcs, 0, sizeof lcs);
    knap_rng_seed(&rng, 5);
    for (size_t k = 0; k < LONGEST + 2; k++)
        weight[k] = (double)(k * k); /* whole numbers, so that the order of sums does not matter */
    assert_true(kn_lcs_begin(&lcs, NULL, 40));
    lcs.weight = weight;
    for (int round = 0; round < 3000; round++) {
        size_t longest = round % 3 ? 30 : LONGEST, words = 2 + knap_rng_below(&rng, 40);
        size_t m = knap_rng_below(&rng, longest), n = knap_rng_below(&rng, longest);
        for (size_t i = 0; i < m; i++)
            a[i] = (uint32_t)knap_rng_below(&rng, words < 40 ? words : 40);
        for (size_t j = 0; j < n; j++) {
            uint64_t word = knap_rng_below(&rng, words + 5);
            b[j] = word < 40 ? (uint32_t)word : UINT32_MAX;
        }
        assert_true(kn_lcs_take(&lcs, b, n));
        for (int weighted = 0; weighted < 2; weighted++) {
            memset(expected, 0, sizeof expected);
            memset(hit, 0, sizeof hit);
            mark_by_table(a, m, b, n, weighted ? weight : NULL, expected);
            assert_true(weighted ? kn_lcs_mark_weighted(&lcs, a, m, hit) : kn_lcs_mark(&lcs, a, m, hit));
            assert_memory_equal(hit, expected, sizeof hit);
        }
        kn_lcs_forget(&lcs, b, n);
    }
    kn_lcs_free(&lcs);
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

/* ---- Formats, tokens, word lists ---------------------------------------------------------------------------- */

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

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
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

/* ---- Sets --------------------------------------------------------------------------------------------------- */

static void add_string(knap_rouge_set *set, const char *topic, const char *system, const char *bytes)
{
    knap_rouge_segment segment = {bytes, strlen(bytes)};
    knap_rouge_text text = {&segment, 1};
    if (system)
        assert_ok(knap_rouge_set_add_peer(set, topic, system, &text, error));
    else
        assert_ok(knap_rouge_set_add_reference(set, topic, &text, error));
}

static void sets_are_ordered_as_the_script_prints_them(void **state)
{
    static const char *const topics[] = {"10", "9", "b", "010x", "a", "#"};
    static const char *const printed[] = {"#.S10", "9.S10", "010x.S10", "10.S10", "a.S10", "b.S10"};
    knap_rouge *rouge = all_measures(0, 0);
    knap_rouge_set *set;
    knap_error error;
    knap_rouge_segment segment = {"x", 1};
    knap_rouge_text text = {&segment, 1};
    (void)state;
    if (knap_rouge_set_new(rouge, &set, &error) != KNAP_OK)
        fail();
    for (size_t t = 0; t < 6; t++) {
        add_string(set, topics[t], "S9", "alpha beta");
        add_string(set, topics[t], "S10", "alpha");
        assert_int_equal(knap_rouge_set_add_peer(set, topics[t], "S9", &text, &error), KNAP_BAD_INPUT);
    }
    assert_int_equal(knap_rouge_set_evaluate(set, 1, &error), KNAP_BAD_INPUT); /* no references yet */
    for (size_t t = 0; t < 6; t++)
        add_string(set, topics[t], NULL, "alpha beta gamma");
    add_string(set, "c", "S8", "alpha");
    add_string(set, "c", NULL, "alpha");
    add_string(set, "unused", NULL, "alpha");
    assert_int_equal(knap_rouge_set_evaluate(set, 0, &error), KNAP_OK);
    assert_int_equal(knap_rouge_set_system_count(set), 3);
    assert_string_equal(knap_rouge_set_system(set, 0), "S10");
    assert_string_equal(knap_rouge_set_system(set, 1), "S8");
    assert_int_equal(knap_rouge_set_count(set, 0), 6);
    assert_int_equal(knap_rouge_set_count(set, 1), 1);
    assert_int_equal(knap_rouge_set_topic_count(set), 8);
    assert_true(knap_rouge_set_has(set, 0, 0));
    assert_false(knap_rouge_set_has(set, 0, 1));
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(knap_rouge_set_name(set, 0, i), printed[i]);
    assert_float_equal(knap_rouge_set_scores(set, 0, 0)[R1].recall, 0.33333, 0);
    assert_float_equal(knap_rouge_set_average(set, 0, R1)->mean[0], 0.33333, 0);
    assert_float_equal(knap_rouge_set_average(set, 0, R1)->low[2], 0.5, 0);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
}

static void jobs_change_nothing(void **state)
{
    knap_rng rng;
    char text[4096], topic[16], system[16];
    knap_rouge *rouge = all_measures(1, 0);
    knap_rouge_set *set[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        knap_rng_seed(&rng, 6);
        assert_ok(knap_rouge_set_new(rouge, &set[i], error));
        for (int t = 0; t < 12; t++) {
            snprintf(topic, sizeof topic, "t%d", t);
            for (int s = 0; s < 6; s++) {
                snprintf(system, sizeof system, "s%d", s);
                random_text(&rng, 60, text, sizeof text);
                add_string(set[i], topic, s < 3 ? NULL : system, text);
            }
        }
        assert_ok(knap_rouge_set_evaluate(set[i], i ? 5 : 1, error));
    }
    for (size_t s = 0; s < 3; s++) {
        for (size_t m = 0; m < MEASURES; m++)
            assert_memory_equal(knap_rouge_set_average(set[0], s, m), knap_rouge_set_average(set[1], s, m),
                                sizeof(knap_rouge_average));
        for (size_t t = 0; t < 12; t++)
            assert_memory_equal(knap_rouge_set_scores(set[0], s, t), knap_rouge_set_scores(set[1], s, t),
                                MEASURES * sizeof(knap_rouge_score));
    }
    knap_rouge_set_free(set[0]);
    knap_rouge_set_free(set[1]);
    knap_rouge_free(rouge);
}

static void counting_by_token_pools_the_summaries(void **state)
{
    knap_rouge_options options;
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    options.lcs = 0;
    (void)state;
    for (int unit = KNAP_ROUGE_BY_TOKEN; unit <= KNAP_ROUGE_COUNTS; unit++) {
        knap_rouge *rouge;
        knap_rouge_set *set;
        options.unit = unit;
        assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
        assert_ok(knap_rouge_set_new(rouge, &set, error));
        add_string(set, "1", NULL, "a b c d");
        add_string(set, "1", "S", "a b");
        assert_ok(knap_rouge_set_evaluate(set, 1, error));
        const knap_rouge_average *average = knap_rouge_set_average(set, 0, 0);
        assert_float_equal(average->reference_count, 4, 0);
        assert_float_equal(average->peer_count, 2, 0);
        assert_float_equal(average->hits, 2, 0);
        if (unit == KNAP_ROUGE_BY_TOKEN) {
            assert_float_equal(average->mean[0], 0.5, 0);
            assert_float_equal(average->mean[1], 1, 0);
            assert_float_equal(average->mean[2], 0.66667, 0);
        }
        knap_rouge_set_free(set);
        knap_rouge_free(rouge);
    }
}

/* ---- Significance ------------------------------------------------------------------------------------------- */

static void paired_tests_know_chance_from_difference(void **state)
{
    double a[50], b[50];
    knap_rouge_comparison one, other;
    knap_error error;
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 7);
    for (int i = 0; i < 50; i++) {
        a[i] = knap_rng_uniform(&rng);
        b[i] = a[i] + 0.1 + 0.05 * knap_rng_normal(&rng);
    }
    assert_int_equal(knap_rouge_compare(a, a, 50, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_float_equal(one.p_bootstrap, 1, 0);
    assert_float_equal(one.p_randomization, 1, 0);
    assert_float_equal(one.difference, 0, 0);
    assert_int_equal(knap_rouge_compare(a, b, 50, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_int_equal(knap_rouge_compare(b, a, 50, 1000, 95, 1, NULL, &other, &error), KNAP_OK);
    assert_true(one.p_bootstrap < 0.002 && one.p_randomization < 0.002);
    assert_true(one.low < one.difference && one.difference < one.high && one.high < 0);
    assert_close(one.difference, -other.difference, 1e-12);
    assert_close(one.p_randomization, other.p_randomization, 0);
    assert_close(one.mean_a, other.mean_b, 0);
    /* Three topics, one system ahead in all: 2 of the 8 ways to swap are as extreme. */
    for (int i = 0; i < 3; i++)
        b[i] = a[i] - 0.1;
    assert_int_equal(knap_rouge_compare(a, b, 3, 1000, 95, 1, NULL, &one, &error), KNAP_OK);
    assert_float_equal(one.p_randomization, 0.25, 0);
    assert_int_equal(knap_rouge_compare(a, b, 0, 1000, 95, 1, NULL, &one, &error), KNAP_BAD_INPUT);
    assert_int_equal(knap_rouge_compare(a, b, 3, 0, 95, 1, NULL, &one, &error), KNAP_USAGE);
}

/* Under the null hypothesis a p-value is below 0.1 about one time in ten. */
static void p_values_are_calibrated(void **state)
{
    enum { ROUNDS = 400 };
    knap_rng rng;
    int bootstrap = 0, randomization = 0;
    (void)state;
    knap_rng_seed(&rng, 8);
    for (int round = 0; round < ROUNDS; round++) {
        double a[30], b[30];
        knap_rouge_comparison result;
        for (int i = 0; i < 30; i++) {
            a[i] = knap_rng_normal(&rng);
            b[i] = knap_rng_normal(&rng);
        }
        assert_ok(knap_rouge_compare(a, b, 30, 400, 95, (uint64_t)round, NULL, &result, error));
        bootstrap += result.p_bootstrap <= 0.1;
        randomization += result.p_randomization <= 0.1;
    }
    assert_in_range(randomization, 22, 60); /* 40 +- 3 deviations */
    assert_in_range(bootstrap, 22, 72);     /* a little anti-conservative with 30 topics */
}

/* ---- Failing memory ----------------------------------------------------------------------------------------- */

typedef struct meter {
    size_t live, calls, fail_at;
} meter;

static void *metered(void *context, void *old, size_t old_size, size_t new_size)
{
    meter *count = context;
    void *memory;
    if (new_size == 0) {
        count->live -= old_size;
        free(old);
        return NULL;
    }
    if (++count->calls == count->fail_at)
        return NULL;
    memory = realloc(old, new_size);
    assert_non_null(memory);
    count->live += new_size - old_size;
    return memory;
}

/* Everything the layer does; stops at the first failure. */
static knap_status everything(const knap_allocator *allocator, const char *exceptions, const char *stopwords)
{
    static const char peer[] = "The mice ran over the old mats.\nTwo cats saw them running away.\n";
    static const char reference[] = "Mice ran.\nCats were running after the mice over mats.\n";
    knap_rouge_options options = {3, 1, 1.2, KNAP_ROUGE_S_AND_SU, 2, 0, 1, 40, 0, 0, 0.5, 0, 95, 20, 0};
    knap_rouge *rouge = NULL;
    knap_rouge_set *set = NULL;
    knap_rouge_segment *segment[2] = {NULL, NULL};
    knap_rouge_text text[2] = {{NULL, 0}, {NULL, 0}};
    knap_rouge_comparison comparison;
    knap_status status = knap_rouge_new(&options, allocator, &rouge, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_add_exceptions(rouge, exceptions, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_add_stopwords(rouge, stopwords, NULL);
    for (int i = 0; status == KNAP_OK && i < 2; i++) {
        const char *bytes = i ? reference : peer;
        status = knap_rouge_split(KNAP_ROUGE_SPL, bytes, strlen(bytes), allocator, &segment[i], &text[i].count, NULL);
        text[i].segment = segment[i];
    }
    if (status == KNAP_OK)
        status = knap_rouge_set_new(rouge, &set, NULL);
    for (int i = 0; status == KNAP_OK && i < 12; i++)
        status = i % 3 ? knap_rouge_set_add_peer(set, i < 6 ? "one" : "two", i % 6 < 3 ? (i % 3 == 1 ? "A" : "B")
                                                                              : (i % 3 == 1 ? "C" : "D"),
                                                 &text[0], NULL)
                       : knap_rouge_set_add_reference(set, i < 6 ? "one" : "two", &text[1], NULL);
    if (status == KNAP_OK)
        status = knap_rouge_set_evaluate(set, 1, NULL);
    if (status == KNAP_OK)
        status = knap_rouge_set_compare(set, 0, 1, 0, 2, 1, &comparison, NULL);
    knap_rouge_set_free(set);
    for (int i = 0; i < 2; i++)
        if (segment[i])
            knap_rouge_segments_free(segment[i], text[i].count, allocator);
    knap_rouge_free(rouge);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    const char *exceptions = "rouge_test_memory.tmp", *stopwords = "rouge_test_memory2.tmp";
    knap_status status = KNAP_NO_MEMORY;
    size_t fail_at = 0;
    (void)state;
    write_file(exceptions, "mice\tmouse\n");
    write_file(stopwords, "the\n");
    while (status != KNAP_OK) {
        meter count = {0, 0, ++fail_at};
        knap_allocator allocator = {metered, &count};
        status = everything(&allocator, exceptions, stopwords);
        assert_int_equal(count.live, 0);
        assert_true(status == KNAP_OK || status == KNAP_NO_MEMORY);
        assert_true(status == KNAP_NO_MEMORY || count.calls < fail_at);
    }
    print_message("%zu allocations, each failed once\n", fail_at - 1);
    assert_true(fail_at > 100);
    remove(exceptions);
    remove(stopwords);
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
        cmocka_unit_test(bit_parallel_rows_lead_back_as_the_table),
        cmocka_unit_test(lead_reads_the_first_segments_of_the_summary),
        cmocka_unit_test(skip_bigrams_are_counted),
        cmocka_unit_test(formats_are_split),
        cmocka_unit_test(words_are_looked_up_then_stemmed),
        cmocka_unit_test(tokenizer_can_be_another),
        cmocka_unit_test(wrong_input_is_named),
        cmocka_unit_test(sets_are_ordered_as_the_script_prints_them),
        cmocka_unit_test(jobs_change_nothing),
        cmocka_unit_test(counting_by_token_pools_the_summaries),
        cmocka_unit_test(paired_tests_know_chance_from_difference),
        cmocka_unit_test(p_values_are_calibrated),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests_name("rouge", tests, NULL, NULL);
}
