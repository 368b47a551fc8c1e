/* rouge_definition_test.c - parts of ROUGE by their definitions (docs/ROUGE.md). -f B ranks n-grams of references by the recall that
 * is printed, five digits, the first of equals, and common subsequences by the exact one; -b cuts; intervals are interpolated. */
#include "rouge_data.h"

/* "w0 w1 ... w<count-1>" and `more` words that no other text has. */
static void words_text(char *text, size_t count, const char *other, size_t more)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used += (size_t)sprintf(text + used, "w%zu ", i);
    for (size_t i = 0; i < more; i++)
        used += (size_t)sprintf(text + used, "%s%zu ", other, i);
}

static void score_two(const knap_rouge *rouge, const char *peer, const char *one, const char *two,
                      knap_rouge_score *score)
{
    knap_rouge_segment segment[3] = {{peer, strlen(peer)}, {one, strlen(one)}, {two, strlen(two)}};
    knap_rouge_text text[3] = {{&segment[0], 1}, {&segment[1], 1}, {&segment[2], 1}};
    knap_rouge_refs *refs;
    assert_ok(knap_rouge_refs_new(rouge, text + 1, 2, &refs, error));
    assert_ok(knap_rouge_refs_score(refs, &text[0], score, error));
    knap_rouge_refs_free(refs);
}

/* 499 of 500 and 500 of 501 words are both printed as 0.99800, though the second is more. */
static void printed_ties_go_to_the_first_reference(void **state)
{
    static char peer[8192], one[8192], two[8192];
    knap_rouge *rouge = all_measures(0, KNAP_ROUGE_BEST);
    knap_rouge_score score[MEASURES];
    (void)state;
    words_text(peer, 500, "p", 100);
    words_text(one, 499, "a", 1);
    words_text(two, 500, "b", 1);
    score_two(rouge, peer, one, two, score);
    assert_true(score[R1].hits == 499 && score[R1].reference_count == 500);
    assert_true(score[R2].hits == 498 && score[R2].reference_count == 499);
    assert_true(score[RL].hits == 500 && score[RL].reference_count == 501);
    score_two(rouge, peer, two, one, score);
    assert_true(score[R1].hits == 500 && score[R2].hits == 499 && score[RL].hits == 500);
    knap_rouge_free(rouge);
}

/* Where the printed recalls differ the higher one is taken, wherever it stands. */
static void the_higher_printed_recall_is_taken(void **state)
{
    static char peer[8192], one[8192], two[8192];
    knap_rouge *rouge = all_measures(0, KNAP_ROUGE_BEST);
    knap_rouge_score score[MEASURES];
    (void)state;
    words_text(peer, 60, "p", 5);
    words_text(one, 20, "a", 20);
    words_text(two, 30, "b", 20);
    score_two(rouge, peer, one, two, score);
    assert_true(score[R1].hits == 30 && score[R1].reference_count == 50 && score[R1].peer_count == 65);
    score_two(rouge, peer, two, one, score);
    assert_true(score[R1].hits == 30 && score[RL].hits == 30 && score[RSU].hits > score[R1].hits);
    knap_rouge_free(rouge);
}

/* -b scores what stands within the first bytes of a summary and of each reference: as if the rest had never been there. */
static void bytes_are_cut_anywhere(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 61);
    for (size_t limit = 1; limit < 160; limit++) {
        static char peer[2048], reference[2048];
        knap_rouge_options options;
        knap_rouge *whole, *cut;
        knap_rouge_score score[2][3];
        random_text(&rng, 40, peer, sizeof peer);
        random_text(&rng, 40, reference, sizeof reference);
        for (char *at = peer; (at = strchr(at, '\n'));)
            *at = ' '; /* one segment: line ends do not count as bytes */
        for (char *at = reference; (at = strchr(at, '\n'));)
            *at = ' ';
        knap_rouge_options_init(&options);
        options.ngrams = 3;
        options.lcs = 0;
        assert_ok(knap_rouge_new(&options, NULL, &whole, error));
        options.bytes = limit;
        assert_ok(knap_rouge_new(&options, NULL, &cut, error));
        score_strings(cut, peer, reference, score[0]);
        peer[limit < strlen(peer) ? limit : strlen(peer)] = 0;
        reference[limit < strlen(reference) ? limit : strlen(reference)] = 0;
        score_strings(whole, peer, reference, score[1]);
        for (size_t m = 0; m < 3; m++) {
            assert_true(score[0][m].hits == score[1][m].hits);
            assert_true(score[0][m].peer_count == score[1][m].peer_count);
            assert_true(score[0][m].reference_count == score[1][m].reference_count);
        }
        knap_rouge_free(whole);
        knap_rouge_free(cut);
    }
}

