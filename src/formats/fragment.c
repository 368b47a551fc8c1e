/* fragment.c - pieces of HTML inside other formats, read tag by tag without a tree, so that a piece may end anywhere. */
#include "formats/fragment.h"
#include "formats/entity.h"
#include "base/ascii.h"
#include "text/layout.h"

#include <string.h>

/* ---- Text ---- */

void kn_fragment_text(kn_extract *extract, const char *text, size_t length)
{
    size_t begin = 0;
    for (size_t at = 0; at < length; at++) {
        char bytes[4];
        size_t reference = text[at] == '&' ? kn_entity_length(text + at, length - at) : 0;
        size_t size = reference ? kn_entity(text + at, reference, bytes) : 0;
        if (!size)
            continue;
        kn_extract_add(extract, text + begin, at - begin);
        kn_extract_add(extract, bytes, size);
        at += reference - 1;
        begin = at + 1;
    }
    kn_extract_add(extract, text + begin, length - begin);
}

/* A row of links, as under the name of a project: "Website - Docs - Chat". */
static bool is_row_of_links(const kn_fragment *self)
{
    const kn_extract *extract = self->extract;
    size_t open = kn_extract_open(extract);
    return self->link_bytes * 2 > open && !kn_ends_sentence(extract->text.bytes, extract->begin, extract->text.length);
}

void kn_fragment_end(kn_fragment *self)
{
    knap_block kind = self->codes             ? KNAP_BLOCK_CODE
                      : self->tables          ? KNAP_BLOCK_TABLE
                      : self->heading         ? KNAP_BLOCK_HEADING
                      : self->lists           ? KNAP_BLOCK_ITEM
                      : is_row_of_links(self) ? KNAP_BLOCK_FURNITURE
                      : self->quotes          ? KNAP_BLOCK_QUOTE
                                              : KNAP_BLOCK_PARAGRAPH;
    unsigned level = kind == KNAP_BLOCK_HEADING ? self->heading : kind == KNAP_BLOCK_ITEM ? (unsigned)self->lists : 0;
    kn_extract_end(self->extract, kind, level);
    self->link_bytes = 0;
}

void kn_fragment_close(kn_fragment *self)
{
    kn_fragment_end(self);
    *self = (kn_fragment){.extract = self->extract};
}

static void add_text(kn_fragment *self, const char *text, size_t length)
{
    size_t before = self->extract->text.length;
    if (self->skip)
        return;
    kn_fragment_text(self->extract, text, length);
    if (self->links)
        self->link_bytes += self->extract->text.length - before;
}

/* ---- Tags ---- */

static void change(size_t *count, bool end)
{
    *count = end ? *count - (*count > 0) : *count + 1;
}

/* Elements that end the open block. */
static bool breaks(const char *name)
{
    static const char *const names[] = {"p",      "div",     "center",  "section", "article",   "header",
                                        "footer", "details", "summary", "hr",      "li",        "dt",
                                        "dd",     "tr",      "main",    "figure",  "nav",       "address",
                                        "thead",  "tbody",   "caption", "aside",   "figcaption"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static size_t *counter_of(kn_fragment *self, const char *name)
{
    static const struct {
        const char *name;
        size_t offset;
    } counters[] = {{"ul", offsetof(kn_fragment, lists)},    {"ol", offsetof(kn_fragment, lists)},
                    {"dl", offsetof(kn_fragment, lists)},    {"table", offsetof(kn_fragment, tables)},
                    {"pre", offsetof(kn_fragment, codes)},   {"blockquote", offsetof(kn_fragment, quotes)},
                    {"script", offsetof(kn_fragment, skip)}, {"style", offsetof(kn_fragment, skip)},
                    {"svg", offsetof(kn_fragment, skip)},    {"template", offsetof(kn_fragment, skip)}};
    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (strcmp(name, counters[i].name) == 0)
            return (size_t *)((char *)self + counters[i].offset);
    return NULL;
}

static void read_tag(kn_fragment *self)
{
    bool end = self->tag[0] == '/';
    const char *name = self->tag + end;
    size_t *counter;
    self->tag[self->tag_length] = 0;
    counter = counter_of(self, name);
    if (counter) {
        kn_fragment_end(self);
        change(counter, end);
    } else if (name[0] == 'h' && name[1] >= '1' && name[1] <= '6' && !name[2]) {
        kn_fragment_end(self);
        self->heading = end ? 0 : (unsigned)(name[1] - '0');
    } else if (strcmp(name, "a") == 0) {
        change(&self->links, end);
    } else if (strcmp(name, "td") == 0 || strcmp(name, "th") == 0) {
        if (!end && kn_extract_open(self->extract))
            kn_extract_add(self->extract, " | ", 3);
    } else if (strcmp(name, "br") == 0 || strcmp(name, "img") == 0) {
        kn_extract_add(self->extract, " ", 1);
    } else if (breaks(name)) {
        kn_fragment_end(self);
    }
}

static size_t read_name(kn_fragment *self, const char *text, size_t at, size_t length)
{
    while (at < length) {
        char byte = text[at];
        bool first = self->tag_length == 0;
        if (!kn_ascii_letter(byte) && !(!first && (kn_ascii_digit(byte) || byte == '-')) &&
            !(first && strchr("/!", byte)))
            break;
        if (self->tag_length + 1 < sizeof self->tag)
            self->tag[self->tag_length++] = kn_ascii_lower(byte);
        at++;
        if (self->tag_length == 3 && memcmp(self->tag, "!--", 3) == 0) {
            self->where = KN_IN_COMMENT;
            self->dashes = 0;
            return at;
        }
    }
    if (at < length)
        self->where = KN_IN_TAG;
    return at;
}

static size_t read_attributes(kn_fragment *self, const char *text, size_t at, size_t length)
{
    for (; at < length; at++) {
        if (self->quote) {
            self->quote = text[at] == self->quote ? 0 : self->quote;
        } else if (text[at] == '"' || text[at] == '\'') {
            self->quote = text[at];
        } else if (text[at] == '>') {
            self->where = KN_IN_TEXT;
            read_tag(self);
            return at + 1;
        }
    }
    return at;
}

static size_t read_comment(kn_fragment *self, const char *text, size_t at, size_t length)
{
    for (; at < length; at++) {
        if (text[at] == '>' && self->dashes >= 2) {
            self->where = KN_IN_TEXT;
            return at + 1;
        }
        self->dashes = text[at] == '-' ? self->dashes + 1 : 0;
    }
    return at;
}

void kn_fragment_add(kn_fragment *self, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *open;
        size_t end;
        switch (self->where) {
        case KN_IN_NAME:
            at = read_name(self, text, at, length);
            continue;
        case KN_IN_TAG:
            at = read_attributes(self, text, at, length);
            continue;
        case KN_IN_COMMENT:
            at = read_comment(self, text, at, length);
            continue;
        default:
            break;
        }
        open = memchr(text + at, '<', length - at);
        end = open ? (size_t)(open - text) : length;
        add_text(self, text + at, end - at);
        at = end + 1;
        if (open && at < length && (kn_ascii_letter(text[at]) || text[at] == '/' || text[at] == '!')) {
            self->where = KN_IN_NAME;
            self->tag_length = 0;
            self->quote = 0;
        } else if (open) {
            add_text(self, "<", 1);
        }
    }
}
