/* marks.c - finds the marks that may end a sentence, and keeps track of quotations. */
#include "text/marks.h"
#include "text/utf8.h"
#include "base/eights.h"

#include <unicode/uchar.h>

enum {
    LONGEST_TOKEN = 40,
    ELLIPSIS = 0x2026,
    LEFT_DOUBLE = 0x201C,  /* opens in English, closes in German */
    RIGHT_DOUBLE = 0x201D, /* closes; opens too in Swedish and Finnish */
    LOW_DOUBLE = 0x201E,
    LEFT_ANGLE = 0xAB, /* opens in French, closes in German */
    RIGHT_ANGLE = 0xBB,
    CORNER = 0x300C, /* Japanese quotation marks: this and the next three */
    WHITE_CORNER = 0x300E
};

/* The marks of Chinese and Japanese: 。｡．！？ */
static bool is_wide(int32_t code)
{
    return code == 0x3002 || code == 0xFF61 || code == 0xFF0E || code == 0xFF01 || code == 0xFF1F;
}

static bool is_strong(int32_t code)
{
    return code == '!' || code == '?' || code == 0x61F || code == 0x964 || code == 0x965 || code == 0x6D4 ||
           is_wide(code);
}

bool kn_is_stop(int32_t code)
{
    if (code < 0x80)
        return code == '.' || code == '!' || code == '?';
    return code == ELLIPSIS || is_strong(code);
}

static bool is_ascii_wordy(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || ((byte | 32) >= 'a' && (byte | 32) <= 'z');
}

bool kn_is_wordy(int32_t code)
{
    if (code < 0x80)
        return code >= 0 && is_ascii_wordy((unsigned char)code);
    return (u_isalnum(code) || u_charType(code) == U_NON_SPACING_MARK || u_charType(code) == U_COMBINING_SPACING_MARK);
}

/* ---- Finding the next mark ---- */

/* Hebrew's mark of an abbreviation, before the last letter of a word. */
static bool is_gershayim(const kn_splitter *s, size_t at)
{
    size_t after = at + 1;
    if (!kn_is_wordy(kn_utf8_before(s->text, s->begin, at)) || !kn_is_wordy(kn_utf8_at(s->text, after, s->end)))
        return false;
    kn_utf8_next(s->text, &after, s->end);
    return !kn_is_wordy(kn_utf8_at(s->text, after, s->end));
}

/* Whether the mark [start, after) is placed like an opening one: after a space and before a word. */
static bool stands_open(const kn_splitter *s, size_t start, size_t after)
{
    int32_t before = kn_utf8_before(s->text, s->begin, start);
    return (before < 0 || kn_is_space(before) || before == '(') && kn_is_wordy(kn_utf8_at(s->text, after, s->end));
}

static void follow_quote(kn_splitter *s, size_t start, size_t after, int32_t code)
{
    switch (code) {
    case LEFT_DOUBLE:
        s->quote = s->quote == LOW_DOUBLE ? 0 : code;
        break;
    case LEFT_ANGLE:
        s->quote = s->quote == RIGHT_ANGLE ? 0 : code;
        break;
    case LOW_DOUBLE:
    case CORNER:
    case WHITE_CORNER:
        s->quote = code;
        break;
    case RIGHT_DOUBLE:
    case RIGHT_ANGLE:
        s->quote = !s->quote && stands_open(s, start, after) ? code : 0;
        break;
    case CORNER + 1:
    case WHITE_CORNER + 1:
        s->quote = 0;
        break;
    default:
        break;
    }
}

/* Keeps track of quotations; moves over one character. */
static int32_t step(kn_splitter *s, size_t *at)
{
    size_t start = *at;
    int32_t code = kn_utf8_next(s->text, at, s->end);
    s->words = s->words || kn_is_wordy(code);
    if (code >= 0x80) {
        follow_quote(s, start, *at, code);
    } else if (code == '"') {
        if (!is_gershayim(s, start))
            s->quote = s->quote ? 0 : code;
    } else if ((code == '`' || code == '\'') && *at < s->end && s->text[*at] == (char)code) {
        s->quote = code == '`' ? code : 0;
    }
    return code;
}

/* Full stops with spaces between them are one ellipsis: ". . ." */
static bool spaced_dots(const kn_splitter *s, size_t at)
{
    return at + 1 < s->end && s->text[at] == ' ' && s->text[at + 1] == '.';
}

static void find_run(kn_splitter *s, kn_mark *m)
{
    size_t at = m->begin, dots = 0;
    while (at < s->end) {
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (code == '.' || code == ELLIPSIS) {
            dots += code == '.' ? 1 : 2;
            step(s, &at);
            if (spaced_dots(s, at) && (dots > 1 || spaced_dots(s, at + 2)))
                at++;
        } else if (is_strong(code)) {
            m->strong = true;
            m->wide = m->wide || is_wide(code);
            step(s, &at);
        } else {
            break;
        }
    }
    m->run_end = at;
    m->ellipsis = dots > 1;
}

