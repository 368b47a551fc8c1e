/* rouge/tokens.h - cuts a text to the length limit and turns its words into numbers. */
#pragma once

#include "rouge/scorer.h"

/* ROUGE-1.5.5 reads a text twice. N-grams and skip bigrams see all that is within the limit as one sequence.
 * The common subsequences see segments, and for them its byte limit holds for each segment alone: every
 * segment shorter than the limit counts whole, the first that is not is cut to it and is the last. */
typedef struct kn_rouge_tokens {
    const knap_allocator *allocator;
    uint32_t *token;       /* [count] within the limit */
    uint32_t *in_segment;  /* [segment_start[segments]] for the common subsequences */
    size_t *segment_start; /* [segments + 1] */
    size_t count, segments;
} kn_rouge_tokens;

/* Fills `tokens` (zeroed, or used before) with numbers in `vocabulary`; words that it does not have are added
 * with `grow`, and are KN_NO_SYMBOL otherwise. */
knap_status kn_rouge_tokenize(const knap_rouge *rouge, const knap_rouge_text *text, kn_symbols *vocabulary, bool grow,
                              kn_rouge_tokens *tokens, knap_error *error);
void kn_rouge_tokens_free(kn_rouge_tokens *tokens);
