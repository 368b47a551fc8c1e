/* base/numbers.h - gives 64-bit keys dense numbers, in the order in which they are first added. Names get theirs from base/symbols.h. */
#pragma once

#include "base/keyed.h"
#include "base/memory.h"

#define KN_NO_NUMBER UINT32_MAX

typedef struct kn_numbers {
    const knap_allocator *allocator;
    uint64_t *slot;      /* [slots] the key, of a slot in use */
    uint32_t *number;    /* [slots] 1 + the number of the key; 0: a free slot */
    size_t slots, first; /* 0 or a power of two, at least twice the count; as many as there are at first */
    size_t count;
    uint64_t secret; /* of the hashes: see base/keyed.h */
} kn_numbers;

/* `first` is a power of two: the slots that the first key makes. */
void kn_numbers_begin(kn_numbers *numbers, const knap_allocator *allocator, size_t first);
void kn_numbers_free(kn_numbers *numbers);
/* Makes room for one more key. */
bool kn_numbers_grow(kn_numbers *numbers);

/* The slot of the key, or the free slot to put it in; there are slots. */
static inline size_t kn_numbers_slot(const kn_numbers *numbers, uint64_t key)
{
    size_t at = (size_t)kn_hash_number(numbers->secret, key) & (numbers->slots - 1);
    while (numbers->number[at] && numbers->slot[at] != key)
        at = (at + 1) & (numbers->slots - 1);
    return at;
}

/* The number of the key, KN_NO_NUMBER if it was not added. */
static inline uint32_t kn_numbers_find(const kn_numbers *numbers, uint64_t key)
{
    return numbers->slots ? numbers->number[kn_numbers_slot(numbers, key)] - 1
                          : KN_NO_NUMBER; /* 0 - 1 is KN_NO_NUMBER */
}

/* The number of the key, numbers->count for a new one; KN_NO_NUMBER when memory is out, and then nothing has changed. */
static inline uint32_t kn_numbers_add(kn_numbers *numbers, uint64_t key)
{
    size_t at;
    if (numbers->count * 2 >= numbers->slots && !kn_numbers_grow(numbers))
        return KN_NO_NUMBER;
    at = kn_numbers_slot(numbers, key);
    if (!numbers->number[at]) {
        numbers->slot[at] = key;
        numbers->number[at] = (uint32_t)++numbers->count;
    }
    return numbers->number[at] - 1;
}