static bool is_footnote(const kn_splitter *s, size_t at, size_t *after)
{
    size_t i = at + 1;
    while (i < s->end && i - at < 5 && s->text[i] >= '0' && s->text[i] <= '9')
        i++;
    *after = i + 1;
    return i > at + 1 && i < s->end && s->text[i] == ']';
}

static bool closes_here(const kn_splitter *s, size_t at, int32_t code)
{
    size_t after = at;
    int32_t next;
    kn_utf8_next(s->text, &after, s->end);
    next = kn_utf8_at(s->text, after, s->end);
    switch (code) {
    case ')':
    case ']':
    case '}':
    case RIGHT_DOUBLE:
    case 0x203A:
    case CORNER + 1:
    case WHITE_CORNER + 1:
    case 0x3009: /* closing brackets of Chinese and Japanese */
    case 0x300B:
    case 0x3011:
    case 0xFF09:
    case 0xFF3D:
        return true;
    case RIGHT_ANGLE:
        return s->quote || !stands_open(s, at, after);
    case LEFT_DOUBLE:
        return s->quote == LOW_DOUBLE;
    case LEFT_ANGLE:
        return s->quote == RIGHT_ANGLE;
    case '"':
        return s->quote || next < 0 || kn_is_space(next);
    case '\'':
    case 0x2019:
        return !kn_is_wordy(next);
    default:
        return false;
    }
}

static bool closes_quotation(int32_t code)
{
    return code == '"' || code == '\'' || code == 0x2019 || code == LEFT_DOUBLE || code == RIGHT_DOUBLE ||
           code == LEFT_ANGLE || code == RIGHT_ANGLE || code == CORNER + 1 || code == WHITE_CORNER + 1;
}

static void find_closers(kn_splitter *s, kn_mark *m)
{
    size_t at = m->run_end;
    while (at < s->end) {
        size_t after;
        int32_t code = kn_utf8_at(s->text, at, s->end);
        if (code == '[' && is_footnote(s, at, &after)) {
            at = after;
            continue;
        }
        if (kn_is_space(code)) {
            /* French has a space before », and some writers put one before a closing ". */
            size_t quote = kn_skip_space(s->text, at, s->end);
            int32_t behind = kn_utf8_at(s->text, quote, s->end);
            bool apart = behind == '"' && s->quote &&
                         (quote + 1 >= s->end || kn_is_space(kn_utf8_at(s->text, quote + 1, s->end)));
            if ((behind != RIGHT_ANGLE || !closes_here(s, quote, behind)) && !apart)
                break;
            at = quote;
            continue;
        }
        if (!closes_here(s, at, code))
            break;
        m->bracket_closed = m->bracket_closed || code == ')' || code == 0xFF09;
        m->title_closed = m->title_closed || code == 0x300B || code == 0x3009;
        m->quote_closed = m->quote_closed || closes_quotation(code);
        step(s, &at);
    }
    m->end = at;
}

/* Moves over ASCII characters that are neither stops nor quotation marks. */
static void skip_plain(kn_splitter *s, size_t *at)
{
    static const bool looked_at[128] = {
        ['.'] = true, ['!'] = true, ['?'] = true, ['"'] = true, ['\''] = true, ['`'] = true};
    size_t i = *at;
    for (; i < s->end && !s->words; i++) {
        unsigned char byte = (unsigned char)s->text[i];
        if (byte >= 0x80 || looked_at[byte])
            break;
        s->words = is_ascii_wordy(byte);
    }
    while (s->end - i >= 8) {
        uint64_t eight = kn_eight_at(s->text + i);
        if ((eight & KN_EIGHT(0x80)) | kn_eight_has(eight, '.') | kn_eight_has(eight, '!') | kn_eight_has(eight, '?') |
            kn_eight_has(eight, '"') | kn_eight_has(eight, '\'') | kn_eight_has(eight, '`'))
            break;
        i += 8;
    }
    while (i < s->end && (unsigned char)s->text[i] < 0x80 && !looked_at[(unsigned char)s->text[i]])
        i++;
    *at = i;
}

bool kn_next_mark(kn_splitter *s, size_t *at, kn_mark *m)
{
    while (skip_plain(s, at), *at < s->end) {
        size_t start = *at;
        size_t low = start > s->begin + LONGEST_TOKEN ? start - LONGEST_TOKEN : s->begin;
        if (!kn_is_stop(step(s, at)))
            continue;
        *m = (kn_mark){.begin = start, .token = start};
        find_run(s, m);
        find_closers(s, m);
        m->next = kn_skip_space(s->text, m->end, s->end);
        while (m->token > low) {
            size_t previous = m->token;
            int32_t code = kn_utf8_previous(s->text, s->begin, &previous);
            if ((!kn_is_wordy(code) || kn_is_ideograph(code)) && code != '.' && code != '"' && code != '\'' &&
                code != 0x2019)
                break;
            m->token = previous;
        }
        *at = m->end;
        return true;
    }
    return false;
}
