/* org.c - documents in Org, line by line. */
#include "formats/org.h"
#include "formats/source_lines.h"
#include "formats/markup.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

#include <string.h>

enum { LONGEST_LINK = 500 };

typedef struct reader {
    kn_extract *extract;
    kn_source_lines lines;
    kn_text raw;
    unsigned item;    /* the level of the open list item; 0: none */
    size_t indent[8]; /* of the open lists */
    bool quote;
    bool note;
} reader;

static bool is_image(const char *from, const char *end)
{
    return end - from > 4 && (memcmp(end - 4, ".svg", 4) == 0 || memcmp(end - 4, ".png", 4) == 0 ||
                              memcmp(end - 4, ".jpg", 4) == 0 || memcmp(end - 4, ".gif", 4) == 0);
}

/* "[[target][text]]", "[[target]]", "[fn:1]". */
static size_t read_special(kn_extract *extract, const char *text, size_t at, size_t length)
{
    const char *from = text + at, *end = text + (length - at > LONGEST_LINK ? at + LONGEST_LINK : length), *close,
               *middle;
    if (end - from > 4 && memcmp(from, "[fn:", 4) == 0 && (close = memchr(from, ']', (size_t)(end - from))) != NULL) {
        if (close + 1 < end && strchr(".,;", close[1]))
            extract->space = false;
        return (size_t)(close + 1 - from);
    }
    if (end - from < 5 || from[0] != '[' || from[1] != '[' || !(close = memchr(from, ']', (size_t)(end - from))) ||
        close + 1 >= end)
        return 0;
    if (close[1] == ']') {
        if (!is_image(from, close))
            kn_extract_add(extract, from + 2, (size_t)(close - from) - 2);
        return (size_t)(close + 2 - from);
    }
    middle = close + 2;
    close = close[1] == '[' ? memchr(middle, ']', (size_t)(end - middle)) : NULL;
    if (!close || close + 1 >= end || close[1] != ']')
        return 0;
    if (!is_image(middle, close))
        kn_extract_add(extract, middle, (size_t)(close - middle));
    return (size_t)(close + 2 - from);
}

static void add_inline(reader *self, const char *text, size_t length)
{
    kn_markup_add(self->extract, text, length, "*/=~_+", read_special);
}

static void end_paragraph(reader *self)
{
    knap_block kind = self->note    ? KNAP_BLOCK_NOTE
                      : self->item  ? KNAP_BLOCK_ITEM
                      : self->quote ? KNAP_BLOCK_QUOTE
                                    : KNAP_BLOCK_PARAGRAPH;
    add_inline(self, self->raw.bytes ? self->raw.bytes : "", self->raw.length);
    self->extract->failed |= self->raw.failed;
    self->raw.length = 0;
    self->note = false;
    kn_extract_end(self->extract, kind, kind == KNAP_BLOCK_ITEM ? self->item : 0);
}

/* A headline without its stars, its state and its tags. */
static void read_headline(reader *self, const char *text, size_t length, unsigned level)
{
    static const char *const states[] = {"TODO ", "DONE ", "NEXT ", "WAITING "};
    const char *tags;
    size_t begin = level + 1;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (length - begin > strlen(states[i]) && memcmp(text + begin, states[i], strlen(states[i])) == 0)
            begin += strlen(states[i]);
    if (length > begin && text[length - 1] == ':')
        for (tags = text + length; tags > text + begin; tags--)
            if (tags[-1] == ' ') {
                length = *tags == ':' ? (size_t)(tags - text) : length;
                break;
            }
    add_inline(self, text + begin, length - begin);
    kn_extract_end(self->extract, KNAP_BLOCK_HEADING, level);
}

static bool is_keyword(const char *text, size_t length, const char *word)
{
    return length >= strlen(word) && kn_ascii_same_start(text, word, strlen(word));
}

/* The lines up to `end`, a keyword; returns the last line. */
static size_t read_verbatim(reader *self, size_t at, const char *end, bool keep)
{
    for (at++; at < self->lines.count; at++) {
        size_t length;
        const char *text = kn_source_line_text(&self->lines, at, &length);
        if (is_keyword(text, length, end))
            break;
        if (keep) {
            kn_extract_add(self->extract, text, length);
            kn_extract_add(self->extract, " ", 1);
        }
    }
    kn_extract_end(self->extract, KNAP_BLOCK_CODE, 0);
    return at;
}

