/* base/eights.h - looks at eight bytes of text at a time, on any processor. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight times the same byte. */
#define KN_EIGHT(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t kn_eight_at(const char *text)
{
    uint64_t eight;
    memcpy(&eight, text, sizeof eight);
    return eight;
}

/* Not 0 if one of the eight bytes is `byte`. */
static inline uint64_t kn_eight_has(uint64_t eight, unsigned char byte)
{
    uint64_t other = eight ^ KN_EIGHT(byte);
    return (other - KN_EIGHT(1)) & ~other & KN_EIGHT(0x80);
}

/* 0x80 for each of the eight bytes that is `byte`, 0 for others. */
static inline uint64_t kn_eight_equal(uint64_t eight, unsigned char byte)
{
    uint64_t other = eight ^ KN_EIGHT(byte);
    return ~(((other & KN_EIGHT(0x7F)) + KN_EIGHT(0x7F)) | other | KN_EIGHT(0x7F));
}

/* Not 0 if one of the eight bytes is below `limit`, which is at most 0x80. */
static inline uint64_t kn_eight_below(uint64_t eight, unsigned char limit)
{
    return (eight - KN_EIGHT(limit)) & ~eight & KN_EIGHT(0x80);
}

/* Whether all eight bytes are ASCII, and at least `least`, which is ASCII too. */
static inline bool kn_eight_from(uint64_t eight, unsigned char least)
{
    return ((eight + KN_EIGHT(0x80u - least)) & ~eight & KN_EIGHT(0x80)) == KN_EIGHT(0x80);
}

/* 0x80 for each of the eight bytes that is a letter of ASCII, 0 for others. */
static inline uint64_t kn_eight_letters(uint64_t eight)
{
    uint64_t small = (eight | KN_EIGHT(0x20)) & KN_EIGHT(0x7F);
    return (small + KN_EIGHT(0x80u - 'a')) & ~(small + KN_EIGHT(0x80u - 'z' - 1)) & ~eight & KN_EIGHT(0x80);
}

/* How many of the eight bytes are 0x80, if the others are 0. */
static inline size_t kn_eight_count(uint64_t marks)
{
    return (size_t)((marks >> 7) * KN_EIGHT(1) >> 56);
}

/* The place of the first of the eight bytes that is not 0; `marks` has one. */
static inline size_t kn_eight_first(uint64_t marks)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(marks) / 8;
#else
    unsigned char byte[8];
    size_t first = 0;
    memcpy(byte, &marks, sizeof byte);
    while (!byte[first])
        first++;
    return first;
#endif
}

/* Where the bytes from text[at] on that are ASCII and at least `least` end; at most `end`. */
static inline size_t kn_ascii_end(const char *text, size_t at, size_t end, unsigned char least)
{
    while (end - at >= 8 && kn_eight_from(kn_eight_at(text + at), least))
        at += 8;
    while (at < end && (unsigned char)text[at] < 0x80 && (unsigned char)text[at] >= least)
        at++;
    return at;
}
