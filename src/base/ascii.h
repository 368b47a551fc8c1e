/* base/ascii.h - the letters, digits and white space of ASCII, the same in every locale. <ctype.h> and strcasecmp follow the
 * program's locale: in Turkish, "title" and "TITLE" differ. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

static inline bool kn_ascii_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static inline bool kn_ascii_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static inline char kn_ascii_lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? (char)(byte + ('a' - 'A')) : byte;
}

static inline char kn_ascii_upper(char byte)
{
    return byte >= 'a' && byte <= 'z' ? (char)(byte - ('a' - 'A')) : byte;
}

static inline bool kn_ascii_letter(char byte)
{
    return kn_ascii_lower(byte) >= 'a' && kn_ascii_lower(byte) <= 'z';
}

/* Whether the first `length` bytes of two strings are the same but for the case of ASCII letters. */
static inline bool kn_ascii_same_start(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (kn_ascii_lower(a[i]) != kn_ascii_lower(b[i]))
            return false;
        else if (!a[i])
            return true;
    return true;
}

/* The same for two whole strings. */
static inline bool kn_ascii_same(const char *a, const char *b)
{
    return kn_ascii_same_start(a, b, (size_t)-1);
}
