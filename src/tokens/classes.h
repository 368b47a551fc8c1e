/* tokens/classes.h - the classes of characters that the patterns of tokenizers name, and UTF-8 that is known to be valid. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    KN_LETTER = 1,  /* \p{L} */
    KN_NUMERAL = 2, /* \p{N} */
    KN_SPACE = 4,   /* \s: the property White_Space */
    KN_NEWLINE = 8, /* \r or \n */
    KN_UPPER = 16,  /* [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}] */
    KN_LOWER = 32   /* [\p{Ll}\p{Lm}\p{Lo}\p{M}] */
};

extern const uint8_t kn_ascii_class[128];

/* The general category (ICU's UCharCategory), by Unicode 16: as tiktoken and tokenizers have it. What an older ICU does not know
 * is added. */
unsigned kn_category(int32_t code);

typedef struct kn_category_range {
    int32_t begin, end; /* end included */
    uint8_t category;
} kn_category_range;

/* The characters of Unicode 15.1 and 16, in their order. */
const kn_category_range *kn_later_categories(size_t *count);

/* The general category by an old version of Unicode, 8 or 9, as a mask of ICU (U_GC_..._MASK); 0 for what was not assigned then. The
 * library of Hugging Face takes BERT's categories and combining marks from tables of that age. */
uint32_t kn_old_category(int32_t code, int version);

/* The classes of a code point of 128 or more. */
unsigned kn_wide_class(int32_t code);

/* The code point at text[*at] of valid UTF-8, *at < end; moves *at past it. */
static inline int32_t kn_code_next(const unsigned char *text, size_t *at)
{
    const unsigned char *byte = text + *at;
    if (byte[0] < 0x80) {
        *at += 1;
        return byte[0];
    }
    if (byte[0] < 0xE0) {
        *at += 2;
        return (byte[0] & 0x1F) << 6 | (byte[1] & 0x3F);
    }
    if (byte[0] < 0xF0) {
        *at += 3;
        return (byte[0] & 0x0F) << 12 | (byte[1] & 0x3F) << 6 | (byte[2] & 0x3F);
    }
    *at += 4;
    return (byte[0] & 0x07) << 18 | (byte[1] & 0x3F) << 12 | (byte[2] & 0x3F) << 6 | (byte[3] & 0x3F);
}

/* The code point that ends at text[*at], *at > 0; moves *at to its start. */
static inline int32_t kn_code_previous(const unsigned char *text, size_t *at)
{
    size_t start = *at - 1;
    while (start > 0 && (text[start] & 0xC0) == 0x80)
        start--;
    *at = start;
    return kn_code_next(text, &start);
}

/* The classes of the character at text[at], at < end; *next is where the next one begins. */
static inline unsigned kn_class_at(const unsigned char *text, size_t at, size_t *next)
{
    if (text[at] < 0x80) {
        *next = at + 1;
        return kn_ascii_class[text[at]];
    }
    *next = at;
    return kn_wide_class(kn_code_next(text, next));
}
