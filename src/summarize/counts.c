/* counts.c - sparse rows of counts, filled one occurrence at a time. */
#include "summarize/counts.h"

#include <string.h>

/* Room for one more entry of the current row. */
static bool entry_room(kn_counts *counts, const knap_allocator *allocator)
{
    size_t used = counts->start[counts->rows + 1];
    uint32_t *id = kn_grow(allocator, counts->id, &counts->id_capacity, used + 1, sizeof *id);
    double *count;
    if (!id)
        return false;
    counts->id = id;
    count = kn_grow(allocator, counts->count, &counts->count_capacity, used + 1, sizeof *count);
    if (count)
        counts->count = count;
    return count != NULL;
}

bool kn_counts_begin(kn_counts *counts, const knap_allocator *allocator)
{
    size_t *start = kn_grow(allocator, counts->start, &counts->start_capacity, counts->rows + 2, sizeof *start);
    if (!start)
        return false;
    counts->start = start;
    if (counts->rows == 0)
        start[0] = 0;
    start[counts->rows + 1] = start[counts->rows];
    return entry_room(counts, allocator);
}

bool kn_counts_add(kn_counts *counts, uint32_t id, const knap_allocator *allocator)
{
    size_t known = counts->seen_capacity;
    double *seen = kn_grow(allocator, counts->seen, &counts->seen_capacity, (size_t)id + 1, sizeof *seen);
    if (!seen)
        return false;
    counts->seen = seen;
    memset(seen + known, 0, (counts->seen_capacity - known) * sizeof *seen);
    if (!entry_room(counts, allocator))
        return false;
    if (seen[id] == 0)
        counts->id[counts->start[counts->rows + 1]++] = id;
    seen[id]++;
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
    kn_free(allocator, counts->start, counts->start_capacity, sizeof *counts->start);
    kn_free(allocator, counts->id, counts->id_capacity, sizeof *counts->id);
    kn_free(allocator, counts->count, counts->count_capacity, sizeof *counts->count);
    kn_free(allocator, counts->seen, counts->seen_capacity, sizeof *counts->seen);
}
