/* knap/text.h - languages, documents, their sentences, and clusters of documents. knap/io.h reads documents.
 *
 * The rules for arguments, failures and threads are in knap/base.h. */
#ifndef KNAP_TEXT_H
#define KNAP_TEXT_H

#include "knap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Languages ---- */

/* All codes, ending with NULL; static. */
KNAP_API const char *const *knap_language_codes(void);

/* ---- Documents ---- */

/* A text with the way back to the bytes it came from. It does not change once it is open, so several threads may use it
 * at the same time. */
typedef struct knap_document knap_document;

/* What the following calls return is owned by the document. */
KNAP_API const char *knap_document_name(const knap_document *document);
/* The id of the document within its file (DOCNO of SGML documents, "LINE.INDEX" in JSONL), or "". */
KNAP_API const char *knap_document_id(const knap_document *document);
/* The UTF-8 text, 0-terminated; `length` may be NULL. */
KNAP_API const char *knap_document_text(const knap_document *document, size_t *length);
/* What a piece of a document is. Sentences of a summary are taken from paragraphs, quotations and, where they can stand alone, list
 * items. */
typedef enum knap_block {
    KNAP_BLOCK_PARAGRAPH,
    KNAP_BLOCK_HEADING,
    KNAP_BLOCK_ITEM,      /* of a list */
    KNAP_BLOCK_QUOTE,     /* a quotation that is set apart */
    KNAP_BLOCK_CODE,      /* source code, commands, diffs */
    KNAP_BLOCK_TABLE,     /* cells and columns */
    KNAP_BLOCK_CAPTION,   /* of a figure or table */
    KNAP_BLOCK_NOTE,      /* a footnote */
    KNAP_BLOCK_REFERENCE, /* an entry of a bibliography */
    KNAP_BLOCK_FURNITURE, /* contents, index, running heads, licence headers, signatures, bylines */
    KNAP_BLOCK_KINDS
} knap_block;

/* ---- Sentences ---- */

enum {
    KNAP_SENTENCE_HEADING = 1,                    /* a headline */
    KNAP_SENTENCE_DATE = 2,                       /* a line that is just a date */
    KNAP_SENTENCE_BYLINE = 4,                     /* "By ...", "Associated Press Writer" */
    KNAP_SENTENCE_SLUG = 8,                       /* editors' notes, all-capital slugs, rules, "STORY CAN END HERE" */
    KNAP_SENTENCE_UNFINISHED = 16,                /* does not end in a full stop, question or exclamation mark */
    KNAP_SENTENCE_IN_QUOTE = 32,                  /* begins inside a quotation that an earlier sentence opened */
    KNAP_SENTENCE_OPEN_QUOTE = 64,                /* ends inside a quotation */
    KNAP_SENTENCE_CAPITALS = 128,                 /* not one lower-case letter, though its script has them */
    KNAP_SENTENCE_DATELINE = 256,                 /* a dateline or date precedes `body` */
    KNAP_SENTENCE_ASIDE = 512,                    /* not prose of the document: of code, a table, a note; cut in two; in another language */
    KNAP_SENTENCE_FRAGMENT = 1024,                /* a piece of a sentence; or mostly code or figures */
    KNAP_SENTENCE_FURNITURE = 1 + 2 + 4 + 8 + 512 /* not a sentence of the story */
};

typedef struct knap_sentence {
    size_t begin, end; /* bytes in the document's text, without white space around them */
    size_t body;       /* where it begins after a dateline or stray commas; `begin` where there are none */
    size_t source_begin, source_end; /* the bytes [begin, end) in the source file */
    size_t position;                 /* 0-based in the document, headings counted */
    size_t story_position; /* 0-based among sentences that are not furniture; furniture has that of the next */
    size_t paragraph;      /* 0-based number of its block */
    unsigned flags;        /* KNAP_SENTENCE_... */
    knap_block block;      /* the kind of its block */
    unsigned level;        /* of a heading, 1 for the title; of a list item, 1 for the outermost list; 0: not known */
} knap_sentence;

/* Bytes [begin, end) of the text that a summary shows of a sentence, which a trimmed form of the sentence leaves out. */
typedef struct knap_cut {
    size_t begin, end;
} knap_cut;

/* ---- Clusters ---- */

/* Documents to be summarized together, with reference summaries where there are any. No call of the library changes a
 * cluster or its documents, so several threads may use one at the same time. */
typedef struct knap_cluster {
    const char *id;               /* the folder's name, or its path below the folder that was opened; JSONL's "id" */
    knap_document **document;     /* [documents] by rising file name */
    knap_document **reference;    /* [references] */
    size_t documents, references; /* documents is at least 1 */
} knap_cluster;

#ifdef __cplusplus
}
#endif

#endif
