/* rouge/score.h - prepared references, and the scratch memory for scoring. */
#pragma once

#include "rouge/grams.h"
#include "rouge/lcs.h"
#include "rouge/tokens.h"

struct knap_rouge_refs {
    const knap_rouge *rouge;
    size_t count;
    kn_symbols vocabulary;
    kn_rouge_tokens *text;             /* [count] */
    uint32_t *word;                    /* [vocabulary][count] how often each reference has the word */
    uint32_t *word_but_last;           /* [vocabulary][count] the same without the last word, for ROUGE-SU */
    size_t words;                      /* vocabulary, of the two arrays */
    kn_grams gram[KN_ROUGE_MAX_N + 1]; /* [n] n-grams, from n = 2 */
    kn_grams skip;                     /* skip bigrams */
    double *weight;                    /* [weights] k^weight, for ROUGE-W */
    size_t weights;
    size_t positions; /* words in all segments of all references */
};

/* One worker's memory; zeroed, or used before. It grows to what the largest text needs. */
typedef struct kn_rouge_scratch {
    const knap_allocator *allocator;
    kn_rouge_tokens peer;
    kn_lcs lcs;
    uint32_t *gram;      /* [peer words] the gram that starts at each word */
    uint32_t *seen;      /* [grams] how often the summary had it so far */
    uint32_t *peer_left; /* [vocabulary] words of the summary that no hit has used up */
    uint32_t *ref_left;  /* [vocabulary] the same of a reference */
    unsigned char *hit;  /* [positions] whether the word is on a common subsequence */
    uint64_t *hits;      /* [references] */
    kn_arena arena;      /* of the arrays above */
} kn_rouge_scratch;

void kn_rouge_scratch_free(kn_rouge_scratch *scratch);

/* knap_rouge_refs_score in the given memory. */
knap_status kn_rouge_score_in(const knap_rouge_refs *refs, const knap_rouge_text *peer, kn_rouge_scratch *scratch,
                              knap_rouge_score *score, knap_error *error);

/* A number >= 0, rounded as sprintf("%.5f") does. */
double kn_rouge_round(double value);
/* F of recall and precision, not rounded. */
double kn_rouge_f(double recall, double precision, double alpha);
