/* counts.c - sparse rows of counts, filled one occurrence at a time. */
#include "summarize/counts.h"

/* Room for one more entry of the current row. */
static bool entry_room(kn_counts *counts, const knap_allocator *allocator)
{
    size_t used = counts->start[counts->rows + 1];
    return KN_ROOM(allocator, counts->id, used + 1) && KN_ROOM(allocator, counts->count, used + 1);
}

bool kn_counts_begin(kn_counts *counts, const knap_allocator *allocator)
{
    if (!KN_ROOM(allocator, counts->start, counts->rows + 2))
        return false;
    if (counts->rows == 0)
        counts->start[0] = 0;
    counts->start[counts->rows + 1] = counts->start[counts->rows];
    return entry_room(counts, allocator);
}

bool kn_counts_add(kn_counts *counts, uint32_t id, const knap_allocator *allocator)
{
    if (!KN_ZEROED_ROOM(allocator, counts->seen, (size_t)id + 1) || !entry_room(counts, allocator))
        return false;
    if (counts->seen[id] == 0)
        counts->id[counts->start[counts->rows + 1]++] = id;
    counts->seen[id]++;
    return true;
}

void kn_counts_end(kn_counts *counts)
{
    for (size_t i = counts->start[counts->rows]; i < counts->start[counts->rows + 1]; i++) {
        counts->count[i] = counts->seen[counts->id[i]];
        counts->seen[counts->id[i]] = 0;
    }
    counts->rows++;
}

void kn_counts_free(kn_counts *counts, const knap_allocator *allocator)
{
    KN_RELEASE(allocator, counts->start);
    KN_RELEASE(allocator, counts->id);
    KN_RELEASE(allocator, counts->count);
    KN_RELEASE(allocator, counts->seen);
}
