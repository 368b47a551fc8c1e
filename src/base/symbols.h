/* base/symbols.h - maps names to dense numbers 0, 1, 2... in the order of their first occurrence. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

#define KN_NO_SYMBOL UINT32_MAX

typedef struct kn_symbol_slot {
    uint32_t symbol; /* + 1; 0: free */
    uint32_t hash;   /* of the name */
    uint64_t head;   /* the first bytes of the name, and all of a short one: most names need not be looked at */
} kn_symbol_slot;

typedef struct kn_symbols {
    kn_arena arena;       /* the names; its allocator serves the tables too */
    const char **name;    /* [count] */
    uint32_t *length;     /* [count] bytes of each name */
    kn_symbol_slot *slot; /* [slots], a power of two */
    size_t count, slots;
    uint64_t key; /* of the hashes: see base/keyed.h */
} kn_symbols;

void kn_symbols_begin(kn_symbols *symbols, const knap_allocator *allocator);
/* Makes room for `count` names in all; false when memory is out. */
bool kn_symbols_reserve(kn_symbols *symbols, size_t count);
/* The number of the name, new if it was not there; KN_NO_SYMBOL when memory is out. */
uint32_t kn_symbols_add(kn_symbols *symbols, const char *name, size_t length);
/* Adds a name that no other has. Where `name` is taken, `mark` and a number are inserted at byte `at` of it: the first number
 * from `number` on that gives a new name. Every name that is made from data and must be unique is made here. Returns the
 * number of the name, KN_NO_SYMBOL when memory is out. */
uint32_t kn_symbols_add_unique(kn_symbols *symbols, kn_text *name, size_t at, const char *mark, size_t number);
/* The number of the name, or KN_NO_SYMBOL. */
uint32_t kn_symbols_find(const kn_symbols *symbols, const char *name, size_t length);
/* Adds all of `from`, in their order; false when memory is out. */
bool kn_symbols_copy(kn_symbols *symbols, const kn_symbols *from);
/* Takes back all names from number `count` on, where what they were added for failed. */
void kn_symbols_cut(kn_symbols *symbols, size_t count);
void kn_symbols_free(kn_symbols *symbols);

/* FNV-1a, 64 bits; `hash` is KN_HASH_START or the hash of what came before. */
#define KN_HASH_START UINT64_C(14695981039346656037)
uint64_t kn_hash(uint64_t hash, const void *bytes, size_t length);
