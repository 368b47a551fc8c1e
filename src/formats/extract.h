/* formats/extract.h - the text of a document, written by a format's reader block by block. */
#pragma once

#include "base/symbols.h"
#include "text/document.h"

typedef struct kn_extract {
    kn_text text; /* UTF-8, an empty line between blocks */
    kn_block *block;
    size_t blocks;
    kn_symbols speakers;
    uint32_t date; /* YYYYMMDD; 0: none */
    size_t begin;  /* of the open block */
    bool space;    /* the last character was white space: a space precedes the next text */
    bool cut;      /* the last character was a hyphen at a line end: it is removed if a lower-case letter follows */
    size_t listed; /* where a list of labels ends in the text, without its full stop; 0: the last block is none */
    unsigned look; /* of the open block: see kn_block */
    size_t number; /* of the last item whose number was removed, and the letter of the last that had one */
    size_t letter;
    bool punctuated; /* full stops and capitals are the reader's, not the document's */
    bool entries;    /* a list of entries, the newest first, is before the text */
    bool failed;     /* memory is out */
} kn_extract;

void kn_extract_begin(kn_extract *extract, const knap_allocator *allocator);
void kn_extract_free(kn_extract *extract);
/* Forgets all text, for the next document. */
void kn_extract_clear(kn_extract *extract);

/* Appends UTF-8 text to the open block. A run of white space becomes one space, and none at either end; control
 * characters are left out. */
void kn_extract_add(kn_extract *extract, const char *text, size_t length);
/* Appends a line end inside a block: a space, or nothing after a hyphen that divides a word. */
void kn_extract_line(kn_extract *extract);
/* Ends the open block, if it has any text. `level` is that of a heading or list item, from 1, or 0. */
void kn_extract_end(kn_extract *extract, knap_block kind, unsigned level);
/* Ends a paragraph that `speaker` says, who may be NULL; the name is copied. */
void kn_extract_end_speech(kn_extract *extract, const char *speaker);
/* Ends a block of any kind that `speaker` says. */
void kn_extract_end_said(kn_extract *extract, knap_block kind, unsigned level, const char *speaker);
/* Ends a point of a slide, which people write without punctuation. It gets a capital and a full stop. Points of three words or fewer
 * are labels: those that follow each other become one caption, "Feed, Coarse output, Fine output." */
void kn_extract_end_point(kn_extract *extract, knap_block kind, unsigned level, const char *speaker);
/* Drops the open block. */
void kn_extract_drop(kn_extract *extract);
/* Appends one whole block. */
void kn_extract_block(kn_extract *extract, const char *text, size_t length, knap_block kind, unsigned level);
/* Removes a bullet, number or letter of a list from the start of the open block; false where there is none. */
bool kn_extract_take_mark(kn_extract *extract);
/* Bytes of the open block. */
size_t kn_extract_open(const kn_extract *extract);
/* Whether the text has at least so many words. Scripts without spaces have about three letters per word. */
bool kn_has_words(const char *text, size_t length, size_t least);
/* Whether the text is that of a cell or box that holds prose: at least twelve words. Others are labels and
 * figures. */
bool kn_is_prose(const char *text, size_t length);
/* Call behind the last point: labels are paragraphs where there is nothing else. */
void kn_extract_settle_points(kn_extract *extract);
/* Whether a document is written in points, as slides are: no paragraph, item or quotation ends like a sentence. */
bool kn_extract_has_points(const kn_extract *extract);
/* Appends the blocks of a document that is written in points, with capitals and full stops. */
void kn_extract_add_points(kn_extract *extract, const kn_extract *document);
/* The structure for kn_document_set_structure; it points into the extract. */
kn_structure kn_extract_structure(const kn_extract *extract);
