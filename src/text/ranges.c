/* ranges.c - word boundaries by the rules of Unicode (UAX 29), as ICU applies them.
 *
 * ICU takes about 190 instructions per byte, so text that needs only the simple rules is read here:
 *
 *     WB5, WB8 to WB10   letters and digits stick together
 *     WB6, WB7           letters on both sides of ' . and the like
 *     WB11, WB12         digits on both sides of ' . , ; and the like
 *     WB4                combining marks belong to the character before them
 *
 * The classes of characters are ICU's own. Everything else goes to ICU: scripts that need a dictionary, Hebrew, Katakana, emoji,
 * and what versions and locales of ICU treat differently: '_', '@', ':' between letters. Both kinds of stretches end at spaces,
 * across which no rule looks: a stretch for ICU begins with the spaces before it, which a combining mark may belong to. */
#include "text/ranges.h"
#include "text/utf8.h"
#include "base/eights.h"
#include "base/error.h"

#include <unicode/uchar.h>

typedef enum kind {
    OTHER,
    LETTER,
    DIGIT,
    MARK,       /* combines with what is before it */
    MID,        /* joins letters, joins digits: ' . */
    MID_LETTER, /* joins letters */
    MID_DIGIT,  /* joins digits: , ; */
    ASK         /* ICU */
} kind;

/* Shorter stretches between others are left to ICU too: to call it once more costs as much as to let it read them. */
enum { SHORTEST = 8, LAST_SIMPLE = 0x1FFF, FIRST_PUNCTUATION = 0x2010 };

#define L LETTER
#define D DIGIT
static const unsigned char ASCII[128] = {
    ['"'] = OTHER, ['\''] = MID, [','] = MID_DIGIT, ['.'] = MID, [';'] = MID_DIGIT, ['@'] = ASK, ['_'] = ASK, ['0'] = D,
    ['1'] = D,     ['2'] = D,    ['3'] = D,         ['4'] = D,   ['5'] = D,         ['6'] = D,   ['7'] = D,   ['8'] = D,
    ['9'] = D,     ['A'] = L,    ['B'] = L,         ['C'] = L,   ['D'] = L,         ['E'] = L,   ['F'] = L,   ['G'] = L,
    ['H'] = L,     ['I'] = L,    ['J'] = L,         ['K'] = L,   ['L'] = L,         ['M'] = L,   ['N'] = L,   ['O'] = L,
    ['P'] = L,     ['Q'] = L,    ['R'] = L,         ['S'] = L,   ['T'] = L,         ['U'] = L,   ['V'] = L,   ['W'] = L,
    ['X'] = L,     ['Y'] = L,    ['Z'] = L,         ['a'] = L,   ['b'] = L,         ['c'] = L,   ['d'] = L,   ['e'] = L,
    ['f'] = L,     ['g'] = L,    ['h'] = L,         ['i'] = L,   ['j'] = L,         ['k'] = L,   ['l'] = L,   ['m'] = L,
    ['n'] = L,     ['o'] = L,    ['p'] = L,         ['q'] = L,   ['r'] = L,         ['s'] = L,   ['t'] = L,   ['u'] = L,
    ['v'] = L,     ['w'] = L,    ['x'] = L,         ['y'] = L,   ['z'] = L};
#undef L
#undef D

/* Whether kn_word_ranges gives a piece for the character. */
static bool is_solid(int32_t code)
{
    if (code < 0x80)
        return ASCII[code] == LETTER || ASCII[code] == DIGIT;
    return u_isalnum(code) || u_hasBinaryProperty(code, UCHAR_ALPHABETIC);
}

/* Of a character beyond ASCII. Letters of scripts that need a dictionary are OTHER to the rules, so OTHER is believed only of
 * Latin-1 and of common punctuation. */
