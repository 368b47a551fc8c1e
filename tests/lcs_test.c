/* lcs_test.c - longest common subsequences against the table that defines them: a pair of segments, and the union over all pairs. */
#include "failing.h"

#include "rouge/lcs_union.h"

/* ---- A pair of segments ---- */

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
        lcs.most_words = round % 2 ? 8 : 0; /* a table in blocks leads back the same way */
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

/* ---- The union over all segments of a summary ---- */

enum { MOST_SEGMENTS = 40, LONGEST_SEGMENT = 90, REFERENCES = 3, MOST_WORDS = 60 };

/* A text of random segments, some of them empty. */
typedef struct random_text {
    kn_rouge_tokens tokens;
    uint32_t word[MOST_SEGMENTS * LONGEST_SEGMENT];
    size_t start[MOST_SEGMENTS + 1];
} random_text;

/* Words from `words` up are KN_NO_SYMBOL: the references do not have them. */
static void make_text(random_text *text, knap_rng *rng, size_t segments, size_t longest, size_t words, size_t unknown)
{
    size_t count = 0;
    for (size_t s = 0; s < segments; s++) {
        text->start[s] = count;
        for (size_t length = knap_rng_below(rng, longest + 1); length > 0; length--) {
            uint64_t word = knap_rng_below(rng, words + unknown);
            if (word < words && knap_rng_below(rng, 2))
                word = knap_rng_below(rng, word + 1); /* some words are more frequent than others */
            text->word[count++] = word < words ? (uint32_t)word : KN_NO_SYMBOL;
        }
    }
    text->start[segments] = count;
    text->tokens = (kn_rouge_tokens){.in_segment = text->word, .segment_start = text->start, .segments = segments};
}

/* What kn_lcs_union computes, by the table of every pair. */
static void union_by_tables(const kn_lcs_texts *texts, const double *weight, unsigned char *hit)
{
    for (size_t r = 0; r < texts->references; r++) {
        const kn_rouge_tokens *text = &texts->reference[r], *peer = texts->peer;
        for (size_t s = 0; s < text->segments; s++)
            for (size_t p = 0; p < peer->segments; p++)
                mark_by_table(
                    text->in_segment + text->segment_start[s], text->segment_start[s + 1] - text->segment_start[s],
                    peer->in_segment + peer->segment_start[p], peer->segment_start[p + 1] - peer->segment_start[p],
                    weight, hit + text->segment_start[s]);
        hit += text->segment_start[text->segments];
    }
}

static void union_equals_that_of_all_tables(void **state)
{
    enum { POSITIONS = REFERENCES * MOST_SEGMENTS * LONGEST_SEGMENT };
    static random_text peer, reference[REFERENCES];
    static unsigned char hit[POSITIONS], expected[POSITIONS];
    double weight[LONGEST_SEGMENT + 2];
    kn_rouge_tokens tokens[REFERENCES];
    kn_lcs lcs = {0};
    kn_arena arena = {0};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 11);
    for (size_t k = 0; k < LONGEST_SEGMENT + 2; k++)
        weight[k] = (double)(k * k);
    lcs.weight = weight;
    for (int round = 0; round < 1500; round++) {
        size_t longest = round % 10 ? 8 : LONGEST_SEGMENT, words = 1 + knap_rng_below(&rng, MOST_WORDS);
        size_t segments = round % 10 ? MOST_SEGMENTS : 6;
        kn_lcs_texts texts = {&peer.tokens, tokens, knap_rng_below(&rng, REFERENCES + 1), words};
        make_text(&peer, &rng, knap_rng_below(&rng, segments + 1), longest, words, (size_t)round % 7);
        for (size_t r = 0; r < texts.references; r++) {
            make_text(&reference[r], &rng, knap_rng_below(&rng, segments + 1), longest, words, 0);
            tokens[r] = reference[r].tokens;
        }
        for (int weighted = 0; weighted < 2; weighted++) {
            memset(hit, 0, sizeof hit);
            memset(expected, 0, sizeof expected);
            kn_arena_clear(&arena);
            union_by_tables(&texts, weighted ? weight : NULL, expected);
            assert_true(kn_lcs_union(&lcs, &texts, weighted, &arena, hit));
            assert_memory_equal(hit, expected, sizeof hit);
        }
    }
    kn_arena_free(&arena);
    kn_lcs_free(&lcs);
}

