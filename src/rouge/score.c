/* score.c - one summary against prepared references. */
#include "rouge/score.h"
#include "rouge/lcs_union.h"

#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Ratios ---- */

double kn_rouge_round(double value)
{
    double scaled = value * 1e5, whole = floor(scaled), rest = scaled - whole;
    char text[64];
    /* Away from a tie the product's rounding error cannot matter; whole / 1e5 is the double nearest to the
     * decimal. */
    if (scaled < 1e9 && fabs(rest - 0.5) > 1e-6)
        return (rest > 0.5 ? whole + 1 : whole) / 1e5;
    kn_print(text, sizeof text, "%.5f", value);
    return kn_parse_number(text, NULL);
}

double kn_rouge_f(double recall, double precision, double alpha)
{
    double weighted = (1 - alpha) * precision + alpha * recall;
    return weighted > 0 ? precision * recall / weighted : 0;
}

/* Hits and counts against one reference. `base` is what -f B divides by: for ROUGE-W not the count. */
typedef struct tally {
    double hits, count, base;
} tally;

static double ratio(double hits, double count)
{
    return count > 0 ? hits / count : 0;
}

/* ROUGE-1.5.5 compares references by recall: n-grams by the printed one, the common subsequences by the exact
 * one. */
static double rank_of(const tally *one, kn_rouge_kind kind)
{
    double recall = ratio(one->hits, one->base);
    return kind == KN_ROUGE_L || kind == KN_ROUGE_W ? recall : kn_rouge_round(recall);
}

static void finish(const knap_rouge_refs *refs, kn_rouge_kind kind, const tally *by_reference, double peer_count,
                   knap_rouge_score *score)
{
    const knap_rouge_options *options = &refs->rouge->options;
    double best = -1, recall, precision;
    memset(score, 0, sizeof *score);
    for (size_t r = 0; r < refs->count; r++) {
        const tally *one = &by_reference[r];
        if (options->formula == KNAP_ROUGE_BEST) {
            double rank = rank_of(one, kind);
            if (!(rank > best))
                continue;
            best = rank;
            memset(score, 0, sizeof *score);
        }
        score->hits += one->hits;
        score->reference_count += one->count;
        score->peer_count += peer_count;
    }
    recall = ratio(score->hits, score->reference_count);
    precision = ratio(score->hits, score->peer_count);
    if (kind == KN_ROUGE_W) {
        recall = pow(recall, 1 / options->weight);
        precision = pow(precision, 1 / options->weight);
    }
    score->recall = kn_rouge_round(recall);
    score->precision = kn_rouge_round(precision);
    score->f = kn_rouge_round(kn_rouge_f(score->recall, score->precision, options->alpha));
}

/* ---- N-grams ---- */

/* Hits of single words; without the last word of the summary and the references if `but_last`. */
static void meet_words(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, bool but_last)
{
    const kn_rouge_tokens *peer = &scratch->peer;
    const uint32_t *count = but_last ? refs->word_but_last : refs->word;
    size_t end = peer->count && but_last ? peer->count - 1 : peer->count;
    memset(scratch->seen, 0, refs->words * sizeof *scratch->seen);
    for (size_t i = 0; i < end; i++) {
        uint32_t word = peer->token[i];
        if (word != KN_NO_SYMBOL)
            kn_grams_meet(count + word * refs->count, ++scratch->seen[word], refs->count, scratch->hits);
    }
}

/* Extends the (n-1)-grams in scratch->gram to n-grams and counts their hits. */
static void meet_grams(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, size_t n)
{
    const kn_rouge_tokens *peer = &scratch->peer;
    const kn_grams *grams = &refs->gram[n];
    memset(scratch->seen, 0, grams->pairs.count * sizeof *scratch->seen);
    for (size_t i = 0; i + n <= peer->count; i++) {
        uint32_t next = peer->token[i + n - 1], gram = scratch->gram[i];
        if (gram != KN_NO_GRAM)
            gram = next == KN_NO_SYMBOL ? KN_NO_GRAM : kn_grams_find(grams, gram, next);
        if (gram != KN_NO_GRAM)
            kn_grams_meet(grams->count + gram * refs->count, ++scratch->seen[gram], refs->count, scratch->hits);
        scratch->gram[i] = gram;
    }
}

static void score_ngrams(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, tally *by_reference, size_t n,
                         knap_rouge_score *score)
{
    size_t peer_count = scratch->peer.count >= n ? scratch->peer.count - n + 1 : 0;
    memset(scratch->hits, 0, refs->count * sizeof *scratch->hits);
    if (n == 1) {
        if (scratch->peer.count)
            memcpy(scratch->gram, scratch->peer.token, scratch->peer.count * sizeof *scratch->gram);
        meet_words(refs, scratch, false);
    } else {
        meet_grams(refs, scratch, n);
    }
    for (size_t r = 0; r < refs->count; r++) {
        size_t count = refs->text[r].count >= n ? refs->text[r].count - n + 1 : 0;
        by_reference[r] = (tally){(double)scratch->hits[r], (double)count, (double)count};
    }
    finish(refs, KN_ROUGE_N, by_reference, (double)peer_count, score);
}

