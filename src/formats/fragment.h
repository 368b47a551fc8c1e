/* formats/fragment.h - pieces of HTML inside other formats: raw HTML in Markdown, the descriptions of feeds. All of their text is kept
 * in its order, with the kinds of its blocks; a whole page is read by html.c instead, which looks for the article. */
#pragma once

#include "formats/extract.h"

typedef struct kn_fragment {
    kn_extract *extract;
    char tag[16];      /* the name of the open tag, lower case, "/" before the name of an end tag */
    size_t tag_length; /* bytes of it */
    size_t dashes;     /* of a comment: seen in a row */
    size_t skip;       /* open elements without text: script, style */
    size_t lists, tables, codes, quotes, links;
    size_t link_bytes; /* of the open block inside links */
    unsigned heading;  /* its level; 0: none is open */
    char quote;        /* of the value of an attribute; 0: none is open */
    enum { KN_IN_TEXT, KN_IN_NAME, KN_IN_TAG, KN_IN_COMMENT } where;
} kn_fragment;

/* Reads the next piece; tags and comments may go on over the ends of pieces. */
void kn_fragment_add(kn_fragment *fragment, const char *text, size_t length);
/* Ends the open block. */
void kn_fragment_end(kn_fragment *fragment);
/* Ends the open block and forgets all open elements. */
void kn_fragment_close(kn_fragment *fragment);
/* Adds text of HTML without tags: character references are replaced. */
void kn_fragment_text(kn_extract *extract, const char *text, size_t length);