/* ---- Cost ---- */

enum { SEGMENTS = 2000, LENGTH = 10 };

/* The work that kn_lcs_may_go_on counted for two texts of SEGMENTS segments, given by the functions of their words. */
static size_t work_of(uint32_t (*peer_word)(size_t i), uint32_t (*reference_word)(size_t i), size_t vocabulary)
{
    static uint32_t peer[SEGMENTS * LENGTH], reference[SEGMENTS * LENGTH];
    static unsigned char hit[SEGMENTS * LENGTH];
    size_t start[SEGMENTS + 1], work;
    kn_lcs lcs = {0};
    kn_arena arena = {0};
    for (size_t i = 0; i < SEGMENTS * LENGTH; i++) {
        peer[i] = peer_word(i);
        reference[i] = reference_word(i);
    }
    for (size_t s = 0; s <= SEGMENTS; s++)
        start[s] = s * LENGTH;
    kn_rouge_tokens one = {.in_segment = peer, .segment_start = start, .segments = SEGMENTS};
    kn_rouge_tokens two = {.in_segment = reference, .segment_start = start, .segments = SEGMENTS};
    kn_lcs_texts texts = {&one, &two, 1, vocabulary};
    memset(hit, 0, sizeof hit);
    assert_true(kn_lcs_union(&lcs, &texts, false, &arena, hit));
    work = lcs.worked;
    kn_arena_free(&arena);
    kn_lcs_free(&lcs);
    return work;
}

static uint32_t unknown(size_t i)
{
    (void)i;
    return KN_NO_SYMBOL;
}

static uint32_t own_word(size_t i)
{
    return (uint32_t)i;
}

/* One word that all segments have, and words of the segment alone. */
static uint32_t one_common(size_t i)
{
    return i % LENGTH == 3 ? 0 : (uint32_t)i + 1;
}

static uint32_t one_common_shifted(size_t i)
{
    return i % LENGTH == 5 ? 0 : (uint32_t)(i + LENGTH / 2) % (SEGMENTS * LENGTH) + 1;
}

/* All pairs are SEGMENTS^2 = 4,000,000, and reading a segment costs LENGTH. */
static void pairs_without_new_hits_cost_nothing(void **state)
{
    (void)state;
    assert_int_equal(work_of(unknown, own_word, SEGMENTS * LENGTH), 0);
    assert_true(work_of(own_word, own_word, SEGMENTS * LENGTH) <= SEGMENTS * 3 * LENGTH);
    assert_true(work_of(one_common, one_common_shifted, SEGMENTS * LENGTH + 1) <= SEGMENTS * 10 * LENGTH);
}

static knap_status unite(const knap_allocator *allocator, void *context)
{
    const kn_lcs_texts *texts = context;
    unsigned char hit[MOST_SEGMENTS * LONGEST_SEGMENT] = {0};
    kn_lcs lcs = {.allocator = allocator};
    kn_arena arena = {.allocator = allocator};
    bool done = kn_lcs_union(&lcs, texts, false, &arena, hit);
    kn_arena_free(&arena);
    kn_lcs_free(&lcs);
    return done ? KNAP_OK : KNAP_NO_MEMORY;
}

static void union_survives_failing_allocations(void **state)
{
    static random_text peer, reference;
    kn_lcs_texts texts = {&peer.tokens, &reference.tokens, 1, 20};
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 3);
    for (size_t segments = 5; segments <= 20; segments += 15) { /* few pairs and many */
        make_text(&peer, &rng, segments, 80, 20, 2);
        make_text(&reference, &rng, segments, 80, 20, 0);
        assert_true(survives(unite, &texts) >= 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bit_parallel_rows_lead_back_as_the_table),
        cmocka_unit_test(union_equals_that_of_all_tables),
        cmocka_unit_test(pairs_without_new_hits_cost_nothing),
        cmocka_unit_test(union_survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
