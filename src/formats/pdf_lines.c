/* pdf_lines.c - lines of text on pages: the order of columns, running heads and page numbers. */
#include "formats/pdf_lines.h"
#include "base/ascii.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_LINES = 3, MOST_LINES = 1500, FEWEST_LETTERS = 8, HEAD_ROUNDS = 2, LONGEST_HEAD = 160, MOST_COLUMNS = 4 };

/* ---- Columns ---- */

static int compare_tops(const void *a, const void *b)
{
    const kn_pdf_line *left = a, *right = b;
    return left->y1 != right->y1 ? (left->y1 < right->y1 ? -1 : 1) : left->begin < right->begin ? -1 : 1;
}

/* How many lines of text cross x; SIZE_MAX if x does not divide columns. Labels of figures do not count. */
static size_t count_crossing(const kn_pdf_line *line, size_t count, double x)
{
    size_t left = 0, right = 0, crossing = 0;
    double left_top = 1e9, left_bottom = 0, right_top = 1e9, right_bottom = 0, beside;
    for (size_t i = 0; i < count; i++)
        if (line[i].letters < FEWEST_LETTERS) {
            continue;
        } else if (line[i].x2 <= x) {
            left++;
            left_top = fmin(left_top, line[i].y1);
            left_bottom = fmax(left_bottom, line[i].y2);
        } else if (line[i].x1 >= x) {
            right++;
            right_top = fmin(right_top, line[i].y1);
            right_bottom = fmax(right_bottom, line[i].y2);
        } else {
            crossing++;
        }
    beside = fmin(left_bottom, right_bottom) - fmax(left_top, right_top);
    return left >= FEWEST_LINES && right >= FEWEST_LINES && crossing * 4 <= left + right + crossing &&
                   beside > 2 * line[0].height
               ? crossing
               : SIZE_MAX;
}

/* Where a column begins that has another to its left, so that the fewest lines cross the place; 0: there is one column only. */
static double find_gutter(const kn_pdf_line *line, size_t count)
{
    double best = 0, last = 0;
    size_t fewest = SIZE_MAX;
    if (count > MOST_LINES)
        return 0;
    for (size_t i = 0; i < count; i++) {
        double x = line[i].x1 - line[i].height / 4;
        size_t crossing = line[i].letters < FEWEST_LETTERS || x == last ? SIZE_MAX : count_crossing(line, count, x);
        last = x;
        if (crossing < fewest || (crossing == fewest && crossing != SIZE_MAX && x < best)) {
            best = x;
            fewest = crossing;
        }
    }
    return best;
}

static void set_column(kn_pdf_line *line, size_t count)
{
    double left = 1e9, right = 0;
    for (size_t i = 0; i < count; i++) {
        left = fmin(left, line[i].x1);
        right = fmax(right, line[i].x2);
    }
    for (size_t i = 0; i < count; i++) {
        line[i].left = left;
        line[i].right = right;
    }
}

/* The lines between two that cross the gutter: those of the left column, then those of the right. */
static void order_band(kn_pdf_line *line, size_t count, double gutter, kn_pdf_line *spare)
{
    size_t left = 0, right = 0;
    for (size_t i = 0; i < count; i++)
        if (line[i].x1 >= gutter)
            spare[right++] = line[i];
        else
            line[left++] = line[i];
    memcpy(line + left, spare, right * sizeof *line);
    set_column(line, left);
    set_column(line + left, right);
}

static void order_columns(kn_pdf_line *line, size_t count, kn_pdf_line *spare, int depth)
{
    double gutter = depth < MOST_COLUMNS ? find_gutter(line, count) : 0;
    size_t begin = 0;
    if (gutter == 0) {
        set_column(line, count);
        return;
    }
    qsort(line, count, sizeof *line, compare_tops);
    for (size_t i = 0; i <= count; i++) {
        size_t right;
        if (i < count && !(line[i].x1 < gutter && line[i].x2 > gutter))
            continue;
        order_band(line + begin, i - begin, gutter, spare);
        right = begin;
        while (right < i && line[right].x1 < gutter)
            right++;
        order_columns(line + right, i - right, spare, depth + 1); /* more columns to the right */
        if (i < count)
            set_column(line + i, 1);
        begin = i + 1;
    }
}

bool kn_pdf_order(kn_pdf_text *pages)
{
    kn_pdf_line *spare = kn_new(pages->text.allocator, pages->lines, sizeof *spare);
    if (!spare)
        return false;
    for (size_t first = 0, last; first < pages->lines; first = last) {
        last = kn_pdf_page_end(pages, first);
        order_columns(pages->line + first, last - first, spare, 0);
    }
    kn_free(pages->text.allocator, spare, pages->lines, sizeof *spare);
    return true;
}

/* ---- Running heads ---- */

