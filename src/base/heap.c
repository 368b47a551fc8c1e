/* heap.c - a binary heap. */
#include "base/heap.h"

#include <stdbool.h>

static bool above(kn_heap_entry a, kn_heap_entry b)
{
    return a.key > b.key || (a.key == b.key && a.id < b.id);
}

static void sink(kn_heap_entry *entry, size_t count, size_t at)
{
    kn_heap_entry moving = entry[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && above(entry[child + 1], entry[child]))
            child++;
        if (!above(entry[child], moving))
            break;
        entry[at] = entry[child];
    }
    entry[at] = moving;
}

void kn_heap_make(kn_heap_entry *entry, size_t count)
{
    for (size_t at = count / 2; at-- > 0;)
        sink(entry, count, at);
}

void kn_heap_push(kn_heap_entry *entry, size_t count, kn_heap_entry added)
{
    size_t at = count;
    for (; at > 0 && above(added, entry[(at - 1) / 2]); at = (at - 1) / 2)
        entry[at] = entry[(at - 1) / 2];
    entry[at] = added;
}

kn_heap_entry kn_heap_pop(kn_heap_entry *entry, size_t count)
{
    kn_heap_entry top = entry[0];
    entry[0] = entry[count - 1];
    if (count > 1)
        sink(entry, count - 1, 0);
    return top;
}
