/* layout.c - decides what a line end means: the end of a paragraph, the end of a sentence, or nothing. The
 * decision uses the shape of the file and the words at the ends of its lines. */
#include "text/layout.h"
#include "text/date.h"
#include "text/shapes.h"
#include "text/utf8.h"

#include <unicode/uchar.h>

enum { FEWEST_PAIRS = 3, LONG_LINES = 130, NARROWEST = 40 };

/* ---- The shape of the file ---- */

/* The width at which lines are wrapped, if they are: that of the longest lines, apart from a few. */
static uint32_t common_width(const kn_lines *lines)
{
    size_t count[KN_WIDEST + 1] = {0}, wanted = 2 + lines->count / 50, seen = 0;
    uint32_t width = KN_WIDEST;
    for (size_t i = 0; i < lines->count; i++)
        count[lines->line[i].width < KN_WIDEST ? lines->line[i].width : KN_WIDEST]++;
    while (width > 0 && (seen += count[width]) < wanted)
        width--;
    return width;
}

/* Whether the first word of the next line would hardly have fitted on this one. */
static bool is_filled(const kn_line *line, uint32_t width)
{
    return (line->width + 1 + line[1].first_word) * 10 > width * 9;
}

/* The indent of the text itself: the smallest that a fifth of the lines have. */
static uint32_t common_indent(const kn_lines *lines)
{
    size_t count[KN_WIDEST + 1] = {0};
    uint32_t indent = 0;
    for (size_t i = 0; i < lines->count; i++)
        count[lines->line[i].indent < KN_WIDEST ? lines->line[i].indent : KN_WIDEST]++;
    while (indent < KN_WIDEST && count[indent] * 5 < lines->count)
        indent++;
    return indent;
}

/* The next line begins a paragraph by its indent. */
static bool is_indented(const kn_layout *layout, const kn_line *line)
{
    const kn_line *next = line + 1;
    if (next->indent > line->indent + 1)
        return true;
    /* Both are indented: two paragraphs of one line each, unless the first continues in the second. */
    return next->indent > layout->indent + 1 && (!is_filled(line, layout->width) || line->ends_sentence);
}

/* Whether indented lines begin paragraphs: more of them are followed by a line that is not indented than by one that is. */
static bool begins_indented(const kn_layout *layout)
{
    size_t single = 0, runs = 0;
    for (size_t i = 0; i + 1 < layout->lines.count; i++) {
        const kn_line *line = &layout->lines.line[i];
        if (line[1].after_blank || line->indent <= layout->indent + 1)
            continue;
        single += line[1].indent == layout->indent;
        runs += line[1].indent >= line->indent;
    }
    return single > runs;
}

static void find_shape(kn_layout *layout)
{
    size_t pairs = 0, filled = 0, unfinished = 0, broken = 0, count = layout->lines.count;
    bool dated = false;
    layout->width = common_width(&layout->lines);
    layout->indent = common_indent(&layout->lines);
    for (size_t i = 0; i + 1 < count; i++) {
        const kn_line *line = &layout->lines.line[i], *next = line + 1;
        dated = dated || line->date;
        if (next->after_blank)
            continue;
        broken += !line->ends_sentence &&
                  ((next->lower && line->words > 2) || (next->wide && is_filled(line, layout->width)));
        if (is_indented(layout, line))
            continue;
        pairs++;
        filled += is_filled(line, layout->width);
        unfinished += !line->ends_sentence;
    }
    layout->wrapped = pairs >= FEWEST_PAIRS && layout->width < KN_WIDEST && layout->width >= 20 &&
                      filled * 5 >= pairs * 3 && unfinished * 5 >= pairs * 2;
    layout->listed =
        !layout->wrapped && !dated && pairs >= FEWEST_PAIRS && unfinished * 4 <= pairs && pairs * 4 >= count * 3;
    layout->ragged =
        !layout->listed && (layout->wrapped || (layout->width < LONG_LINES && broken >= 2 && broken * 12 >= count));
    layout->indented = layout->ragged && begins_indented(layout);
}

/* ---- Lines of which each is a paragraph ---- */