/* ---- Confidence intervals ---- */

static int rising(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The interval as docs/ROUGE.md says, with the C library's own drand48: resample k is seeded with k, both ends are interpolated by
 * the upper end's share. 50 resamples make that share 0.75; the script's default of 1000 makes it 0. */
static void intervals_are_interpolated(void **state)
{
    enum { TOPICS = 7, SAMPLES = 50 };
    knap_rouge_options options;
    knap_rouge *rouge;
    knap_rouge_set *set;
    knap_rng rng;
    double recall[TOPICS], sample[SAMPLES], low, high, mean = 0;
    (void)state;
    knap_rng_seed(&rng, 62);
    knap_rouge_options_init(&options);
    options.ngrams = 1;
    options.lcs = 0;
    options.samples = SAMPLES;
    options.confidence = 95;
    assert_ok(knap_rouge_new(&options, NULL, &rouge, error));
    assert_ok(knap_rouge_set_new(rouge, &set, error));
    for (size_t t = 0; t < TOPICS; t++) {
        char topic[8], text[2][1024];
        knap_rouge_score score;
        snprintf(topic, sizeof topic, "t%zu", t);
        for (int i = 0; i < 2; i++) {
            random_text(&rng, 25, text[i], sizeof text[i]);
            knap_rouge_segment segment = {text[i], strlen(text[i])};
            knap_rouge_text whole = {&segment, 1};
            if (i)
                assert_ok(knap_rouge_set_add_reference(set, topic, &whole, error));
            else
                assert_ok(knap_rouge_set_add_peer(set, topic, "one", &whole, error));
        }
        score_strings(rouge, text[0], text[1], &score);
        recall[t] = score.recall;
    }
    assert_ok(knap_rouge_set_evaluate(set, NULL, error));
    for (long s = 0; s < SAMPLES; s++) {
        sample[s] = 0;
        srand48(s);
        for (size_t i = 0; i < TOPICS; i++)
            sample[s] += recall[(size_t)(drand48() * TOPICS)] / TOPICS;
        mean += sample[s] / SAMPLES;
    }
    qsort(sample, SAMPLES, sizeof *sample, rising);
    /* 2.5% of 50 is 1.25; 50 - 1.25 - 1 is 47.75 */
    low = sample[1] + 0.75 * (sample[2] - sample[1]);
    high = sample[47] + 0.75 * (sample[48] - sample[47]);
    assert_true(fabs(knap_rouge_set_average(set, 0, 0)->mean[0] - mean) < 0.6e-5);
    assert_true(fabs(knap_rouge_set_average(set, 0, 0)->low[0] - low) < 0.6e-5);
    assert_true(fabs(knap_rouge_set_average(set, 0, 0)->high[0] - high) < 0.6e-5);
    knap_rouge_set_free(set);
    knap_rouge_free(rouge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printed_ties_go_to_the_first_reference),
        cmocka_unit_test(the_higher_printed_recall_is_taken),
        cmocka_unit_test(bytes_are_cut_anywhere),
        cmocka_unit_test(intervals_are_interpolated),
    };
    return cmocka_run_group_tests_name("rouge definition", tests, NULL, NULL);
}
