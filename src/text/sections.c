/* sections.c - finds the kinds of paragraphs of plain text: headings with their levels, items of lists, and what is around the text:
 * contents, licences, sections of a manual page that are no prose. In doubt, a paragraph is prose. */
#include "text/layout.h"
#include "text/shapes.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { FIRST_OF_BOOK = 3, LONGEST_CREDIT = 200, LONGEST_HEADING = 70, HEADING_WORDS = 10, SHORT_WORDS = 8, DEEPEST = 8 };

static const kn_line *first_line(const kn_layout *layout, const kn_paragraph *paragraph)
{
    return &layout->lines.line[paragraph->first];
}

static void set_kind(kn_paragraph *paragraph, knap_block kind, unsigned level)
{
    paragraph->kind = kind;
    paragraph->flags = kn_block_flags(kind);
    paragraph->level = level;
}

/* Prose so far: neither furniture nor anything else was found in it. */
static bool is_open(const kn_layout *layout, const kn_paragraph *paragraph)
{
    return !paragraph->flags && (paragraph->kind == KNAP_BLOCK_PARAGRAPH || paragraph->kind == KNAP_BLOCK_QUOTE) &&
           (layout->given || first_line(layout, paragraph)->shape == KN_SHAPE_TEXT);
}

/* ---- What lines show ---- */

static void take_shape(kn_paragraph *paragraph, kn_shape shape)
{
    switch (shape) {
    case KN_SHAPE_RULE:
        paragraph->flags = KNAP_SENTENCE_SLUG;
        break;
    case KN_SHAPE_CODE:
        set_kind(paragraph, KNAP_BLOCK_CODE, 0);
        break;
    case KN_SHAPE_TABLE:
        set_kind(paragraph, KNAP_BLOCK_TABLE, 0);
        break;
    case KN_SHAPE_CONTENTS:
    case KN_SHAPE_PAGE:
    case KN_SHAPE_SIGNED:
        set_kind(paragraph, KNAP_BLOCK_FURNITURE, 0);
        break;
    case KN_SHAPE_QUOTED: /* with marks inside its sentences, which cannot be shown */
        set_kind(paragraph, KNAP_BLOCK_QUOTE, 0);
        paragraph->flags = KNAP_SENTENCE_ASIDE;
        break;
    case KN_SHAPE_TITLE:
        set_kind(paragraph, KNAP_BLOCK_HEADING, 1);
        break;
    default:
        break;
    }
}

/* ---- Headings ---- */

/* The level of a heading that this line is a rule below; 0: it is none. */
static unsigned underline_level(const kn_line *line, const kn_line *heading, const char *text)
{
    char first = text[line->begin];
    size_t length = line->end - line->begin;
    if (line->shape != KN_SHAPE_RULE || line->after_blank || !strchr("=-~^*#+\"'`_", first) || length < 2 ||
        (first != '=' && length * 2 < heading->end - heading->begin))
        return 0;
    for (size_t at = line->begin; at < line->end; at++)
        if (text[at] != first)
            return 0;
    return first == '=' || first == '*' || first == '#' ? 1 : first == '-' ? 2 : 3;
}

/* The level of the section number that the line begins with, 2 for "1.2 Title"; 0: there is none. */
static unsigned numbered_level(const kn_line *line, const char *text)
{
    size_t at = line->begin, start;
    unsigned level = 0;
    do {
        start = at;
        while (at < line->end && at - start < 3 && text[at] >= '0' && text[at] <= '9')
            at++;
        level += at > start;
    } while (at > start && at < line->end && text[at] == '.' && ++at);
    if (level == 0 || at >= line->end || text[at] != ' ')
        return 0;
    at = kn_skip_space(text, at, line->end);
    return u_isupper(kn_utf8_at(text, at, line->end)) ? level : 0;
}

static bool is_capitals(const kn_line *line)
{
    return line->upper > 1 && line->upper == line->letters && line->words <= HEADING_WORDS;
}

/* A short line without an end that a longer text follows. */
static bool is_short_heading(const kn_line *line, const char *text)
{
    int32_t first = kn_utf8_at(text, line->begin, line->end);
    return line->words <= SHORT_WORDS && line->signs <= 1 && line->letters > 2 && u_isalnum(first) && !line->lower &&
           line->mark == KN_MARK_NONE;
}

