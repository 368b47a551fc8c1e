/* counts.c - sparse rows of counts, filled one occurrence at a time. */
#include "summarize/counts.h"

bool kn_counts_begin(kn_counts *counts, const knap_allocator *allocator)
{
    if (!KN_ROOM(allocator, counts->start, counts->rows + 2))
        return false;
    if (counts->rows == 0)
        counts->start[0] = 0;
    counts->start[counts->rows + 1] = counts->start[counts->rows];
    return true;
}

bool kn_counts_add(kn_counts *counts, uint32_t id, const knap_allocator *allocator)
{
    size_t *end = &counts->start[counts->rows + 1];
    if (!KN_ZEROED_ROOM(allocator, counts->seen, (size_t)id + 1))
        return false;
    if (counts->seen[id] == 0) {
        if (!KN_ROOM(allocator, counts->id, *end + 1))
            return false;
        counts->id[(*end)++] = id;
    }
    counts->seen[id]++;
    return true;
}

bool kn_counts_end(kn_counts *counts, const knap_allocator *allocator)
{
    if (!KN_ROOM(allocator, counts->id, counts->start[counts->rows + 1]) ||
        !KN_ROOM(allocator, counts->count, counts->start[counts->rows + 1]))
        return false;
    for (size_t i = counts->start[counts->rows]; i < counts->start[counts->rows + 1]; i++) {
        counts->count[i] = counts->seen[counts->id[i]];
        counts->seen[counts->id[i]] = 0;
    }
    counts->rows++;
    return true;
}

bool kn_counts_sort(const kn_counts *counts, size_t ids, kn_arena *arena, kn_counts *sorted)
{
    size_t rows = counts->rows, entries = rows ? counts->start[rows] : 0;
    size_t *place =
        kn_arena_new(arena, ids + 2, sizeof *place); /* where the entries of an id begin in `from`, and end */
    uint32_t *row_of = kn_arena_room(arena, entries, sizeof *row_of),
             *from = kn_arena_room(arena, entries, sizeof *from);
    *sorted = (kn_counts){.rows = rows,
                          .start = kn_arena_new(arena, rows + 1, sizeof *sorted->start),
                          .id = kn_arena_room(arena, entries, sizeof *sorted->id),
                          .count = kn_arena_room(arena, entries, sizeof *sorted->count)};
    if (!place || !row_of || !from || !sorted->start || !sorted->id || !sorted->count || entries > UINT32_MAX)
        return false;
    for (size_t i = 0; i < entries; i++)
        place[counts->id[i] + 2]++;
    for (size_t id = 1; id <= ids; id++)
        place[id + 1] += place[id];
    for (size_t row = 0; row < rows; row++)
        for (size_t i = counts->start[row]; i < counts->start[row + 1]; i++) {
            row_of[i] = (uint32_t)row;
            from[place[counts->id[i] + 1]++] = (uint32_t)i;
        }
    if (rows)
        memcpy(sorted->start, counts->start, rows * sizeof *sorted->start);
    for (size_t i = 0; i < entries; i++) { /* sorted->start[row] is the next free place of the row */
        size_t at = sorted->start[row_of[from[i]]]++;
        sorted->id[at] = counts->id[from[i]];
        sorted->count[at] = counts->count[from[i]];
    }
    for (size_t row = rows; row > 0; row--)
        sorted->start[row] = sorted->start[row - 1];
    sorted->start[0] = 0;
    return true;
}

void kn_counts_free(kn_counts *counts, const knap_allocator *allocator)
{
    KN_RELEASE(allocator, counts->start);
    KN_RELEASE(allocator, counts->id);
    KN_RELEASE(allocator, counts->count);
    KN_RELEASE(allocator, counts->seen);
}
