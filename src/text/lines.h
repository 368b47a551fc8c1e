/* text/lines.h - the lines of a text, and what each of them looks like.
 *
 *     text -> lines (lines.c) -> their shapes (shapes.c) -> paragraphs (layout.c) -> headings and sections (heading.c, sections.c) */
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stdint.h>

/* What stands before an item of a list. */
typedef enum kn_mark_kind {
    KN_MARK_NONE,
    KN_MARK_BULLET,        /* * - + o and round or square marks */
    KN_MARK_NUMBER,        /* 1. */
    KN_MARK_NUMBER_CLOSED, /* 1) */
    KN_MARK_NUMBER_ROUND,  /* (1) */
    KN_MARK_LETTER,        /* a. */
    KN_MARK_LETTER_CLOSED, /* a) */
    KN_MARK_LETTER_ROUND,  /* (a) */
    KN_MARK_KINDS
} kn_mark_kind;

typedef struct kn_item_mark {
    kn_mark_kind kind;
    uint32_t value;  /* 2 for "2." and "b)"; the character of a bullet */
    size_t text;     /* the byte where the item goes on */
    uint32_t column; /* columns from the start of the line to there */
} kn_item_mark;

/* What a line is by its characters alone. */
typedef enum kn_shape {
    KN_SHAPE_TEXT,
    KN_SHAPE_RULE,     /* no letter and no digit */
    KN_SHAPE_CODE,     /* source code, commands, patches */
    KN_SHAPE_TABLE,    /* cells */
    KN_SHAPE_CONTENTS, /* ends in dots and a page number */
    KN_SHAPE_QUOTED,   /* begins with > */
    KN_SHAPE_PAGE,     /* the head or foot of a page */
    KN_SHAPE_SIGNED,   /* copyright, signatures of changes, fields */
    KN_SHAPE_TITLE     /* centred */
} kn_shape;

typedef struct kn_line {
    size_t begin, end;   /* without white space around it; lines of nothing else are not kept */
    uint32_t indent;     /* columns before it */
    uint32_t width;      /* columns of indent and line */
    uint32_t first_word; /* columns up to the first place where the line could have been broken */
    uint32_t item;       /* columns up to the text behind the mark of an item */
    /* What the start of the line has, at most KN_LINE_LOOK bytes of it. */
    uint16_t letters, upper, digits, signs, words;
    uint16_t gaps;    /* runs of white space that part columns */
    uint16_t tag;     /* bytes up to the text behind a term that wide space sets apart; 0: there is none */
    uint8_t mark;     /* kn_mark_kind */
    uint8_t shape;    /* kn_shape */
    bool after_blank; /* the line before it is blank, or it is the first */
    bool after_page;  /* a form feed is before it */
    bool ends_sentence;
    bool divided; /* ends with a hyphen behind a letter */
    bool lower;   /* begins with a lower-case letter */
    bool wide;    /* begins with a Chinese or Japanese character */
    bool listed;  /* its mark is a bullet or one of a sequence */
    bool date;    /* one of the first, and nothing but a date */
} kn_line;

enum { KN_LINE_LOOK = 140, KN_WIDEST = 200 };

typedef struct kn_lines {
    const knap_allocator *allocator;
    kn_line *line; /* [count] */
    size_t count;
} kn_lines;

/* Finds the lines of a text; false when memory is out. Free with kn_lines_free in any case. */
bool kn_lines_find(kn_lines *lines, const char *text, size_t length);
void kn_lines_free(kn_lines *lines);

/* The line [begin, end), which is not blank, without what its neighbours tell. */
kn_line kn_look_at_line(const char *text, size_t begin, size_t end);

/* The mark that the text [begin, end) has as an item of a list. */
kn_item_mark kn_find_mark(const char *text, size_t begin, size_t end);

/* The text ends in a full stop, question or exclamation mark, closing quotes and brackets behind it allowed.
 */
bool kn_ends_sentence(const char *text, size_t begin, size_t end);
