/* layout.c - decides what a line end means: the end of a paragraph, the end of a sentence, or nothing. The
 * decision uses the shape of the file, not its words. */
#include "text/layout.h"
#include "text/date.h"
#include "text/utf8.h"
#include "base/eights.h"

#include <unicode/uchar.h>

enum { WIDEST = 200, TAB = 8, FEWEST_PAIRS = 3 };

static bool is_closer(int32_t code)
{
    return code == '"' || code == '\'' || code == ')' || code == ']' || code == '}' || code == 0x201D ||
           code == 0x2019 || code == 0xBB || code == 0x203A;
}

static bool is_terminator(int32_t code)
{
    return code == '.' || code == '!' || code == '?' || code == 0x2026 || code == 0x61F || code == 0x964 ||
           code == 0x965 || code == 0x6D4 || (code > 0x2FFF && u_hasBinaryProperty(code, UCHAR_S_TERM));
}

bool kn_ends_sentence(const char *text, size_t begin, size_t end)
{
    while (end > begin) {
        int32_t code = kn_utf8_previous(text, begin, &end);
        if (is_terminator(code))
            return true;
        if (!is_closer(code) && !kn_is_space(code))
            return false;
    }
    return false;
}

static bool is_bullet(const char *text, size_t begin, size_t end)
{
    size_t at = begin;
    int32_t code = kn_utf8_next(text, &at, end);
    if (code == '*' || code == '-' || code == 0x2022 || code == 0x25AA || code == 0xB7)
        return at < end && kn_is_space(kn_utf8_at(text, at, end));
    while (code >= '0' && code <= '9' && at < end && at - begin < 4)
        code = kn_utf8_next(text, &at, end);
    return at - begin > 1 && (code == '.' || code == ')') && at < end && kn_is_space(kn_utf8_at(text, at, end));
}

static bool add_line(kn_layout *layout, const char *text, size_t begin, size_t end, bool after_blank)
{
    size_t start = begin, at;
    kn_line line = {.after_blank = after_blank, .end = kn_trim_space(text, begin, end)};
    kn_line *grown = kn_grow(layout->allocator, layout->line, &layout->line_capacity, layout->lines + 1, sizeof *grown);
    if (!grown)
        return false;
    layout->line = grown;
    while (start < line.end) {
        size_t next = start;
        int32_t code = kn_utf8_next(text, &next, line.end);
        if (!kn_is_space(code))
            break;
        line.indent += code == '\t' ? TAB - line.indent % TAB : 1;
        start = next;
    }
    line.begin = start;
    at = kn_ascii_end(text, start, line.end, ' '); /* one column each; of white space, only ' ' */
    line.width = line.indent + (uint32_t)(at - start);
    if (at > start && memchr(text + start, ' ', at - start))
        line.first_word = (uint32_t)((const char *)memchr(text + start, ' ', at - start) - (text + start));
    while (at < line.end) {
        if (text[at] > ' ') { /* most characters: not white space, and one byte long */
            at++;
            line.width++;
            continue;
        }
        if (kn_is_space(kn_utf8_next(text, &at, line.end)) && line.first_word == 0)
            line.first_word = line.width - line.indent;
        line.width++;
    }
    if (line.first_word == 0)
        line.first_word = line.width - line.indent;
    line.ends_sentence = kn_ends_sentence(text, line.begin, line.end);
    line.lower = u_islower(kn_utf8_at(text, line.begin, line.end));
    line.bullet = is_bullet(text, line.begin, line.end);
    grown[layout->lines++] = line;
    return true;
}

static bool find_lines(kn_layout *layout, const char *text, size_t length)
{
    bool after_blank = true;
    for (size_t begin = 0; begin < length;) {
        size_t end = begin, next = begin;
        while (next < length) {
            int32_t code;
            end = next = kn_ascii_end(text, next, length, '\r' + 1);
            if (next == length)
                break;
            code = kn_utf8_next(text, &next, length);
            if (kn_is_line_end(code)) {
                next += code == '\r' && next < length && text[next] == '\n';
                break;
            }
            end = next;
        }
        if (kn_skip_space(text, begin, end) == end) {
            after_blank = true;
        } else {
            if (!add_line(layout, text, begin, end, after_blank))
                return false;
            after_blank = false;
        }
        begin = next;
    }
    return true;
}

/* The width at which lines are wrapped, if they are: that of the longest lines, apart from a few. */
static uint32_t common_width(const kn_layout *layout)
{
    size_t count[WIDEST + 1] = {0}, wanted = 2 + layout->lines / 50, seen = 0;
    uint32_t width = WIDEST;
    for (size_t i = 0; i < layout->lines; i++)
        count[layout->line[i].width < WIDEST ? layout->line[i].width : WIDEST]++;
    while (width > 0 && (seen += count[width]) < wanted)
        width--;
    return width;
}

/* Whether the first word of the next line would hardly have fitted on this one. */
static bool is_filled(const kn_layout *layout, size_t i)
{
    return (layout->line[i].width + 1 + layout->line[i + 1].first_word) * 10 > layout->width * 9;
}