/* The paragraph at `next` can be the text below a heading. */
static bool is_below(const kn_layout *layout, const kn_paragraph *heading, const kn_paragraph *next)
{
    const kn_line *line = first_line(layout, heading), *below;
    if (next == layout->paragraph + layout->paragraphs)
        return false;
    below = first_line(layout, next);
    if (below->shape != KN_SHAPE_TEXT && below->shape != KN_SHAPE_CONTENTS)
        return false;
    if (!below->after_blank && below->indent < line->indent + 2)
        return false;
    return below->indent + 1 >= line->indent && next->end - next->begin > (heading->end - heading->begin) * 3 / 2;
}

/* The level of a heading of an outline, 2 for "** Bugs"; 0: it is none. */
static unsigned outline_level(const kn_line *line, const char *text)
{
    unsigned stars = 0;
    while (line->begin + stars < line->end && text[line->begin + stars] == '*')
        stars++;
    return line->mark == KN_MARK_BULLET && line->indent == 0 && !line->ends_sentence ? stars : 0;
}

/* The level of the paragraph as a heading that shows what it is: by a rule below it, a number, or the form of the page; 0: it is
 * none. */
static unsigned marked_level(const kn_layout *layout, const kn_paragraph *paragraph, const char *text)
{
    const kn_line *line = first_line(layout, paragraph);
    const kn_paragraph *next = paragraph + 1, *end = layout->paragraph + layout->paragraphs;
    unsigned level;
    if (next < end && line->after_blank && (level = underline_level(line + 1, line, text)) != 0)
        return level;
    if (layout->manual)
        return line->indent == 0 ? 1 : line->indent == 3 && next < end && line[1].indent > 3 ? 2 : 0;
    if (layout->outline && (level = outline_level(line, text)) != 0)
        return level;
    level = layout->ragged && !line->ends_sentence ? numbered_level(line, text) : 0;
    return level && line->words <= HEADING_WORDS && line->after_blank && is_below(layout, paragraph, next) &&
                   first_line(layout, next)->mark == KN_MARK_NONE
               ? level
               : 0;
}

/* The same for a line that is one by its length alone. */
static unsigned short_level(const kn_layout *layout, const kn_paragraph *paragraph, const char *text)
{
    const kn_line *line = first_line(layout, paragraph);
    if (!line->after_blank || line->ends_sentence || strchr(",;:", text[line->end - 1]) ||
        !is_below(layout, paragraph, paragraph + 1))
        return 0;
    return is_capitals(line) ? 1 : is_short_heading(line, text) ? 2 : 0;
}

/* A heading is one line, and not a long one. */
static bool may_be_heading(const kn_layout *layout, const kn_paragraph *paragraph)
{
    const kn_line *line = first_line(layout, paragraph);
    return is_open(layout, paragraph) && paragraph->end_line - paragraph->first == 1 && !line->date &&
           line->width - line->indent <= LONGEST_HEADING && line->gaps <= 1;
}

/* Finds the headings. Short lines are headings only in a text that has other structure: in a story they are not set apart. */
static void find_headings(kn_layout *layout, const char *text)
{
    bool structured = layout->manual;
    unsigned level;
    for (size_t i = 0; i < layout->paragraphs && !layout->outline; i++)
        layout->outline = outline_level(first_line(layout, &layout->paragraph[i]), text) > 1;
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        if (may_be_heading(layout, paragraph) && (level = marked_level(layout, paragraph, text)) != 0)
            set_kind(paragraph, KNAP_BLOCK_HEADING, level);
        structured = structured || (paragraph->kind != KNAP_BLOCK_PARAGRAPH && paragraph->kind != KNAP_BLOCK_QUOTE);
    }
    for (size_t i = 0; structured && layout->ragged && !layout->manual && i < layout->paragraphs; i++)
        if (may_be_heading(layout, &layout->paragraph[i]) &&
            (level = short_level(layout, &layout->paragraph[i], text)) != 0)
            set_kind(&layout->paragraph[i], KNAP_BLOCK_HEADING, level);
    layout->structured = structured;
}

/* ---- Manual pages ---- */

