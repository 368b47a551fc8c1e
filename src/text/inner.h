/* text/inner.h - what knap's own programs and other layers use of this layer beyond knap/text.h: languages and words,
 * documents and sentences from bytes, document frequencies, vectors. */
#pragma once

#include "base/inner.h"
#include "knap/text.h"

/* ---- Languages ---- */

typedef struct knap_language knap_language;

/* Opens a language by its code, one of knap_language_codes: thirty of ISO 639-1, or "und" for text in any other language (ICU's
 * own boundaries, no stop words, no stems). KNAP_USAGE, with the list, for any other code. Opening takes about a millisecond:
 * open a language once per thread and keep it. */
knap_status knap_language_open(const char *code, const knap_allocator *allocator, knap_language **language,
                               knap_error *error);
void knap_language_close(knap_language *language);
/* The code that it was opened with; a static string. */
const char *knap_language_code(const knap_language *language);
/* Guesses the language of a UTF-8 text from its start, at most 4 KB, with CLD2. A text of a few letters gets the usual language
 * of its script ("en" for Latin); "und" is any language that is not in the list. CLD2 allocates by itself. */
const char *knap_language_guess(const char *utf8, size_t length);

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
knap_status knap_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                                knap_word_fn callback, void *context, knap_error *error);

/* ---- Documents ---- */

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
knap_status knap_document_new(const char *name, const char *bytes, size_t length, const char *encoding,
                              const knap_allocator *allocator, knap_document **document, knap_error *error);
void knap_document_free(knap_document *document);

/* The encoding that was found or named: "UTF-8", "windows-1252", ... */
const char *knap_document_encoding(const knap_document *document);
/* How many bytes were not UTF-8 and were read by a code page; 0 where the encoding was named. */
size_t knap_document_repaired(const knap_document *document);

/* The kind in one lower-case word, as JSON shows it; a static string, "" for other values. */
const char *knap_block_name(knap_block kind);

/* The name of the speaker of the text at byte `at`, in a transcript or subtitles that name speakers; else NULL. */
const char *knap_document_speaker(const knap_document *document, size_t at);
/* Whether the full stops and capitals of the text were added: captions of speech that have no punctuation are cut at pauses and
 * connectives. */
bool knap_document_punctuated(const knap_document *document);
/* The items of its list are what it tells, the newest first: a feed. */
bool kn_document_entries(const knap_document *document);
/* Finds where the text [begin, end) is in the source: bytes *source_begin to *source_end of the file, or of the string for a
 * document of JSONL. In a document that was extracted from HTML, PDF or another format of docs/FORMATS.md, these are bytes of the
 * extracted text. Either pointer may be NULL. */
void knap_document_source(const knap_document *document, size_t begin, size_t end, size_t *source_begin,
                          size_t *source_end);

/* ---- Sentences ---- */

/* The sentences of one document in one language. They do not change, so several threads may read them at the same time. */
typedef struct knap_sentences knap_sentences;

/* Finds the sentences of a document. Together they hold all of the text except white space, in order and without overlap.
 * The document must outlive them. Free them with knap_sentences_free; NULL is allowed there. After a failure *sentences is
 * NULL. */
knap_status knap_document_split(const knap_document *document, knap_language *language,
                                const knap_allocator *allocator, knap_sentences **sentences,
                                knap_error *error);
void knap_sentences_free(knap_sentences *sentences);
/* The sentences in the order of the text; owned by `sentences`. */
const knap_sentence *knap_sentences_list(const knap_sentences *sentences, size_t *count);
/* The day of the document, YYYYMMDD: that of its format's metadata, else that of the date line before the story, else one in the document's id or in its file's
 * name (APW19981016.0240, 2004-10-01.txt); 0 if there is none. */
uint32_t knap_sentences_date(const knap_sentences *sentences);
/* Writes a sentence as a summary shows it: from `body` on, each run of white space one space. As snprintf
 * does, returns the length of the whole, writes at most size-1 bytes and a 0. */
