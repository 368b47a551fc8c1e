/* hub_added.c - added tokens: found in the text before the model sees it, the leftmost first, at one place the longest. */
#include "base/error.h"
#include "tokens/classes.h"
#include "tokens/hub.h"

#include <string.h>
#include <unicode/uchar.h>

void kn_added_begin(kn_added_set *set, const knap_allocator *allocator)
{
    *set = (kn_added_set){0};
    kn_symbols_begin(&set->content, allocator);
}

void kn_added_free(kn_added_set *set)
{
    const knap_allocator *allocator = set->content.arena.allocator;
    kn_symbols_free(&set->content);
    KN_RELEASE(allocator, set->token);
    KN_RELEASE(allocator, set->length);
}

static bool add_length(kn_added_set *set, size_t length)
{
    size_t at = 0;
    while (at < set->lengths && set->length[at] > length)
        at++;
    if (at < set->lengths && set->length[at] == length)
        return true;
    if (!KN_ROOM(set->content.arena.allocator, set->length, set->lengths + 1))
        return false;
    memmove(set->length + at + 1, set->length + at, (set->lengths - at) * sizeof *set->length);
    set->length[at] = length;
    set->lengths++;
    return true;
}

knap_status kn_added_add(kn_added_set *set, const char *content, size_t length, kn_added token, knap_error *error)
{
    if (length == 0)
        return KNAP_OK;
    uint32_t symbol = kn_symbols_add(&set->content, content, length);
    if (symbol == KN_NO_SYMBOL || !KN_ROOM(set->content.arena.allocator, set->token, set->content.count) ||
        !add_length(set, length))
        return kn_no_memory(error);
    set->token[symbol] = token;
    set->starts[(unsigned char)content[0]] = true;
    return KNAP_OK;
}

/* \w of Rust's regex library */
static bool is_word(int32_t code)
{
    return u_hasBinaryProperty(code, UCHAR_ALPHABETIC) || u_hasBinaryProperty(code, UCHAR_JOIN_CONTROL) ||
           U_GET_GC_MASK(code) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK);
}

static bool word_before(const char *text, size_t at)
{
    return at > 0 && is_word(kn_code_previous((const unsigned char *)text, &at));
}

static bool word_after(const char *text, size_t at, size_t length)
{
    return at < length && is_word(kn_code_next((const unsigned char *)text, &at));
}

static size_t space_before(const char *text, size_t at)
{
    for (size_t back = at; back > 0; at = back)
        if (!u_isUWhiteSpace(kn_code_previous((const unsigned char *)text, &back)))
            break;
    return at;
}

static size_t space_after(const char *text, size_t at, size_t length)
{
    for (size_t next = at; next < length; at = next)
        if (!u_isUWhiteSpace(kn_code_next((const unsigned char *)text, &next)))
            break;
    return at;
}

/* The longest token at text[at]. */
static uint32_t token_at(const kn_added_set *set, const char *text, size_t length, size_t at, size_t *size)
{
    for (size_t i = 0; i < set->lengths; i++)
        if (set->length[i] <= length - at) {
            uint32_t symbol = kn_symbols_find(&set->content, text + at, set->length[i]);
            if (symbol != KN_NO_SYMBOL) {
                *size = set->length[i];
                return symbol;
            }
        }
    return KN_NO_SYMBOL;
}

const kn_added *kn_added_find(const kn_added_set *set, const char *text, size_t length, size_t at, size_t done,
                              size_t *begin, size_t *end)
{
    size_t size = 0;
    if (set->content.count == 0)
        return NULL;
    while (at < length) {
        uint32_t symbol = set->starts[(unsigned char)text[at]] ? token_at(set, text, length, at, &size) : KN_NO_SYMBOL;
        if (symbol == KN_NO_SYMBOL) {
            at++;
            continue;
        }
        const kn_added *token = &set->token[symbol];
        if (token->single_word && (word_before(text, at) || word_after(text, at + size, length))) {
            at += size;
            continue;
        }
        *begin = token->left_strip ? space_before(text, at) : at;
        *begin = *begin < done ? done : *begin;
        *end = token->right_strip ? space_after(text, at + size, length) : at + size;
        return token;
    }
    return NULL;
}
