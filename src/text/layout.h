/* text/layout.h - lines to paragraphs: what a line end means in this file.
 *
 *     text -> lines -> (wrapped | one sentence per line | one paragraph per line) -> paragraphs -> headings told
 * apart */
#pragma once

#include "text/document.h"
#include "text/language.h"
#include "text/lines.h"

typedef struct kn_paragraph {
    size_t begin, end;
    size_t body;    /* after a dateline, or `begin` */
    unsigned flags; /* KNAP_SENTENCE_HEADING, _DATE, _BYLINE, _SLUG, _DATELINE, _ASIDE */
    knap_block kind;
    unsigned level;         /* of a heading or a list item, from 1; 0: not known */
    size_t first, end_line; /* its lines, where the layout was found */
    bool goes_on;           /* begins in the middle of a sentence */
    bool leads;             /* ends with an ellipsis that introduces a list or code: its last sentence has no end */
    bool foreign;           /* in another language than the document */
} kn_paragraph;

typedef struct kn_layout {
    const knap_allocator *allocator;
    kn_lines lines;
    kn_paragraph *paragraph;
    size_t paragraphs;
    bool given;      /* the document's format marks paragraphs and headings */
    bool wrapped;    /* lines are broken at a width, and join to paragraphs */
    bool ragged;     /* lines are broken as the writer liked */
    bool indented;   /* a paragraph begins with an indented line */
    bool listed;     /* one sentence, or something like it, per line */
    bool manual;     /* a manual page */
    bool outline;    /* stars before headings tell their level */
    bool structured; /* has headings, code or tables: not a story */
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

/* Sets kind, level and flags of the paragraphs by their shape and the section that they are in: headings, contents, licences, ... */
void kn_sections_find(kn_layout *layout, const char *text);

/* The same for paragraphs that a format has given: code and notices that it does not mark. */
void kn_sections_given(kn_layout *layout, const char *text);

/* Marks the list items that cannot stand alone: those without an end mark, and those whose list is introduced by a colon; and the
 * paragraphs that introduce a list or code with an ellipsis. */
void kn_items_settle(kn_layout *layout, const char *text);

/* Marks the paragraphs in another language than the document's, which is `language`. */
void kn_foreign_find(kn_layout *layout, const knap_language *language, const char *text);

/* Where the text goes on after a dateline such as "LONDON (AP) _ "; `begin` if it does not begin with one. At
 * the start of a story a place needs no capitals: "Port Averill, Gannet - ". */
size_t kn_dateline(const char *text, size_t begin, size_t end, bool story_start);
