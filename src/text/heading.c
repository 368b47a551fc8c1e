/* heading.c - finds the parts around a story that do not belong to it: headlines, date lines, bylines,
 * slugs, datelines. In doubt, text is left in the story. */
#include "text/date.h"
#include "text/layout.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_HEADLINE = 250, LONGEST_DATELINE = 120, LONGEST_BYLINE = 100, LONGEST_SLUG = 80 };

/* ---- Datelines ---- */

/* The length in bytes of the dash at `at` that may end a dateline; 0 if there is none. */
static size_t dateline_dash(const char *text, size_t begin, size_t at, size_t end)
{
    bool spaced = at > begin && text[at - 1] == ' ';
    int32_t code = kn_utf8_at(text, at, end);
    if (code == 0x2014 || (code == 0x2013 && spaced))
        return 3;
    if (code == '_' && spaced)
        return 1;
    if (code == '-' && at + 1 < end && text[at + 1] == '-')
        return 2;
    return code == '-' && spaced && at + 1 < end && text[at + 1] == ' ' ? 1 : 0;
}

typedef struct dateline_shape {
    size_t words;
    size_t capitals; /* number of letters of the words in capitals before the first other word */
    bool leading;    /* still among those */
    bool agency;     /* the last character is a closing bracket */
    bool comma;
    bool plain; /* the last word does not occur in datelines */
} dateline_shape;

static bool is_particle(const char *word, size_t length)
{
    return (length == 2 && (memcmp(word, "de", 2) == 0 || memcmp(word, "la", 2) == 0 || memcmp(word, "of", 2) == 0)) ||
           (length == 3 && memcmp(word, "and", 3) == 0);
}

static void dateline_word(const char *word, size_t length, dateline_shape *shape)
{
    size_t upper = 0, lower = 0;
    int32_t first = kn_utf8_at(word, 0, length);
    shape->plain = !u_isupper(first) && !u_isdigit(first) && !is_particle(word, length);
    for (size_t at = 0; !shape->plain && at < length;) {
        int32_t code = kn_utf8_next(word, &at, length);
        upper += u_isupper(code) != 0;
        lower += u_islower(code) != 0;
    }
    if (lower || !upper)
        shape->leading = false;
    if (shape->leading)
        shape->capitals += upper;
    shape->agency = false;
    shape->words++;
}

size_t kn_dateline(const char *text, size_t begin, size_t end, bool story_start)
{
    dateline_shape shape = {.leading = true};
    size_t limit = end - begin > LONGEST_DATELINE ? begin + LONGEST_DATELINE : end, at = begin, dash = 0;
    while (at < limit && !(dash = dateline_dash(text, begin, at, end))) {
        size_t word = at;
        int32_t code = kn_utf8_at(text, at, end);
        if (code == '(') {
            const char *close = memchr(text + at, ')', limit - at);
            if (!close)
                return begin;
            at = (size_t)(close - text) + 1;
            shape.agency = true;
            shape.leading = false;
        } else if (code == ',' || code == '/' || kn_is_space(code)) {
            shape.comma = shape.comma || code == ',';
            kn_utf8_next(text, &at, end);
        } else if (u_isalnum(code)) {
            while (at < limit && (u_isalnum(code = kn_utf8_at(text, at, end)) || code == '.' || code == '\'' ||
                                  (code == '-' && !dateline_dash(text, begin, at, end))))
                kn_utf8_next(text, &at, end);
            dateline_word(text + word, at - word, &shape);
            if (shape.plain)
                return begin;
        } else {
            return begin;
        }
    }
    if (!dash ||
        !(shape.agency || shape.capitals >= (shape.comma ? 2 : 5) || (story_start && shape.comma && shape.words < 6)))
        return begin;
    at = kn_skip_space(text, at + dash, end);
    return at < end && !u_islower(kn_utf8_at(text, at, end)) ? at : begin;
}

/* ---- Bylines and slugs ---- */

static bool is_longer(const char *text, size_t begin, size_t end, size_t most)
{
    size_t characters = 0;
    while (begin < end && characters <= most) {
        kn_utf8_next(text, &begin, end);
        characters++;
    }
    return characters > most;
}

static size_t count_words(const char *text, size_t begin, size_t end, size_t most)
{
    size_t words = 0;
    while (begin < end && words <= most) {
        begin = kn_skip_space(text, begin, end);
        words += begin < end;
        while (begin < end && !kn_is_space(kn_utf8_at(text, begin, end)))
            kn_utf8_next(text, &begin, end);
    }
    return words;
}

static bool ends_with(const char *text, size_t begin, size_t end, const char *tail)
{
    size_t length = strlen(tail);
    return end - begin >= length && memcmp(text + end - length, tail, length) == 0;
}