/* ---- Skip bigrams ---- */

/* Returns the number of skip bigrams of the summary. */
static size_t meet_skip_bigrams(const knap_rouge_refs *refs, kn_rouge_scratch *scratch)
{
    const knap_rouge_options *options = &refs->rouge->options;
    const kn_rouge_tokens *peer = &scratch->peer;
    const kn_grams *grams = &refs->skip;
    size_t count = 0;
    memset(scratch->seen, 0, grams->pairs.count * sizeof *scratch->seen);
    for (size_t i = 0; i < peer->count; i++) {
        size_t end = options->any_gap || options->gap >= peer->count - i ? peer->count : i + options->gap + 2;
        end = end < peer->count ? end : peer->count;
        count += end - i - 1;
        if (peer->token[i] == KN_NO_SYMBOL)
            continue;
        for (size_t j = i + 1; j < end; j++) {
            uint32_t gram = KN_NO_GRAM;
            if (peer->token[j] != KN_NO_SYMBOL)
                gram = kn_grams_find(grams, peer->token[i], peer->token[j]);
            if (gram != KN_NO_GRAM)
                kn_grams_meet(grams->count + gram * refs->count, ++scratch->seen[gram], refs->count, scratch->hits);
        }
    }
    return count;
}

static void score_skip(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, tally *by_reference, kn_rouge_kind kind,
                       knap_rouge_score *score)
{
    size_t peer_count;
    memset(scratch->hits, 0, refs->count * sizeof *scratch->hits);
    peer_count = meet_skip_bigrams(refs, scratch);
    if (kind == KN_ROUGE_SU) {
        /* ROUGE-1.5.5 counts each word that starts a skip bigram, so never the last. */
        peer_count += scratch->peer.count ? scratch->peer.count - 1 : 0;
        meet_words(refs, scratch, true);
    }
    for (size_t r = 0; r < refs->count; r++) {
        double count = (double)refs->skip.total[r];
        if (kind == KN_ROUGE_SU && refs->text[r].count)
            count += (double)(refs->text[r].count - 1);
        by_reference[r] = (tally){(double)scratch->hits[r], count, count};
    }
    finish(refs, kind, by_reference, (double)peer_count, score);
}

/* ---- Common subsequences ---- */

/* Marks every word of every reference that lies on a common subsequence with some segment of the summary. */
static bool mark_union(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, kn_rouge_kind kind)
{
    kn_lcs_texts texts = {&scratch->peer, refs->text, refs->count, refs->words};
    memset(scratch->hit, 0, refs->positions);
    scratch->lcs.weight = refs->weight;
    return kn_lcs_union(&scratch->lcs, &texts, kind == KN_ROUGE_W, &scratch->arena, scratch->hit);
}

/* Uses up one occurrence of the word on both sides, if both have one left: no word counts more often than
 * it occurs within the limit. */
static bool use_up(kn_rouge_scratch *scratch, uint32_t word)
{
    if (!scratch->ref_left[word] || !scratch->peer_left[word])
        return false;
    scratch->ref_left[word]--;
    scratch->peer_left[word]--;
    return true;
}

static tally tally_plain(const kn_rouge_tokens *text, const unsigned char *hit, kn_rouge_scratch *scratch)
{
    size_t length = text->segment_start[text->segments], hits = 0;
    for (size_t i = 0; i < length; i++)
        hits += hit[i] && use_up(scratch, text->in_segment[i]);
    return (tally){(double)hits, (double)length, (double)length};
}

/* Consecutive hits weigh k^weight. As in ROUGE-1.5.5 a word that is used up neither counts nor ends the run,
 * a run that ends in one is carried on to the next hit of the segment, and the reference's weight is weighted
 * once more. */
static tally tally_weighted(const knap_rouge_refs *refs, const kn_rouge_tokens *text, const unsigned char *hit,
                            kn_rouge_scratch *scratch)
{
    double hits = 0, base = 0;
    for (size_t s = 0; s < text->segments; s++) {
        size_t start = text->segment_start[s], end = text->segment_start[s + 1], run = 0;
        base += refs->weight[end - start];
        for (size_t i = start; i < end; i++) {
            if (!hit[i] || !use_up(scratch, text->in_segment[i]))
                continue;
            run++;
            if (i + 1 == end || !hit[i + 1]) {
                hits += refs->weight[run];
                run = 0;
            }
        }
    }
    return (tally){hits, pow(base, refs->rouge->options.weight), base};
}

