/* manual.c - makes a sentence of the line of a manual page that says what the page is about. Readers of manual pages share the rule, and
 * pages that were rendered get it here, before their lines are looked at. */
#include "text/manual.h"
#include "text/lines.h"
#include "text/marks.h"
#include "text/shapes.h"
#include "text/utf8.h"

#include <string.h>

enum { LONGEST_HEAD = 400 };

static bool is_dash(int32_t code)
{
    return code == '-' || code == 0x2212 || (code >= 0x2010 && code <= 0x2015);
}

bool kn_manual_dash(const char *text, size_t begin, size_t end, size_t *dash, size_t *behind)
{
    for (size_t at = begin; at < end;) {
        bool first = at == begin || kn_is_space(kn_utf8_before(text, begin, at));
        *dash = at;
        if (!is_dash(kn_utf8_next(text, &at, end)) || !first)
            continue;
        if (at < end && text[*dash] == '-' && text[at] == '-') /* -- */
            at++;
        *behind = at;
        if (*dash > begin && at < end && kn_is_space(kn_utf8_at(text, at, end)))
            return true;
    }
    return false;
}

const char *kn_manual_stop(const char *text, size_t begin, size_t end)
{
    return begin == end || kn_ends_sentence(text, begin, end)  ? ""
           : kn_is_ideograph(kn_utf8_before(text, begin, end)) ? "\xE3\x80\x82"
                                                               : ".";
}

/* The line of text that begins at `begin`; *next is behind its end. */
static kn_line line_at(const char *text, size_t begin, size_t length, size_t *next)
{
    const char *newline = begin < length ? memchr(text + begin, '\n', length - begin) : NULL;
    size_t end = newline ? (size_t)(newline - text) : length;
    *next = newline ? end + 1 : length;
    return (kn_line){.begin = kn_skip_space(text, begin, end), .end = kn_trim_space(text, begin, end)};
}

/* The first paragraph of the first section of a manual page: false where the text is none. */
static bool find_purpose(const char *text, size_t length, size_t *begin, size_t *end)
{
    size_t at = kn_skip_space(text, 0, length), next;
    kn_line line = line_at(text, at, length, &next);
    if (line.end <= at || line.end - at > LONGEST_HEAD || !kn_is_manual_head(&line, text))
        return false;
    at = kn_skip_space(text, next, length); /* the heading: not indented */
    if (at == length || text[at - 1] != '\n')
        return false;
    line_at(text, at, length, &at);
    *begin = *end = kn_skip_space(text, at, length);
    for (; at < length; at = next) {
        line = line_at(text, at, length, &next);
        if (line.begin >= line.end ? *end > *begin : line.begin == at)
            break; /* a blank line behind it, or the next heading */
        *end = line.begin < line.end ? line.end : *end;
    }
    return *end > *begin;
}

void kn_manual_settle(kn_mapped *mapped)
{
    const char *text = mapped->text.bytes, *stop;
    size_t length = mapped->text.length, begin, end, dash, behind, from, to;
    kn_mapped made;
    if (length == 0 || !find_purpose(text, length, &begin, &end) || !kn_manual_dash(text, begin, end, &dash, &behind))
        return;
    stop = kn_manual_stop(text, begin, end);
    kn_mapped_begin(&made, mapped->text.allocator);
    kn_mapped_copy(&made, mapped, 0, dash);
    kn_mapped_source(mapped, dash, behind, &from, &to);
    kn_mapped_add(&made, KN_EN_DASH, strlen(KN_EN_DASH), strlen(KN_EN_DASH), from, to - from);
    kn_mapped_copy(&made, mapped, behind, end);
    kn_mapped_source(mapped, begin, end, &from, &to);
    kn_mapped_add(&made, stop, strlen(stop), strlen(stop), to, 0);
    kn_mapped_copy(&made, mapped, end, length);
    kn_mapped_free(mapped);
    *mapped = made;
}

size_t kn_skip_mark(const char *text, size_t begin, size_t end)
{
    kn_item_mark mark = kn_find_mark(text, begin, end);
    return mark.kind ? mark.text : begin;
}
