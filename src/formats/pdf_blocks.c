/* pdf_blocks.c - joins the lines of pages to blocks: paragraphs that go on in the next column or page, headings with their level,
 * items of lists; and tells authors, abstracts, references and indexes by the headings before them. */
#include "formats/pdf_lines.h"
#include "base/ascii.h"
#include "text/layout.h"
#include "text/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <unicode/uchar.h>

enum {
    HEADING_WORDS = 16,
    HEADING_LINES = 3,
    FRAGMENT_WORDS = 6,
    PROSE_LETTERS = 40,
    DEEPEST_HEADING = 6,
    LONGEST_RUN_IN = 40
};
#define NO_BLOCK UINT32_MAX

typedef struct block {
    size_t first, last; /* its lines; others may be between them */
    size_t words;
    double size;
    knap_block kind;
    unsigned level;
    kn_pdf_section section; /* that a heading opens */
} block;

typedef struct blocks {
    kn_pdf_text *pages;
    const char *text;
    double distance; /* of two lines of a paragraph */
    block *block;    /* [count] */
    size_t count;
    bool failed;
} blocks;

/* ---- Lines to blocks ---- */

static int compare_doubles(const void *a, const void *b)
{
    return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

/* The usual distance of two lines of a paragraph. */
static double line_distance(const kn_pdf_text *pages, double *room)
{
    size_t count = 0;
    double height = pages->body_height;
    for (size_t i = 1; i < pages->lines; i++) {
        const kn_pdf_line *line = &pages->line[i];
        double distance = line->y1 - line[-1].y1;
        if (line->kind == KNAP_BLOCK_PARAGRAPH && line->page == line[-1].page && distance > height / 2 &&
            distance < 3 * height)
            room[count++] = distance;
    }
    qsort(room, count, sizeof *room, compare_doubles);
    return count && room[count / 2] > 0 ? room[count / 2] : 1.3 * height;
}

static bool starts_lower(const char *text, const kn_pdf_line *line)
{
    return u_islower(kn_utf8_at(text, line->begin, line->end));
}

static bool is_bullet(int32_t code)
{
    return code == 0x2022 || code == 0x25AA || code == 0x25CF || code == 0x25CB || code == 0x25E6 || code == 0x25A0 ||
           code == 0x2219 || code == 0x25B8 || code == 0x2023 ||
           (code >= 0xF020 && code <= 0xF0FF) || (code >= 0x80 && code < 0xA0); /* of fonts without Unicode */
}

/* Bytes of the mark that begins an item: "• ", "- ", "(a) ", "12. ", "3: "; 0 where there is none. */
static size_t item_mark(const char *text, size_t begin, size_t end)
{
    size_t at = begin, digits = 0;
    int32_t code = begin < end ? kn_utf8_next(text, &at, end) : 0;
    if (is_bullet(code))
        return kn_skip_space(text, at, end) - begin;
    if ((code == '-' || code == '*' || code == 0x2013 || code == 0x2014) && at < end && text[at] == ' ')
        return at + 1 - begin;
    at = begin + (code == '(');
    while (at < end && kn_ascii_digit(text[at]) && digits < 2)
        at++, digits++;
    if (digits == 0 && at < end && kn_ascii_letter(text[at]) && at + 1 < end && text[at + 1] == ')')
        at++, digits++;
    if (digits && at + 1 < end && (text[at] == ')' || (strchr(".:", text[at]) && code != '(')) && text[at + 1] == ' ')
        return at + 2 - begin;
    return 0;
}

static bool differs(double a, double b, double share)
{
    return fabs(a - b) > share * fmax(a, b);
}

/* Nothing but the name of a section: "Abstract". */
static bool is_section(const char *text, const kn_pdf_line *line)
{
    return kn_pdf_line_section(text, line) != KN_PDF_OTHER;
}

/* `line` begins a paragraph after `before`, which is in the same flow of text; `first` is the first line of the block. */
static bool begins_paragraph(const blocks *self, const kn_pdf_line *first, const kn_pdf_line *before,
                             const kn_pdf_line *line, bool adjacent)
{
    const char *text = self->text;
    bool finished = kn_ends_sentence(text, before->begin, before->end);
    bool below = adjacent && before->page == line->page && line->y1 > before->y1 - 0.3 * line->height &&
                 before->left == line->left;
    bool ragged = before->x2 < before->right - 0.12 * (before->right - before->left);
    /* small capitals make a line smaller that goes on with a sentence */
    bool goes_on = !finished && (starts_lower(text, line) || !ragged);
    if (differs(before->size, line->size, goes_on ? 0.2 : 0.07) || line->item || before->bold != line->bold ||
        is_section(text, before) || is_section(text, line))
        return true;
    if (!adjacent && before->page == line->page && before->left == line->left) /* a formula or code is between them */
        return finished || !starts_lower(text, line);
    if (!below) /* the next column or page */
        return finished ? !starts_lower(text, line) && (ragged || line->x1 > line->left + 0.6 * line->height)
                        : !starts_lower(text, line) &&
                              (text[before->end - 1] == ':' || (ragged && before->end - before->begin < 30));
    if (line->y1 - before->y1 > 1.35 * self->distance * fmax(1, line->size / self->pages->body))
        return true;
    if (line->x1 > before->x1 + 0.6 * line->height && line->x1 > line->left + 0.6 * line->height && finished)
        return !first->item || before != first;
    if (finished && before != first && line->x1 < before->x1 - 0.6 * line->height)
        return true;
    return finished && ragged && !starts_lower(text, line);
}

static bool add_block(blocks *self, size_t line, knap_block kind)
{
    if (!KN_ROOM(self->pages->text.allocator, self->block, self->count + 1) || self->count >= NO_BLOCK) {
        self->failed = true;
        return false;
    }
    self->block[self->count] = (block){.first = line, .kind = kind, .size = self->pages->line[line].size};
    self->count++;
    return true;
}

/* Whether a line of another kind than text goes on with the block of the line before it. */
static bool joins_float(const blocks *self, size_t i)
{
    const kn_pdf_line *line = &self->pages->line[i], *before = line - 1;
    if (i == 0 || before->kind != line->kind || before->page != line->page || line->kind == KNAP_BLOCK_FURNITURE)
        return false;
    if (line->kind == KNAP_BLOCK_NOTE)
        return !kn_ascii_digit(self->text[line->begin]) || before->x1 > line->x1;
    return true;
}

/* Whether the line is the caption of a figure, or goes on with one. */
static bool is_caption(const blocks *self, size_t i)
{
    const kn_pdf_line *line = &self->pages->line[i], *before = line - 1;
    if (i > 0 && before->page == line->page && before->kind == KNAP_BLOCK_CAPTION)
        return !begins_paragraph(self, before, before, line, true);
    return kn_pdf_is_caption(self->pages, line) &&
           (i == 0 || before->page != line->page || before->kind != KNAP_BLOCK_PARAGRAPH ||
            begins_paragraph(self, before, before, line, true) || line->y1 - before->y1 > 1.2 * self->distance);
}

/* Marks the lines that begin items. A mark that stands alone belongs to the next line. */
static void mark_items(kn_pdf_text *pages)
{
    const char *text = pages->text.bytes;
    for (size_t i = 0; i < pages->lines; i++) {
        kn_pdf_line *line = &pages->line[i];
        size_t mark = line->kind == KNAP_BLOCK_PARAGRAPH ? item_mark(text, line->begin, line->end) : 0;
        if (mark == 0)
            continue;
        line->item = true;
        if (line->begin + mark >= line->end) {
            line->dropped = true;
            if (i + 1 < pages->lines && line[1].kind == KNAP_BLOCK_PARAGRAPH)
                line[1].item = true;
        }
    }
}

static void form_blocks(blocks *self)
{
    kn_pdf_text *pages = self->pages;
    size_t flow = SIZE_MAX; /* the last line of running text */
    mark_items(pages);
    for (size_t i = 0; i < pages->lines && !self->failed; i++) {
        kn_pdf_line *line = &pages->line[i];
        bool joins;
        line->block = NO_BLOCK;
        if (line->dropped)
            continue;
        if (line->kind == KNAP_BLOCK_PARAGRAPH && is_caption(self, i))
            line->kind = KNAP_BLOCK_CAPTION;
        if (line->kind != KNAP_BLOCK_PARAGRAPH)
            joins = joins_float(self, i) && line[-1].block != NO_BLOCK &&
                    !(line->kind == KNAP_BLOCK_CAPTION && kn_pdf_is_caption(pages, line));
        else
            joins =
                flow != SIZE_MAX && !begins_paragraph(self, &pages->line[self->block[pages->line[flow].block].first],
                                                      &pages->line[flow], line, flow + 1 == i);
        if (joins)
            line->block = line->kind == KNAP_BLOCK_PARAGRAPH ? pages->line[flow].block : line[-1].block;
        else if (add_block(self, i, line->kind))
            line->block = (uint32_t)(self->count - 1);
        else
            return;
        self->block[line->block].last = i;
        if (line->kind == KNAP_BLOCK_PARAGRAPH)
            flow = i;
        for (size_t k = line->begin; k <= line->end; k++)
            self->block[line->block].words += k == line->end || self->text[k] == ' ';
    }
}

/* ---- Headings ---- */

/* "3", "3.2", "A.1" before a title: how deep the number is, 0 where there is none; *after is where the title begins. */
static unsigned number_depth(const char *text, size_t begin, size_t end, size_t *after)
{
    unsigned depth = 0;
    size_t at = begin;
    if (at + 1 < end && text[at] >= 'A' && text[at] <= 'Z' && text[at + 1] == '.')
        at++, depth++;
    while (at < end && (kn_ascii_digit(text[at]) || (text[at] == '.' && at > begin))) {
        depth += kn_ascii_digit(text[at]) && (at == begin || !kn_ascii_digit(text[at - 1]));
        at++;
    }
    if (at == begin || at >= end || text[at] != ' ')
        return 0;
    *after = kn_skip_space(text, at, end);
    return *after < end && u_isupper(kn_utf8_at(text, *after, end)) ? depth : 0;
}

static bool has_line(const blocks *self, const block *of, const kn_pdf_line *line)
{
    return line->block == (uint32_t)(of - self->block);
}

static size_t block_key(const blocks *self, const block *of, char *key)
{
    size_t size = 0;
    for (size_t i = of->first; i <= of->last; i++) {
        const kn_pdf_line *line = &self->pages->line[i];
        char part[KN_PDF_LONGEST_TITLE];
        size_t length;
        if (!has_line(self, of, line))
            continue;
        length = kn_pdf_title_key(self->text + line->begin, line->end - line->begin, part);
        if (size + length > KN_PDF_LONGEST_TITLE)
            return 0;
        memcpy(key + size, part, length);
        size += length;
    }
    return size;
}

/* The level that the outline gives to a title, with its number or without; 0: it has no such title. */
static unsigned outline_level(const kn_pdf_text *pages, const char *key, size_t length)
{
    size_t digits = 0;
    uint32_t found = kn_symbols_find(&pages->outline, key, length);
    while (digits < length && kn_ascii_digit(key[digits]))
        digits++;
    if (found == KN_NO_SYMBOL && digits && digits < length)
        found = kn_symbols_find(&pages->outline, key + digits, length - digits);
    return found == KN_NO_SYMBOL ? 0 : pages->outline_level[found] + 1u;
}

static void find_heading(const blocks *self, block *of)
{
    const kn_pdf_line *first = &self->pages->line[of->first], *last = &self->pages->line[of->last];
    char key[KN_PDF_LONGEST_TITLE];
    size_t length, title = first->begin;
    unsigned depth = number_depth(self->text, first->begin, first->end, &title), level;
    double body = self->pages->body;
    bool alone = of->first == of->last, marked = depth || first->bold || of->size > 1.12 * body;
    if (of->words > HEADING_WORDS || of->last - of->first >= HEADING_LINES)
        return;
    length = block_key(self, of, key);
    of->section = length ? kn_pdf_section_find(key, length) : KN_PDF_OTHER;
    level = length ? outline_level(self->pages, key, length) : 0;
    if (!level &&
        ((kn_ends_sentence(self->text, last->begin, last->end) && !(marked && self->text[last->end - 1] == '?')) ||
         starts_lower(self->text, first) || self->text[last->end - 1] == ',' || self->text[last->end - 1] == ':'))
        return;
    if (!level && of->section != KN_PDF_OTHER && alone)
        level = 2;
    if (!level && depth && ((alone && self->pages->outline.count == 0) || of->size > 1.05 * body || first->bold))
        level = depth + 1;
    if (!level && (of->size > 1.12 * body || first->bold) && u_isalpha(kn_utf8_at(self->text, title, first->end)))
        level = of->size > 1.2 * body ? 2 : 3;
    if (level) {
        of->kind = KNAP_BLOCK_HEADING;
        of->level = level < DEEPEST_HEADING ? level : DEEPEST_HEADING;
    }
}

/* "[12] A. Author" */
static bool is_reference(const char *text, const kn_pdf_line *line)
{
    size_t at = line->begin + 1;
    while (at < line->end && kn_ascii_digit(text[at]))
        at++;
    return text[line->begin] == '[' && at > line->begin + 1 && at < line->end && text[at] == ']';
}

/* Mostly digits and signs. */
static bool is_formula(const blocks *self, const block *of)
{
    size_t letters = 0, others = 0;
    for (size_t i = of->first; i <= of->last; i++) {
        const kn_pdf_line *line = &self->pages->line[i];
        if (has_line(self, of, line)) {
            letters += line->letters;
            others += line->signs;
        }
    }
    return others * 2 > letters;
}

static bool holds(const char *text, size_t begin, size_t end, const char *word)
{
    size_t length = strlen(word);
    for (size_t at = begin; at + length <= end; at++) {
        const char *found = memchr(text + at, word[0], end - length + 1 - at);
        if (!found)
            return false;
        at = (size_t)(found - text);
        if (memcmp(found, word, length) == 0)
            return true;
    }
    return false;
}

/* Where the name of a section ends that a line begins with, before a mark: "Abstract. We ..."; its begin if there is none. */
static size_t run_in(const blocks *self, const kn_pdf_line *line, kn_pdf_section section)
{
    char key[KN_PDF_LONGEST_TITLE];
    for (size_t at = line->begin; at < line->end && at < line->begin + LONGEST_RUN_IN;) {
        size_t end = at;
        int32_t code = kn_utf8_next(self->text, &at, line->end);
        if (u_isalpha(code) || code == ' ')
            continue;
        return (code == '.' || code == ':' || code == 0x2014 || code == 0x2013 || code == '-') &&
                       kn_pdf_section_find(key, kn_pdf_title_key(self->text + line->begin, end - line->begin, key)) ==
                           section
                   ? end
                   : line->begin;
    }
    return line->begin;
}

/* Notices of copyright, addresses of authors, and keywords. */
static bool is_notice(const blocks *self, const block *of)
{
    const kn_pdf_line *first = &self->pages->line[of->first], *last = &self->pages->line[of->last];
    size_t begin = first->begin, head = first->end;
    for (const kn_pdf_line *line = first; line <= last; line++)
        if (has_line(self, of, line) && (holds(self->text, line->begin, line->end, "\xC2\xA9") ||
                                         holds(self->text, line->begin, line->end, "Copyright (")))
            return true;
    return holds(self->text, begin, begin + 12 < head ? begin + 12 : head, "Copyright") ||
           holds(self->text, begin, head, "Permission is granted to") || run_in(self, first, KN_PDF_KEYWORDS) > begin ||
           (!kn_ends_sentence(self->text, last->begin, last->end) &&
            (holds(self->text, begin, head, "@") || holds(self->text, last->begin, last->end, "@")));
}

static void classify(const blocks *self, block *of)
{
    const kn_pdf_line *first = &self->pages->line[of->first], *last = &self->pages->line[of->last];
    if (of->kind == KNAP_BLOCK_PARAGRAPH)
        find_heading(self, of);
    if (of->kind != KNAP_BLOCK_PARAGRAPH)
        return;
    if (is_reference(self->text, first))
        of->kind = KNAP_BLOCK_REFERENCE;
    else if (is_formula(self, of))
        of->kind = KNAP_BLOCK_TABLE;
    else if (is_notice(self, of))
        of->kind = KNAP_BLOCK_FURNITURE;
    else if (first->item)
        of->kind = KNAP_BLOCK_ITEM, of->level = 1;
    else if (of->words < FRAGMENT_WORDS && self->text[last->end - 1] != ':' &&
             !kn_ends_sentence(self->text, last->begin, last->end))
        of->kind = KNAP_BLOCK_FURNITURE;
}

/* ---- Sections ---- */

/* A paragraph of whole sentences, at least the length of one; longer if it has no end. Names of authors and places have most words in capitals. */
static bool is_prose(const blocks *self, const block *of)
{
    const kn_pdf_line *last = &self->pages->line[of->last];
    size_t letters = 0, lower = 0, upper = 0;
    if (of->kind != KNAP_BLOCK_PARAGRAPH)
        return false;
    for (size_t i = of->first; i <= of->last; i++) {
        const kn_pdf_line *line = &self->pages->line[i];
        if (!has_line(self, of, line))
            continue;
        letters += line->letters;
        for (size_t at = line->begin; at < line->end;) {
            bool starts = at == line->begin || self->text[at - 1] == ' ';
            int32_t code = kn_utf8_next(self->text, &at, line->end);
            lower += starts && u_islower(code);
            upper += starts && u_isupper(code);
        }
    }
    if (!kn_ends_sentence(self->text, last->begin, last->end))
        letters /= 3; /* an address may stand below it, set apart */
    return letters >= PROSE_LETTERS && lower >= upper;
}

/* The title, in the largest letters of the first page, and the names of authors and their places up to the abstract, the first
 * section or the first paragraph. */
static void find_front(blocks *self)
{
    size_t end = 0, title = SIZE_MAX, last;
    const kn_pdf_line *line = self->pages->line;
    while (end < self->count && line[self->block[end].first].page == line[0].page &&
           !is_prose(self, &self->block[end]) && self->block[end].section == KN_PDF_OTHER) {
        const block *of = &self->block[end];
        bool large = of->size > 1.3 * self->pages->body && of->words <= HEADING_WORDS; /* may end in a full stop */
        if ((of->kind == KNAP_BLOCK_HEADING || large) &&
            (title == SIZE_MAX || of->size > 1.02 * self->block[title].size))
            title = end;
        end++;
    }
    if (title == SIZE_MAX || self->block[title].size < 1.12 * self->pages->body)
        return;
    self->block[title].kind = KNAP_BLOCK_HEADING;
    self->block[title].level = 1;
    last = title;
    for (size_t i = 0; i < end; i++) {
        block *of = &self->block[i];
        size_t after;
        bool numbered = number_depth(self->text, line[of->first].begin, line[of->first].end, &after) > 0;
        if (numbered && i > title && of->kind == KNAP_BLOCK_HEADING)
            return;
        if (i > title && i == last + 1 && of->size > 0.98 * self->block[title].size && of->words <= HEADING_WORDS) {
            of->kind = KNAP_BLOCK_HEADING; /* the title goes on */
            of->level = 1;
            last = i;
        } else if (i != title && (of->kind == KNAP_BLOCK_HEADING || of->kind == KNAP_BLOCK_PARAGRAPH))
            of->kind = KNAP_BLOCK_FURNITURE;
    }
}

/* The heading of a part of an index: "A". */
static bool is_letter(const blocks *self, const block *of)
{
    const kn_pdf_line *line = &self->pages->line[of->first];
    return of->first == of->last && line->end - line->begin <= 2;
}

/* What follows the heading of references or of an index, up to the next heading that is as large. */
static void apply_sections(blocks *self)
{
    const block *open = NULL;
    for (size_t i = 0; i < self->count; i++) {
        block *of = &self->block[i];
        bool heading = of->kind == KNAP_BLOCK_HEADING;
        if (heading && (of->section == KN_PDF_REFERENCES || of->section == KN_PDF_INDEX))
            open = of;
        else if (heading && open && of->size >= 0.98 * open->size && !is_letter(self, of))
            open = NULL;
        else if (open)
            of->kind = open->section == KN_PDF_INDEX ? KNAP_BLOCK_FURNITURE : KNAP_BLOCK_REFERENCE;
    }
}

/* ---- Writing ---- */

/* Writes "Abstract" as a heading where a paragraph begins with it: "Abstract. We ..."; returns where the rest begins. */
static size_t write_run_in(const blocks *self, const block *of, kn_extract *extract)
{
    const kn_pdf_line *first = &self->pages->line[of->first];
    size_t begin = first->begin, at;
    if (of->kind == KNAP_BLOCK_ITEM) {
        size_t mark = item_mark(self->text, begin, first->end);
        return begin + (begin + mark < first->end ? mark : 0);
    }
    at = of->kind == KNAP_BLOCK_PARAGRAPH ? run_in(self, first, KN_PDF_ABSTRACT) : begin;
    if (at == begin)
        return begin;
    kn_extract_block(extract, self->text + begin, at - begin, KNAP_BLOCK_HEADING, 2);
    while (at < first->end && !u_isalnum(kn_utf8_at(self->text, at, first->end)))
        kn_utf8_next(self->text, &at, first->end);
    return at;
}

static void write_blocks(const blocks *self, kn_extract *extract)
{
    kn_pdf_words words;
    kn_pdf_words_begin(&words, self->pages);
    for (size_t i = 0; i < self->count && !words.failed; i++) {
        const block *of = &self->block[i];
        const kn_pdf_line *line = &self->pages->line[of->first];
        size_t begin = write_run_in(self, of, extract);
        while (line) {
            const kn_pdf_line *next = line, *end = &self->pages->line[of->last];
            do
                next++;
            while (next <= end && next->block != i);
            next = next <= end ? next : NULL;
            kn_pdf_add_line(&words, self->pages, begin, line, next, extract);
            line = next;
            begin = line ? line->begin : 0;
        }
        kn_extract_end(extract, of->kind, of->level);
    }
    extract->failed |= words.failed;
    kn_pdf_words_free(&words);
}

/* The title of the metadata is the headline where the first page has none. */
static void write_title(const blocks *self, kn_extract *extract)
{
    for (size_t i = 0; i < self->count && self->pages->line[self->block[i].first].page == self->pages->line[0].page;
         i++)
        if (self->block[i].kind == KNAP_BLOCK_HEADING && self->block[i].level == 1)
            return;
    kn_extract_block(extract, self->pages->title, strlen(self->pages->title), KNAP_BLOCK_HEADING, 1);
}

void kn_pdf_blocks(kn_pdf_text *pages, kn_extract *extract)
{
    blocks self = {.pages = pages, .text = pages->text.bytes};
    double *room = kn_new(pages->text.allocator, pages->lines, sizeof *room);
    if (!room) {
        extract->failed = true;
        return;
    }
    self.distance = line_distance(pages, room);
    kn_free(pages->text.allocator, room, pages->lines, sizeof *room);
    form_blocks(&self);
    for (size_t i = 0; i < self.count && !self.failed; i++)
        classify(&self, &self.block[i]);
    if (!self.failed && self.count) {
        find_front(&self);
        apply_sections(&self);
        write_title(&self, extract);
        write_blocks(&self, extract);
    }
    extract->failed |= self.failed;
    KN_RELEASE(pages->text.allocator, self.block);
}
