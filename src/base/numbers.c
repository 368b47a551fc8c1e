/* numbers.c - open addressing over 64-bit keys. */
#include "base/numbers.h"

void kn_numbers_begin(kn_numbers *numbers, const knap_allocator *allocator, size_t first)
{
    *numbers = (kn_numbers){.allocator = allocator, .first = first, .secret = kn_hash_key()};
}

void kn_numbers_free(kn_numbers *numbers)
{
    kn_free(numbers->allocator, numbers->slot, numbers->slots, sizeof *numbers->slot);
    kn_free(numbers->allocator, numbers->number, numbers->slots, sizeof *numbers->number);
    kn_numbers_begin(numbers, numbers->allocator, numbers->first);
}

bool kn_numbers_grow(kn_numbers *numbers)
{
    kn_numbers larger = *numbers;
    larger.slots = numbers->slots ? numbers->slots * 2 : numbers->first;
    larger.slot = kn_new(larger.allocator, larger.slots, sizeof *larger.slot);
    larger.number = kn_new(larger.allocator, larger.slots, sizeof *larger.number);
    if (!larger.slot || !larger.number || numbers->count >= KN_NO_NUMBER - 1) {
        kn_numbers_free(&larger);
        return false;
    }
    for (size_t i = 0; i < numbers->slots; i++)
        if (numbers->number[i]) {
            size_t at = kn_numbers_slot(&larger, numbers->slot[i]);
            larger.slot[at] = numbers->slot[i];
            larger.number[at] = numbers->number[i];
        }
    kn_numbers_free(numbers);
    *numbers = larger;
    return true;
}