static bool score_lcs(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, tally *by_reference, kn_rouge_kind kind,
                      knap_rouge_score *score)
{
    const kn_rouge_tokens *peer = &scratch->peer;
    const unsigned char *hit;
    double peer_count = (double)peer->count;
    if (!mark_union(refs, scratch, kind))
        return false;
    hit = scratch->hit;
    for (size_t r = 0; r < refs->count; r++) {
        const kn_rouge_tokens *text = &refs->text[r];
        memset(scratch->peer_left, 0, refs->words * sizeof *scratch->peer_left);
        memset(scratch->ref_left, 0, refs->words * sizeof *scratch->ref_left);
        for (size_t i = 0; i < peer->count; i++)
            if (peer->token[i] != KN_NO_SYMBOL)
                scratch->peer_left[peer->token[i]]++;
        for (size_t i = 0; i < text->count; i++)
            scratch->ref_left[text->token[i]]++;
        by_reference[r] =
            kind == KN_ROUGE_W ? tally_weighted(refs, text, hit, scratch) : tally_plain(text, hit, scratch);
        hit += text->segment_start[text->segments];
    }
    if (kind == KN_ROUGE_W)
        peer_count = pow(peer_count, refs->rouge->options.weight);
    finish(refs, kind, by_reference, peer_count, score);
    return true;
}

/* ---- All measures ---- */

static bool score_measure(const knap_rouge_refs *refs, kn_rouge_scratch *scratch, tally *by_reference,
                          const kn_rouge_measure *measure, knap_rouge_score *score)
{
    switch (measure->kind) {
    case KN_ROUGE_N:
        score_ngrams(refs, scratch, by_reference, measure->n, score);
        return true;
    case KN_ROUGE_L:
    case KN_ROUGE_W:
        return score_lcs(refs, scratch, by_reference, measure->kind, score);
    case KN_ROUGE_S:
    case KN_ROUGE_SU:
        score_skip(refs, scratch, by_reference, measure->kind, score);
        return true;
    }
    return false;
}

/* Allocates the arrays whose sizes depend on the references and the summary. */
static bool make_room(const knap_rouge_refs *refs, kn_rouge_scratch *scratch)
{
    kn_arena *arena = &scratch->arena;
    size_t grams = refs->words > refs->skip.pairs.count ? refs->words : refs->skip.pairs.count;
    for (size_t n = 2; n <= KN_ROUGE_MAX_N; n++)
        grams = refs->gram[n].pairs.count > grams ? refs->gram[n].pairs.count : grams;
    arena->allocator = scratch->allocator;
    kn_arena_clear(arena);
    scratch->gram = kn_arena_room(arena, scratch->peer.count, sizeof *scratch->gram);
    scratch->seen = kn_arena_room(arena, grams, sizeof *scratch->seen);
    scratch->peer_left = kn_arena_room(arena, refs->words, sizeof *scratch->peer_left);
    scratch->ref_left = kn_arena_room(arena, refs->words, sizeof *scratch->ref_left);
    scratch->hit = kn_arena_room(arena, refs->positions, sizeof *scratch->hit);
    scratch->hits = kn_arena_room(arena, refs->count, sizeof *scratch->hits);
    return scratch->gram && scratch->seen && scratch->peer_left && scratch->ref_left && scratch->hit && scratch->hits;
}

knap_status kn_rouge_score_in(const knap_rouge_refs *refs, const knap_rouge_text *peer, kn_rouge_scratch *scratch,
                              knap_rouge_score *score, knap_error *error)
{
    const knap_rouge *rouge = refs->rouge;
    /* The words of a summary are looked up and never added, so the vocabulary does not change. */
    kn_symbols *vocabulary = (kn_symbols *)(uintptr_t)&refs->vocabulary;
    tally *by_reference;
    knap_rouge_text lead = *peer;
    knap_status status;
    if (rouge->options.lead && rouge->options.lead < lead.count)
        lead.count = rouge->options.lead;
    status = kn_rouge_tokenize(rouge, &lead, vocabulary, false, &scratch->peer, error);
    if (status)
        return status;
    scratch->allocator = rouge->allocator;
    if (!make_room(refs, scratch) ||
        !(by_reference = kn_arena_room(&scratch->arena, refs->count, sizeof *by_reference)))
        return kn_no_memory(error);
    for (size_t m = 0; m < rouge->measures; m++)
        if (!score_measure(refs, scratch, by_reference, &rouge->measure[m], &score[m]))
            return kn_no_memory(error);
    return KNAP_OK;
}

void kn_rouge_scratch_free(kn_rouge_scratch *scratch)
{
    kn_rouge_tokens_free(&scratch->peer);
    kn_lcs_free(&scratch->lcs);
    kn_arena_free(&scratch->arena);
    memset(scratch, 0, sizeof *scratch);
}

knap_status knap_rouge_refs_score(const knap_rouge_refs *refs, const knap_rouge_text *peer, knap_rouge_score *score,
                                  knap_error *error)
{
    KN_REQUIRE(refs);
    KN_REQUIRE(score);
    if (kn_rouge_check_text(peer, error))
        return KNAP_USAGE;
    kn_rouge_scratch scratch;
    knap_status status;
    memset(&scratch, 0, sizeof scratch);
    status = kn_rouge_score_in(refs, peer, &scratch, score, error);
    kn_rouge_scratch_free(&scratch);
    return status;
}