/* The indent of the text itself: the smallest that a fifth of the lines have. */
static uint32_t common_indent(const kn_layout *layout)
{
    size_t count[WIDEST + 1] = {0};
    uint32_t indent = 0;
    for (size_t i = 0; i < layout->lines; i++)
        count[layout->line[i].indent < WIDEST ? layout->line[i].indent : WIDEST]++;
    while (indent < WIDEST && count[indent] * 5 < layout->lines)
        indent++;
    return indent;
}

/* Line i + 1 begins a paragraph by its indent. */
static bool is_indented(const kn_layout *layout, size_t i)
{
    const kn_line *line = &layout->line[i], *next = line + 1;
    if (next->indent > line->indent + 1)
        return true;
    /* Both are indented: two paragraphs of one line each, unless the first continues in the second. */
    return next->indent > layout->indent + 1 && (!is_filled(layout, i) || line->ends_sentence);
}

static void find_shape(kn_layout *layout)
{
    size_t pairs = 0, filled = 0, unfinished = 0;
    bool dated = false;
    layout->width = common_width(layout);
    layout->indent = common_indent(layout);
    for (size_t i = 0; i + 1 < layout->lines; i++) {
        const kn_line *line = &layout->line[i], *next = line + 1;
        dated = dated || line->date;
        if (next->after_blank || is_indented(layout, i))
            continue;
        pairs++;
        filled += is_filled(layout, i);
        unfinished += !line->ends_sentence;
    }
    layout->wrapped = pairs >= FEWEST_PAIRS && layout->width < WIDEST && layout->width >= 20 &&
                      filled * 5 >= pairs * 3 && unfinished * 5 >= pairs * 2;
    layout->listed = !layout->wrapped && !dated && pairs >= FEWEST_PAIRS && unfinished * 4 <= pairs &&
                     pairs * 4 >= layout->lines * 3;
}

/* Line i ends its paragraph. */
static bool ends_paragraph(const kn_layout *layout, size_t i)
{
    const kn_line *line = &layout->line[i], *next = line + 1;
    if (i + 1 == layout->lines || next->after_blank || line->date || next->date || is_indented(layout, i))
        return true;
    if (layout->wrapped) {
        bool runs_on = is_filled(layout, i) && !line->ends_sentence; /* then "12. The" does not begin a list item */
        if (runs_on || (is_filled(layout, i) && !next->bullet))
            return false;
        return next->bullet || line->ends_sentence || (!next->lower && line->width * 5 < layout->width * 3);
    }
    if (next->bullet)
        return true;
    return layout->listed || line->ends_sentence || !next->lower;
}

bool kn_layout_find(kn_layout *layout, knap_language *language, const char *text, size_t length,
                    const knap_allocator *allocator)
{
    size_t begin = 0;
    bool failed = false;
    *layout = (kn_layout){.allocator = allocator};
    if (!find_lines(layout, text, length))
        return false;
    for (size_t i = 0; i < layout->lines && i < 4; i++) {
        kn_line *line = &layout->line[i];
        line->date = kn_date_prefix(language, text, line->begin, line->end, NULL, &failed) == line->end;
    }
    if (failed)
        return false;
    find_shape(layout);
    for (size_t i = 0; i < layout->lines; i++) {
        kn_paragraph *grown;
        if (!ends_paragraph(layout, i))
            continue;
        grown =
            kn_grow(allocator, layout->paragraph, &layout->paragraph_capacity, layout->paragraphs + 1, sizeof *grown);
        if (!grown)
            return false;
        layout->paragraph = grown;
        grown[layout->paragraphs++] = (kn_paragraph){
            .begin = layout->line[begin].begin, .end = layout->line[i].end, .body = layout->line[begin].begin};
        begin = i + 1;
    }
    return true;
}

bool kn_layout_given(kn_layout *layout, const kn_structure *structure, const knap_allocator *allocator)
{
    *layout = (kn_layout){.allocator = allocator, .given = true};
    layout->paragraph =
        kn_grow(allocator, NULL, &layout->paragraph_capacity, structure->blocks, sizeof *layout->paragraph);
    if (!layout->paragraph)
        return false;
    for (size_t i = 0; i < structure->blocks; i++) {
        const kn_block *block = &structure->block[i];
        layout->paragraph[i] = (kn_paragraph){.begin = block->begin,
                                              .end = block->end,
                                              .body = block->begin,
                                              .flags = kn_block_flags(block->kind),
                                              .kind = block->kind,
                                              .level = block->level};
    }
    layout->paragraphs = structure->blocks;
    return true;
}

void kn_layout_free(kn_layout *layout)
{
    kn_free(layout->allocator, layout->line, layout->line_capacity, sizeof *layout->line);
    kn_free(layout->allocator, layout->paragraph, layout->paragraph_capacity, sizeof *layout->paragraph);
    *layout = (kn_layout){.allocator = layout->allocator};
}
