/* markdown.c - Markdown, by md4c. Code and tables are blocks of their kinds, images and comments are left out, the text of links is kept,
 * raw HTML is read for its text. Front matter between lines "---" gives title and date. */
#include "formats/markdown.h"
#include "formats/entity.h"
#include "formats/fragment.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"
#include "text/layout.h"

#include <string.h>

/* Bytes that are looked at to recognise Markdown. */
enum { HEAD = 8192 };

#ifdef KNAP_WITH_MARKDOWN
#include <md4c.h>

typedef struct reader {
    kn_extract *extract;
    kn_fragment html;
    size_t images; /* open ones: their text is left out */
    size_t lists, quotes, codes, tables, links;
    size_t alert;      /* the quotation that is an alert of GitHub, as the number of those open; 0: none */
    size_t link_bytes; /* of the open block inside links */
    unsigned heading;  /* its level; 0: none is open */
    bool note;         /* the open block is a footnote */
    bool row;          /* the open block is a row of a table that no blank line parts from a paragraph */
    bool line_start;   /* of the Markdown text */
} reader;

/* ---- Blocks ---- */

/* "[!NOTE]" at the start of a quotation makes it an alert of GitHub, which is the writer's own text. */
static void read_alert(reader *self)
{
    kn_extract *extract = self->extract;
    char *text = extract->text.bytes + extract->begin;
    size_t open = kn_extract_open(extract), end;
    const char *close;
    if (!self->quotes || open < 4 || text[0] != '[' || text[1] != '!')
        return;
    close = memchr(text, ']', open < 16 ? open : 16);
    if (!close)
        return;
    end = (size_t)(close - text) + 1;
    end += end < open && text[end] == ' ';
    memmove(text, text + end, open - end);
    extract->text.length -= end;
    self->alert = self->quotes;
}

/* Badges and rows of links, as under the name of a project. */
static bool is_row_of_links(const reader *self)
{
    const kn_extract *extract = self->extract;
    return self->link_bytes * 3 > kn_extract_open(extract) * 2 &&
           !kn_ends_sentence(extract->text.bytes, extract->begin, extract->text.length);
}

static void end_block(reader *self)
{
    knap_block kind;
    unsigned level = 0;
    read_alert(self);
    kind = self->heading                  ? KNAP_BLOCK_HEADING
           : self->codes                  ? KNAP_BLOCK_CODE
           : self->tables || self->row    ? KNAP_BLOCK_TABLE
           : self->note                   ? KNAP_BLOCK_NOTE
           : self->lists                  ? KNAP_BLOCK_ITEM
           : is_row_of_links(self)        ? KNAP_BLOCK_FURNITURE
           : self->quotes && !self->alert ? KNAP_BLOCK_QUOTE
                                          : KNAP_BLOCK_PARAGRAPH;
    if (kind == KNAP_BLOCK_HEADING)
        level = self->heading;
    else if (kind == KNAP_BLOCK_ITEM)
        level = (unsigned)self->lists;
    kn_extract_end(self->extract, kind, level);
    self->link_bytes = 0;
    self->note = self->row = false;
    self->line_start = true;
}

static size_t *counter_of(reader *self, MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_QUOTE:
        return &self->quotes;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        return &self->lists;
    case MD_BLOCK_CODE:
        return &self->codes;
    case MD_BLOCK_TABLE:
        return &self->tables;
    default:
        return NULL;
    }
}

static bool is_cell(MD_BLOCKTYPE type)
{
    return type == MD_BLOCK_TD || type == MD_BLOCK_TH;
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    reader *self = context;
    size_t *counter = counter_of(self, type);
    if (is_cell(type)) { /* a row is a block */
        if (kn_extract_open(self->extract))
            kn_extract_add(self->extract, " | ", 3);
        return 0;
    }
    end_block(self); /* the first line of an item ends where a list inside it begins */
    if (counter)
        ++*counter;
    if (type == MD_BLOCK_H)
        self->heading = ((MD_BLOCK_H_DETAIL *)detail)->level;
    return self->extract->failed;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    reader *self = context;
    size_t *counter = counter_of(self, type);
    (void)detail;
    if (is_cell(type))
        return 0;
    if (type == MD_BLOCK_HTML)
        kn_fragment_close(&self->html);
    end_block(self);
    if (type == MD_BLOCK_QUOTE && self->alert == self->quotes)
        self->alert = 0;
    if (counter)
        --*counter;
    self->heading = 0;
    return self->extract->failed;
}

