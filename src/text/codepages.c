/* codepages.c - recognises eight-bit code pages by the function words that they decode to. */
#include "text/codepages.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>
#include <unicode/ucnv.h>

enum { GUESS_BYTES = 32768, GUESS_WORDS = 500, LONGEST_WORD = 24, UNKNOWN = 0xFFFD };

/* 0x80 to 0x9F; the five bytes that Windows-1252 leaves open stand for themselves, as the WHATWG reads them.
 */
static const uint16_t western[32] = {0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                     0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

void kn_codepage_western(kn_codepage *page)
{
    page->name = "windows-1252";
    for (uint16_t i = 0; i < 128; i++)
        page->code[i] = i < 32 ? western[i] : (uint16_t)(0x80 + i);
}

/* The table of an ICU converter, U+FFFD for bytes that it leaves open. */
static bool load_page(kn_codepage *page, const char *name)
{
    UErrorCode problem = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &problem);
    if (U_FAILURE(problem))
        return false;
    page->name = name;
    for (int i = 0; i < 128; i++) {
        char byte = (char)(0x80 + i);
        const char *at = &byte;
        UErrorCode bad = U_ZERO_ERROR;
        int32_t code = ucnv_getNextUChar(converter, &at, &byte + 1, &bad);
        page->code[i] = (uint16_t)(U_SUCCESS(bad) && code < 0x10000 ? code : UNKNOWN);
        ucnv_resetToUnicode(converter);
    }
    ucnv_close(converter);
    return true;
}

/* Words with high bytes that are function words of the language, among the first ones. Single letters are
 * in too many lists to be useful. */
static size_t count_hits(const kn_codepage *page, const char *language, const unsigned char *bytes, size_t length)
{
    size_t hits = 0, words = 0;
    for (size_t at = 0; at < length && words < GUESS_WORDS;) {
        char word[LONGEST_WORD + 4];
        size_t size = 0;
        bool high = false;
        for (; at < length; at++) {
            int32_t code = bytes[at] < 0x80 ? bytes[at] : page->code[bytes[at] - 0x80];
            if (!u_isalpha(code) && code != UNKNOWN)
                break;
            high = high || bytes[at] >= 0x80;
            if (size < LONGEST_WORD)
                size += kn_utf8_write(u_tolower(code), word + size);
        }
        at += at < length;
        word[size] = 0;
        words += high;
        hits += high && size > 2 && kn_is_function_word(language, word, size);
    }
    return hits;
}

/* A page with a meaning for every byte that the text has. */
static bool has_all(const kn_codepage *page, const bool *used)
{
    for (size_t i = 0; i < 128; i++)
        if (used[i] && page->code[i] == UNKNOWN)
            return false;
    return true;
}

void kn_codepage_guess(kn_codepage *page, const unsigned char *bytes, size_t length)
{
    static const struct {
        const char *page, *language;
    } others[] = {{"windows-1250", "cs"}, {"windows-1253", "el"}, {"windows-1255", "he"}, {"windows-1256", "ar"}};
    bool used[128] = {false};
    size_t best;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] >= 0x80)
            used[bytes[i] - 0x80] = true;
    if (length > GUESS_BYTES)
        length = GUESS_BYTES;
    kn_codepage_western(page);
    best = count_hits(page, "fr", bytes, length);
    if (best == 0)
        best = 1; /* one word may be a coincidence */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        kn_codepage other;
        bool possible = load_page(&other, others[i].page) && has_all(&other, used);
        size_t hits = possible ? count_hits(&other, others[i].language, bytes, length) : 0;
        if (hits > best) {
            best = hits;
            *page = other;
        }
    }
}