static bool is_byline(knap_language *language, const char *text, size_t begin, size_t end, bool *failed)
{
    size_t word = begin, next;
    int32_t code;
    if (end - begin > LONGEST_BYLINE || kn_ends_sentence(text, begin, end) || count_words(text, begin, end, 10) > 10)
        return false;
    if (ends_with(text, begin, end, "Press Writer") || ends_with(text, begin, end, "Staff Writer") ||
        ends_with(text, begin, end, "AP Writer") || ends_with(text, begin, end, "Correspondent"))
        return true;
    while (word < end && u_isalpha(kn_utf8_at(text, word, end)))
        kn_utf8_next(text, &word, end);
    next = kn_skip_space(text, word, end);
    code = kn_utf8_at(text, next, end);
    return next > word && code >= 0 && !u_islower(code) && !u_isdigit(code) &&
           (kn_language_class(language, text + begin, word - begin, failed) & KN_BYLINE);
}

static bool is_slug(const char *text, size_t begin, size_t end, bool first)
{
    size_t upper = 0, lower = 0, other = 0;
    static const char *const notes[] = {
        "Eds:",           "EDS:",   "Eds.:", "Editors:",           "EDITORS:",
        "Editor's note:", "(MORE)", "(END)", "STORY CAN END HERE", "(STORY CAN END HERE",
        "UNDATED:"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (end - begin >= strlen(notes[i]) && memcmp(text + begin, notes[i], strlen(notes[i])) == 0)
            return true;
    if (end - begin > LONGEST_SLUG)
        return false;
    for (size_t at = begin; at < end;) {
        int32_t code = kn_utf8_next(text, &at, end);
        upper += u_isupper(code) != 0;
        lower += u_islower(code) != 0;
        other += u_isalnum(code) != 0;
    }
    if (other == 0)
        return true; /* a rule of dashes or stars */
    return !first && upper > 1 && lower == 0 && !kn_ends_sentence(text, begin, end) &&
           count_words(text, begin, end, 8) <= 8;
}

/* ---- Headlines ---- */

/* Whether the first paragraph is a headline: short, no full stop, no colon at the end, and followed by a
 * longer or complete text. */
static bool opens_with_headline(const kn_layout *layout, const char *text)
{
    const kn_paragraph *first = layout->paragraph, *next = first + 1;
    return layout->paragraphs > 1 && !layout->listed && !is_longer(text, first->begin, first->end, LONGEST_HEADLINE) &&
           !kn_ends_sentence(text, first->begin, first->end) && text[first->end - 1] != ':' &&
           text[first->end - 1] != ',' && count_words(text, first->begin, first->end, 25) <= 25 &&
           (kn_ends_sentence(text, next->begin, next->end) || next->flags ||
            next->end - next->begin > first->end - first->begin);
}

/* If one of the first paragraphs is a date, the paragraphs before it are headlines; *dated is their number. */
static bool find_date(kn_layout *layout, knap_language *language, const char *text, size_t *dated)
{
    bool failed = false;
    *dated = 0;
    for (size_t i = 0; i < layout->paragraphs && i < 4; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        size_t after = kn_date_prefix(language, text, paragraph->begin, paragraph->end, &layout->date, &failed);
        if (failed)
            return false;
        if (after > paragraph->begin) {
            paragraph->flags |= after == paragraph->end ? KNAP_SENTENCE_DATE : KNAP_SENTENCE_DATELINE;
            if (after < paragraph->end)
                paragraph->body = after;
            *dated = i;
            return true;
        }
        if (is_longer(text, paragraph->begin, paragraph->end, LONGEST_HEADLINE))
            return true;
    }
    return true;
}

bool kn_headings_find(kn_layout *layout, knap_language *language, const char *text)
{
    size_t headlines = 0;
    bool failed = false, story_start = true;
    if (layout->listed)
        return true;
    if (!find_date(layout, language, text, &headlines))
        return false;
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        size_t body;
        if (paragraph->flags)
            continue;
        if (is_byline(language, text, paragraph->begin, paragraph->end, &failed))
            paragraph->flags |= KNAP_SENTENCE_BYLINE;
        else if (is_slug(text, paragraph->begin, paragraph->end, i == 0))
            paragraph->flags |= KNAP_SENTENCE_SLUG;
        else if (i < headlines && !layout->given)
            paragraph->flags |= KNAP_SENTENCE_HEADING;
        else if ((body = kn_dateline(text, paragraph->begin, paragraph->end, story_start)) > paragraph->begin) {
            paragraph->flags |= KNAP_SENTENCE_DATELINE;
            paragraph->body = body;
        }
        story_start = (paragraph->flags & KNAP_SENTENCE_FURNITURE) || i == 0;
        if (failed)
            return false;
    }
    if (layout->paragraphs && !layout->given && !layout->paragraph[0].flags && opens_with_headline(layout, text)) {
        layout->paragraph[0].flags |= KNAP_SENTENCE_HEADING;
        layout->paragraph[0].level = 1;
    }
    return true;
}