/* Sections of manual pages that are not prose, with bars between the starts of their names. */
static const struct {
    knap_block kind;
    const char *names;
} SECTIONS[] = {
    {KNAP_BLOCK_CODE, "SYNOPSIS|SYNTAX|ÜBERSICHT|SINOPSIS|SINTASSI|SKŁADNIA|SINOPSE|СИНТАКСИС|ОБЗОР|СИНОПСИС|書式|"
                      "概要|总览|摘要|POUŽITÍ|SAMENVATTING|KULLANIM|YLEISKATSAUS|REZUMAT|ÖSSZEGZÉS|ÁTTEKINTÉS|"
                      "КОРОТКИЙ ОПИС"},
    {KNAP_BLOCK_REFERENCE, "SEE ALSO|SIEHE AUCH|VOIR AUSSI|VÉASE TAMBIÉN|VEDERE ANCHE|ZOBACZ TAKŻE|VEJA TAMBÉM|"
                           "СМ. ТАКЖЕ|СМОТРИТЕ ТАКЖЕ|関連項目|参见|ZIE OOK|LÁSD MÉG|ДИВ. ТАКОЖ|ДИВІТЬСЯ ТАКОЖ|"
                           "İLGİLİ BELGELER|AYRICA BAKINIZ|VIZ TÉŽ|VIZ TAKÉ|SE OGSÅ|SE ÄVEN|KATSO MYÖS|VEZI ȘI"},
    {KNAP_BLOCK_FURNITURE, "AUTHOR|AUTOR|AUTEUR|АВТОР|著者|COPYRIGHT|REPORTING BUGS|FEHLER BERICHTEN|COLOPHON|KOLOPHON|"
                           "TRANSLATION|ÜBERSETZUNG|TRADUCTION|TRADUCCI|TRADUZIONE|TŁUMACZENIE|TRADUÇÃO|ПЕРЕВОД|翻訳|"
                           "VERTALING|FORDÍTÁS|ПЕРЕКЛАД|ÇEVİREN|SZERZŐ|YAZAN|PŘEKLAD|OVERSÆTTELSE|ÖVERSÄTTNING|"
                           "TRADUCERE|KÄÄNNÖS|АВТОРСЬКІ ПРАВА|SZERZŐI JOG|HIBÁK JELENTÉSE|RAPPORTEREN VAN BUGS|"
                           "BUGS RAPPORTEREN|ЗВІТИ ПРО ВАДИ"},
};

static knap_block section_kind(const char *text, const kn_paragraph *heading)
{
    for (size_t i = 0; i < sizeof SECTIONS / sizeof *SECTIONS; i++)
        for (const char *name = SECTIONS[i].names; *name;) {
            size_t length = strcspn(name, "|");
            if (heading->end - heading->begin >= length && memcmp(text + heading->begin, name, length) == 0)
                return SECTIONS[i].kind;
            name += length + (name[length] == '|');
        }
    return KNAP_BLOCK_PARAGRAPH;
}

/* The paragraphs of such sections, and the lines around the page. */
static void settle_manual(kn_layout *layout, const char *text)
{
    knap_block section = KNAP_BLOCK_PARAGRAPH;
    kn_paragraph *last = &layout->paragraph[layout->paragraphs - 1];
    set_kind(&layout->paragraph[0], KNAP_BLOCK_FURNITURE, 0);
    if (first_line(layout, last)->gaps || first_line(layout, last)->indent == 0)
        set_kind(last, KNAP_BLOCK_FURNITURE, 0);
    for (size_t i = 1; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        if (paragraph->kind == KNAP_BLOCK_HEADING && paragraph->level == 1)
            section = section_kind(text, paragraph);
        else if (section != KNAP_BLOCK_PARAGRAPH && paragraph->kind != KNAP_BLOCK_HEADING &&
                 paragraph->kind != KNAP_BLOCK_FURNITURE)
            set_kind(paragraph, section, 0);
    }
}

/* ---- Lists ---- */

/* The indents of the lists that a paragraph is in. */
typedef struct nesting {
    uint32_t indent[DEEPEST];
    unsigned depth;
} nesting;

static unsigned item_level(nesting *self, uint32_t indent)
{
    while (self->depth && self->indent[self->depth - 1] > indent + 1)
        self->depth--;
    if (self->depth < DEEPEST && (!self->depth || indent > self->indent[self->depth - 1] + 1))
        self->indent[self->depth++] = indent;
    return self->depth;
}

static bool is_item(const kn_line *line, const kn_paragraph *paragraph)
{
    bool hangs = paragraph->end_line - paragraph->first > 1 && line[1].indent > line->indent;
    return line->mark != KN_MARK_NONE && (line->listed || line->mark == KN_MARK_BULLET || hangs);
}

/* "-v, --verbose": its explanation goes on with it, indented more. */
static bool is_option(const kn_line *line, const char *text)
{
    return line->end - line->begin > 1 && text[line->begin] == '-' && line->mark == KN_MARK_NONE &&
           (text[line->begin + 1] == '-' || u_isalnum(kn_utf8_at(text, line->begin + 1, line->end)));
}

