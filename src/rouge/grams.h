/* rouge/grams.h - n-grams and skip bigrams, counted in references and matched in summaries.
 *
 * A gram is a pair: the number of what comes first (a word, or a gram that is one word shorter) and the word
 * that follows. Pairs get dense numbers of their own, so counting is one look-up per position for any n. */
#pragma once

#include "base/numbers.h"

#define KN_NO_GRAM KN_NO_NUMBER

/* Grams of one kind with how often each of `references` texts has them. */
typedef struct kn_grams {
    kn_numbers pairs;
    uint32_t *count; /* [pairs.count][references] */
    uint64_t *total; /* [references] */
    size_t references;
} kn_grams;

bool kn_grams_begin(kn_grams *grams, const knap_allocator *allocator, size_t references);
void kn_grams_free(kn_grams *grams);
/* Counts the pair once more in `reference`; its number, or KN_NO_GRAM when memory is out. */
uint32_t kn_grams_add(kn_grams *grams, uint32_t first, uint32_t word, size_t reference);
/* The pair's number, KN_NO_GRAM for a pair that no reference has. */
uint32_t kn_grams_find(const kn_grams *grams, uint32_t first, uint32_t word);

/* Counts a gram of a summary, seen for the `seen`-th time: one more hit for each reference that has it as often. */
static inline void kn_grams_meet(const uint32_t *count, uint32_t seen, size_t references, uint64_t *hits)
{
    for (size_t reference = 0; reference < references; reference++)
        hits[reference] += seen <= count[reference];
}
