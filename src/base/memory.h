/* base/memory.h - allocation through the caller's allocator: zeroed arrays, growing arrays, and an arena
 * for memory that is freed together. Sizes are checked for overflow; functions that return a pointer
 * return NULL when memory is out. */
#pragma once

#include "knap/base.h"

#include <string.h>

/* A zeroed array of `count` elements of `size` bytes (a valid pointer for count 0). */
void *kn_new(const knap_allocator *allocator, size_t count, size_t size);
/* The same, not initialised: for large arrays that are written before they are read. */
void *kn_new_room(const knap_allocator *allocator, size_t count, size_t size);
/* Frees what kn_new or kn_grow returned for the same count and size; NULL is allowed. */
void kn_free(const knap_allocator *allocator, void *array, size_t count, size_t size);
/* kn_grow if there is not enough room. */
void *kn_grow_more(const knap_allocator *allocator, void *array, size_t *capacity, size_t need, size_t size);

/* For the few arrays whose owner keeps the capacity (kn_text, knap_list, kn_stream); all others grow by KN_ROOM.
 * Room for `need` elements: returns the array, moved if it had to be, and updates *capacity. On failure
 * returns NULL and leaves array and capacity as they were. New elements are not initialised. */
static inline void *kn_grow(const knap_allocator *allocator, void *array, size_t *capacity, size_t need, size_t size)
{
    return array && need <= *capacity ? array : kn_grow_more(allocator, array, capacity, need, size);
}

/* Whether the allocator still gives memory. For long loops that allocate nothing: the allocator of a request that was cancelled
 * refuses, and the loop ends as if memory were out. */
static inline bool kn_may_go_on(const knap_allocator *allocator)
{
    void *byte = kn_new(allocator, 1, 1);
    kn_free(allocator, byte, 1, 1);
    return byte != NULL;
}

/* Growing arrays that know their capacity: it is stored before the elements, so the owner keeps the
 * pointer alone. NULL is an empty array. An array that has grown this way is freed with KN_RELEASE, never
 * with kn_free. */

/* Makes room for `need` elements in `array`, a pointer variable or member, which is updated. Returns false
 * when memory is out; the array is unchanged then. New elements are not initialised; with KN_ZEROED_ROOM
 * they are 0. */
#define KN_ROOM(allocator, array, need) kn_array_room(allocator, &(array), need, sizeof *(array), false)
#define KN_ZEROED_ROOM(allocator, array, need) kn_array_room(allocator, &(array), need, sizeof *(array), true)
/* Frees the array; the pointer keeps its value. */
#define KN_RELEASE(allocator, array) kn_array_free(allocator, array, sizeof *(array))

/* `at` is the address of the pointer to the elements. */
bool kn_array_grow(const knap_allocator *allocator, void *at, size_t need, size_t size, bool zeroed);
void kn_array_free(const knap_allocator *allocator, void *array, size_t size);

/* Elements that the array has room for. */
static inline size_t kn_array_capacity(const void *array)
{
    return array ? ((const size_t *)array)[-1] : 0;
}

static inline bool kn_array_room(const knap_allocator *allocator, void *at, size_t need, size_t size, bool zeroed)
{
    void *array;
    memcpy(&array, at, sizeof array);
    return (array && need <= kn_array_capacity(array)) || kn_array_grow(allocator, at, need, size, zeroed);
}

/* A copy of `length` bytes, followed by a 0, that a caller of the library frees with knap_text_free. NULL for `bytes`: zeros. */
char *kn_caller_text(const knap_allocator *allocator, const char *bytes, size_t length);

typedef struct kn_arena_block kn_arena_block;

typedef struct kn_arena {
    const knap_allocator *allocator;
    kn_arena_block *blocks; /* newest first */
    size_t reserve;         /* size of the first block, at least */
    size_t first;           /* its size where `reserve` asks for no more; 0: 4096 */
} kn_arena;

/* Zeroed, aligned for any type; freed with the arena. */
void *kn_arena_new(kn_arena *arena, size_t count, size_t size);
/* The same, not initialised. */
void *kn_arena_room(kn_arena *arena, size_t count, size_t size);
/* A copy of `length` bytes, followed by a 0. */
char *kn_arena_text(kn_arena *arena, const char *text, size_t length);
/* Empties the arena for its next use as scratch memory. It keeps one block, which is soon large enough for
 * every use. */
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
/* Makes room for `more` bytes and a 0 behind the text; false, with `failed` unchanged, when memory is out. */
bool kn_text_room(kn_text *text, size_t more);
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
