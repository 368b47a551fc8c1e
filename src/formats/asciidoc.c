/* asciidoc.c - documents in AsciiDoc, line by line. */
#include "formats/asciidoc.h"
#include "base/utf8.h"
#include "formats/source_lines.h"
#include "formats/markup.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/symbols.h"
#include "text/layout.h"

#include <string.h>

enum { LONGEST_LINK = 500 };

typedef struct reader {
    kn_extract *extract;
    kn_source_lines lines;
    kn_text raw;
    unsigned item;    /* the level of the open list item; 0: none */
    bool quote;       /* between lines of "____" */
    bool code;        /* the next paragraph is code: [source] */
    bool header;      /* the lines behind the title */
    kn_symbols names; /* of attributes */
    kn_text values;   /* of attributes, each with a 0 behind it */
    size_t *value;    /* [names.count] where each begins */
    kn_text line;     /* with the values of its attributes */
} reader;

/* ---- Attributes ---- */

/* The line with the values of the attributes that were set before it, in self->line. */
static void expand(reader *self, const char *text, size_t length)
{
    size_t begin = 0;
    const char *open, *close;
    self->line.length = 0;
    for (size_t at = 0; (open = memchr(text + at, '{', length - at)) != NULL;) {
        uint32_t number = KN_NO_SYMBOL;
        at = (size_t)(open - text) + 1;
        close = memchr(open, '}', length - at < LONGEST_LINK ? length - at + 1 : LONGEST_LINK);
        if (close)
            number = kn_symbols_find(&self->names, open + 1, (size_t)(close - open) - 1);
        if (number == KN_NO_SYMBOL)
            continue;
        kn_text_add(&self->line, text + begin, at - 1 - begin);
        kn_text_add(&self->line, self->values.bytes + self->value[number],
                    strlen(self->values.bytes + self->value[number]));
        at = begin = (size_t)(close - text) + 1;
    }
    kn_text_add(&self->line, text + begin, length - begin);
}

/* Takes ":name: value". Long values are not shown, so that values of values do not grow. */
static void define(reader *self, const char *text, size_t length)
{
    const char *colon = length > 2 && text[0] == ':' ? memchr(text + 1, ':', length - 1) : NULL;
    size_t name = colon ? (size_t)(colon - text) - 1 : 0, begin = name + 2;
    uint32_t number;
    if (!name || memchr(text + 1, ' ', name))
        return;
    while (begin < length && text[begin] == ' ')
        begin++;
    expand(self, text + begin, length - begin);
    number = kn_symbols_add(&self->names, text + 1, name);
    if (number == KN_NO_SYMBOL || !KN_ROOM(self->line.allocator, self->value, number + 1)) {
        self->extract->failed = true;
        return;
    }
    self->value[number] = self->values.length;
    kn_text_add(&self->values, self->line.bytes ? self->line.bytes : "",
                self->line.length < LONGEST_LINK ? self->line.length : 0);
    kn_text_byte(&self->values, 0);
    self->extract->failed |= self->values.failed;
}

/* ---- Inside lines ---- */

/* "`text'" and "``text''", the quotes of older documents. */
static size_t read_quotes(kn_extract *extract, const char *from, const char *end)
{
    size_t marks = from + 1 < end && from[1] == '`' ? 2 : 1;
    const char *at = from + marks;
    while (at < end && *at != '`' && *at != '\'')
        at++;
    if (at == from + marks || (size_t)(end - at) < marks || memcmp(at, "\'\'", marks) != 0)
        return 0;
    kn_extract_add(extract, marks == 2 ? "\"" : "'", 1);
    kn_extract_add(extract, from + marks, (size_t)(at - from) - marks);
    kn_extract_add(extract, marks == 2 ? "\"" : "'", 1);
    return (size_t)(at - from) + marks;
}

