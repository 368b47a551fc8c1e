/* memory.c - allocation through the caller's allocator. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/memory.h"
#include "base/number.h"

#include <errno.h>
#include <stdarg.h>
#include <stdalign.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { SMALL_ARRAY = 1024, LARGE_ARRAY = 1 << 20, LARGE_PAGE = 1 << 21 }; /* bytes */

/* Asks for large pages where a large array lies: its first use then takes a page fault per 2 MB, not one per 4 kB. */
static void ask_for_large_pages(void *array, size_t size)
{
#ifdef MADV_HUGEPAGE
    uintptr_t begin = ((uintptr_t)array + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    uintptr_t end = ((uintptr_t)array + size) / LARGE_PAGE * LARGE_PAGE;
    int error = errno;
    if (end > begin)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
    errno = error; /* it is a hint, and kernels without large pages refuse it */
#else
    (void)array;
    (void)size;
#endif
}

static void *resize(const knap_allocator *allocator, void *old, size_t old_size, size_t new_size)
{
    if (allocator)
        return allocator->resize(allocator->context, old, old_size, new_size);
    if (new_size == 0) {
        free(old);
        return NULL;
    }
    return realloc(old, new_size);
}

/* Bytes of an array, at least 1, so that an empty array has an address; 0 on overflow. */
static size_t array_bytes(size_t count, size_t size)
{
    if (count > (SIZE_MAX - 1) / size)
        return 0;
    return count ? count * size : 1;
}

void *kn_new(const knap_allocator *allocator, size_t count, size_t size)
{
    size_t bytes = array_bytes(count, size);
    void *array;
    if (bytes == 0)
        return NULL;
    /* malloc of glibc has a cache of small blocks per thread, which calloc does not use */
    if (!allocator && bytes > SMALL_ARRAY)
        return calloc(bytes, 1);
    array = resize(allocator, NULL, 0, bytes);
    if (array)
        memset(array, 0, bytes);
    return array;
}

void *kn_new_room(const knap_allocator *allocator, size_t count, size_t size)
{
    size_t bytes = array_bytes(count, size);
    void *array = bytes ? resize(allocator, NULL, 0, bytes) : NULL;
    if (array)
        ask_for_large_pages(array, bytes);
    return array;
}

void kn_free(const knap_allocator *allocator, void *array, size_t count, size_t size)
{
    if (array)
        resize(allocator, array, array_bytes(count, size), 0);
}

/* Elements to make room for: twice as many as before, half as many more in large arrays. */
static size_t wanted_capacity(size_t capacity, size_t need, size_t size)
{
    size_t wanted = capacity + (capacity < LARGE_ARRAY / size ? capacity : capacity / 2);
    wanted = wanted < need ? need : wanted;
    return wanted < 8 ? 8 : wanted;
}

void *kn_grow_more(const knap_allocator *allocator, void *array, size_t *capacity, size_t need, size_t size)
{
    size_t wanted = wanted_capacity(*capacity, need, size);
    size_t old_bytes, new_bytes;
    void *moved;
    new_bytes = array_bytes(wanted, size);
    old_bytes = array ? array_bytes(*capacity, size) : 0;
    if (new_bytes == 0)
        return NULL;
    moved = resize(allocator, array, old_bytes, new_bytes);
    if (moved)
        *capacity = wanted;
    return moved;
}

/* The header before the elements of a growing array. Its last size_t is the capacity. */
enum { ARRAY_HEADER = alignof(max_align_t) > sizeof(size_t) ? alignof(max_align_t) : sizeof(size_t) };

bool kn_array_grow(const knap_allocator *allocator, void *at, size_t need, size_t size, bool zeroed)
{
    char *array, *moved;
    memcpy(&array, at, sizeof array);
    size_t capacity = kn_array_capacity(array), wanted = wanted_capacity(capacity, need, size);
    if (wanted > (SIZE_MAX - ARRAY_HEADER) / size)
        return false;
    moved = resize(allocator, array ? array - ARRAY_HEADER : NULL, array ? ARRAY_HEADER + capacity * size : 0,
                   ARRAY_HEADER + wanted * size);
    if (!moved)
        return false;
    moved += ARRAY_HEADER;
    memcpy(moved - sizeof wanted, &wanted, sizeof wanted);
    if (zeroed)
        memset(moved + capacity * size, 0, (wanted - capacity) * size);
    memcpy(at, &moved, sizeof moved);
    return true;
}

void kn_array_free(const knap_allocator *allocator, void *array, size_t size)
{
    if (array)
        resize(allocator, (char *)array - ARRAY_HEADER, ARRAY_HEADER + kn_array_capacity(array) * size, 0);
}

char *kn_caller_text(const knap_allocator *allocator, const char *bytes, size_t length)
{
    char *text = NULL;
    if (!KN_ZEROED_ROOM(allocator, text, length + 1))
        return NULL;
    if (bytes && length)
        memcpy(text, bytes, length);
    return text;
}

void knap_text_free(const knap_allocator *allocator, char *text)
{
    KN_RELEASE(allocator, text);
}

struct kn_arena_block {
    kn_arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char bytes[];
};

enum { FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

static void *arena_take(kn_arena *arena, size_t bytes, size_t alignment)
{
    kn_arena_block *block = arena->blocks;
    size_t start = block ? (block->used + alignment - 1) / alignment * alignment : 0;
    if (!block || start > block->size || bytes > block->size - start) {
        size_t size = block ? block->size * 2 : arena->first ? arena->first : FIRST_BLOCK;
        if (size > LARGEST_BLOCK)
            size = LARGEST_BLOCK;
        if (!block && size < arena->reserve)
            size = arena->reserve;
        if (size < bytes)
            size = bytes;
        if (size > SIZE_MAX - sizeof *block)
            return NULL;
        block = resize(arena->allocator, NULL, 0, sizeof *block + size);
        if (!block)
            return NULL;
        block->next = arena->blocks;
        block->size = size;
        arena->blocks = block;
        start = 0;
    }
    block->used = start + bytes;
    return block->bytes + start;
}

void *kn_arena_room(kn_arena *arena, size_t count, size_t size)
{
    size_t bytes = array_bytes(count, size);
    return bytes ? arena_take(arena, bytes, alignof(max_align_t)) : NULL;
}

void *kn_arena_new(kn_arena *arena, size_t count, size_t size)
{
    void *memory = kn_arena_room(arena, count, size);
    if (memory)
        memset(memory, 0, array_bytes(count, size));
    return memory;
}

char *kn_arena_text(kn_arena *arena, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? arena_take(arena, length + 1, 1) : NULL;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

void kn_arena_clear(kn_arena *arena)
{
    size_t total = 0;
    if (arena->blocks && !arena->blocks->next) {
        arena->blocks->used = 0;
        return;
    }
    for (const kn_arena_block *block = arena->blocks; block; block = block->next)
        total += block->size + alignof(max_align_t); /* no overflow: all of it is in memory */
    kn_arena_free(arena);
    arena->reserve = total;
}

void kn_arena_free(kn_arena *arena)
{
    while (arena->blocks) {
        kn_arena_block *next = arena->blocks->next;
        resize(arena->allocator, arena->blocks, sizeof *next + arena->blocks->size, 0);
        arena->blocks = next;
    }
}

bool kn_text_room(kn_text *text, size_t more)
{
    char *grown =
        more > SIZE_MAX / 2 ? NULL : kn_grow(text->allocator, text->bytes, &text->capacity, text->length + more + 1, 1);
    text->bytes = grown ? grown : text->bytes;
    return grown != NULL;
}

void kn_text_add(kn_text *text, const char *bytes, size_t length)
{
    if (text->failed || !kn_text_room(text, length)) {
        text->failed = true;
        return;
    }
    if (length) /* bytes may be NULL then */
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = 0;
}

void kn_text_format(kn_text *text, const char *format, ...)
{
    char small[256];
    va_list arguments;
    int length;
    va_start(arguments, format);
    length = kn_print_list(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
    } else if ((size_t)length < sizeof small) {
        kn_text_add(text, small, (size_t)length);
    } else if (text->failed || !kn_text_room(text, (size_t)length)) {
        text->failed = true;
    } else {
        va_start(arguments, format);
        kn_print_list(text->bytes + text->length, (size_t)length + 1, format, arguments);
        va_end(arguments);
        text->length += (size_t)length;
    }
}

void kn_text_free(kn_text *text)
{
    kn_free(text->allocator, text->bytes, text->capacity, 1);
    text->bytes = NULL;
    text->length = text->capacity = 0;
}