static kind find_kind(int32_t code)
{
    bool punctuation = code >= FIRST_PUNCTUATION;
    if (code > LAST_SIMPLE && !punctuation)
        return ASK;
    switch (u_getIntPropertyValue(code, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
        return is_solid(code) ? LETTER : ASK;
    case U_WB_NUMERIC:
        return is_solid(code) ? DIGIT : ASK;
    case U_WB_EXTEND:
        return MARK;
    case U_WB_MIDNUMLET:
        return MID;
    case U_WB_MIDLETTER:
        return MID_LETTER;
    case U_WB_MIDNUM:
        return MID_DIGIT;
    case U_WB_OTHER:
        return !is_solid(code) && (code < 0x250 || punctuation) ? OTHER : ASK;
    default:
        return ASK;
    }
}

/* Asks ICU once per character and language. */
static kind wide_kind(knap_language *language, int32_t code)
{
    if (code > KN_LAST_KIND)
        return ASK;
    if (!language->kind[code])
        language->kind[code] = (unsigned char)(1 + find_kind(code));
    return (kind)(language->kind[code] - 1);
}

/* The kind of the character at *at, which is moved past it. */
static inline kind next_kind(knap_language *language, const char *utf8, size_t *at, size_t end)
{
    unsigned char byte = (unsigned char)utf8[*at];
    if (byte < 0x80) {
        ++*at;
        return (kind)ASCII[byte];
    }
    return wide_kind(language, kn_utf8_next(utf8, at, end));
}

static kind kind_at(knap_language *language, const char *utf8, size_t at, size_t end)
{
    return at < end ? next_kind(language, utf8, &at, end) : OTHER;
}

/* Passes ASCII that never needs ICU. Returns the end of the text or, before the first other character, where the last spaces begin;
 * `at` if there are none. */
static size_t pass_plain(const char *utf8, size_t at, size_t length)
{
    size_t begin = at;
    for (; at + 8 <= length; at += 8) {
        uint64_t eight = kn_eight_at(utf8 + at);
        if ((eight & KN_EIGHT(0x80)) | kn_eight_has(eight, '@') | kn_eight_has(eight, '_') | kn_eight_has(eight, ':'))
            break;
    }
    while (at < length && (unsigned char)utf8[at] < 0x80 && utf8[at] != '@' && utf8[at] != '_' && utf8[at] != ':')
        at++;
    if (at == length)
        return length;
    while (at > begin && utf8[at - 1] != ' ')
        at--;
    while (at > begin && utf8[at - 1] == ' ')
        at--;
    return at;
}

/* Where the simple text from `at` on ends: at a space that ICU's stretch begins with, or at the end of the text. */
static size_t simple_end(knap_language *language, const char *utf8, size_t at, size_t length)
{
    size_t end = at;
    kind last = OTHER;
    for (at = pass_plain(utf8, at, length); at < length;) {
        size_t start = at;
        kind here = next_kind(language, utf8, &at, length);
        if (here == ASK || (here == MARK && last != LETTER && last != DIGIT))
            return end;
        if (utf8[start] == ':' && last == LETTER && kind_at(language, utf8, at, length) == LETTER)
            return end;
        if (utf8[start] == ' ' && (start == 0 || utf8[start - 1] != ' ')) {
            end = start;
            at = pass_plain(utf8, at, length);
        }
        last = here == MARK ? last : here;
    }
    return length;
}

/* Where the letters of ASCII from `at` on end. */
static size_t letters_end(const char *utf8, size_t at, size_t end)
{
    for (; at + 8 <= end; at += 8) {
        uint64_t letters = kn_eight_letters(kn_eight_at(utf8 + at));
        if (letters != KN_EIGHT(0x80))
            return at + kn_eight_first(letters ^ KN_EIGHT(0x80));
    }
    while (at < end && (unsigned char)utf8[at] < 0x80 && ASCII[(unsigned char)utf8[at]] == LETTER)
        at++;
    return at;
}

/* Reads on in a word, from behind its first character, to its end. *last is the kind of its last character but marks. */
static size_t word_end(knap_language *language, const char *utf8, size_t at, size_t end, kind *last)
{
    while (at < end) {
        size_t next;
        kind here;
        if (*last == LETTER && (at = letters_end(utf8, at, end)) == end)
            break;
        next = at;
        here = next_kind(language, utf8, &next, end);
        if (here == LETTER || here == DIGIT) {
            *last = here;
        } else if (here == MID || here == MID_LETTER || here == MID_DIGIT) {
            if (here == (*last == LETTER ? MID_DIGIT : MID_LETTER) || kind_at(language, utf8, next, end) != *last)
                break;
        } else if (here != MARK) {
            break;
        }
        at = next;
    }
    return at;
}

static knap_status read_simple(knap_language *language, const char *utf8, size_t begin, size_t end, kn_range_fn give,
                               void *context, knap_error *error)
{
    knap_status status = KNAP_OK;
    while (!status && begin < end) {
        size_t at = begin;
        kind last = next_kind(language, utf8, &at, end);
        if (last == LETTER || last == DIGIT) {
            at = word_end(language, utf8, at, end, &last);
            status = give(context, begin, at, last == DIGIT, error);
        }
        begin = at;
    }
    return status;
}

/* Moves the byte position on by UTF-16 units; says whether it passed a letter or a digit. */
static bool advance(const char *utf8, size_t length, size_t *at, size_t units)
{
    bool solid = false;
    while (units) {
        int32_t code = kn_utf8_next(utf8, at, length);
        units -= code >= 0x10000 ? 2 : 1;
        solid = solid || is_solid(code);
    }
    return solid;
}

static knap_status read_icu(knap_language *language, const char *utf8, size_t begin, size_t end, kn_range_fn give,
                            void *context, knap_error *error)
{
    UErrorCode problem = U_ZERO_ERROR;
    size_t units = kn_language_units(language, utf8 + begin, end - begin, false), byte = begin;
    int32_t from = 0, to;
    knap_status status = KNAP_OK;
    if (units == SIZE_MAX)
        return kn_no_memory(error);
    if (units > INT32_MAX)
        return kn_fail(error, KNAP_BAD_INPUT, "a text of more than 2 GB cannot be cut into words");
    ubrk_setText(language->words, language->unit, (int32_t)units, &problem);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_NO_MEMORY, "ICU cannot take the text: %s", u_errorName(problem));
    while (!status && (to = ubrk_next(language->words)) != UBRK_DONE) {
        size_t start = byte;
        int32_t tag = ubrk_getRuleStatus(language->words);
        bool solid = advance(utf8, end, &byte, (size_t)(to - from));
        from = to;
        if (solid)
            status = give(context, start, byte, tag >= UBRK_WORD_NUMBER && tag < UBRK_WORD_NUMBER_LIMIT, error);
    }
    return status;
}