/* "url[text]", "link:x[text]", "image:x[]", "<<x,text>>", "footnote:[text]". */
static size_t read_special(kn_extract *extract, const char *text, size_t at, size_t length)
{
    static const char *const starts[] = {"http://",   "https://", "link:", "mailto:", "xref:", "image:",
                                         "footnote:", "kbd:",     "btn:",  "menu:",   "pass:", "icon:"};
    const char *from = text + at, *end = text + (length - at > LONGEST_LINK ? at + LONGEST_LINK : length), *open,
               *close, *comma;
    if (end - from > 4 && from[0] == '<' && from[1] == '<') {
        close = memchr(from, '>', (size_t)(end - from));
        if (!close || close + 1 >= end || close[1] != '>')
            return 0;
        comma = memchr(from, ',', (size_t)(close - from));
        open = comma ? comma + 1 : from + 2;
        kn_extract_add(extract, open, (size_t)(close - open));
        return (size_t)(close + 2 - from);
    }
    if (from[0] == '`')
        return read_quotes(extract, from, end);
    if (from[0] == '{') { /* an attribute: "{url}/path[text]" gives the text */
        for (open = from + 1; open < end && !strchr(" [}", *open);)
            open++;
        if (open >= end || *open != '}')
            return 0;
        close = open + 1;
        while (open < end && *open != '[' && *open != ' ')
            open++;
        comma = open < end && *open == '[' ? memchr(open, ']', (size_t)(end - open)) : NULL;
        if (comma)
            kn_extract_add(extract, open + 1, (size_t)(comma - open) - 1);
        return (size_t)((comma ? comma + 1 : close) - from);
    }
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        size_t size = strlen(starts[i]);
        if ((size_t)(end - from) <= size || memcmp(from, starts[i], size) != 0)
            continue;
        for (open = from + size; open < end && *open != '[' && *open != ' ';)
            open++;
        close = open < end && *open == '[' ? memchr(open, ']', (size_t)(end - open)) : NULL;
        if (!close)
            return 0;
        if (starts[i][0] != 'i' && starts[i][0] != 'f')
            kn_extract_add(extract, close > open + 1 ? open + 1 : from,
                           close > open + 1 ? (size_t)(close - open) - 1 : (size_t)(open - from));
        else if (close + 1 < end && strchr(".,;", close[1]))
            extract->space = false;
        return (size_t)(close + 1 - from);
    }
    return 0;
}

static void add_inline(reader *self, const char *text, size_t length)
{
    kn_markup_add(self->extract, text, length, "*_`#+", read_special);
}

static void end_paragraph(reader *self)
{
    knap_block kind = self->code    ? KNAP_BLOCK_CODE
                      : self->item  ? KNAP_BLOCK_ITEM
                      : self->quote ? KNAP_BLOCK_QUOTE
                                    : KNAP_BLOCK_PARAGRAPH;
    self->code = self->code && self->raw.length == 0;
    add_inline(self, self->raw.bytes ? self->raw.bytes : "", self->raw.length);
    self->extract->failed |= self->raw.failed;
    self->raw.length = 0;
    kn_extract_end(self->extract, kind, kind == KNAP_BLOCK_ITEM ? self->item : 0);
}

/* ---- Lines ---- */

/* The length of a list mark, "* ", "** ", ". ", "- " or "1. ", and the level of the item; 0: no item. */
static size_t item_mark(const char *text, size_t length, unsigned *level)
{
    size_t i = 0;
    char mark = length ? text[0] : 0;
    if (mark == '-' || mark == '*' || mark == '.')
        while (i < length && text[i] == mark && i < 6)
            i++;
    *level = i ? (unsigned)i : 1;
    if (mark == '<' && length > 4 && kn_ascii_digit(text[1]) && text[2] == '>' && text[3] == ' ')
        return 4; /* the explanation of a mark in code */
    if (i == 0) {
        while (i < length && kn_ascii_digit(text[i]) && i < 3)
            i++;
        if (i == 0 || i >= length || text[i] != '.')
            return 0;
        i++;
    }
    return i + 1 < length && text[i] == ' ' ? i + 1 : 0;
}