/* "term    text", with the next line below the text. */
static bool explains_term(const kn_line *line, const kn_paragraph *paragraph)
{
    return line->tag && paragraph->end_line - paragraph->first > 1 && line[1].indent == line->indent + line->tag;
}

static void find_items(kn_layout *layout, const char *text)
{
    nesting lists = {.depth = 0};
    uint32_t option = UINT32_MAX; /* the indent of the option that is explained */
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        const kn_line *line = first_line(layout, paragraph);
        if (!is_open(layout, paragraph))
            continue;
        if (line->indent <= option)
            option = is_option(line, text) ? line->indent : UINT32_MAX;
        if (option != UINT32_MAX) {
            set_kind(paragraph, KNAP_BLOCK_ITEM, 1);
            paragraph->flags = KNAP_SENTENCE_ASIDE;
        } else if (is_item(line, paragraph)) {
            set_kind(paragraph, KNAP_BLOCK_ITEM, item_level(&lists, line->indent));
        } else if (explains_term(line, paragraph)) {
            set_kind(paragraph, KNAP_BLOCK_ITEM, item_level(&lists, line->indent));
            paragraph->body = paragraph->begin + line->tag;
        } else if (lists.depth && line->indent <= lists.indent[0]) {
            lists.depth = 0;
        }
    }
}

/* ---- Books ---- */

/* The paragraph is "*** START OF THE PROJECT GUTENBERG ..." or the like, with `word` for START. */
static bool is_book_edge(const char *text, const kn_paragraph *paragraph, const char *word)
{
    size_t at = paragraph->begin;
    while (at < paragraph->end && (text[at] == '*' || text[at] == ' '))
        at++;
    return at > paragraph->begin + 2 && kn_has_head(text, at, paragraph->end, word) &&
           kn_has_head(text, at + strlen(word), paragraph->end, " OF TH");
}

/* What is before the start and behind the end of a book of Project Gutenberg, and who made the file. */
static void settle_book(kn_layout *layout, const char *text)
{
    size_t start = 0, end = layout->paragraphs;
    for (size_t i = 0; i < layout->paragraphs; i++) {
        if (text[layout->paragraph[i].begin] != '*')
            continue;
        if (is_book_edge(text, &layout->paragraph[i], "START"))
            start = i + 1;
        else if (is_book_edge(text, &layout->paragraph[i], "END"))
            end = i;
    }
    for (size_t i = start; i < start + FIRST_OF_BOOK && i < end; i++)
        if (layout->paragraph[i].end - layout->paragraph[i].begin < LONGEST_CREDIT &&
            kn_has_head(text, layout->paragraph[i].begin, layout->paragraph[i].end, "Produced by "))
            set_kind(&layout->paragraph[i], KNAP_BLOCK_FURNITURE, 0);
    for (size_t i = 0; i < layout->paragraphs; i++)
        if (i < start || i >= end)
            set_kind(&layout->paragraph[i], KNAP_BLOCK_FURNITURE, 0);
}

/* ---- Sentences that something interrupts ---- */

/* A paragraph in lower case goes on with the text before a page's end or an example, if that has no end. */
static void find_interrupted(kn_layout *layout, const char *text)
{
    bool open = false; /* the prose before has no end */
    int32_t last;
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        if (paragraph->kind == KNAP_BLOCK_HEADING)
            open = false;
        if (paragraph->flags)
            continue;
        paragraph->goes_on = open && first_line(layout, paragraph)->lower;
        last = kn_utf8_before(text, paragraph->begin, paragraph->end);
        open = u_isalnum(last) || last == ',' || last == ':';
    }
}

void kn_sections_find(kn_layout *layout, const char *text)
{
    for (size_t i = 0; i < layout->paragraphs; i++)
        take_shape(&layout->paragraph[i], first_line(layout, &layout->paragraph[i])->shape);
    find_headings(layout, text);
    if (layout->manual)
        settle_manual(layout, text);
    find_items(layout, text);
    settle_book(layout, text);
    if (layout->ragged)
        find_interrupted(layout, text);
}

void kn_sections_given(kn_layout *layout, const char *text)
{
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        if (is_open(layout, paragraph))
            take_shape(paragraph, kn_shape_of(text, paragraph->begin, paragraph->end));
    }
    settle_book(layout, text);
}