/* ---- Text ---- */

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    reader *self = context;
    (void)detail;
    self->images += type == MD_SPAN_IMG;
    self->links += type == MD_SPAN_A;
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    reader *self = context;
    (void)detail;
    self->images -= type == MD_SPAN_IMG;
    self->links -= type == MD_SPAN_A;
    return 0;
}

/* The length of a mark that is no text at `at`: the number of a footnote, "[^1]", or the name of a picture, ":rocket:". */
static size_t mark_length(const char *text, size_t at, size_t length)
{
    size_t end = at + 2;
    bool footnote = text[at] == '[';
    if (end >= length ||
        (footnote ? text[at + 1] != '^' : !kn_ascii_letter(text[at + 1]) || (at && text[at - 1] != ' ')))
        return 0;
    while (end < length && end - at < 40 &&
           (kn_ascii_letter(text[end]) || kn_ascii_digit(text[end]) || strchr("_-+", text[end])))
        end++;
    return end < length && text[end] == (footnote ? ']' : ':') ? end + 1 - at : 0;
}

static void add_marked(kn_extract *extract, const char *text, size_t length)
{
    size_t begin = 0;
    for (size_t at = 0; at < length; at++) {
        size_t mark = text[at] == '[' || text[at] == ':' ? mark_length(text, at, length) : 0;
        if (!mark)
            continue;
        kn_extract_add(extract, text + begin, at - begin);
        at += mark - 1;
        begin = at + 1;
    }
    kn_extract_add(extract, text + begin, length - begin);
}

/* A footnote, "[^1]: text", ends the block before it and is one. */
static void read_footnote(reader *self, const char **text, size_t *length)
{
    size_t mark = *length > 4 && (*text)[0] == '[' ? mark_length(*text, 0, *length) : 0;
    if (!mark || mark >= *length || (*text)[mark] != ':')
        return;
    end_block(self);
    self->note = true;
    *text += mark + 1;
    *length -= mark + 1;
}

static void add_normal(reader *self, const char *text, size_t length)
{
    size_t before;
    if (self->line_start) {
        if (length >= 3 && memcmp(text, ":::", 3) == 0)
            return; /* the fence of a block that has a name */
        read_footnote(self, &text, &length);
        if (length && (self->row || text[0] == '|') && !self->codes && !self->tables)
            end_block(self);
        self->row = length && text[0] == '|' && !self->codes && !self->tables;
    }
    before = self->extract->text.length;
    add_marked(self->extract, text, length);
    if (self->links)
        self->link_bytes += self->extract->text.length - before;
}

static void add_entity(kn_extract *extract, const char *text, size_t length)
{
    char bytes[4];
    size_t size = kn_entity(text, length, bytes);
    kn_extract_add(extract, size ? bytes : text, size ? size : length);
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE length, void *context)
{
    reader *self = context;
    if (self->images)
        return 0;
    if (type == MD_TEXT_HTML)
        kn_fragment_add(&self->html, text, length);
    else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
        kn_extract_add(self->extract, " ", 1);
    else if (type == MD_TEXT_ENTITY)
        add_entity(self->extract, text, length);
    else if (type == MD_TEXT_CODE)
        kn_extract_add(self->extract, text, length);
    else if (type != MD_TEXT_NULLCHAR)
        add_normal(self, text, length);
    self->line_start = type == MD_TEXT_BR || type == MD_TEXT_SOFTBR;
    return self->extract->failed;
}

/* ---- Front matter ---- */

/* One line "name: value" of front matter. */
static void read_setting(kn_extract *extract, const char *line, size_t length)
{
    char value[512];
    const char *colon = memchr(line, ':', length), *equals = memchr(line, '=', length);
    size_t begin, name, size;
    colon = colon ? colon : equals;
    begin = colon ? (size_t)(colon - line) + 1 : length;
    for (name = begin ? begin - 1 : 0; name > 0 && line[name - 1] == ' ';)
        name--;
    while (begin < length && (kn_ascii_space(line[begin]) || line[begin] == '"' || line[begin] == '\''))
        begin++;
    while (length > begin && (kn_ascii_space(line[length - 1]) || line[length - 1] == '"' || line[length - 1] == '\''))
        length--;
    size = length - begin < sizeof value - 1 ? length - begin : sizeof value - 1;
    memcpy(value, line + begin, size);
    value[size] = 0;
    if (colon && name == 4 && memcmp(line, "date", 4) == 0)
        extract->date = kn_date_of_name(value);
    else if (colon && name == 5 && memcmp(line, "title", 5) == 0 && size == length - begin)
        kn_extract_block(extract, value, size, KNAP_BLOCK_HEADING, 1);
}