/* A block between two lines that are the same; returns the last line of it. */
static size_t read_delimited(reader *self, size_t at, knap_block kind, bool keep)
{
    size_t length, other;
    const char *mark = kn_source_line_text(&self->lines, at, &length);
    end_paragraph(self);
    for (at++; at < self->lines.count; at++) {
        const char *text = kn_source_line_text(&self->lines, at, &other);
        if (other == length && memcmp(text, mark, length) == 0)
            break;
        if (!keep)
            continue;
        kn_extract_add(self->extract, text, other);
        kn_extract_add(self->extract, " ", 1);
        if (kind == KNAP_BLOCK_TABLE)
            kn_extract_end(self->extract, kind, 0);
    }
    kn_extract_end(self->extract, kind, 0);
    self->code = false;
    return at;
}

static size_t read_delimiter(reader *self, size_t at, const char *text, size_t length)
{
    if (length >= 4 && memcmp(text, "|===", 4) == 0)
        return read_delimited(self, at, KNAP_BLOCK_TABLE, true);
    if (length >= 3 && memcmp(text, "```", 3) == 0 && length == 3)
        return read_delimited(self, at, KNAP_BLOCK_CODE, true);
    if (length >= 4 && kn_markup_rule(text, length, "-.+"))
        return read_delimited(self, at, KNAP_BLOCK_CODE, true);
    if (length >= 4 && kn_markup_rule(text, length, "/"))
        return read_delimited(self, at, KNAP_BLOCK_CODE, false);
    end_paragraph(self); /* ====, ****, ____, ''' and the like */
    self->quote = text[0] == '_' ? !self->quote : self->quote;
    return at;
}

/* "= Title" to "====== Title"; the level, or 0. */
static unsigned title_level(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] == '=')
        i++;
    return i && i < 7 && i + 1 < length && text[i] == ' ' ? (unsigned)i : 0;
}

/* The level of a title with a line under it that is as long as it, give or take two characters; or 0. */
static unsigned underlined_level(const reader *self, size_t at)
{
    static const char marks[] = "=-~^+"; /* of level 1 and below */
    size_t length, under, width;
    const char *text = kn_source_line_text(&self->lines, at, &length), *line = NULL;
    if (self->raw.length || self->lines.line[at].indent || at + 1 >= self->lines.count || !length || text[0] == '.' ||
        text[0] == '[' || kn_markup_rule(text, length, marks))
        return 0;
    line = kn_source_line_text(&self->lines, at + 1, &under);
    width = kn_utf8_count(text, length);
    if (!kn_markup_rule(line, under, marks) || under + 2 < width || under > width + 2 || !kn_has_words(text, length, 1))
        return 0;
    return (unsigned)(strchr(marks, line[0]) - marks) + 1;
}

/* A title of a level; `begin` and `end` are its place in the line. */
static void add_title(reader *self, const char *text, size_t begin, size_t end, unsigned level)
{
    self->item = 0;
    expand(self, text + begin, end - begin);
    add_inline(self, self->line.bytes ? self->line.bytes : "", self->line.length);
    kn_extract_end(self->extract, KNAP_BLOCK_HEADING, level);
    self->header = level == 1;
}

