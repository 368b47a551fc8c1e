/* markdown.c - Markdown, by md4c: code, tables, images and raw HTML are left out, list items are paragraphs, the text of links
 * is kept. Front matter between lines "---" gives title and date. */
#include "formats/markdown.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"
#include "text/utf8.h"

#include <string.h>

/* Bytes that are looked at to recognise Markdown. */
enum { HEAD = 8192 };

#ifdef KNAP_WITH_MARKDOWN
#include <md4c.h>

enum { LONGEST_ENTITY = 40 };

typedef struct reader {
    kn_extract *extract;
    size_t left_out; /* open blocks and images whose text is left out */
    bool heading;
} reader;

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    reader *self = context;
    (void)detail;
    kn_extract_end(self->extract, KNAP_BLOCK_PARAGRAPH,
                   0); /* the first line of an item ends where a list inside it begins */
    self->left_out += type == MD_BLOCK_CODE || type == MD_BLOCK_TABLE || type == MD_BLOCK_HTML;
    self->heading = type == MD_BLOCK_H;
    return self->extract->failed;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    reader *self = context;
    (void)detail;
    kn_extract_end(self->extract, self->heading ? KNAP_BLOCK_HEADING : KNAP_BLOCK_PARAGRAPH, 0);
    self->left_out -= type == MD_BLOCK_CODE || type == MD_BLOCK_TABLE || type == MD_BLOCK_HTML;
    self->heading = false;
    return self->extract->failed;
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    ((reader *)context)->left_out += type == MD_SPAN_IMG;
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    (void)detail;
    ((reader *)context)->left_out -= type == MD_SPAN_IMG;
    return 0;
}

/* The common named entities, and numbers; others stay as they are written. */
static void add_entity(kn_extract *extract, const char *text, size_t length)
{
    static const struct {
        const char *name, *text;
    } known[] = {{"&amp;", "&"},
                 {"&lt;", "<"},
                 {"&gt;", ">"},
                 {"&quot;", "\""},
                 {"&apos;", "'"},
                 {"&nbsp;", " "},
                 {"&mdash;", "\xE2\x80\x94"},
                 {"&ndash;", "\xE2\x80\x93"},
                 {"&hellip;", "\xE2\x80\xA6"},
                 {"&rsquo;", "\xE2\x80\x99"},
                 {"&lsquo;", "\xE2\x80\x98"},
                 {"&ldquo;", "\xE2\x80\x9C"},
                 {"&rdquo;", "\xE2\x80\x9D"},
                 {"&copy;", "\xC2\xA9"}};
    int32_t code = 0;
    bool hex = length > 3 && (text[2] == 'x' || text[2] == 'X');
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && memcmp(known[i].name, text, length) == 0) {
            kn_extract_add(extract, known[i].text, strlen(known[i].text));
            return;
        }
    if (length > 3 && length < LONGEST_ENTITY && text[1] == '#') {
        char bytes[4];
        for (size_t i = 2 + hex; i + 1 < length && code <= 0x10FFFF; i++)
            code =
                code * (hex ? 16 : 10) + (kn_ascii_digit(text[i]) ? text[i] - '0' : kn_ascii_lower(text[i]) - 'a' + 10);
        if (code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF)) {
            kn_extract_add(extract, bytes, kn_utf8_write(code, bytes));
            return;
        }
    }
    kn_extract_add(extract, text, length);
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE length, void *context)
{
    reader *self = context;
    if (self->left_out || type == MD_TEXT_HTML)
        return 0;
    if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR)
        kn_extract_add(self->extract, " ", 1);
    else if (type == MD_TEXT_ENTITY)
        add_entity(self->extract, text, length);
    else if (type != MD_TEXT_NULLCHAR)
        kn_extract_add(self->extract, text, length);
    return self->extract->failed;
}

/* One line "name: value" of front matter. */
static void read_setting(kn_extract *extract, const char *line, size_t length)
{
    char value[512];
    const char *colon = memchr(line, ':', length);
    size_t begin = colon ? (size_t)(colon - line) + 1 : length, size;
    while (begin < length && (kn_ascii_space(line[begin]) || line[begin] == '"' || line[begin] == '\''))
        begin++;
    while (length > begin && (kn_ascii_space(line[length - 1]) || line[length - 1] == '"' || line[length - 1] == '\''))
        length--;
    size = length - begin < sizeof value - 1 ? length - begin : sizeof value - 1;
    memcpy(value, line + begin, size);
    value[size] = 0;
    if (colon && colon - line == 4 && memcmp(line, "date", 4) == 0)
        extract->date = kn_date_of_name(value);
    else if (colon && colon - line == 5 && memcmp(line, "title", 5) == 0 && size == length - begin)
        kn_extract_block(extract, value, size, KNAP_BLOCK_HEADING, 1);
}

/* Reads front matter and returns where the text begins. */
static size_t read_front_matter(kn_extract *extract, const char *text, size_t length)
{
    size_t at = 4, end;
    if (length < 8 || memcmp(text, "---\n", 4) != 0)
        return 0;
    for (; at < length && at < HEAD; at = end + 1) {
        const char *newline = memchr(text + at, '\n', length - at);
        end = newline ? (size_t)(newline - text) : length;
        if (end - at == 3 && (memcmp(text + at, "---", 3) == 0 || memcmp(text + at, "...", 3) == 0)) {
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

knap_status kn_markdown_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS,
                        .enter_block = enter_block,
                        .leave_block = leave_block,
                        .enter_span = enter_span,
                        .leave_span = leave_span,
                        .text = add_text};
    kn_extract extract;
    reader self = {.extract = &extract};
    knap_status status = KNAP_OK;
    size_t begin;
    kn_extract_begin(&extract, source->allocator);
    begin = read_front_matter(&extract, source->bytes, source->length);
    if (md_parse(source->bytes + begin, (MD_SIZE)(source->length - begin), &parser, &self) != 0 || extract.failed)
        status = kn_no_memory(error);
    kn_extract_end(&extract, KNAP_BLOCK_PARAGRAPH, 0);
    if (!status && extract.failed)
        status = kn_no_memory(error);
    if (!status)
        status = output->document(output->context, &extract, "", error);
    kn_extract_free(&extract);
    return status;
}

#else

/* Without md4c Markdown is plain text: it reads well enough, so it is not refused. kn_markdown_is never says yes. */
knap_status kn_markdown_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    (void)output;
    return kn_left_out(source, "Markdown", "WITH_MARKDOWN", "libmd4c-dev", error);
}

#endif

/* ---- Recognising ---- */

enum {
    SIGN_HEADING = 1,
    SIGN_FENCE = 2,
    SIGN_LINK = 4,
    SIGN_LIST = 8,
    SIGN_RULE = 16,
    SIGN_STRONG = 32,
    SIGN_TABLE = 64
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

bool kn_markdown_is(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD, kinds = 0;
    bool named = kn_name_ends(name, "md markdown mdown mkd mdwn");
    unsigned signs = 0;
#ifndef KNAP_WITH_MARKDOWN
    return false;
#endif
    if (!named && is_plain(text, head))
        return false;
    for (size_t at = 0; at < head;) {
        const char *newline = memchr(text + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - text) : head;
        signs |= line_signs(text + at, end - at);
        at = end + 1;
    }
    if (named)
        return signs != 0 || (length >= 4 && memcmp(text, "---\n", 4) == 0);
    /* Lists and rules are in plain text too. */
    signs &= (unsigned)~(SIGN_LIST | SIGN_RULE);
    for (unsigned left = signs; left; left &= left - 1)
        kinds++;
    return kinds >= 2;
}
