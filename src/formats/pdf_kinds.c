/* pdf_kinds.c - tells the lines of pages that are not running text by their layout: tables of contents, indexes, code, tables,
 * footnotes, captions. */
#include "formats/pdf_lines.h"
#include "base/ascii.h"
#include "text/layout.h"
#include "text/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>

enum { LEADERS = 4, LONGEST_NUMBER = 5, FEWEST_ENTRIES = 5, ALIGNED_CELLS = 3, SECTION_BYTES = 40 };

/* ---- The size of most text ---- */

typedef struct measure {
    double size, height;
    size_t letters;
} measure;

static int compare_measures(const void *a, const void *b)
{
    const measure *left = a, *right = b;
    return left->size < right->size ? -1 : left->size > right->size;
}

bool kn_pdf_measure(kn_pdf_text *pages)
{
    measure *room = kn_new(pages->text.allocator, pages->lines, sizeof *room);
    size_t all = 0, seen = 0, fixed = 0;
    if (!room)
        return false;
    for (size_t i = 0; i < pages->lines; i++) { /* letters alone: a plot has thousands of points */
        all += pages->line[i].letters;
        fixed += pages->line[i].fixed ? pages->line[i].letters : 0;
    }
    pages->mixed = fixed * 10 < all * 9;
    for (size_t i = 0; i < pages->lines; i++) {
        const kn_pdf_line *line = &pages->line[i];
        room[i] = (measure){line->size, line->height, pages->mixed && line->fixed ? 0 : line->letters};
    }
    all -= pages->mixed ? fixed : 0;
    qsort(room, pages->lines, sizeof *room, compare_measures);
    for (size_t i = 0; i < pages->lines && seen * 2 <= all; i++) {
        seen += room[i].letters;
        pages->body = room[i].size;
        pages->body_height = room[i].height;
    }
    kn_free(pages->text.allocator, room, pages->lines, sizeof *room);
    return true;
}

/* ---- Contents and index ---- */

/* Where the page number that ends the line begins: "Methods 17", "Preface vii"; `end` where there is none. */
static size_t end_number(const char *text, size_t begin, size_t end)
{
    size_t at = end;
    while (at > begin && end - at <= LONGEST_NUMBER && kn_ascii_digit(text[at - 1]))
        at--;
    if (at == end)
        while (at > begin && end - at <= LONGEST_NUMBER && strchr("ivxlc", text[at - 1]))
            at--;
    if (at == end || end - at > LONGEST_NUMBER)
        return end;
    return at == begin || text[at - 1] == ' ' || text[at - 1] == ',' ? at : end;
}

/* Dots, with or without spaces, that lead to a page number. */
static bool has_leaders(const char *text, size_t begin, size_t end)
{
    size_t run = 0, run_end = 0; /* dots in a row, and in the last row */
    for (size_t i = begin; i < end; i++) {
        if (text[i] == '.')
            run_end = ++run;
        else if (text[i] != ' ')
            run = 0;
        if (run > LEADERS)
            return true;
    }
    return run_end == LEADERS && end_number(text, begin, end) < end;
}

static bool is_full(const kn_pdf_line *line)
{
    return line->x2 - line->x1 > 0.85 * (line->right - line->left);
}

kn_pdf_section kn_pdf_line_section(const char *text, const kn_pdf_line *line)
{
    char key[KN_PDF_LONGEST_TITLE];
    if (line->end - line->begin >= SECTION_BYTES)
        return KN_PDF_OTHER;
    return kn_pdf_section_find(key, kn_pdf_title_key(text + line->begin, line->end - line->begin, key));
}

/* What the lines of a page look like. */
typedef struct entries {
    size_t leading; /* have leaders */
    size_t titles;  /* a title and a page number */
    size_t numbers; /* nothing but a number */
    size_t prose;   /* as wide as the column, and none of these */
    size_t others;
    bool announced; /* by a heading */
} entries;

