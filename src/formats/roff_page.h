/* formats/roff_page.h - what the parts of the reader of manual pages share.
 *
 *     lines -> requests (roff.c: man; roff_mdoc.c: mdoc) -> text without escapes (roff_text.c) -> blocks */
#pragma once

#include "formats/extract.h"
#include "formats/source_lines.h"

enum { KN_ROFF_STRINGS = 64, KN_ROFF_DEEPEST = 32, KN_ROFF_ARGUMENTS = 64 };

typedef struct kn_roff_word {
    const char *text;
    size_t length;
} kn_roff_word;

typedef struct kn_roff {
    kn_extract *extract;
    kn_source_lines lines;
    kn_text raw;                          /* the open paragraph */
    kn_text line;                         /* the line that is read, without escapes */
    kn_roff_word string[KN_ROFF_STRINGS]; /* names of strings */
    kn_roff_word value[KN_ROFF_STRINGS];  /* and what they stand for */
    size_t strings, expansions;           /* defined; used in the line */
    unsigned base[KN_ROFF_DEEPEST];       /* the levels of paragraphs around the indented part; [depth] */
    size_t depth;
    unsigned base_level;    /* of paragraphs; 0: no list is open */
    unsigned body_level;    /* of the open paragraph */
    unsigned tag_level;     /* of the tag that the next line is; 0: it is none */
    knap_block section;     /* the kind of paragraphs of the section: prose, code or furniture */
    size_t sections;        /* seen so far */
    size_t section_block;   /* the first block of the section */
    bool verbatim;          /* lines are not filled: code */
    bool table;             /* between .TS and .TE */
    bool joined;            /* the next line follows without a space */
    bool continued;         /* the line that is read ends in \c */
    bool condition;         /* of the last .ie */
    size_t skip;            /* open braces of a condition that does not hold */
    const char *other_page; /* of .so; NULL: none */
    size_t other_length;
    /* mdoc */
    kn_roff_word name;          /* that .Nm stands for */
    char list[KN_ROFF_DEEPEST]; /* the kinds of open lists: b for bullets, t for tags, c for columns */
    size_t lists;
} kn_roff;

/* Replaces the escapes of a text and appends it to `to`. A line that ends in \c sets `continued`. */
void kn_roff_text(kn_roff *page, const char *text, size_t length, kn_text *to);

/* Splits the arguments of a request: by white space, with quotes around an argument. Returns their number. */
size_t kn_roff_split(const char *text, size_t length, kn_roff_word *argument);

/* The same for an argument of kn_roff_split: in one with quotes around it, two quotes are one. */
void kn_roff_argument(kn_roff *page, const kn_roff_word *argument, kn_text *to);

/* Adds a line of text, whose escapes are replaced, to the open paragraph; or it is the tag of an item. */
void kn_roff_add(kn_roff *page, const char *text, size_t length);
void kn_roff_end_paragraph(kn_roff *page);
/* Writes the tag of an item: "-f FILE:". */
void kn_roff_add_tag(kn_roff *page, const char *text, size_t length, unsigned level);
/* Begins the indented part of a list, and ends a section with what it left open. */
void kn_roff_begin_indented(kn_roff *page);
void kn_roff_end_section(kn_roff *page);
/* Begins a section: level 2 for .SH, 3 for .SS. */
void kn_roff_section(kn_roff *page, const char *title, size_t length, unsigned level);
/* The title of the page. */
void kn_roff_title(kn_roff *page, const char *name, size_t length, const char *part, size_t part_length);
void kn_roff_indent(kn_roff *page);
void kn_roff_unindent(kn_roff *page);

/* Runs a macro of mdoc; false where `name` is none. */
bool kn_mdoc_run(kn_roff *page, const char *name, const char *text, size_t length);
