/* formats/pdf_lines.h - lines of text on pages. Knows nothing of PDF itself.
 *
 *     lines (pdf.c) -> without running heads, in the order of columns (pdf_lines.c) -> with a kind each (pdf_kinds.c)
 *     -> blocks over columns and pages (pdf_blocks.c), divided words joined (pdf_words.c) */
#pragma once

#include "formats/extract.h"
#include "formats/pdf_sections.h"

enum { KN_PDF_LONGEST_TITLE = 200 };

typedef struct kn_pdf_line {
    double x1, y1, x2, y2; /* its box; y grows downwards */
    double height;         /* of its letters */
    double size;           /* of its font; the height where that is not known */
    double left, right;    /* of the column that it is in */
    size_t begin, end;     /* in the text of all pages */
    size_t page;
    size_t letters, signs; /* alphabetic characters; others without spaces, full stops and commas */
    knap_block kind;       /* KNAP_BLOCK_PARAGRAPH for text of the page's flow, headings included */
    uint32_t block;        /* that it belongs to */
    bool dropped;          /* a running head or a page number */
    bool fixed;            /* set in a font of fixed width */
    bool bold;
    bool item;    /* begins an item of a list */
    bool leading; /* in dots that lead to a page number: an entry of a table of contents */
} kn_pdf_line;

typedef struct kn_pdf_text {
    kn_text text;
    kn_pdf_line *line; /* [lines] page after page */
    size_t lines;
    double body, body_height; /* size of most text, and height of its letters */
    bool mixed;               /* text in fonts of fixed width is code: a tenth or more is set in others */
    kn_symbols outline;       /* titles of the outline, as kn_pdf_title_key writes them */
    uint8_t *outline_level;   /* [outline.count] from 1 */
    const char *title;        /* of the metadata; "" for none */
} kn_pdf_text;

/* Finds the size of most text: half of all letters are set smaller, half larger. False when memory is out. */
bool kn_pdf_measure(kn_pdf_text *pages);
/* Removes lines at the top or bottom that come back on other pages, and page numbers. False when memory is out. */
bool kn_pdf_drop_heads(kn_pdf_text *pages);
/* Puts the lines of each page, which are in the order that the library has found, into columns. False when memory is out. */
bool kn_pdf_order(kn_pdf_text *pages);
/* Where the page of line `first` ends. */
size_t kn_pdf_page_end(const kn_pdf_text *pages, size_t first);
/* Tells lines of code, contents, tables and notes from the text. */
void kn_pdf_kinds(kn_pdf_text *pages);
/* What the line means as a heading. */
kn_pdf_section kn_pdf_line_section(const char *text, const kn_pdf_line *line);
/* The line begins as the caption of a figure or table does. */
bool kn_pdf_is_caption(const kn_pdf_text *pages, const kn_pdf_line *line);
/* Joins lines to blocks and writes them. */
void kn_pdf_blocks(kn_pdf_text *pages, kn_extract *extract);
/* Writes the letters and digits of a title in lower case to key[KN_PDF_LONGEST_TITLE]; returns the length. */
size_t kn_pdf_title_key(const char *text, size_t length, char *key);

/* The words of the text that no line end divides. */
typedef struct kn_pdf_words {
    kn_symbols known;
    bool failed;
} kn_pdf_words;

void kn_pdf_words_begin(kn_pdf_words *words, const kn_pdf_text *pages);
void kn_pdf_words_free(kn_pdf_words *words);
/* Appends a line to the open block; `next` is the line that goes on after it, or NULL. */
void kn_pdf_add_line(const kn_pdf_words *words, const kn_pdf_text *pages, size_t begin, const kn_pdf_line *line,
                     const kn_pdf_line *next, kn_extract *extract);