/* The text of a line with every number as "#"; 0 for a line that is too long for a running head. */
static size_t head_key(const kn_pdf_text *pages, const kn_pdf_line *line, char *key)
{
    size_t length = 0;
    if (line->end - line->begin > LONGEST_HEAD)
        return 0;
    for (size_t i = line->begin; i < line->end; i++) {
        char byte = pages->text.bytes[i];
        if (kn_ascii_digit(byte)) {
            if (length == 0 || key[length - 1] != '#')
                key[length++] = '#';
        } else if (byte != ' ') {
            key[length++] = byte;
        }
    }
    return length;
}

/* "7", "- 7 -", "vii", "Page 7 of 12": a number with at most two words around it. */
static bool is_page_number(const char *key, size_t length)
{
    size_t letters = 0, numbers = 0, roman = 0;
    for (size_t i = 0; i < length; i++) {
        numbers += key[i] == '#';
        letters += kn_ascii_letter(key[i]) || (unsigned char)key[i] >= 0x80;
        roman += key[i] && strchr("ivxlc", key[i]) != NULL;
    }
    return length > 0 && ((numbers > 0 && numbers <= 2 && letters <= 8 && length <= 14) ||
                          (numbers == 0 && roman == length && length <= 6));
}

/* Whether nothing is above or nothing is below the line but running heads right beside it. */
static bool is_at_edge(const kn_pdf_text *pages, size_t first, size_t last, size_t i)
{
    const kn_pdf_line *line = &pages->line[i];
    bool top = true, bottom = true;
    for (size_t k = first; k < last; k++) {
        const kn_pdf_line *other = &pages->line[k];
        if (k == i)
            continue;
        if ((other->y1 + other->y2) / 2 < line->y1)
            top = top && other->dropped && line->y1 - other->y2 < line->height;
        if ((other->y1 + other->y2) / 2 > line->y2)
            bottom = bottom && other->dropped && other->y1 - line->y2 < line->height;
    }
    return top || bottom;
}

typedef struct heads {
    kn_symbols keys;
    uint32_t *symbol; /* [lines] the key of a line at an edge; KN_NO_SYMBOL for others */
    size_t *seen;     /* [keys] pages with a line of this key */
} heads;

/* Finds the keys of the lines at the edges of a page. */
static bool find_edges(kn_pdf_text *pages, heads *found, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        char key[LONGEST_HEAD + 1];
        size_t length;
        found->symbol[i] = KN_NO_SYMBOL;
        length = pages->line[i].dropped || pages->line[i].size > 1.3 * pages->body ||
                         kn_pdf_is_caption(pages, &pages->line[i]) || !is_at_edge(pages, first, last, i)
                     ? 0
                     : head_key(pages, &pages->line[i], key);
        if (length == 0)
            continue;
        found->symbol[i] = kn_symbols_add(&found->keys, key, length);
        if (found->symbol[i] == KN_NO_SYMBOL)
            return false;
        found->seen[found->symbol[i]] += is_page_number(key, length) ? 2 : 1;
    }
    return true;
}

/* One round: the outermost lines of each page that were not dropped before. */
static bool drop_outermost(kn_pdf_text *pages, heads *found)
{
    memset(found->seen, 0, found->keys.count * sizeof *found->seen);
    for (size_t first = 0, last; first < pages->lines; first = last) {
        last = kn_pdf_page_end(pages, first);
        for (size_t i = first; i < last; i++)
            found->symbol[i] = KN_NO_SYMBOL;
        if (last - first <= MOST_LINES && !find_edges(pages, found, first, last))
            return false;
    }
    for (size_t i = 0; i < pages->lines; i++)
        if (found->symbol[i] != KN_NO_SYMBOL && found->seen[found->symbol[i]] >= 2)
            pages->line[i].dropped = true;
    return true;
}

bool kn_pdf_drop_heads(kn_pdf_text *pages)
{
    const knap_allocator *allocator = pages->text.allocator;
    size_t keys = HEAD_ROUNDS * pages->lines;
    heads found = {.symbol = kn_new(allocator, pages->lines, sizeof *found.symbol),
                   .seen = kn_new(allocator, keys, sizeof *found.seen)};
    bool good = found.symbol && found.seen;
    kn_symbols_begin(&found.keys, allocator);
    for (int round = 0; good && round < HEAD_ROUNDS; round++)
        good = drop_outermost(pages, &found);
    kn_symbols_free(&found.keys);
    kn_free(allocator, found.symbol, pages->lines, sizeof *found.symbol);
    kn_free(allocator, found.seen, keys, sizeof *found.seen);
    for (size_t i = 0, all = pages->lines, kept = pages->lines = 0; good && i < all; i++)
        if (!pages->line[i].dropped) {
            pages->line[kept++] = pages->line[i];
            pages->lines = kept;
        }
    return good;
}
