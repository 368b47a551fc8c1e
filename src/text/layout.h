/* text/layout.h - lines to paragraphs: what a line end means in this file.
 *
 *     text -> lines -> (wrapped | one sentence per line | one paragraph per line) -> paragraphs -> headings told
 * apart */
#ifndef KNAP_TEXT_LAYOUT_H
#define KNAP_TEXT_LAYOUT_H

#include "text/document.h"
#include "text/language.h"

typedef struct kn_line {
    size_t begin, end;   /* without white space around it; lines of nothing else are not kept */
    uint32_t indent;     /* columns before it */
    uint32_t width;      /* columns of indent and line */
    uint32_t first_word; /* characters up to the first space */
    bool after_blank;    /* the line before it is blank, or it is the first */
    bool ends_sentence;
    bool lower;  /* begins with a lower-case letter */
    bool bullet; /* begins as an item of a list */
    bool date;   /* one of the first, and nothing but a date */
} kn_line;

typedef struct kn_paragraph {
    size_t begin, end;
    size_t body;    /* after a dateline, or `begin` */
    unsigned flags; /* KNAP_SENTENCE_HEADING, _DATE, _BYLINE, _SLUG, _DATELINE, _ASIDE */
    knap_block kind;
    unsigned level; /* of a heading or a list item, from 1; 0: not known */
} kn_paragraph;

typedef struct kn_layout {
    const knap_allocator *allocator;
    kn_line *line;
    size_t lines, line_capacity;
    kn_paragraph *paragraph;
    size_t paragraphs, paragraph_capacity;
    bool given;      /* the document's format marks paragraphs and headings */
    bool wrapped;    /* lines are broken at a width, and join to paragraphs */
    bool listed;     /* one sentence, or something like it, per line */
    uint32_t width;  /* that lines are broken at, if they are */
    uint32_t indent; /* of lines that begin no paragraph */
    uint32_t date;   /* of the date line, YYYYMMDD; 0: none, or one without a year */
} kn_layout;

/* Finds the paragraphs of a text; false when memory is out. Free with kn_layout_free in any case. */
bool kn_layout_find(kn_layout *layout, knap_language *language, const char *text, size_t length,
                    const knap_allocator *allocator);
/* Takes over the paragraphs that the document's format has marked; false when memory is out. */
bool kn_layout_given(kn_layout *layout, const kn_structure *structure, const knap_allocator *allocator);
void kn_layout_free(kn_layout *layout);

/* Sets flags and body of the paragraphs: headlines, date lines, bylines, slugs, datelines. False when memory
 * is out. */
bool kn_headings_find(kn_layout *layout, knap_language *language, const char *text);

/* Marks the list items that cannot stand alone: those without an end mark, and those whose list is introduced by a colon. */
void kn_items_settle(kn_layout *layout, const char *text);

/* The text ends in a full stop, question or exclamation mark, closing quotes and brackets behind it allowed.
 */
bool kn_ends_sentence(const char *text, size_t begin, size_t end);

/* Where the text goes on after a dateline such as "LONDON (AP) _ "; `begin` if it does not begin with one. At
 * the start of a story a place needs no capitals: "Port Averill, Gannet - ". */
size_t kn_dateline(const char *text, size_t begin, size_t end, bool story_start);

#endif
