/* text/document.h - the fields of a knap_document, for readers that extract documents from larger files.
 */
#pragma once

#include "text/inner.h"
#include "text/decode.h"
#include "text/joins.h"

/* A piece of a document as its format marks it. */
typedef struct kn_block {
    size_t begin, end; /* bytes in the text, without white space around them */
    knap_block kind;
    unsigned level;      /* of a heading or a list item, from 1; 0: not known */
    const char *speaker; /* who says it; NULL where nobody is named */
    unsigned look;       /* for formats/looks.h: twice the size of its letters, and 1 if they are bold; 0: not known */
} kn_block;

/* What a format knows about a text; all zero for plain text, whose blocks are found by their shape. */
typedef struct kn_structure {
    const kn_block *block; /* [blocks] in the order of the text, without overlap */
    size_t blocks;
    uint32_t date;   /* YYYYMMDD; 0: none */
    bool punctuated; /* full stops and capitals were added */
    bool entries;    /* the items of its list are what it tells, the newest first: a feed */
} kn_structure;

struct knap_document {
    const knap_allocator *allocator;
    kn_arena arena;
    kn_decoded decoded;
    const char *name, *id;
    kn_structure structure; /* in the arena */
    kn_joins joins;         /* what its sentences are shown without */
};

/* A document of a text that a reader has made; takes `decoded` over when it succeeds. */
knap_status kn_document_of(const char *name, const char *id, kn_decoded *decoded, const knap_allocator *allocator,
                           knap_document **document, knap_error *error);

/* Copies the structure into a document that kn_document_of has made. */
knap_status kn_document_set_structure(knap_document *document, const kn_structure *structure, knap_error *error);

/* The flags of the sentences of a block: KNAP_SENTENCE_HEADING, KNAP_SENTENCE_ASIDE or 0. */
unsigned kn_block_flags(knap_block kind);

/* The day in its id or else in its file's name (APW19981016.0240, 2004-10-01.txt), as YYYYMMDD; 0: none. */
uint32_t kn_document_named_date(const knap_document *document);
