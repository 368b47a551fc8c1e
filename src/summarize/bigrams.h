/* summarize/bigrams.h - numbers pairs of words in the order in which they were first seen. */
#pragma once

#include "base/numbers.h"
#include "base/symbols.h"

typedef struct kn_bigrams {
    kn_numbers numbers;
    uint32_t (*word)[2]; /* [numbers.count] */
} kn_bigrams;

void kn_bigrams_begin(kn_bigrams *bigrams, const knap_allocator *allocator);
/* The number of the pair, new if it was not there; KN_NO_SYMBOL, which is KN_NO_NUMBER, when memory is out. */
uint32_t kn_bigrams_add(kn_bigrams *bigrams, uint32_t first, uint32_t second);
void kn_bigrams_free(kn_bigrams *bigrams);