static bool is_dropped(const char *text, size_t length)
{
    static const char *const starts[] = {
        "image::", "include::", "toc::", "video::", "ifdef::", "ifndef::", "endif::", "<<<", "//", "ifeval::"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (length >= strlen(starts[i]) && memcmp(text, starts[i], strlen(starts[i])) == 0)
            return true;
    return (length == 1 && text[0] == '+') ||
           (length > 2 && text[0] == ':' && text[1] != ' ' && memchr(text + 1, ':', length - 1));
}

/* "term:: definition"; the length of the term, or 0. */
static size_t term_length(const char *text, size_t length)
{
    for (size_t i = 1; i + 1 < length; i++)
        if (text[i] == ':' && text[i + 1] == ':' && (i + 2 == length || text[i + 2] == ' '))
            return i;
    return 0;
}

static void add_line(reader *self, const char *text, size_t length)
{
    bool line_break;
    static const char *const labels[] = {"NOTE: ", "TIP: ", "IMPORTANT: ", "WARNING: ", "CAUTION: "};
    for (size_t i = 0; self->raw.length == 0 && i < sizeof labels / sizeof *labels; i++)
        if (length > strlen(labels[i]) && memcmp(text, labels[i], strlen(labels[i])) == 0) {
            text += strlen(labels[i]);
            length -= strlen(labels[i]);
        }
    line_break = length > 2 && memcmp(text + length - 2, " +", 2) == 0;
    expand(self, text, length - (line_break ? 2 : 0));
    kn_join_line(&self->raw, self->line.bytes ? self->line.bytes : "", self->line.length);
    self->extract->failed |= self->line.failed;
    if (line_break && self->raw.bytes && !kn_ends_sentence(self->raw.bytes, 0, self->raw.length))
        end_paragraph(self);
}

static void read_text_line(reader *self, size_t at, const char *text, size_t length)
{
    unsigned level;
    size_t mark = item_mark(text, length, &level), term = self->raw.length ? 0 : term_length(text, length);
    if (mark) {
        end_paragraph(self);
        self->item = level;
        add_line(self, text + mark, length - mark);
    } else if (term) {
        end_paragraph(self);
        add_inline(self, text, term + 1);
        kn_extract_end(self->extract, KNAP_BLOCK_ITEM, 1);
        self->item = 2;
        add_line(self, text + term + 2, length - term - 2);
    } else if (self->lines.line[at].indent && self->raw.length == 0 && !self->item) {
        kn_extract_block(self->extract, text, length, KNAP_BLOCK_CODE, 0);
    } else {
        add_line(self, text, length);
    }
}

static size_t read_line(reader *self, size_t at)
{
    size_t length;
    const char *text = kn_source_line_text(&self->lines, at, &length);
    unsigned level = title_level(text, length), under = level ? 0 : underlined_level(self, at);
    if (length == 0) {
        bool goes_on = kn_source_line_starts(&self->lines, at + 1, "+");
        end_paragraph(self);
        self->header = false;
        self->item = goes_on ? self->item : 0;
        return at;
    }
    if (level) {
        end_paragraph(self);
        while (length > level + 1 && text[length - 1] == '=')
            length--; /* the marks may stand at both ends */
        add_title(self, text, level + 1, length, level);
    } else if (under) {
        add_title(self, text, 0, length, under);
        return at + 1;
    } else if (kn_markup_rule(text, length, "=*_'-.+/`") || (length >= 4 && memcmp(text, "|===", 4) == 0)) {
        return read_delimiter(self, at, text, length);
    } else if (is_dropped(text, length)) {
        define(self, text, length);
    } else if (self->header) {
        kn_extract_block(self->extract, text, length, KNAP_BLOCK_FURNITURE, 0);
    } else if (text[0] == '[' && text[length - 1] == ']' &&
               !(length > 1 && text[1] == '[' && length > 4 && text[2] == '[')) {
        end_paragraph(self);
        self->code = length > 7 && (memcmp(text, "[source", 7) == 0 || memcmp(text, "[listing", 8) == 0);
    } else if (text[0] == '.' && length > 1 && text[1] != ' ' && text[1] != '.' && self->raw.length == 0) {
        add_inline(self, text + 1, length - 1);
        kn_extract_end(self->extract, KNAP_BLOCK_CAPTION, 0);
    } else {
        read_text_line(self, at, text, length);
    }
    return at;
}

static knap_status extract_asciidoc(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.extract = extract, .raw = {.allocator = source->allocator}};
    self.line.allocator = self.values.allocator = source->allocator;
    kn_symbols_begin(&self.names, source->allocator);
    bool found = kn_source_lines_find(&self.lines, source->bytes, source->length, source->allocator);
    for (size_t at = 0; found && at < self.lines.count && !extract->failed; at++)
        at = read_line(&self, at);
    end_paragraph(&self);
    kn_source_lines_free(&self.lines);
    kn_text_free(&self.raw);
    kn_text_free(&self.line);
    kn_text_free(&self.values);
    KN_RELEASE(source->allocator, self.value);
    kn_symbols_free(&self.names);
    return found ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_asciidoc_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_asciidoc, error);
}

bool kn_asciidoc_is(const char *name, const char *text, size_t length)
{
    (void)text, (void)length;
    return kn_name_ends(name, "adoc asciidoc");
}