/* Reads front matter and returns where the text begins. */
static size_t read_front_matter(kn_extract *extract, const char *text, size_t length)
{
    size_t at = 4, end;
    char mark = length ? text[0] : 0; /* of YAML or TOML */
    if (length < 8 || (memcmp(text, "---\n", 4) != 0 && memcmp(text, "+++\n", 4) != 0))
        return 0;
    for (; at < length && at < HEAD; at = end + 1) {
        const char *newline = memchr(text + at, '\n', length - at);
        end = newline ? (size_t)(newline - text) : length;
        if (end - at == 3 && text[at] == text[at + 1] && text[at] == text[at + 2] &&
            (text[at] == mark || (mark == '-' && text[at] == '.'))) {
            for (size_t line = 4; line < at; line++) {
                size_t stop = line;
                while (text[stop] != '\n')
                    stop++;
                read_setting(extract, text + line, stop - line);
                line = stop;
            }
            return end < length ? end + 1 : length;
        }
    }
    return 0;
}

/* ---- Long definitions of links ---- */

/* md4c goes through the target and the title of a definition at each use of it, which takes the square of the file's length where
 * both are long. Neither is text of the document, so the middle of a long one is left out. */
enum { LONGEST_TARGET = 2048 };

typedef struct shortening {
    const char *text;
    size_t length;
    size_t kept; /* the text before it is in `made` */
    kn_text made;
    size_t without[256]; /* by byte: there is none of it before this place */
} shortening;

/* The next place of a byte from `at` on, or the end of the text. Places where it is not are looked at once. */
static size_t find_byte(shortening *self, size_t at, char byte)
{
    size_t *without = &self->without[(unsigned char)byte];
    const char *found;
    if (*without > at)
        at = *without;
    found = at < self->length ? memchr(self->text + at, byte, self->length - at) : NULL;
    *without = found ? (size_t)(found - self->text) : self->length;
    return *without;
}

static void leave_out(shortening *self, size_t from, size_t to)
{
    while (to > from && to < self->length && (self->text[to] & 0xC0) == 0x80) /* inside a character */
        to--;
    if (to <= from || from < self->kept)
        return;
    kn_text_add(&self->made, self->text + self->kept, from - self->kept);
    self->kept = to;
}

/* Passes one part of a definition: a word, or what stands between a quote and its end. */
static size_t pass_part(shortening *self, size_t at)
{
    char open = at < self->length ? self->text[at] : 0, close = open == '<' ? '>' : open == '(' ? ')' : open;
    size_t end = at;
    bool quoted = open == '<' || open == '"' || open == '\'' || open == '(';
    if (quoted)
        end = find_byte(self, at + 1, close);
    else
        while (end < self->length && !kn_ascii_space(self->text[end]))
            end++;
    if (end - at > LONGEST_TARGET && (end < self->length || !quoted))
        leave_out(self, at + LONGEST_TARGET, end);
    return end < self->length ? end : at;
}

static size_t pass_space(const shortening *self, size_t at)
{
    while (at < self->length && kn_ascii_space(self->text[at]))
        at++;
    return at;
}

/* The text with short definitions of links, in self->made; false where all of them are short. */
static bool shorten(shortening *self)
{
    for (size_t at = 0; (at = find_byte(self, at, ']')) + 1 < self->length; at++)
        if (self->text[at + 1] == ':') {
            size_t end = pass_part(self, pass_space(self, at + 2));
            pass_part(self, pass_space(self, end + (end < self->length && self->text[end] == '>')));
        }
    if (!self->kept)
        return false;
    kn_text_add(&self->made, self->text + self->kept, self->length - self->kept);
    return true;
}

knap_status kn_markdown_extract(const kn_source *source, kn_extract *extract, knap_error *error)
{
    MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
                        .enter_block = enter_block,
                        .leave_block = leave_block,
                        .enter_span = enter_span,
                        .leave_span = leave_span,
                        .text = add_text};
    reader self = {.extract = extract, .html = {.extract = extract}, .line_start = true};
    size_t begin = read_front_matter(extract, source->bytes, source->length);
    shortening definitions = {.text = source->bytes + begin, .length = source->length - begin};
    definitions.made.allocator = source->allocator;
    bool shortened = shorten(&definitions);
    const char *text = shortened ? definitions.made.bytes : definitions.text;
    size_t length = shortened ? definitions.made.length : definitions.length;
    bool failed = definitions.made.failed || md_parse(text, (MD_SIZE)length, &parser, &self) != 0;
    kn_text_free(&definitions.made);
    kn_extract_end(extract, KNAP_BLOCK_PARAGRAPH, 0);
    return failed || extract->failed ? kn_no_memory(error) : KNAP_OK;
}

