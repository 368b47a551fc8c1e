/* base/heap.h - a binary heap of (key, id), the largest key on top, among equal keys the smallest id. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct kn_heap_entry {
    double key;
    uint32_t id;
} kn_heap_entry;

/* Makes a heap of entry[count]. */
void kn_heap_make(kn_heap_entry *entry, size_t count);
/* Adds an entry to a heap of `count`; there must be room for one more. */
void kn_heap_push(kn_heap_entry *entry, size_t count, kn_heap_entry added);
/* Takes the top off a heap of `count` > 0. */
kn_heap_entry kn_heap_pop(kn_heap_entry *entry, size_t count);
