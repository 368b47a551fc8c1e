/* tokens/merge.h - byte pair encoding: merges neighbouring units until no merge applies, the merge of the lowest rank first,
 * among equal ranks the leftmost. O(n log n) for n units. A cache keeps the tokens of short pieces. */
#pragma once

#include "knap/base.h"

#include <stdbool.h>
#include <stdint.h>

#define KN_NO_RANK UINT32_MAX

/* A part of a piece that is a token. */
typedef struct kn_unit {
    uint32_t begin, end; /* bytes in the piece */
    uint32_t id;
} kn_unit;

/* The rank of the merge of two neighbours and the id of what they become; KN_NO_RANK if they do not merge. */
typedef uint32_t kn_find_merge(const void *context, const kn_unit *left, const kn_unit *right, uint32_t *id);

enum { KN_CACHED_BYTES = 30, KN_CACHED_TOKENS = 8, KN_CACHE_ENTRIES = 1 << 14 };

typedef struct kn_cached {
    uint32_t hash;
    uint8_t length, count; /* length 0: free */
    char bytes[KN_CACHED_BYTES];
    uint32_t id[KN_CACHED_TOKENS];
} kn_cached;

typedef struct kn_merger {
    const knap_allocator *allocator;
    kn_unit *unit; /* [count] */
    size_t count;
    struct kn_link *link; /* [count], for many units */
    uint64_t *heap;
    size_t heap_count;
    kn_cached *cache; /* [KN_CACHE_ENTRIES] */
} kn_merger;

bool kn_merger_begin(kn_merger *merger, const knap_allocator *allocator);
void kn_merger_end(kn_merger *merger);

/* Room for `units` units, and none of them there; false when memory is out. */
bool kn_merger_clear(kn_merger *merger, size_t units);
static inline void kn_merger_add(kn_merger *merger, uint32_t begin, uint32_t end, uint32_t id)
{
    merger->unit[merger->count++] = (kn_unit){begin, end, id};
}
/* Merges what was added: unit[count] are the tokens. False when memory is out. */
bool kn_merger_run(kn_merger *merger, kn_find_merge *find, const void *context);

/* The tokens of a piece that is in the cache, or NULL. *place is where kn_merger_keep puts it. */
const kn_cached *kn_merger_known(kn_merger *merger, const char *piece, size_t length, uint32_t *place);
/* Puts the present units into the cache as the tokens of a piece, if they are few. */
void kn_merger_keep(kn_merger *merger, const char *piece, size_t length, uint32_t place);
