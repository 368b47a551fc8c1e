/* grams.c - open addressing over pairs of numbers. */
#include "rouge/grams.h"
#include "base/keyed.h"

#include <string.h>

bool kn_grams_begin(kn_grams *grams, const knap_allocator *allocator, size_t references)
{
    memset(grams, 0, sizeof *grams);
    grams->allocator = allocator;
    grams->references = references;
    grams->key = kn_hash_key();
    grams->total = kn_new(allocator, references, sizeof *grams->total);
    return grams->total != NULL;
}

void kn_grams_free(kn_grams *grams)
{
    kn_free(grams->allocator, grams->slot, grams->slots, sizeof *grams->slot);
    kn_free(grams->allocator, grams->number, grams->slots, sizeof *grams->number);
    KN_RELEASE(grams->allocator, grams->count);
    kn_free(grams->allocator, grams->total, grams->references, sizeof *grams->total);
    memset(grams, 0, sizeof *grams);
}

/* The slot of the pair, or the free slot to put it in. */
static size_t find_slot(const kn_grams *grams, uint64_t pair)
{
    size_t at = (size_t)kn_hash_number(grams->key, pair) & (grams->slots - 1);
    while (grams->number[at] && grams->slot[at] != pair)
        at = (at + 1) & (grams->slots - 1);
    return at;
}

static bool rehash(kn_grams *grams)
{
    kn_grams old = *grams;
    size_t slots = old.slots ? old.slots * 2 : 256;
    uint64_t *slot = kn_new(grams->allocator, slots, sizeof *slot);
    uint32_t *number = kn_new(grams->allocator, slots, sizeof *number);
    if (!slot || !number) {
        kn_free(grams->allocator, slot, slots, sizeof *slot);
        kn_free(grams->allocator, number, slots, sizeof *number);
        return false;
    }
    grams->slot = slot;
    grams->number = number;
    grams->slots = slots;
    for (size_t i = 0; i < old.slots; i++)
        if (old.number[i]) {
            size_t at = find_slot(grams, old.slot[i]);
            slot[at] = old.slot[i];
            number[at] = old.number[i];
        }
    kn_free(grams->allocator, old.slot, old.slots, sizeof *old.slot);
    kn_free(grams->allocator, old.number, old.slots, sizeof *old.number);
    return true;
}

uint32_t kn_grams_add(kn_grams *grams, uint32_t first, uint32_t word, size_t reference)
{
    uint64_t pair = (uint64_t)first << 32 | word;
    uint32_t gram;
    size_t at;
    if (grams->grams >= KN_NO_GRAM - 1 || (grams->grams * 2 >= grams->slots && !rehash(grams)))
        return KN_NO_GRAM;
    at = find_slot(grams, pair);
    if (!grams->number[at]) {
        size_t used = grams->grams * grams->references;
        if (!KN_ROOM(grams->allocator, grams->count, used + grams->references))
            return KN_NO_GRAM;
        memset(grams->count + used, 0, grams->references * sizeof *grams->count);
        grams->slot[at] = pair;
        grams->number[at] = (uint32_t)++grams->grams;
    }
    gram = grams->number[at] - 1;
    grams->count[gram * grams->references + reference]++;
    grams->total[reference]++;
    return gram;
}

uint32_t kn_grams_find(const kn_grams *grams, uint32_t first, uint32_t word)
{
    size_t at;
    if (!grams->slots)
        return KN_NO_GRAM;
    at = find_slot(grams, (uint64_t)first << 32 | word);
    return grams->number[at] ? grams->number[at] - 1 : KN_NO_GRAM;
}
