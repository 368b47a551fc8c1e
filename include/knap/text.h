/* knap/text.h - from bytes to sentences, words and tf-idf vectors.
 *
 *     bytes -> document (UTF-8, with the way back to the bytes) -> paragraphs -> sentences -> words -> vectors
 *
 * ICU finds the boundaries and folds case, Snowball finds the stems. Both allocate by themselves; all other memory comes from
 * the allocator. The rules for arguments, failures and threads are in knap/base.h. A knap_language serves one thread at a
 * time, even where a call only reads with it. */
#ifndef KNAP_TEXT_H
#define KNAP_TEXT_H

#include "knap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Languages ---- */

typedef struct knap_language knap_language;

/* Opens a language by its code, one of knap_language_codes: thirty of ISO 639-1, or "und" for text in any other language (ICU's
 * own boundaries, no stop words, no stems). KNAP_USAGE, with the list, for any other code. Opening takes about a millisecond:
 * open a language once per thread and keep it. */
KNAP_API knap_status knap_language_open(const char *code, const knap_allocator *allocator, knap_language **language,
                                        knap_error *error);
KNAP_API void knap_language_close(knap_language *language);
/* The code that it was opened with; a static string. */
KNAP_API const char *knap_language_code(const knap_language *language);
/* All codes, ending with NULL; static. */
KNAP_API const char *const *knap_language_codes(void);
/* Guesses the language of a UTF-8 text from its start, at most 4 KB, with CLD2. A text of a few letters gets the usual language
 * of its script ("en" for Latin); "und" is any language that is not in the list. CLD2 allocates by itself. */
KNAP_API const char *knap_language_guess(const char *utf8, size_t length);

enum {
    KNAP_WORD_STOP = 1,    /* a function word */
    KNAP_WORD_PRONOUN = 2, /* a personal pronoun */
    KNAP_WORD_NUMBER = 4,  /* a number by ICU's rules: 1,000 and 3.5 are one word each */
    KNAP_WORD_CAPITAL = 8, /* begins with an upper-case letter */
    KNAP_WORD_BACK = 16,   /* refers to earlier text when it opens a sentence: he, this, but */
    KNAP_WORD_SPEAKER = 32 /* means the speaker or the listener: I, our, you */
};

/* One word. The strings are valid during the callback only. They end with a 0 byte that the lengths do not count. */
typedef struct knap_word {
    size_t begin, end;  /* bytes in the text */
    const char *folded; /* case-folded, composed (NFKC), apostrophes made straight */
    size_t folded_length;
    /* Snowball's, or knap's own for Czech; the folded form for numbers and where there is no stemmer */
    const char *stem;
    size_t stem_length;
    unsigned flags; /* KNAP_WORD_... */
} knap_word;

/* Gets each word. A return other than 0 ends knap_language_words with KNAP_CANCELLED. */
typedef int (*knap_word_fn)(void *context, const knap_word *word);

enum {
    KNAP_WORDS_NO_STOP = 1, /* leave out function words */
    KNAP_WORDS_NO_STEM = 2  /* do not compute stems: `stem` is the folded form */
};

/* Calls `callback` for each word of a UTF-8 text, in order. `flags` is a sum of KNAP_WORDS_... KNAP_USAGE if the text is not
 * valid UTF-8. */
KNAP_API knap_status knap_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                                         knap_word_fn callback, void *context, knap_error *error);

/* ---- Documents ---- */

/* A text with the way back to the bytes it came from. It does not change once it is open, so several threads may use it
 * at the same time. */
typedef struct knap_document knap_document;

/* Decodes `bytes`, which are copied. `name` is the name of the file, for messages and dates; it may be NULL.
 *
 * With `encoding` NULL the encoding is found: UTF-8; UTF-16 or UTF-32 by their byte order mark; else Shift_JIS, EUC-JP,
 * Windows-949, Big5 or GB18030 by the pairs of their bytes; else KOI8-R, KOI8-U, IBM866, ISO-8859-5, Windows-1251, -1253, -1255 or
 * -1256 by function words; else Windows-1250, ISO-8859-2 or Windows-1254 by the alphabet of the text's language; else Windows-1252,
 * which contains Latin-1. In a file that is UTF-8 except for a few bytes, only those are read as Windows-1252. No byte is dropped.
 *
 * Otherwise `encoding` is a name that ICU knows ("latin1", "iso-8859-7", "utf-16le"); KNAP_USAGE for other names, and an error
 * with its line for a byte that is wrong in it.
 *
 * A byte order mark is skipped. Data with 0 bytes or many control bytes is binary: KNAP_BAD_INPUT. An empty text is a document
 * without sentences. */
