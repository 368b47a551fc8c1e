/* multibyte.c - recognises the encodings of Chinese, Japanese and Korean. A character is a pair of bytes. Each encoding allows
 * other pairs, and places frequent characters at other pairs; a text of European letters has bytes outside of any pair. */
#include "text/multibyte.h"

#include <stdbool.h>

enum { GUESS_BYTES = 32768, FEWEST_PAIRS = 4 };

typedef struct pairs {
    size_t pairs, invalid;
    size_t kana;     /* hiragana and katakana */
    size_t frequent; /* in the part of the table that has the frequent characters */
    size_t rare;     /* in the other parts */
    size_t low;      /* with a second byte below 0x80 */
    size_t single;   /* bytes that are a character of their own: half-width katakana */
} pairs;

static bool between(unsigned char byte, unsigned low, unsigned high)
{
    return byte >= low && byte <= high;
}

/* One encoding: whether two bytes are a character, and what kind of one. */
typedef struct encoding {
    const char *name;
    unsigned char first, last;                   /* range of first bytes */
    unsigned char low_first, low_last;           /* range of second bytes below 0x80 */
    unsigned char high_first, high_last;         /* and above */
    unsigned char frequent_first, frequent_last; /* first bytes of frequent characters */
    unsigned char signs;                         /* first bytes below are signs and kana: neither frequent nor rare */
} encoding;

enum { EUC, SHIFT_JIS, KOREAN, BIG5, GB18030 };
static const encoding encodings[] = {
    {"EUC-JP", 0xA1, 0xFE, 1, 0, 0xA1, 0xFE, 0xB0, 0xCF, 0xB0},
    {"Shift_JIS", 0x81, 0xFC, 0x40, 0x7E, 0x80, 0xFC, 0x88, 0x98, 0x88},
    {"windows-949", 0x81, 0xFE, 0x41, 0x7A, 0x81, 0xFE, 0xB0, 0xC8, 0xB0},
    {"Big5", 0xA1, 0xF9, 0x40, 0x7E, 0xA1, 0xFE, 0xA4, 0xC6, 0xA4},
    {"GB18030", 0x81, 0xFE, 0x40, 0x7E, 0x80, 0xFE, 0xB0, 0xD7, 0xB0},
};

static bool is_kana(const encoding *of, unsigned char first, unsigned char second)
{
    if (of == &encodings[SHIFT_JIS])
        return (first == 0x82 && second >= 0x9F) || (first == 0x83 && second <= 0x96);
    return first == 0xA4 || first == 0xA5;
}

static bool is_single(const encoding *of, unsigned char byte)
{
    return of == &encodings[SHIFT_JIS] && between(byte, 0xA1, 0xDF);
}

static void count_pairs(pairs *count, const encoding *of, const unsigned char *bytes, size_t length)
{
    *count = (pairs){0};
    for (size_t i = 0; i < length; i++) {
        unsigned char first = bytes[i], second = i + 1 < length ? bytes[i + 1] : 0;
        if (first < 0x80)
            continue;
        if (is_single(of, first)) {
            count->single++;
            continue;
        }
        if (i + 1 == length && length == GUESS_BYTES)
            break; /* the sample ends inside a character */
        if (!between(first, of->first, of->last) ||
            !(between(second, of->low_first, of->low_last) || between(second, of->high_first, of->high_last))) {
            count->invalid++;
            continue;
        }
        count->pairs++;
        count->kana += is_kana(of, first, second);
        count->low += second < 0x80;
        if (between(first, of->frequent_first, of->frequent_last))
            count->frequent++;
        else
            count->rare += first >= of->signs || first < 0xA1;
        i++;
    }
}

/* One stray byte in a hundred characters is allowed. */
static bool is_valid(const pairs *count)
{
    return count->pairs >= FEWEST_PAIRS && count->invalid * 100 <= count->pairs;
}

const char *kn_multibyte_guess(const unsigned char *bytes, size_t length)
{
    pairs count;
    if (length > GUESS_BYTES)
        length = GUESS_BYTES;
    count_pairs(&count, &encodings[EUC], bytes, length);
    if (is_valid(&count) && count.kana * 6 >= count.pairs)
        return encodings[EUC].name;
    count_pairs(&count, &encodings[SHIFT_JIS], bytes, length);
    if (is_valid(&count) && count.kana * 6 >= count.pairs && count.single * 4 <= count.pairs)
        return encodings[SHIFT_JIS].name;
    count_pairs(&count, &encodings[KOREAN], bytes, length);
    if (is_valid(&count) && count.frequent * 20 >= (count.frequent + count.rare) * 17 && count.low * 20 <= count.pairs)
        return encodings[KOREAN].name;
    count_pairs(&count, &encodings[BIG5], bytes, length);
    if (is_valid(&count) && count.low * 8 >= count.pairs && count.frequent * 10 >= (count.frequent + count.rare) * 7)
        return encodings[BIG5].name;
    count_pairs(&count, &encodings[GB18030], bytes, length);
    if (is_valid(&count) && count.frequent * 10 >= (count.frequent + count.rare) * 6 && count.frequent > 0)
        return encodings[GB18030].name;
    return NULL;
}