size_t knap_sentence_text(const knap_document *document, const knap_sentence *sentence, char *text,
                          size_t size);
/* The byte of the document's text that byte `at` of what knap_sentence_text writes comes from; sentence->end from its length on. */
size_t knap_sentence_offset(const knap_document *document, const knap_sentence *sentence, size_t at);

/* ---- Document frequencies and vectors ---- */

/* In how many documents each stem is. */
typedef struct knap_idf knap_idf;

knap_status knap_idf_new(const knap_allocator *allocator, knap_idf **idf, knap_error *error);
void knap_idf_free(knap_idf *idf);
/* Begins the next document; knap_idf_word then counts each stem once for it. */
void knap_idf_document(knap_idf *idf);
knap_status knap_idf_word(knap_idf *idf, const char *stem, size_t length, knap_error *error);
/* Removes the stems that fewer than `least` documents have. They then weigh as much as stems never seen. */
knap_status knap_idf_prune(knap_idf *idf, size_t least, knap_error *error);
size_t knap_idf_documents(const knap_idf *idf);
size_t knap_idf_words(const knap_idf *idf);
/* The number of documents with the stem; 0 for one never seen. */
size_t knap_idf_count(const knap_idf *idf, const char *stem, size_t length);
/* The weight of a stem: ln((N+1)/(count+1/2)) for N documents, so that a stem never seen has the largest weight, and a finite
 * one. 1 for every stem where `idf` is NULL or empty: vectors are then plain term frequencies. */
double knap_idf_weight(const knap_idf *idf, const char *stem, size_t length);
/* Writes the table as text lines, for a model file: "idf DOCUMENTS WORDS", then "COUNT STEM", sorted by the bytes of the stem.
 * The same table gives the same bytes. The text is the caller's, 0-terminated; free it with knap_text_free and the same allocator. */
knap_status knap_idf_write(const knap_idf *idf, const knap_allocator *allocator, char **text, size_t *length,
                           knap_error *error);
/* Reads such lines from the start of `text`; *used says how many bytes they took. `file` and `line` (that of
 * the first line) are for messages. KNAP_BAD_MODEL when they are damaged. */
knap_status knap_idf_read(const char *text, size_t length, const char *file, size_t line,
                          const knap_allocator *allocator, knap_idf **idf, size_t *used, knap_error *error);

/* Sparse vectors of length 1 (or 0), one per row, over the stems seen so far. */
typedef struct knap_vectors knap_vectors;

/* `idf` may be NULL; it must outlive the vectors. */
knap_status knap_vectors_new(const knap_idf *idf, const knap_allocator *allocator, knap_vectors **vectors,
                             knap_error *error);
void knap_vectors_free(knap_vectors *vectors);
/* Appends the row of a text: the count of each stem except function words, times its weight, divided by the length. After a
 * failure no row was added. */
knap_status knap_vectors_add(knap_vectors *vectors, knap_language *language, const char *utf8, size_t length,
                             knap_error *error);
size_t knap_vectors_rows(const knap_vectors *vectors);
size_t knap_vectors_columns(const knap_vectors *vectors);
/* The stem of a column. Columns are numbered in the order in which their stems were first seen. */
const char *knap_vectors_column(const knap_vectors *vectors, size_t column);
/* Returns the number of entries of a row, and the entries by rising column. They are owned by the vectors and valid until the
 * next row is added. `column` and `value` may be NULL. */
size_t knap_vectors_row(const knap_vectors *vectors, size_t row, const uint32_t **column,
                        const double **value);
double knap_vectors_cosine(const knap_vectors *vectors, size_t a, size_t b);

/* ---- Clusters ---- */

/* The language of most of the cluster's text, by knap_language_guess; a static string. */
const char *knap_cluster_language(const knap_cluster *cluster);
