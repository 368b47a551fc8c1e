/* formats/source_lines.h - the lines of a text whose format is line based: reStructuredText, roff, LaTeX, AsciiDoc, Org. */
#pragma once

#include "base/memory.h"

typedef struct kn_source_line {
    size_t begin, end; /* without white space around it; begin == end for a blank line */
    size_t indent;     /* columns before it; a tab goes on to the next multiple of eight */
} kn_source_line;

typedef struct kn_source_lines {
    const knap_allocator *allocator;
    const char *text;
    kn_source_line *line;
    size_t count;
} kn_source_lines;

/* Finds the lines; false when memory is out. Free with kn_source_lines_free in any case. */
bool kn_source_lines_find(kn_source_lines *lines, const char *text, size_t length, const knap_allocator *allocator);
void kn_source_lines_free(kn_source_lines *lines);

/* The text and the length of line `at`; an empty text behind the last line. */
const char *kn_source_line_text(const kn_source_lines *lines, size_t at, size_t *length);
bool kn_source_line_is_blank(const kn_source_lines *lines, size_t at);
/* Whether line `at` begins with `start`. */
bool kn_source_line_starts(const kn_source_lines *lines, size_t at, const char *start);

/* Whether name[length], or a name that ends with 0, is one of the words, which have spaces between them. */
bool kn_is_among(const char *name, size_t length, const char *words);
bool kn_is_one_of(const char *name, const char *words);

/* Appends a line to the text of a paragraph: behind a space, but for a hyphen inside a word and for scripts without spaces. */
void kn_join_line(kn_text *paragraph, const char *line, size_t length);
