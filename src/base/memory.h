/* base/memory.h - allocation by the caller's allocator: zeroed arrays, growing arrays, an arena for memory that
 * is freed together. Sizes are checked for overflow; every function returns NULL when memory is out. */
#ifndef KNAP_BASE_MEMORY_H
#define KNAP_BASE_MEMORY_H

#include "knap/base.h"

/* A zeroed array of `count` elements of `size` bytes (a valid pointer for count 0). */
void *kn_new(const knap_allocator *allocator, size_t count, size_t size);
/* Frees what kn_new or kn_grow returned for the same count and size; NULL is allowed. */
void kn_free(const knap_allocator *allocator, void *array, size_t count, size_t size);
/* kn_grow where there is not enough room. */
void *kn_grow_more(const knap_allocator *allocator, void *array, size_t *capacity, size_t need, size_t size);

/* Room for `need` elements: returns the array, moved if it had to be, and updates *capacity. On failure
 * returns NULL and leaves array and capacity as they were. New elements are not initialised. */
static inline void *kn_grow(const knap_allocator *allocator, void *array, size_t *capacity, size_t need, size_t size)
{
    return array && need <= *capacity ? array : kn_grow_more(allocator, array, capacity, need, size);
}

typedef struct kn_arena_block kn_arena_block;

typedef struct kn_arena {
    const knap_allocator *allocator;
    kn_arena_block *blocks; /* newest first */
    size_t reserve;         /* size of the first block, at least */
} kn_arena;

/* Zeroed, aligned for any type; freed with the arena. */
void *kn_arena_new(kn_arena *arena, size_t count, size_t size);
/* The same, not initialised. */
void *kn_arena_room(kn_arena *arena, size_t count, size_t size);
/* A copy of `length` bytes with a 0 behind them. */
char *kn_arena_text(kn_arena *arena, const char *text, size_t length);
/* Takes back all that the arena gave, for scratch memory that is used again: the memory is kept in one block, which soon is
 * large enough for all uses. */
void kn_arena_clear(kn_arena *arena);
void kn_arena_free(kn_arena *arena);

/* Growing text. `bytes` is 0-terminated once anything was written; a failed write sets `failed` and the text
 * keeps what it had, so that a sequence of writes needs one check at its end. */
typedef struct kn_text {
    const knap_allocator *allocator;
    char *bytes;
    size_t length, capacity;
    bool failed;
} kn_text;

void kn_text_add(kn_text *text, const char *bytes, size_t length);
/* printf in the C locale: the decimal point is '.'. */
void kn_text_format(kn_text *text, const char *format, ...) KNAP_PRINTF(2, 3);
void kn_text_free(kn_text *text);

static inline void kn_text_byte(kn_text *text, int byte)
{
    char one = (char)byte;
    if (text->length + 1 < text->capacity) {
        text->bytes[text->length++] = one;
        text->bytes[text->length] = 0;
    } else {
        kn_text_add(text, &one, 1);
    }
}

#endif
