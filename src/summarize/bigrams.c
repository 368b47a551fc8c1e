/* bigrams.c - open addressing over pairs of words. */
#include "summarize/bigrams.h"
#include "base/keyed.h"

enum { FIRST_SLOTS = 1024 };

void kn_bigrams_begin(kn_bigrams *bigrams, const knap_allocator *allocator)
{
    *bigrams = (kn_bigrams){.allocator = allocator, .key = kn_hash_key()};
}

/* The slot of the pair, or the free slot to put it in. */
static size_t find_slot(const kn_bigrams *self, uint32_t first, uint32_t second)
{
    size_t at = (size_t)kn_hash_number(self->key, (uint64_t)first << 32 | second) & (self->slots - 1);
    while (self->slot[at]) {
        const uint32_t *word = self->word[self->slot[at] - 1];
        if (word[0] == first && word[1] == second)
            break;
        at = (at + 1) & (self->slots - 1);
    }
    return at;
}

static bool rehash(kn_bigrams *self)
{
    kn_bigrams larger = *self;
    larger.slots = self->slots ? self->slots * 2 : FIRST_SLOTS;
    larger.slot = kn_new(self->allocator, larger.slots, sizeof *larger.slot);
    if (!larger.slot)
        return false;
    for (size_t i = 0; i < self->count; i++)
        larger.slot[find_slot(&larger, self->word[i][0], self->word[i][1])] = (uint32_t)i + 1;
    kn_free(self->allocator, self->slot, self->slots, sizeof *self->slot);
    *self = larger;
    return true;
}

uint32_t kn_bigrams_add(kn_bigrams *bigrams, uint32_t first, uint32_t second)
{
    size_t at;
    if (bigrams->count * 2 >= bigrams->slots && !rehash(bigrams))
        return KN_NO_SYMBOL;
    at = find_slot(bigrams, first, second);
    if (bigrams->slot[at])
        return bigrams->slot[at] - 1;
    if (bigrams->count >= KN_NO_SYMBOL - 1 || !KN_ROOM(bigrams->allocator, bigrams->word, bigrams->count + 1))
        return KN_NO_SYMBOL;
    bigrams->word[bigrams->count][0] = first;
    bigrams->word[bigrams->count][1] = second;
    bigrams->slot[at] = (uint32_t)++bigrams->count;
    return (uint32_t)bigrams->count - 1;
}

void kn_bigrams_free(kn_bigrams *bigrams)
{
    KN_RELEASE(bigrams->allocator, bigrams->word);
    kn_free(bigrams->allocator, bigrams->slot, bigrams->slots, sizeof *bigrams->slot);
    kn_bigrams_begin(bigrams, bigrams->allocator);
}