KNAP_API knap_status knap_document_new(const char *name, const char *bytes, size_t length, const char *encoding,
                                       const knap_allocator *allocator, knap_document **document, knap_error *error);
KNAP_API void knap_document_free(knap_document *document);

/* What the following calls return is owned by the document. */
KNAP_API const char *knap_document_name(const knap_document *document);
/* The id of the document within its file (DOCNO of SGML documents, "LINE.INDEX" in JSONL), or "". */
KNAP_API const char *knap_document_id(const knap_document *document);
/* The UTF-8 text, 0-terminated; `length` may be NULL. */
KNAP_API const char *knap_document_text(const knap_document *document, size_t *length);
/* The encoding that was found or named: "UTF-8", "windows-1252", ... */
KNAP_API const char *knap_document_encoding(const knap_document *document);
/* How many bytes were not UTF-8 and were read by a code page; 0 where the encoding was named. */
KNAP_API size_t knap_document_repaired(const knap_document *document);
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

/* The kind in one lower-case word, as JSON shows it; a static string, "" for other values. */
KNAP_API const char *knap_block_name(knap_block kind);

/* The name of the speaker of the text at byte `at`, in a transcript or subtitles that name speakers; else NULL. */
KNAP_API const char *knap_document_speaker(const knap_document *document, size_t at);
/* Whether the full stops and capitals of the text were added: captions of speech that have no punctuation are cut at pauses and
 * connectives. */
KNAP_API bool knap_document_punctuated(const knap_document *document);
/* Finds where the text [begin, end) is in the source: bytes *source_begin to *source_end of the file, or of the string for a
 * document of JSONL. In a document that was extracted from HTML, PDF or another format of docs/FORMATS.md, these are bytes of the
 * extracted text. Either pointer may be NULL. */
KNAP_API void knap_document_source(const knap_document *document, size_t begin, size_t end, size_t *source_begin,
                                   size_t *source_end);

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

/* The sentences of one document in one language. They do not change, so several threads may read them at the same time. */
typedef struct knap_sentences knap_sentences;

/* Finds the sentences of a document. Together they hold all of the text except white space, in order and without overlap.
 * The document must outlive them. Free them with knap_sentences_free; NULL is allowed there. After a failure *sentences is
 * NULL. */
KNAP_API knap_status knap_document_split(const knap_document *document, knap_language *language,
                                         const knap_allocator *allocator, knap_sentences **sentences,
                                         knap_error *error);
KNAP_API void knap_sentences_free(knap_sentences *sentences);
/* The sentences in the order of the text; owned by `sentences`. */
KNAP_API const knap_sentence *knap_sentences_list(const knap_sentences *sentences, size_t *count);
/* The day of the document, YYYYMMDD: that of its format's metadata, else that of the date line before the story, else one in the document's id or in its file's
 * name (APW19981016.0240, 2004-10-01.txt); 0 if there is none. */
KNAP_API uint32_t knap_sentences_date(const knap_sentences *sentences);
/* Writes a sentence as a summary shows it: from `body` on, each run of white space one space. As snprintf
 * does, returns the length of the whole, writes at most size-1 bytes and a 0. */
KNAP_API size_t knap_sentence_text(const knap_document *document, const knap_sentence *sentence, char *text,
                                   size_t size);
/* The byte of the document's text that byte `at` of what knap_sentence_text writes comes from; sentence->end from its length on. */
KNAP_API size_t knap_sentence_offset(const knap_document *document, const knap_sentence *sentence, size_t at);

/* Bytes [begin, end) of what knap_sentence_text writes that a trimmed form of the sentence leaves out. */
typedef struct knap_cut {
    size_t begin, end;
} knap_cut;

/* ---- Document frequencies and vectors ---- */

/* In how many documents each stem is. */
typedef struct knap_idf knap_idf;