static void count_entry(entries *count, const char *text, const kn_pdf_line *line)
{
    size_t number = end_number(text, line->begin, line->end);
    if (line->leading)
        count->leading++;
    else if (number == line->begin)
        count->numbers++;
    else if (number < line->end)
        count->titles++;
    else if (is_full(line) && line->end - line->begin > 40)
        count->prose++;
    else
        count->others++;
}

/* Tables of contents and indexes. A page is one if most of its lines are titles with a page number behind them; numbers may stand
 * in a column of their own. Elsewhere only the lines with leaders are. */
static void mark_entries(kn_pdf_text *pages, size_t first, size_t last)
{
    const char *text = pages->text.bytes;
    entries count = {0};
    size_t titles;
    bool listed;
    for (size_t i = first; i < last; i++)
        if (pages->line[i].kind == KNAP_BLOCK_PARAGRAPH) {
            pages->line[i].leading = has_leaders(text, pages->line[i].begin, pages->line[i].end);
            count_entry(&count, text, &pages->line[i]);
            count.announced |= kn_pdf_line_section(text, &pages->line[i]) == KN_PDF_CONTENTS;
        }
    titles = count.leading + count.titles;
    listed = titles >= FEWEST_ENTRIES && titles > 2 * count.prose && titles >= count.others + count.prose &&
             (count.leading * 4 > titles || count.numbers < titles);
    listed |= count.announced && titles + count.numbers > 2 * count.prose;
    for (size_t i = first; i < last; i++) {
        kn_pdf_line *line = &pages->line[i];
        bool heading = line->size >= 1.3 * pages->body && !(count.announced && count.prose == 0);
        if (line->kind == KNAP_BLOCK_PARAGRAPH &&
            (line->leading || (listed && !heading && kn_pdf_line_section(text, line) == KN_PDF_OTHER)))
            line->kind = KNAP_BLOCK_FURNITURE;
    }
}

/* ---- Code and tables ---- */

/* Mostly digits and signs: a row of figures, a formula. */
static bool is_figures(const kn_pdf_line *line)
{
    return line->signs >= 2 && line->signs * 5 > (line->letters + line->signs) * 2;
}

static size_t count_words(const char *text, const kn_pdf_line *line)
{
    size_t words = 1;
    for (size_t i = line->begin; i < line->end; i++)
        words += text[i] == ' ';
    return words;
}

/* A short line: a cell, a label, a line of a formula. */
static bool is_cell(const char *text, const kn_pdf_line *line)
{
    return line->x2 - line->x1 < 0.4 * (line->right - line->left) && count_words(text, line) <= 4 &&
           !kn_ends_sentence(text, line->begin, line->end) && kn_pdf_line_section(text, line) == KN_PDF_OTHER;
}

static bool beside(const kn_pdf_line *a, const kn_pdf_line *b)
{
    return a->page == b->page && fabs(a->y1 - b->y1) < 0.5 * a->height &&
           (a->x2 < b->x1 - 0.8 * a->height || b->x2 < a->x1 - 0.8 * a->height);
}

/* Runs of short lines of which some stand side by side: tables, labels of figures. */
static void mark_cells(kn_pdf_text *pages, size_t first, size_t last)
{
    const char *text = pages->text.bytes;
    for (size_t i = first, end; i < last; i = end) {
        size_t side = 0;
        for (end = i; end < last && (is_cell(text, &pages->line[end]) || is_figures(&pages->line[end])); end++)
            side += end > i && beside(&pages->line[end - 1], &pages->line[end]);
        if (end - i >= ALIGNED_CELLS && side)
            for (size_t k = i; k < end; k++)
                if (pages->line[k].kind == KNAP_BLOCK_PARAGRAPH && pages->line[k].size < 1.12 * pages->body)
                    pages->line[k].kind = KNAP_BLOCK_TABLE;
        end += end == i;
    }
}

