/* symbols.c - open addressing over interned names. */
#include "base/symbols.h"
#include "base/inner.h"
#include "base/keyed.h"

#include <string.h>

uint64_t kn_hash(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    return hash;
}

uint64_t knap_hash(uint64_t hash, const void *bytes, size_t length)
{
    return kn_hash(hash ? hash : KN_HASH_START, bytes, bytes ? length : 0);
}

void kn_symbols_begin(kn_symbols *symbols, const knap_allocator *allocator)
{
    memset(symbols, 0, sizeof *symbols);
    symbols->arena.allocator = allocator;
    symbols->arena.first = 256; /* there may be hundreds of thousands of small tables */
    symbols->key = kn_hash_key();
}

/* Names of fewer bytes are short: eight bytes hold them and their length. */
enum { LONG = 8 };
static const uint32_t SHORT_BIT = UINT32_C(1) << 31; /* in the hashes of short names */

/* A short name as a number: its bytes, the first one lowest, and its length. */
static inline uint64_t read_short(const char *name, size_t length)
{
    uint64_t value = (uint64_t)length << 56;
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (length >= 4) { /* the two halves overlap */
        uint32_t first, last;
        memcpy(&first, name, 4);
        memcpy(&last, name + length - 4, 4);
        return value | first | (uint64_t)last << 8 * (length - 4);
    }
#endif
    for (size_t i = 0; i < length; i++)
        value |= (uint64_t)(unsigned char)name[i] << 8 * i;
    return value;
}

/* What is kept of a name in its slot. */
typedef struct key {
    uint32_t hash;
    uint64_t head;
} key;

static inline key make_key(const kn_symbols *symbols, const char *name, size_t length)
{
    uint64_t hash = symbols->key, piece;
    key made;
    if (length < LONG) {
        made.head = read_short(name, length);
        hash = kn_hash_number(symbols->key, made.head);
        made.hash = (uint32_t)(hash ^ hash >> 32) | SHORT_BIT;
        return made;
    }
    memcpy(&made.head, name, LONG);
    for (hash ^= length; length >= LONG; name += LONG, length -= LONG) {
        memcpy(&piece, name, LONG);
        hash = kn_hash_number(symbols->key, hash ^ piece);
    }
    hash = kn_hash_number(symbols->key, hash ^ read_short(name, length));
    made.hash = (uint32_t)(hash ^ hash >> 32) & ~SHORT_BIT;
    return made;
}

/* memcmp(a, b, length) == 0; names are short, so a call would take longer than the comparison. */
static bool same_name(const char *a, const char *b, size_t length)
{
    uint64_t x, y;
    for (; length >= LONG; a += LONG, b += LONG, length -= LONG) {
        memcpy(&x, a, LONG);
        memcpy(&y, b, LONG);
        if (x != y)
            return false;
    }
    return read_short(a, length) == read_short(b, length);
}

/* The slot of the name, or the free slot to put it in. */
static inline size_t find_slot(const kn_symbols *symbols, const char *name, size_t length, key wanted)
{
    size_t at = wanted.hash & (symbols->slots - 1);
    for (; symbols->slot[at].symbol; at = (at + 1) & (symbols->slots - 1)) {
        const kn_symbol_slot *slot = &symbols->slot[at];
        if (slot->hash != wanted.hash || slot->head != wanted.head)
            continue;
        if (length < LONG ||
            (symbols->length[slot->symbol - 1] == length && same_name(symbols->name[slot->symbol - 1], name, length)))
            break;
    }
    return at;
}

static bool rehash(kn_symbols *symbols, size_t slots)
{
    kn_symbol_slot *table = kn_new(symbols->arena.allocator, slots, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < symbols->slots; i++) {
        size_t at = symbols->slot[i].hash & (slots - 1);
        if (!symbols->slot[i].symbol)
            continue;
        while (table[at].symbol)
            at = (at + 1) & (slots - 1);
        table[at] = symbols->slot[i];
    }
    kn_free(symbols->arena.allocator, symbols->slot, symbols->slots, sizeof *symbols->slot);
    symbols->slot = table;
    symbols->slots = slots;
    return true;
}

bool kn_symbols_reserve(kn_symbols *symbols, size_t count)
{
    const knap_allocator *allocator = symbols->arena.allocator;
    size_t slots = 16;
    if (!KN_ROOM(allocator, symbols->name, count))
        return false;
    if (!KN_ROOM(allocator, symbols->length, count))
        return false;
    while (slots / 2 <= count && slots <= SIZE_MAX / 4)
        slots *= 2;
    return slots <= symbols->slots || rehash(symbols, slots);
}

