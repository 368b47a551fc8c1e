/* source_lines.c - the lines of a text whose format is line based. */
#include "formats/source_lines.h"
#include "base/ascii.h"
#include "text/utf8.h"

#include <unicode/uchar.h>

bool kn_source_lines_find(kn_source_lines *lines, const char *text, size_t length, const knap_allocator *allocator)
{
    *lines = (kn_source_lines){.allocator = allocator, .text = text};
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length, next = end + 1, indent = 0;
        if (!KN_ROOM(allocator, lines->line, lines->count + 1))
            return false;
        for (; at < end && kn_ascii_space(text[at]); at++)
            indent = text[at] == '\t' ? (indent / 8 + 1) * 8 : indent + 1;
        while (end > at && kn_ascii_space(text[end - 1]))
            end--;
        lines->line[lines->count++] = (kn_source_line){at, end, indent};
        at = next;
    }
    return true;
}

void kn_source_lines_free(kn_source_lines *lines)
{
    KN_RELEASE(lines->allocator, lines->line);
}

const char *kn_source_line_text(const kn_source_lines *lines, size_t at, size_t *length)
{
    *length = at < lines->count ? lines->line[at].end - lines->line[at].begin : 0;
    return at < lines->count ? lines->text + lines->line[at].begin : "";
}

bool kn_source_line_is_blank(const kn_source_lines *lines, size_t at)
{
    return at >= lines->count || lines->line[at].begin == lines->line[at].end;
}

bool kn_source_line_starts(const kn_source_lines *lines, size_t at, const char *start)
{
    size_t length, size = strlen(start);
    const char *text = kn_source_line_text(lines, at, &length);
    return length >= size && memcmp(text, start, size) == 0;
}

/* Han, kana and the marks of those scripts. Hangul has spaces. */
static bool is_wide(int32_t code)
{
    return code >= 0x2E80 && (code < 0xAC00 || code > 0xD7FF) &&
           u_getIntPropertyValue(code, UCHAR_EAST_ASIAN_WIDTH) == U_EA_WIDE;
}

void kn_join_line(kn_text *paragraph, const char *line, size_t length)
{
    const char *text = paragraph->bytes;
    size_t end = paragraph->length;
    if (end && length) {
        int32_t before = kn_utf8_before(text, 0, end), after = kn_utf8_at(line, 0, length);
        bool inside = before == '-' && end > 1 && u_isalpha(kn_utf8_before(text, 0, end - 1)) && u_isalpha(after);
        if (!inside && !(is_wide(before) && is_wide(after)))
            kn_text_byte(paragraph, ' ');
    }
    kn_text_add(paragraph, line, length);
}

bool kn_is_among(const char *name, size_t length, const char *words)
{
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, name, size) == 0)
            return true;
        at += size;
    }
    return false;
}

bool kn_is_one_of(const char *name, const char *words)
{
    return kn_is_among(name, strlen(name), words);
}