static size_t read_keyword(reader *self, size_t at, const char *text, size_t length)
{
    char value[32] = "";
    end_paragraph(self);
    if (is_keyword(text, length, "#+title:")) {
        kn_extract_block(self->extract, text + 8, length - 8, KNAP_BLOCK_HEADING, 1);
    } else if (is_keyword(text, length, "#+date:") && length - 7 < sizeof value) {
        memcpy(value, text + 7, length - 7);
        self->extract->date = kn_date_of_name(value);
    } else if (is_keyword(text, length, "#+caption:")) {
        kn_extract_block(self->extract, text + 10, length - 10, KNAP_BLOCK_CAPTION, 0);
    } else if (is_keyword(text, length, "#+begin_src")) {
        return read_verbatim(self, at, "#+end_src", true);
    } else if (is_keyword(text, length, "#+begin_example")) {
        return read_verbatim(self, at, "#+end_example", true);
    } else if (is_keyword(text, length, "#+begin_comment")) {
        return read_verbatim(self, at, "#+end_comment", false);
    } else if (is_keyword(text, length, "#+begin_export")) {
        return read_verbatim(self, at, "#+end_export", false);
    } else if (is_keyword(text, length, "#+begin_quote") || is_keyword(text, length, "#+end_quote")) {
        self->quote = is_keyword(text, length, "#+begin");
    }
    return at;
}

/* The length of a list mark, or 0. */
static size_t item_mark(const reader *self, size_t at, const char *text, size_t length)
{
    size_t i = 0;
    if (length > 2 && (text[0] == '-' || text[0] == '+' || (text[0] == '*' && self->lines.line[at].indent)) &&
        text[1] == ' ')
        return 2;
    while (i < length && kn_ascii_digit(text[i]) && i < 3)
        i++;
    return i && i + 2 < length && (text[i] == '.' || text[i] == ')') && text[i + 1] == ' ' ? i + 2 : 0;
}

static unsigned item_level(reader *self, size_t indent)
{
    unsigned level = self->item;
    while (level > 1 && self->indent[(level - 1) % 8] >= indent && self->indent[(level - 2) % 8] >= indent)
        level--;
    if (level == 0 || (self->indent[(level - 1) % 8] < indent && level < 8))
        level++;
    self->indent[(level - 1) % 8] = indent;
    return level;
}

static void add_text_line(reader *self, size_t at, const char *text, size_t length)
{
    size_t mark = item_mark(self, at, text, length);
    if (mark) {
        unsigned level = item_level(self, self->lines.line[at].indent);
        end_paragraph(self);
        self->item = level;
    } else if (self->item && self->raw.length == 0 && self->lines.line[at].indent == 0) {
        self->item = 0;
    }
    if (is_keyword(text, length, "[fn:") && self->lines.line[at].indent == 0) {
        end_paragraph(self);
        self->note = true;
    }
    kn_join_line(&self->raw, text + mark, length - mark);
}

static size_t read_line(reader *self, size_t at)
{
    size_t length, stars = 0;
    const char *text = kn_source_line_text(&self->lines, at, &length);
    while (stars < length && text[stars] == '*')
        stars++;
    if (length == 0) {
        end_paragraph(self);
    } else if (stars && self->lines.line[at].indent == 0 && stars + 1 < length && text[stars] == ' ' && stars < 10) {
        end_paragraph(self);
        self->item = 0;
        read_headline(self, text, length, (unsigned)stars);
    } else if (length > 2 && text[0] == '#' && text[1] == '+') {
        return read_keyword(self, at, text, length);
    } else if (text[0] == '#' && (length == 1 || text[1] == ' ')) {
        return at;
    } else if (is_keyword(text, length, ":properties:") || is_keyword(text, length, ":logbook:")) {
        return read_verbatim(self, at, ":end:", false);
    } else if (length > 2 && text[0] == ':' && text[length - 1] == ':' && !memchr(text, ' ', length)) {
        return at; /* the name of another drawer, or its end */
    } else if (is_keyword(text, length, "CLOCK:") || is_keyword(text, length, "SCHEDULED:") ||
               is_keyword(text, length, "DEADLINE:")) {
        return at;
    } else if (text[0] == '|' || (text[0] == ':' && length > 1 && text[1] == ' ')) {
        end_paragraph(self);
        if (!(text[0] == '|' && length > 1 && text[1] == '-'))
            kn_extract_block(self->extract, text + 1,
                             length - 1 - (text[0] == '|' && length > 1 && text[length - 1] == '|'),
                             text[0] == '|' ? KNAP_BLOCK_TABLE : KNAP_BLOCK_CODE, 0);
    } else if (!kn_markup_rule(text, length, "-")) {
        add_text_line(self, at, text, length);
    }
    return at;
}

static knap_status extract_org(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.extract = extract, .raw = {.allocator = source->allocator}};
    bool found = kn_source_lines_find(&self.lines, source->bytes, source->length, source->allocator);
    for (size_t at = 0; found && at < self.lines.count && !extract->failed; at++)
        at = read_line(&self, at);
    end_paragraph(&self);
    kn_source_lines_free(&self.lines);
    kn_text_free(&self.raw);
    return found ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_org_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_org, error);
}

bool kn_org_is(const char *name, const char *text, size_t length)
{
    (void)text, (void)length;
    return kn_name_ends(name, "org");
}
