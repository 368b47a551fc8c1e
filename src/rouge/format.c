/* format.c - the segments of a summary's file in the formats that ROUGE-1.5.5 reads. */
#include "base/error.h"
#include "base/memory.h"
#include "rouge/inner.h"
#include "base/ascii.h"

#include <stdbool.h>
#include <string.h>

int knap_rouge_format_find(const char *name)
{
    if (!name)
        return -1;
    static const char *const names[] = {"SPL", "SEE", "ISI", "PLAIN"};
    for (int i = 0; i < 4; i++)
        if (kn_ascii_same(name, names[i]))
            return i;
    return -1;
}

/* The rest of a line whose markup is being matched. */
typedef struct cursor {
    const char *at, *end;
} cursor;

static bool match(cursor *line, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(line->end - line->at) < length || memcmp(line->at, text, length) != 0)
        return false;
    line->at += length;
    return true;
}

/* Matches one or more bytes of `set`. */
static bool match_some(cursor *line, const char *set)
{
    const char *start = line->at;
    while (line->at < line->end && *line->at && strchr(set, *line->at))
        line->at++;
    return line->at > start;
}

static bool match_digits(cursor *line)
{
    return match_some(line, "0123456789");
}

/* Matches text up to the next tag; it must not be empty. */
static bool match_text(cursor *line, knap_rouge_segment *segment)
{
    const char *tag = memchr(line->at, '<', (size_t)(line->end - line->at));
    segment->bytes = line->at;
    line->at = tag ? tag : line->end;
    segment->length = (size_t)(line->at - segment->bytes);
    return segment->length > 0;
}

static bool see_segment(cursor line, knap_rouge_segment *segment)
{
    if (!match(&line, "<a "))
        return false;
    if (match(&line, "size=\"") && !(match_digits(&line) && match(&line, "\" ")))
        return false;
    return match(&line, "name=\"") && match_digits(&line) && match(&line, "\">[") && match_digits(&line) &&
           match(&line, "]</a>") && match_some(&line, " \t\r\f\v") && match(&line, "<a href=\"#") &&
           match_digits(&line) && match(&line, "\" id=") && match_digits(&line) && match(&line, ">") &&
           match_text(&line, segment);
}

static bool isi_segment(cursor line, knap_rouge_segment *segment)
{
    return match(&line, "<S SNTNO=\"") && match_some(&line, "0123456789abcdefghijklmnopqrstuvwxyz,") &&
           match(&line, "\">") && match_text(&line, segment) && match(&line, "</S>");
}

/* The segment of a line with its "\n", if it has one. */
static bool line_segment(knap_rouge_format format, const char *bytes, size_t length, knap_rouge_segment *segment)
{
    cursor line = {bytes, bytes + length};
    if (format == KNAP_ROUGE_SEE)
        return see_segment(line, segment);
    if (format == KNAP_ROUGE_ISI)
        return isi_segment(line, segment);
    segment->bytes = bytes;
    segment->length = length > 0 && bytes[length - 1] == '\n' ? length - 1 : length;
    return segment->length > 0;
}

static size_t find_segments(knap_rouge_format format, const char *bytes, size_t length, knap_rouge_segment *segment)
{
    size_t count = 0, at = 0;
    if (format == KNAP_ROUGE_PLAIN) {
        if (length > 0 && segment)
            *segment = (knap_rouge_segment){bytes, length};
        return length > 0;
    }
    while (at < length) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - bytes) - at + 1 : length - at;
        knap_rouge_segment found;
        if (line_segment(format, bytes + at, size, &found)) {
            if (segment)
                segment[count] = found;
            count++;
        }
        at += size;
    }
    return count;
}

knap_status knap_rouge_split(knap_rouge_format format, const char *bytes, size_t length,
                             const knap_allocator *allocator, knap_rouge_segment **segment, size_t *count,
                             knap_error *error)
{
    KN_REQUIRE(segment);
    *segment = NULL;
    KN_REQUIRE(count);
    *count = 0;
    if (length)
        KN_REQUIRE(bytes);
    if (format < KNAP_ROUGE_SPL || format > KNAP_ROUGE_PLAIN)
        return kn_fail(error, KNAP_USAGE, "%d is no knap_rouge_format", (int)format);
    size_t found = find_segments(format, bytes, length, NULL);
    knap_rouge_segment *made = kn_new(allocator, found, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    find_segments(format, bytes, length, made);
    *segment = made;
    *count = found;
    return KNAP_OK;
}

void knap_rouge_segments_free(knap_rouge_segment *segment, size_t count, const knap_allocator *allocator)
{
    kn_free(allocator, segment, count, sizeof *segment);
}
