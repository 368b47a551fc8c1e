/* summarize/bigrams.h - numbers pairs of words in the order in which they were first seen. */
#pragma once

#include "base/symbols.h"

typedef struct kn_bigrams {
    const knap_allocator *allocator;
    uint32_t (*word)[2]; /* [count] */
    size_t count;
    uint32_t *slot; /* [slots] 1 + the number of a pair; 0: free */
    size_t slots;   /* 0 or a power of two, at least twice the count */
    uint64_t key;   /* of the hashes: see base/keyed.h */
} kn_bigrams;

void kn_bigrams_begin(kn_bigrams *bigrams, const knap_allocator *allocator);
/* The number of the pair, new if it was not there; KN_NO_SYMBOL when memory is out. */
uint32_t kn_bigrams_add(kn_bigrams *bigrams, uint32_t first, uint32_t second);
void kn_bigrams_free(kn_bigrams *bigrams);
