/* grams.c - pairs of numbers with their counts. */
#include "rouge/grams.h"

#include <string.h>

enum { FIRST_SLOTS = 256 };

bool kn_grams_begin(kn_grams *grams, const knap_allocator *allocator, size_t references)
{
    *grams = (kn_grams){.references = references};
    kn_numbers_begin(&grams->pairs, allocator, FIRST_SLOTS);
    grams->total = kn_new(allocator, references, sizeof *grams->total);
    return grams->total != NULL;
}

void kn_grams_free(kn_grams *grams)
{
    const knap_allocator *allocator = grams->pairs.allocator;
    kn_numbers_free(&grams->pairs);
    KN_RELEASE(allocator, grams->count);
    kn_free(allocator, grams->total, grams->references, sizeof *grams->total);
    memset(grams, 0, sizeof *grams);
}

uint32_t kn_grams_add(kn_grams *grams, uint32_t first, uint32_t word, size_t reference)
{
    size_t used = grams->pairs.count * grams->references;
    uint32_t gram;
    if (!KN_ROOM(grams->pairs.allocator, grams->count, used + grams->references))
        return KN_NO_GRAM;
    gram = kn_numbers_add(&grams->pairs, (uint64_t)first << 32 | word);
    if (gram == KN_NO_GRAM)
        return KN_NO_GRAM;
    if (gram * grams->references == used)
        memset(grams->count + used, 0, grams->references * sizeof *grams->count);
    grams->count[gram * grams->references + reference]++;
    grams->total[reference]++;
    return gram;
}

uint32_t kn_grams_find(const kn_grams *grams, uint32_t first, uint32_t word)
{
    return kn_numbers_find(&grams->pairs, (uint64_t)first << 32 | word);
}
