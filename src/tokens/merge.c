/* merge.c - byte pair encoding. Few units are scanned for the lowest rank; many are linked, with a heap of ranks. */
#include "tokens/merge.h"
#include "base/memory.h"

#include <string.h>

enum { FEW = 40 }; /* below this a scan is faster than a heap */

typedef struct kn_link {
    uint32_t previous, next; /* NONE at the ends */
    uint32_t rank, id;       /* of the merge with the next unit; KN_NO_RANK also for a unit that is gone */
} kn_link;

#define NONE UINT32_MAX

bool kn_merger_begin(kn_merger *merger, const knap_allocator *allocator)
{
    *merger = (kn_merger){.allocator = allocator};
    merger->cache = kn_new(allocator, KN_CACHE_ENTRIES, sizeof *merger->cache);
    return merger->cache && kn_merger_clear(merger, FEW);
}

void kn_merger_end(kn_merger *merger)
{
    kn_free(merger->allocator, merger->cache, KN_CACHE_ENTRIES, sizeof *merger->cache);
    KN_RELEASE(merger->allocator, merger->unit);
    KN_RELEASE(merger->allocator, merger->link);
    KN_RELEASE(merger->allocator, merger->heap);
}

bool kn_merger_clear(kn_merger *merger, size_t units)
{
    if (!KN_ROOM(merger->allocator, merger->unit, units))
        return false;
    merger->count = 0;
    return true;
}

static void merge_few(kn_merger *merger, kn_find_merge *find, const void *context)
{
    uint32_t rank[FEW], id[FEW];
    kn_unit *unit = merger->unit;
    size_t count = merger->count;
    for (size_t i = 0; i + 1 < count; i++)
        rank[i] = find(context, &unit[i], &unit[i + 1], &id[i]);
    while (count > 1) {
        size_t best = 0;
        for (size_t i = 1; i + 1 < count; i++)
            if (rank[i] < rank[best])
                best = i;
        if (rank[best] == KN_NO_RANK)
            break;
        unit[best].end = unit[best + 1].end;
        unit[best].id = id[best];
        memmove(&unit[best + 1], &unit[best + 2], (count - best - 2) * sizeof *unit);
        if (best + 2 < count) {
            memmove(&rank[best], &rank[best + 1], (count - best - 2) * sizeof *rank);
            memmove(&id[best], &id[best + 1], (count - best - 2) * sizeof *id);
        }
        count--;
        if (best + 1 < count)
            rank[best] = find(context, &unit[best], &unit[best + 1], &id[best]);
        if (best > 0)
            rank[best - 1] = find(context, &unit[best - 1], &unit[best], &id[best - 1]);
    }
    merger->count = count;
}

/* The heap holds rank << 32 | unit, the smallest on top. Entries of merges that changed since are skipped when they come up. */
static void heap_down(uint64_t *heap, size_t count, size_t at)
{
    uint64_t moved = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] < heap[child])
            child++;
        if (heap[child] >= moved)
            break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static void heap_push(kn_merger *merger, uint64_t added)
{
    size_t at = merger->heap_count++;
    for (; at > 0 && merger->heap[(at - 1) / 2] > added; at = (at - 1) / 2)
        merger->heap[at] = merger->heap[(at - 1) / 2];
    merger->heap[at] = added;
}

static uint64_t heap_pop(kn_merger *merger)
{
    uint64_t top = merger->heap[0];
    merger->heap[0] = merger->heap[--merger->heap_count];
    if (merger->heap_count)
        heap_down(merger->heap, merger->heap_count, 0);
    return top;
}

static void look_up(kn_merger *merger, uint32_t at, kn_find_merge *find, const void *context)
{
    kn_link *link = &merger->link[at];
    link->rank = KN_NO_RANK;
    if (link->next != NONE)
        link->rank = find(context, &merger->unit[at], &merger->unit[link->next], &link->id);
}

