/* codepages.c - recognises eight-bit code pages: those of other scripts by the function words that they decode to, those of Latin
 * letters by the alphabet of the language that CLD2 finds in them. */
#include "text/codepages.h"
#include "text/cld2.h"
#include "text/lexicon.h"
#include "text/utf8.h"

#include <math.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/ucnv.h>

enum { GUESS_BYTES = 32768, GUESS_WORDS = 500, LONGEST_WORD = 24, UNKNOWN = 0xFFFD, SAMPLE = 2048 };

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

/* ---- Other scripts ---- */

/* Letters of another script stand side by side; accented Latin letters stand alone. */
static bool has_runs(const unsigned char *bytes, size_t length)
{
    size_t high = 0, runs = 0;
    for (size_t i = 0; i < length; i++) {
        high += bytes[i] >= 0x80;
        runs += bytes[i] >= 0x80 && (i == 0 || bytes[i - 1] < 0x80);
    }
    return high * 5 > runs * 9;
}

/* The page in which the most words are function words; false where no page has two. */
static bool guess_script(kn_codepage *page, const unsigned char *bytes, size_t length, const bool *used)
{
    static const struct {
        const char *page, *language;
    } others[] = {{"windows-1251", "ru"}, {"windows-1251", "uk"}, {"KOI8-U", "uk"},       {"windows-1256", "fa"},
                  {"KOI8-R", "ru"},       {"windows-1253", "el"}, {"windows-1255", "he"}, {"windows-1256", "ar"},
                  {"IBM866", "ru"},       {"ISO-8859-5", "ru"}};
    size_t best = 1; /* one word may be a coincidence */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        kn_codepage other;
        bool possible = load_page(&other, others[i].page) && has_all(&other, used);
        size_t hits = possible ? count_hits(&other, others[i].language, bytes, length) : 0;
        if (hits > best) {
            best = hits;
            *page = other;
        }
    }
    return best > 1;
}

/* ---- Latin letters ---- */

/* The letters beyond ASCII of a language, in lower case, and the page that it is written in. */
static const struct {
    const char *language, *page, *letters;
} alphabets[] = {
    {"de", "windows-1252", "äöüß"},
    {"fr", "windows-1252", "àâæçéèêëîïôœùûüÿ"},
    {"es", "windows-1252", "áéíñóúüªº"},
    {"it", "windows-1252", "àèéìíîòóùú"},
    {"pt", "windows-1252", "ãáàâçéêíóôõúüªº"},
    {"nl", "windows-1252", "áéëèïíöóüú"},
    {"sv", "windows-1252", "åäöéü"},
    {"fi", "windows-1252", "åäöéšž"},
    {"da", "windows-1252", "æøåé"},
    {"no", "windows-1252", "æøåéòôó"},
    {"nn", "windows-1252", "æøåéòôó"},
    {"is", "windows-1252", "áéíóúýþæöð"},
    {"ca", "windows-1252", "àçéèíïóòúü·"},
    {"gl", "windows-1252", "áéíñóúü"},
    {"en", "windows-1252", "éèêëïçàâöüñôáíó"},
    {"cs", "windows-1250", "áčďéěíňóřšťúůýž"},
    {"sk", "windows-1250", "áäčďéíĺľňóôŕšťúýž"},
    {"pl", "windows-1250", "ąćęłńóśźż"},
    {"hu", "windows-1250", "áéíóöőúüű"},
    {"ro", "windows-1250", "ăâîşţșț"},
    {"hr", "windows-1250", "čćđšž"},
    {"bs", "windows-1250", "čćđšž"},
    {"sr", "windows-1250", "čćđšž"},
    {"sl", "windows-1250", "čšž"},
    {"tr", "windows-1254", "çğıöşüâîûi̇"},
};

static const char *letters_of(const char *language, const char *page)
{
    const char *of = strcmp(page, "ISO-8859-2") == 0 ? "windows-1250" : page;
    for (size_t i = 0; language && i < sizeof alphabets / sizeof *alphabets; i++)
        if (strcmp(language, alphabets[i].language) == 0)
            return strcmp(of, alphabets[i].page) == 0 ? alphabets[i].letters : NULL;
    return NULL;
}

/* The language of a text in this page, by its first bytes. */
static const char *language_in(const kn_codepage *page, const unsigned char *bytes, size_t length)
{
    char text[SAMPLE * 3 + 4];
    size_t size = 0;
    bool reliable;
    int share;
    for (size_t i = 0; i < length && i < SAMPLE; i++) {
        int32_t code = bytes[i] < 0x80 ? bytes[i] : page->code[bytes[i] - 0x80];
        bool shown = code >= ' ' && code != 0x7F && !(code >= 0x80 && code < 0xA0) && code != UNKNOWN;
        size += kn_utf8_write(shown ? code : ' ', text + size);
    }
    text[size] = 0;
    return kn_cld2_language(text, (int)size, &reliable, &share);
}

/* A sign inside a word, or a symbol beside one: a letter of another page. */
static bool joins_letters(const unsigned char *bytes, size_t length, size_t at, int32_t sign)
{
    bool before = at > 0 && u_isalpha(bytes[at - 1]), after = at + 1 < length && u_isalpha(bytes[at + 1]);
    return u_ispunct(sign) || kn_is_space(sign) ? before && after : before || after;
}

/* The share of letters beyond ASCII that belong to the language that the text is in, if that is written in this page; 1 above the
 * number for a text with no other. Signs between words count for any page. */
static double fit(const kn_codepage *page, const unsigned char *bytes, size_t length)
{
    const char *letters = letters_of(language_in(page, bytes, length), page->name);
    size_t fitting = 0, others = 0;
    for (size_t i = 0; letters && i < length; i++) {
        char letter[5];
        int32_t code;
        size_t size;
        if (bytes[i] < 0x80)
            continue;
        code = page->code[bytes[i] - 0x80];
        size = kn_utf8_write(u_tolower(code), letter);
        letter[size] = 0;
        if (u_isalpha(code) ? strstr(letters, letter) != NULL : !joins_letters(bytes, length, i, code))
            fitting++;
        else
            others++;
    }
    return fitting ? (double)fitting / (double)(fitting + others) : 0;
}

static bool has_controls(const kn_codepage *page, const bool *used)
{
    for (size_t i = 0; i < 128; i++)
        if (used[i] && page->code[i] >= 0x80 && page->code[i] < 0xA0)
            return true;
    return false;
}

void kn_codepage_guess(kn_codepage *page, const unsigned char *bytes, size_t length)
{
    static const char *const latin[] = {"windows-1250", "ISO-8859-2", "windows-1254"};
    bool used[128] = {false};
    double best;
    for (size_t i = 0; i < length; i++)
        if (bytes[i] >= 0x80)
            used[bytes[i] - 0x80] = true;
    if (length > GUESS_BYTES)
        length = GUESS_BYTES;
    kn_codepage_western(page);
    if (has_runs(bytes, length) && guess_script(page, bytes, length, used))
        return;
    best = fmax(fit(page, bytes, length), 0.5);
    for (size_t i = 0; i < sizeof latin / sizeof *latin; i++) {
        kn_codepage other;
        double share;
        if (!load_page(&other, latin[i]) || !has_all(&other, used) || has_controls(&other, used))
            continue;
        share = fit(&other, bytes, length);
        if (share > best) {
            best = share;
            *page = other;
        }
    }
}