/* Line i ends its paragraph, in a file whose lines are not broken at a width. */
static bool ends_line(const kn_layout *layout, size_t i)
{
    const kn_line *line = &layout->lines.line[i], *next = line + 1;
    if (is_indented(layout, line) || next->mark != KN_MARK_NONE)
        return true;
    return layout->listed || line->ends_sentence || !next->lower;
}

/* ---- Lines that were broken ---- */

/* A paragraph that the next line may belong to. */
typedef struct growing {
    knap_language *language;
    const char *text;
    uint32_t width; /* that the lines around it are broken at */
    bool indented;  /* an indented line begins a paragraph */
    bool manual;    /* a manual page: what explains a term is indented more */
    size_t first;   /* its first line */
    bool failed;
} growing;

static bool ends_with_comma(const char *text, const kn_line *line)
{
    int32_t last = kn_utf8_before(text, line->begin, line->end);
    return last == ',' || last == 0x60C || last == 0x3001 || last == 0xFF0C;
}

/* The classes of the last word of a line, without the full stop behind it. */
static unsigned last_class(growing *self, const kn_line *line)
{
    size_t end = line->end, begin;
    if (self->text[end - 1] == '.')
        end--;
    for (begin = end; begin > line->begin && end - begin < 24; begin--)
        if (self->text[begin - 1] == ' ' || self->text[begin - 1] == '(')
            break;
    return begin < end ? kn_language_class(self->language, self->text + begin, end - begin, &self->failed) : 0;
}

/* "e.g." and the like: the full stop at the end of the line is no end. */
static bool ends_with_abbreviation(growing *self, const kn_line *line)
{
    size_t at = line->end;
    if (self->text[at - 1] != '.')
        return false;
    if (at - line->begin >= 4 && self->text[at - 3] == '.' &&
        u_islower(kn_utf8_before(self->text, line->begin, at - 1)))
        return true; /* i.e. */
    return last_class(self, line) & (KN_TITLE | KN_ENDING);
}

/* The next line goes on with this one, which has the same indent. */
static bool text_goes_on(growing *self, const kn_line *line)
{
    const kn_line *next = line + 1;
    bool filled = is_filled(line, self->width);
    if (filled || next->lower)
        return true;
    if (line->ends_sentence)
        return ends_with_abbreviation(self, line);
    if (self->text[line->end - 1] == ':')
        return false;
    return ends_with_comma(self->text, line) || line->width * 5 >= self->width * 3 ||
           (last_class(self, line) & KN_STOP);
}

/* The next line, indented more, goes on with this one. */
static bool hangs(growing *self, const kn_line *line)
{
    const kn_line *next = line + 1;
    if (line->ends_sentence || self->text[line->begin] == '-')
        return false;
    return (next->lower || is_filled(line, self->width)) && line->width * 2 >= self->width;
}

/* The next line, which begins like an item, begins one. */
static bool begins_item(const growing *self, const kn_line *line)
{
    const kn_line *next = line + 1;
    return next->listed || line->ends_sentence || !is_filled(line, self->width);
}

/* Line i and the next are of one paragraph. */
static bool goes_on(growing *self, const kn_lines *lines, size_t i)
{
    const kn_line *line = &lines->line[i], *next = line + 1, *first = &lines->line[self->first];
    uint32_t item = first->indent + first->item;
    if (line->shape != KN_SHAPE_TEXT)
        return true;
    if (next->mark != KN_MARK_NONE && begins_item(self, line))
        return false;
    if (first->mark != KN_MARK_NONE && next->indent > first->indent && next->indent <= item + 2)
        return next->indent + 2 >= line->indent || text_goes_on(self, line);
    if (i == self->first && line->tag && next->indent == line->indent + line->tag)
        return true; /* below the explanation of a term */
    if (next->indent > line->indent + 1)
        return !self->manual && hangs(self, line);
    if (i > self->first && first->tag && next->indent == first->indent + first->tag)
        return true;
    if (line->indent > next->indent + 1 && !self->indented && (i > self->first || first->mark != KN_MARK_NONE))
        return !line->ends_sentence && (next->lower || (i == self->first && is_filled(line, self->width)));
    return text_goes_on(self, line);
}

