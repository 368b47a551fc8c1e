/* text/utf8.h - code points of UTF-8 text. What was decoded is valid, so stepping through it needs no checks
 * beyond its ends. */
#pragma once

#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code point at text[*at] (*at < end), of valid UTF-8; moves *at past it. */
static inline int32_t kn_utf8_next(const char *text, size_t *at, size_t end)
{
    const unsigned char *byte = (const unsigned char *)text + *at;
    size_t left = end - *at;
    if (byte[0] < 0x80 || left < 2) {
        *at += 1;
        return byte[0];
    }
    if (byte[0] < 0xE0 || left < 3) {
        *at += 2;
        return (byte[0] & 0x1F) << 6 | (byte[1] & 0x3F);
    }
    if (byte[0] < 0xF0 || left < 4) {
        *at += 3;
        return (byte[0] & 0x0F) << 12 | (byte[1] & 0x3F) << 6 | (byte[2] & 0x3F);
    }
    *at += 4;
    return (byte[0] & 0x07) << 18 | (byte[1] & 0x3F) << 12 | (byte[2] & 0x3F) << 6 | (byte[3] & 0x3F);
}

/* The code point that ends at text[*at] (*at > begin); moves *at to its start. */
static inline int32_t kn_utf8_previous(const char *text, size_t begin, size_t *at)
{
    size_t end = *at, start = end - 1;
    while (start > begin && ((unsigned char)text[start] & 0xC0) == 0x80)
        start--;
    *at = start;
    return kn_utf8_next(text, &start, end);
}

/* The code point at `at` without moving; -1 at the end. */
static inline int32_t kn_utf8_at(const char *text, size_t at, size_t end)
{
    return at < end ? kn_utf8_next(text, &at, end) : -1;
}

/* The code point before `at`; -1 at the start. */
static inline int32_t kn_utf8_before(const char *text, size_t begin, size_t at)
{
    return at > begin ? kn_utf8_previous(text, begin, &at) : -1;
}

/* White space beyond ASCII. */
bool kn_is_wide_space(int32_t code);

/* White space, line ends included. */
static inline bool kn_is_space(int32_t code)
{
    return code < 0x80 ? code == ' ' || (code >= '\t' && code <= '\r') : kn_is_wide_space(code);
}

/* Ends a line on its own: LF, CR, VT, FF, NEL, LS, PS. */
static inline bool kn_is_line_end(int32_t code)
{
    return (code >= '\n' && code <= '\r') || code == 0x85 || code == 0x2028 || code == 0x2029;
}

/* The first position from `at` on that is no white space, or `end`; and the last before it, backwards. */
size_t kn_skip_space(const char *text, size_t at, size_t end);
size_t kn_trim_space(const char *text, size_t begin, size_t at);
