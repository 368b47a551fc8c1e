/* formats/pdf_lines.h - lines of text on pages: their order, running heads, paragraphs. Knows nothing of PDF itself. */
#ifndef KNAP_FORMATS_PDF_LINES_H
#define KNAP_FORMATS_PDF_LINES_H

#include "formats/extract.h"

typedef struct kn_pdf_line {
    double x1, y1, x2, y2; /* its box; y grows downwards */
    double height;         /* of its letters */
    double left, right;    /* of the column that it is in */
    size_t begin, end;     /* in the text of all pages */
    size_t page;
    bool dropped; /* a running head or a page number */
} kn_pdf_line;

typedef struct kn_pdf_text {
    kn_text text;
    kn_pdf_line *line; /* [lines] page after page */
    size_t lines, capacity;
} kn_pdf_text;

/* Removes lines at the top or bottom that come back on other pages, and page numbers. False when memory is out. */
bool kn_pdf_drop_heads(kn_pdf_text *pages);
/* Puts the lines of each page, which are in the order that the library has found, into columns. False when memory is out. */
bool kn_pdf_order(kn_pdf_text *pages);
/* Joins lines to paragraphs. */
void kn_pdf_paragraphs(const kn_pdf_text *pages, kn_extract *extract);

#endif