static void mark_code(kn_pdf_text *pages)
{
    for (size_t i = 0; pages->mixed && i < pages->lines; i++)
        if (pages->line[i].fixed && pages->line[i].size < 1.12 * pages->body)
            pages->line[i].kind = KNAP_BLOCK_CODE;
}

/* ---- Footnotes ---- */

static bool starts_note(const char *text, const kn_pdf_line *line)
{
    int32_t code = kn_utf8_at(text, line->begin, line->end);
    return kn_ascii_digit(text[line->begin]) || code == '*' || code == 0x2020 || code == 0x2021 || code == 0xA7 ||
           code == 0xB6 || code == 0x2217;
}

/* Small lines at the end of a column, the first of which begins with a mark. */
static void mark_notes(kn_pdf_text *pages, size_t first, size_t last)
{
    const char *text = pages->text.bytes;
    for (size_t i = first, end; i < last; i = end) {
        size_t from;
        for (end = i + 1; end < last && pages->line[end].left == pages->line[i].left &&
                          pages->line[end].y1 > pages->line[end - 1].y1 - 0.5 * pages->line[end].height;)
            end++;
        from = end;
        while (from > i && pages->line[from - 1].size < 0.93 * pages->body)
            from--;
        while (from < end && !starts_note(text, &pages->line[from]))
            from++;
        if (from > i && kn_pdf_is_caption(pages, &pages->line[from - 1]))
            continue;
        for (; from < end && from > i; from++)
            if (pages->line[from].kind == KNAP_BLOCK_PARAGRAPH)
                pages->line[from].kind = KNAP_BLOCK_NOTE;
    }
}

/* ---- Captions ---- */

size_t kn_pdf_page_end(const kn_pdf_text *pages, size_t first)
{
    size_t last = first;
    while (last < pages->lines && pages->line[last].page == pages->line[first].page)
        last++;
    return last;
}

bool kn_pdf_is_caption(const kn_pdf_text *pages, const kn_pdf_line *line)
{
    static const char *const words[] = {"Figure",
                                        "FIGURE",
                                        "Fig.",
                                        "FIG.",
                                        "Table",
                                        "TABLE",
                                        "Listing",
                                        "Algorithm",
                                        "Scheme",
                                        "Abbildung",
                                        "Abb.",
                                        "Tabelle",
                                        "Tableau",
                                        "Figura",
                                        "Tabla",
                                        "Tabela",
                                        "Tabel",
                                        "Figuur",
                                        "Tabulka",
                                        "Obr\xC3\xA1zek",
                                        "Rysunek",
                                        "\xD0\xA0\xD0\xB8\xD1\x81.",
                                        "\xD0\xA2\xD0\xB0\xD0\xB1\xD0\xBB\xD0\xB8\xD1\x86\xD0\xB0",
                                        "\xE5\x9B\xB3",
                                        "\xE5\x9B\xBE",
                                        "\xE8\xA1\xA8"};
    const char *text = pages->text.bytes;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]), at = line->begin + length, number;
        if (text[line->begin] != words[i][0] || line->end - line->begin <= length ||
            memcmp(text + line->begin, words[i], length) != 0)
            continue;
        while (at < line->end && text[at] == ' ')
            at++;
        for (number = at; at < line->end && (kn_ascii_digit(text[at]) ||
                                             (text[at] == '.' && at + 1 < line->end && kn_ascii_digit(text[at + 1])));)
            at++;
        if (at > number)
            return at == line->end || strchr(".:|", text[at]) || line->size < 0.95 * pages->body;
    }
    return false;
}

void kn_pdf_kinds(kn_pdf_text *pages)
{
    mark_code(pages);
    for (size_t first = 0, last; first < pages->lines; first = last) {
        last = kn_pdf_page_end(pages, first);
        mark_entries(pages, first, last);
        mark_cells(pages, first, last);
        mark_notes(pages, first, last);
    }
}