/* ---- Paragraphs ---- */

/* The widest of the lines up to the next blank one. */
static uint32_t width_from(const kn_lines *lines, size_t first)
{
    uint32_t width = NARROWEST;
    for (size_t i = first; i < lines->count && (i == first || !lines->line[i].after_blank); i++)
        if (lines->line[i].width > width && lines->line[i].width < KN_WIDEST)
            width = lines->line[i].width;
    return width;
}

/* A short group says little about the width: that of the file counts, too. */
static uint32_t group_width(const kn_layout *layout, size_t first)
{
    uint32_t width = width_from(&layout->lines, first), least = layout->width * 3 / 4;
    bool is_short = first + 2 >= layout->lines.count || layout->lines.line[first + 1].after_blank ||
                    layout->lines.line[first + 2].after_blank;
    return is_short && width < least && layout->width < LONG_LINES ? least : width;
}

/* Line i ends its paragraph. */
static bool ends_paragraph(const kn_layout *layout, growing *self, size_t i)
{
    const kn_line *line = &layout->lines.line[i], *next = line + 1;
    if (i + 1 == layout->lines.count || next->after_blank || line->date || next->date || line->shape != next->shape ||
        line->shape == KN_SHAPE_TITLE)
        return true;
    if (line->shape != KN_SHAPE_TEXT || line->divided)
        return false;
    if (layout->manual && (line->indent == 0 || next->indent == 0))
        return true;
    if (layout->indented && line->mark == KN_MARK_NONE && is_indented(layout, line))
        return true;
    return layout->ragged ? !goes_on(self, &layout->lines, i) : ends_line(layout, i);
}

static bool add_paragraph(kn_layout *layout, size_t first, size_t end)
{
    const kn_line *line = layout->lines.line;
    if (!KN_ROOM(layout->allocator, layout->paragraph, layout->paragraphs + 1))
        return false;
    layout->paragraph[layout->paragraphs++] = (kn_paragraph){.begin = line[first].begin,
                                                             .end = line[end - 1].end,
                                                             .body = line[first].begin,
                                                             .first = first,
                                                             .end_line = end};
    return true;
}

static bool find_paragraphs(kn_layout *layout, knap_language *language, const char *text)
{
    growing self = {.language = language, .text = text, .indented = layout->indented, .manual = layout->manual};
    for (size_t i = 0; i < layout->lines.count; i++) {
        if (layout->lines.line[i].after_blank || i == 0)
            self.width = group_width(layout, i);
        if (!ends_paragraph(layout, &self, i))
            continue;
        if (!add_paragraph(layout, self.first, i + 1))
            return false;
        self.first = i + 1;
    }
    return !self.failed;
}

bool kn_layout_find(kn_layout *layout, knap_language *language, const char *text, size_t length,
                    const knap_allocator *allocator)
{
    bool failed = false;
    *layout = (kn_layout){.allocator = allocator, .lines = {.allocator = allocator}};
    if (!kn_lines_find(&layout->lines, text, length))
        return false;
    for (size_t i = 0; i < layout->lines.count && i < 4; i++) {
        kn_line *line = &layout->lines.line[i];
        line->date = kn_date_prefix(language, text, line->begin, line->end, NULL, &failed) == line->end;
    }
    if (failed)
        return false;
    find_shape(layout);
    if (!layout->listed) {
        layout->manual = layout->lines.count && kn_is_manual_head(layout->lines.line, text);
        kn_shapes_find(&layout->lines, text, layout->indent, layout->width);
    }
    if (!find_paragraphs(layout, language, text))
        return false;
    if (!layout->listed)
        kn_sections_find(layout, text);
    return true;
}

bool kn_layout_given(kn_layout *layout, const kn_structure *structure, const knap_allocator *allocator)
{
    *layout = (kn_layout){.allocator = allocator, .lines = {.allocator = allocator}, .given = true};
    if (!KN_ROOM(allocator, layout->paragraph, structure->blocks))
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
    kn_lines_free(&layout->lines);
    KN_RELEASE(layout->allocator, layout->paragraph);
    *layout = (kn_layout){.allocator = layout->allocator};
}