/* Where a stretch for ICU ends: at the first space with enough simple text behind it, or at the end of the text. */
static size_t icu_end(knap_language *language, const char *utf8, size_t at, size_t length)
{
    while (at < length && utf8[at] == ' ')
        at++;
    for (; at < length; at++) {
        size_t simple;
        if (utf8[at] != ' ' || utf8[at - 1] == ' ')
            continue;
        simple = simple_end(language, utf8, at, length);
        if (simple - at >= SHORTEST)
            return at;
        at = simple > at ? simple - 1 : at;
    }
    return length;
}

knap_status kn_word_ranges(knap_language *language, const char *utf8, size_t length, kn_range_fn give, void *context,
                           knap_error *error)
{
    knap_status status = KNAP_OK;
    size_t at = 0;
    while (!status && at < length) {
        size_t end = simple_end(language, utf8, at, length);
        status = read_simple(language, utf8, at, end, give, context, error);
        at = end;
        if (status || at == length)
            break;
        end = icu_end(language, utf8, at, length);
        status = read_icu(language, utf8, at, end, give, context, error);
        at = end;
    }
    return status;
}

knap_status kn_word_ranges_icu(knap_language *language, const char *utf8, size_t length, kn_range_fn give,
                               void *context, knap_error *error)
{
    return read_icu(language, utf8, 0, length, give, context, error);
}
