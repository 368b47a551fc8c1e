/* names.c - names of files and folders that are made from ids: safe in a path, and each different from the others. */
#include "base/names.h"
#include "base/error.h"
#include "base/inner.h"
#include "base/symbols.h"

#include <string.h>

/* Most file systems allow 255 bytes; a number, an ending and the name of a temporary file need room too. */
enum { LONGEST_PART = 200 };

struct knap_names {
    const knap_allocator *allocator;
    kn_symbols used;
};

static bool continues_character(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The bytes of a part that are kept: all, or as many as are allowed, without half a character of UTF-8 at the end. */
static size_t kept_length(const char *part, size_t length)
{
    size_t kept = length < LONGEST_PART ? length : LONGEST_PART;
    while (kept < length && kept > LONGEST_PART - 4 && continues_character(part[kept]))
        kept--;
    return kept;
}

void kn_safe_name(kn_text *name, const char *id, char slash)
{
    const char *next;
    for (const char *part = id; part; part = next) {
        const char *end = slash == '/' ? strchr(part, '/') : NULL;
        size_t length = end ? (size_t)(end - part) : strlen(part), kept = kept_length(part, length);
        bool last = !end || !end[1];
        for (size_t i = 0; i < kept; i++) {
            unsigned char byte = (unsigned char)part[i];
            bool safe = byte >= 0x20 && byte != 0x7F && byte != '\\' && !(i == 0 && byte == '.');
            kn_text_byte(name, byte == '/' ? slash : safe ? byte : '_');
        }
        if (end && (last || length == 0)) /* an empty part, or a slash at an end, would vanish from the path */
            kn_text_byte(name, '_');
        if (!last)
            kn_text_byte(name, '/');
        next = last ? NULL : end + 1;
    }
}

knap_status knap_names_new(const knap_allocator *allocator, knap_names **names, knap_error *error)
{
    KN_REQUIRE(names);
    *names = kn_new(allocator, 1, sizeof **names);
    if (!*names)
        return kn_no_memory(error);
    (*names)->allocator = allocator;
    kn_symbols_begin(&(*names)->used, allocator);
    return KNAP_OK;
}

knap_status knap_names_add(knap_names *names, const char *id, char slash, const char *ending, const char **name,
                           bool *numbered, knap_error *error)
{
    uint32_t symbol;
    size_t base;
    KN_REQUIRE(names);
    KN_REQUIRE(id);
    KN_REQUIRE(ending);
    KN_REQUIRE(name);
    kn_text made = {.allocator = names->allocator};
    if (id[0])
        kn_safe_name(&made, id, slash);
    else
        kn_text_format(&made, "%zu", names->used.count + 1);
    base = made.length;
    kn_text_add(&made, ending, strlen(ending));
    size_t length = made.length;
    symbol = kn_symbols_add_unique(&names->used, &made, base, "-", names->used.count + 1);
    if (numbered)
        *numbered = made.length != length;
    kn_text_free(&made);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *name = names->used.name[symbol];
    return KNAP_OK;
}

void knap_names_free(knap_names *names)
{
    if (!names)
        return;
    kn_symbols_free(&names->used);
    kn_free(names->allocator, names, 1, sizeof *names);
}