KNAP_API knap_status knap_idf_new(const knap_allocator *allocator, knap_idf **idf, knap_error *error);
KNAP_API void knap_idf_free(knap_idf *idf);
/* Begins the next document; knap_idf_word then counts each stem once for it. */
KNAP_API void knap_idf_document(knap_idf *idf);
KNAP_API knap_status knap_idf_word(knap_idf *idf, const char *stem, size_t length, knap_error *error);
/* Adds a whole document: its words except function words. */
KNAP_API knap_status knap_idf_add(knap_idf *idf, const knap_document *document, knap_language *language,
                                  knap_error *error);
/* Removes the stems that fewer than `least` documents have. They then weigh as much as stems never seen. */
KNAP_API knap_status knap_idf_prune(knap_idf *idf, size_t least, knap_error *error);
/* Adds the counts of another table. The order in which documents are added and tables merged does not matter. */
KNAP_API knap_status knap_idf_merge(knap_idf *idf, const knap_idf *other, knap_error *error);
KNAP_API size_t knap_idf_documents(const knap_idf *idf);
KNAP_API size_t knap_idf_words(const knap_idf *idf);
/* The number of documents with the stem; 0 for one never seen. */
KNAP_API size_t knap_idf_count(const knap_idf *idf, const char *stem, size_t length);
/* The weight of a stem: ln((N+1)/(count+1/2)) for N documents, so that a stem never seen has the largest weight, and a finite
 * one. 1 for every stem where `idf` is NULL or empty: vectors are then plain term frequencies. */
KNAP_API double knap_idf_weight(const knap_idf *idf, const char *stem, size_t length);
/* Writes the table as text lines, for a model file: "idf DOCUMENTS WORDS", then "COUNT STEM", sorted by the bytes of the stem.
 * The same table gives the same bytes. The text is the caller's, 0-terminated; free it with knap_text_free and the same allocator. */
KNAP_API knap_status knap_idf_write(const knap_idf *idf, const knap_allocator *allocator, char **text, size_t *length,
                                    knap_error *error);
/* Reads such lines from the start of `text`; *used says how many bytes they took. `file` and `line` (that of
 * the first line) are for messages. KNAP_BAD_MODEL when they are damaged. */
KNAP_API knap_status knap_idf_read(const char *text, size_t length, const char *file, size_t line,
                                   const knap_allocator *allocator, knap_idf **idf, size_t *used, knap_error *error);
KNAP_API void knap_text_free(const knap_allocator *allocator, char *text, size_t length);

/* Sparse vectors of length 1 (or 0), one per row, over the stems seen so far. */
typedef struct knap_vectors knap_vectors;

/* `idf` may be NULL; it must outlive the vectors. */
KNAP_API knap_status knap_vectors_new(const knap_idf *idf, const knap_allocator *allocator, knap_vectors **vectors,
                                      knap_error *error);
KNAP_API void knap_vectors_free(knap_vectors *vectors);
/* Appends the row of a text: the count of each stem except function words, times its weight, divided by the length. After a
 * failure no row was added. */
KNAP_API knap_status knap_vectors_add(knap_vectors *vectors, knap_language *language, const char *utf8, size_t length,
                                      knap_error *error);
KNAP_API size_t knap_vectors_rows(const knap_vectors *vectors);
KNAP_API size_t knap_vectors_columns(const knap_vectors *vectors);
/* The stem of a column. Columns are numbered in the order in which their stems were first seen. */
KNAP_API const char *knap_vectors_column(const knap_vectors *vectors, size_t column);
/* Returns the number of entries of a row, and the entries by rising column. They are owned by the vectors and valid until the
 * next row is added. `column` and `value` may be NULL. */
KNAP_API size_t knap_vectors_row(const knap_vectors *vectors, size_t row, const uint32_t **column,
                                 const double **value);
KNAP_API double knap_vectors_cosine(const knap_vectors *vectors, size_t a, size_t b);

/* ---- Clusters ---- */

/* Documents to be summarized together, with reference summaries where there are any. No call of the library changes a
 * cluster or its documents, so several threads may use one at the same time. */
typedef struct knap_cluster {
    const char *id;               /* the folder's name, or its path below the folder that was opened; JSONL's "id" */
    knap_document **document;     /* [documents] by rising file name */
    knap_document **reference;    /* [references] */
    size_t documents, references; /* documents is at least 1 */
} knap_cluster;

/* The language of most of the cluster's text, by knap_language_guess; a static string. */
KNAP_API const char *knap_cluster_language(const knap_cluster *cluster);

#ifdef __cplusplus
}
#endif

#endif