static void merge_next(kn_merger *merger, uint32_t at, kn_find_merge *find, const void *context)
{
    kn_link *link = merger->link;
    uint32_t gone = link[at].next;
    merger->unit[at].end = merger->unit[gone].end;
    merger->unit[at].id = link[at].id;
    link[at].next = link[gone].next;
    link[gone].rank = KN_NO_RANK;
    if (link[at].next != NONE)
        link[link[at].next].previous = at;
    look_up(merger, at, find, context);
    if (link[at].rank != KN_NO_RANK)
        heap_push(merger, (uint64_t)link[at].rank << 32 | at);
    uint32_t before = link[at].previous;
    if (before != NONE) {
        look_up(merger, before, find, context);
        if (link[before].rank != KN_NO_RANK)
            heap_push(merger, (uint64_t)link[before].rank << 32 | before);
    }
}

static bool merge_many(kn_merger *merger, kn_find_merge *find, const void *context)
{
    size_t count = merger->count, kept = 0;
    kn_link *link;
    uint64_t *heap;
    /* each of at most count - 1 merges adds two entries to the count - 1 at the start */
    if (!KN_ROOM(merger->allocator, merger->link, count) || !KN_ROOM(merger->allocator, merger->heap, 3 * count))
        return false;
    link = merger->link;
    heap = merger->heap;
    merger->heap_count = 0;
    for (uint32_t i = 0; i < count; i++)
        link[i] = (kn_link){i ? i - 1 : NONE, i + 1 < count ? i + 1 : NONE, KN_NO_RANK, 0};
    for (uint32_t i = 0; i < count; i++) {
        look_up(merger, i, find, context);
        if (link[i].rank != KN_NO_RANK)
            heap[merger->heap_count++] = (uint64_t)link[i].rank << 32 | i;
    }
    for (size_t i = merger->heap_count / 2; i-- > 0;)
        heap_down(heap, merger->heap_count, i);
    while (merger->heap_count) {
        uint64_t top = heap_pop(merger);
        uint32_t at = (uint32_t)top;
        if (link[at].rank == top >> 32)
            merge_next(merger, at, find, context);
    }
    for (uint32_t i = 0; i != NONE; i = link[i].next)
        merger->unit[kept++] = merger->unit[i];
    merger->count = kept;
    return true;
}

bool kn_merger_run(kn_merger *merger, kn_find_merge *find, const void *context)
{
    if (merger->count > FEW)
        return merge_many(merger, find, context);
    merge_few(merger, find, context);
    return true;
}

static uint32_t hash_of(const char *piece, size_t length)
{
    uint64_t hash = length, word;
    for (; length >= 8; piece += 8, length -= 8) {
        memcpy(&word, piece, 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    word = 0;
    memcpy(&word, piece, length);
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(hash >> 32);
}

const kn_cached *kn_merger_known(kn_merger *merger, const char *piece, size_t length, uint32_t *place)
{
    *place = 0;
    if (length > KN_CACHED_BYTES || length == 0)
        return NULL;
    *place = hash_of(piece, length);
    const kn_cached *entry = &merger->cache[*place % KN_CACHE_ENTRIES];
    bool known = entry->hash == *place && entry->length == length && memcmp(entry->bytes, piece, length) == 0;
    return known ? entry : NULL;
}

void kn_merger_keep(kn_merger *merger, const char *piece, size_t length, uint32_t place)
{
    if (length > KN_CACHED_BYTES || length == 0 || merger->count > KN_CACHED_TOKENS)
        return;
    kn_cached *entry = &merger->cache[place % KN_CACHE_ENTRIES];
    entry->hash = place;
    entry->length = (uint8_t)length;
    entry->count = (uint8_t)merger->count;
    memcpy(entry->bytes, piece, length);
    for (size_t i = 0; i < merger->count; i++)
        entry->id[i] = merger->unit[i].id;
}
