/* json.c - objects, lists and values of other kinds, in one pass. Strings and numbers are in
 * json_scalar.c, and what both need in json_bytes.c. */
#include "io/json.h"
#include "base/keyed.h"
#include "base/symbols.h"

#include <string.h>

bool kn_json_enter(kn_json *json, kn_json_walk *walk, char opening)
{
    *walk = (kn_json_walk){.first_key = json->keys};
    if (!kn_json_expect(json, opening))
        return false;
    json->depth++;
    return true;
}

/* ---- Members that come twice ---- */

enum { FEW_KEYS = 24 };

static bool same_key(const kn_slice *a, const kn_slice *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Remembers a key. Few keys are compared with each other at once, many at the end of the object. */
static bool add_key(kn_json *json, const kn_json_walk *walk, kn_slice name)
{
    size_t count = json->keys - walk->first_key;
    for (size_t i = 0; count < FEW_KEYS && i < count; i++)
        if (same_key(&json->key[walk->first_key + i], &name))
            return kn_json_fail(json, "a member comes twice");
    if (!KN_ROOM(json->decoded.allocator, json->key, json->keys + 1)) {
        json->no_memory = true;
        return kn_json_fail(json, "out of memory");
    }
    json->key[json->keys++] = name;
    return true;
}

/* Whether two of many keys are the same: false, and the problem is set. */
static bool check_many(kn_json *json, const kn_slice *key, size_t count)
{
    const uint64_t secret = kn_hash_key();
    size_t slots = 64;
    while (slots < 2 * count)
        slots *= 2;
    if (!KN_ROOM(json->decoded.allocator, json->slot, slots) || count >= UINT32_MAX) {
        json->no_memory = true;
        return kn_json_fail(json, "out of memory");
    }
    memset(json->slot, 0, slots * sizeof *json->slot);
    for (size_t i = 0; i < count; i++) {
        size_t at = (size_t)kn_hash_bytes(secret, key[i].bytes, key[i].length) & (slots - 1);
        for (; json->slot[at]; at = (at + 1) & (slots - 1))
            if (same_key(&key[json->slot[at] - 1], &key[i]))
                return kn_json_fail(json, "a member comes twice");
        json->slot[at] = (uint32_t)i + 1;
    }
    return true;
}

/* Forgets the keys of an object that ends. */
static bool end_keys(kn_json *json, const kn_json_walk *walk)
{
    size_t count = json->keys - walk->first_key;
    json->keys = walk->first_key;
    return count <= FEW_KEYS || check_many(json, json->key + walk->first_key, count);
}

/* ---- Walks ---- */

bool kn_json_member(kn_json *json, kn_json_walk *walk, kn_slice *name)
{
    int byte = kn_json_peek(json);
    if (byte == '}') {
        json->at++;
        json->depth--;
        if (!walk->unchecked)
            end_keys(json, walk);
        return false;
    }
    if (walk->any) {
        if (byte != ',')
            return kn_json_lacks(json, '}');
        json->at++;
        byte = kn_json_peek(json);
    }
    if (byte != '"')
        return kn_json_fail(json, walk->any ? "expected the name of a member" : "expected the name of a member or '}'");
    walk->any = true;
    if (json->depth >= KN_JSON_DEPTH)
        return kn_json_fail(json, "nested too deeply");
    if (!kn_json_string(json, name) || (!walk->unchecked && !add_key(json, walk, *name)))
        return false;
    if (*json->at == ':') {
        json->at++;
        return true;
    }
    return kn_json_expect(json, ':');
}

bool kn_json_element(kn_json *json, kn_json_walk *walk)
{
    int byte = kn_json_peek(json);
    if (byte == ']' && !json->problem) {
        json->at++;
        json->depth--;
        return false;
    }
    if (walk->any) {
        if (byte != ',')
            return kn_json_lacks(json, ']');
        json->at++;
        if (kn_json_peek(json) == ']')
            return kn_json_fail(json, "expected a value");
    }
    walk->any = true;
    if (json->depth >= KN_JSON_DEPTH)
        return kn_json_fail(json, "nested too deeply");
    return !json->problem;
}

bool kn_json_literal(kn_json *json, int *value)
{
    static const struct {
        const char *name;
        size_t length;
        int value;
    } names[] = {{"true", 4, 1}, {"false", 5, 0}, {"null", 4, -1}};
    int byte = kn_json_peek(json);
    for (int i = 0; i < 3; i++) {
        size_t left = (size_t)(json->end - json->at);
        if (byte != names[i].name[0])
            continue;
        if (left >= names[i].length && memcmp(json->at, names[i].name, names[i].length) == 0) {
            json->at += names[i].length;
            *value = names[i].value;
            return true;
        }
        if (left < names[i].length && memcmp(json->at, names[i].name, left) == 0)
            json->at = json->end; /* more bytes may complete it */
    }
    return kn_json_fail(json, "expected a value");
}

bool kn_json_skip(kn_json *json)
{
    kn_json_walk walk;
    kn_slice slice;
    double number;
    bool integer;
    int literal;
    switch (kn_json_peek(json)) {
    case '{':
        for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &slice) && kn_json_skip(json);)
            ;
        break;
    case '[':
        for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk) && kn_json_skip(json);)
            ;
        break;
    case '"':
        return kn_json_string(json, &slice);
    case 't':
    case 'f':
    case 'n':
        return kn_json_literal(json, &literal);
    default:
        return kn_json_number(json, &number, &integer);
    }
    return !json->problem;
}