/* Adds a name that is not there. */
static uint32_t insert(kn_symbols *symbols, const char *name, size_t length, key made)
{
    const knap_allocator *allocator = symbols->arena.allocator;
    if (symbols->count >= KN_NO_SYMBOL - 1 || length > UINT32_MAX)
        return KN_NO_SYMBOL;
    if (symbols->count * 2 >= symbols->slots && !rehash(symbols, symbols->slots ? symbols->slots * 2 : 16))
        return KN_NO_SYMBOL;
    if (!KN_ROOM(allocator, symbols->name, symbols->count + 1))
        return KN_NO_SYMBOL;
    if (!KN_ROOM(allocator, symbols->length, symbols->count + 1))
        return KN_NO_SYMBOL;
    symbols->name[symbols->count] = kn_arena_text(&symbols->arena, name, length);
    if (!symbols->name[symbols->count])
        return KN_NO_SYMBOL;
    symbols->length[symbols->count] = (uint32_t)length;
    symbols->slot[find_slot(symbols, name, length, made)] =
        (kn_symbol_slot){(uint32_t)++symbols->count, made.hash, made.head};
    return (uint32_t)symbols->count - 1;
}

uint32_t kn_symbols_add(kn_symbols *symbols, const char *name, size_t length)
{
    key wanted = make_key(symbols, name, length);
    if (symbols->slots) {
        size_t at = find_slot(symbols, name, length, wanted);
        if (symbols->slot[at].symbol)
            return symbols->slot[at].symbol - 1;
    }
    return insert(symbols, name, length, wanted);
}

uint32_t kn_symbols_find(const kn_symbols *symbols, const char *name, size_t length)
{
    size_t at;
    if (symbols->slots == 0)
        return KN_NO_SYMBOL;
    at = find_slot(symbols, name, length, make_key(symbols, name, length));
    return symbols->slot[at].symbol ? symbols->slot[at].symbol - 1 : KN_NO_SYMBOL;
}

/* Inserts `mark` and `number` before the bytes `tail`, which end the name. */
static void number_name(kn_text *name, size_t at, const char *mark, size_t number, const kn_text *tail)
{
    name->length = at;
    kn_text_format(name, "%s%zu", mark, number);
    kn_text_add(name, tail->bytes ? tail->bytes : "", tail->length);
}

uint32_t kn_symbols_add_unique(kn_symbols *symbols, kn_text *name, size_t at, const char *mark, size_t number)
{
    kn_text tail = {.allocator = name->allocator};
    uint32_t symbol;
    kn_text_add(name, "", 0);
    if (name->failed)
        return KN_NO_SYMBOL;
    kn_text_add(&tail, name->bytes + at, name->length - at);
    name->failed |= tail.failed;
    while (!name->failed && kn_symbols_find(symbols, name->bytes, name->length) != KN_NO_SYMBOL)
        number_name(name, at, mark, number++, &tail);
    symbol = name->failed ? KN_NO_SYMBOL : kn_symbols_add(symbols, name->bytes, name->length);
    kn_text_free(&tail);
    return symbol;
}

bool kn_symbols_copy(kn_symbols *symbols, const kn_symbols *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (kn_symbols_add(symbols, from->name[i], from->length[i]) == KN_NO_SYMBOL)
            return false;
    return true;
}

void kn_symbols_cut(kn_symbols *symbols, size_t count)
{
    if (count >= symbols->count)
        return;
    memset(symbols->slot, 0, symbols->slots * sizeof *symbols->slot);
    symbols->count = count;
    for (size_t i = 0; i < count; i++) {
        key again = make_key(symbols, symbols->name[i], symbols->length[i]);
        symbols->slot[find_slot(symbols, symbols->name[i], symbols->length[i], again)] =
            (kn_symbol_slot){(uint32_t)i + 1, again.hash, again.head};
    }
}

void kn_symbols_free(kn_symbols *symbols)
{
    const knap_allocator *allocator = symbols->arena.allocator;
    KN_RELEASE(allocator, symbols->name);
    KN_RELEASE(allocator, symbols->length);
    kn_free(allocator, symbols->slot, symbols->slots, sizeof *symbols->slot);
    kn_arena_free(&symbols->arena);
    kn_symbols_begin(symbols, allocator);
}