#else

/* Without md4c Markdown is plain text: it reads well enough, so it is not refused. kn_markdown_is never says yes. */
knap_status kn_markdown_extract(const kn_source *source, kn_extract *extract, knap_error *error)
{
    (void)extract;
    return kn_left_out(source, "Markdown", "WITH_MARKDOWN", "libmd4c-dev", error);
}

#endif

knap_status kn_markdown_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, kn_markdown_extract, error);
}

/* ---- Recognising ---- */

enum {
    SIGN_HEADING = 1,
    SIGN_FENCE = 2,
    SIGN_LINK = 4,
    SIGN_LIST = 8,
    SIGN_RULE = 16,
    SIGN_STRONG = 32,
    SIGN_TABLE = 64,
    SIGN_QUOTE = 128
};

/* What a line shows of Markdown. */
static unsigned line_signs(const char *line, size_t length)
{
    unsigned signs = 0;
    size_t marks = 0;
    while (marks < length && line[marks] == '#')
        marks++;
    if (marks > 0 && marks < 7 && marks + 1 < length && line[marks] == ' ')
        signs |= SIGN_HEADING;
    if (length >= 3 && (memcmp(line, "```", 3) == 0 || memcmp(line, "~~~", 3) == 0))
        signs |= SIGN_FENCE;
    if (length >= 5 && memcmp(line, "|", 1) == 0 && line[length - 1] == '|')
        signs |= SIGN_TABLE;
    if (length > 2 && (line[0] == '*' || line[0] == '-' || line[0] == '+') && line[1] == ' ')
        signs |= SIGN_LIST;
    if (length >= 3 && (strspn(line, "=") >= 3 || strspn(line, "-") >= 3) &&
        (line[length - 1] == '=' || line[length - 1] == '-'))
        signs |= SIGN_RULE;
    if (length > 2 && line[0] == '>' && line[1] == ' ')
        signs |= SIGN_QUOTE;
    for (const char *at = line, *end = line + length; (at = memchr(at, ']', (size_t)(end - at))) != NULL; at++)
        if (at + 1 < end && at[1] == '(' && memchr(line, '[', (size_t)(at - line)))
            signs |= SIGN_LINK;
    for (const char *at = line, *end = line + length; (at = memchr(at, '*', (size_t)(end - at))) != NULL; at++)
        if (at + 2 < end && at[1] == '*' && at[2] != ' ' && at[2] != '*') {
            signs |= SIGN_STRONG;
            break;
        }
    return signs;
}

static bool is_plain(const char *bytes, size_t length)
{
    return !memchr(bytes, '#', length) && !memchr(bytes, '`', length) && !memchr(bytes, '[', length) &&
           !memchr(bytes, '*', length) && !memchr(bytes, '|', length) && !memchr(bytes, '=', length);
}

/* What the start of a text shows of Markdown. */
static unsigned text_signs(const char *text, size_t head)
{
    unsigned signs = 0;
    for (size_t at = 0; at < head;) {
        const char *newline = memchr(text + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - text) : head;
        signs |= line_signs(text + at, end - at);
        at = end + 1;
    }
    return signs;
}

/* A page may have any name. */
static bool is_page(const char *text, size_t length)
{
    size_t at = 0;
    while (at < length && kn_ascii_space(text[at]))
        at++;
    return (length - at > 14 && kn_ascii_same_start(text + at, "<!doctype html", 14)) ||
           (length - at > 5 && kn_ascii_same_start(text + at, "<html", 5)) ||
           (length - at > 5 && kn_ascii_same_start(text + at, "<?xml", 5));
}

bool kn_markdown_named(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD;
#ifndef KNAP_WITH_MARKDOWN
    return false;
#endif
    if (!kn_name_ends(name, "md markdown mdown mkd mdwn mdx qmd rmd") || is_page(text, head))
        return false;
    return text_signs(text, head) != 0 || !is_plain(text, head) || memchr(text, '<', head) ||
           (length >= 4 && (memcmp(text, "---\n", 4) == 0 || memcmp(text, "+++\n", 4) == 0));
}

bool kn_markdown_is(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD, kinds = 0;
    unsigned signs;
    (void)name;
#ifndef KNAP_WITH_MARKDOWN
    return false;
#endif
    if (is_plain(text, head))
        return false;
    signs = text_signs(text, head);
    /* Lists, rules and quotations are in plain text too. */
    signs &= (unsigned)~(SIGN_LIST | SIGN_RULE | SIGN_QUOTE);
    for (unsigned left = signs; left; left &= left - 1)
        kinds++;
    return kinds >= 2;
}
