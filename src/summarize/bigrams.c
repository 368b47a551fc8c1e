/* bigrams.c - pairs of words by their numbers. */
#include "summarize/bigrams.h"

enum { FIRST_SLOTS = 1024 };

void kn_bigrams_begin(kn_bigrams *bigrams, const knap_allocator *allocator)
{
    *bigrams = (kn_bigrams){.word = NULL};
    kn_numbers_begin(&bigrams->numbers, allocator, FIRST_SLOTS);
}

uint32_t kn_bigrams_add(kn_bigrams *bigrams, uint32_t first, uint32_t second)
{
    size_t known = bigrams->numbers.count, slots = bigrams->numbers.slots;
    uint32_t number;
    /* before the table grows: room for all that it then takes */
    if (known * 2 >= slots && !KN_ROOM(bigrams->numbers.allocator, bigrams->word, slots ? slots : FIRST_SLOTS / 2))
        return KN_NO_SYMBOL;
    number = kn_numbers_add(&bigrams->numbers, (uint64_t)first << 32 | second);
    if (number == known) {
        bigrams->word[number][0] = first;
        bigrams->word[number][1] = second;
    }
    return number;
}

void kn_bigrams_free(kn_bigrams *bigrams)
{
    KN_RELEASE(bigrams->numbers.allocator, bigrams->word);
    kn_numbers_free(&bigrams->numbers);
}
