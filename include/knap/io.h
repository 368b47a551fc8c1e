/* knap/io.h - reading instances and clusters of documents from files and streams.
 *
 *     bytes -> format recognised -> instance after instance -> knap_data
 *     folders, files, JSONL, DUC/TAC -> layout recognised -> cluster after cluster -> knap_corpus
 */
#ifndef KNAP_IO_H
#define KNAP_IO_H

#include "knap/core.h"
#include "knap/rouge.h"
#include "knap/text.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Recognising files ---- */

/* What a file holds, by its first 64 KiB. A JSON object is recognised by the first of its members that is known. */
typedef enum knap_content {
    KNAP_CONTENT_TEXT,       /* none of the others: plain text, SGML, the text format of SCP_ListPrediction */
    KNAP_CONTENT_INSTANCES,  /* JSON objects with "items": knap_reader_open */
    KNAP_CONTENT_CLUSTERS,   /* JSON objects with "documents": knap_corpus_open */
    KNAP_CONTENT_EVALUATION, /* JSON objects with "refs", "peer" or "peers": knap_rouge_read_jsonl */
    KNAP_CONTENT_JSON,       /* other JSON objects */
    KNAP_CONTENT_CONFIG      /* ROUGE-1.5.5's XML configuration: knap_rouge_read_config */
} knap_content;

/* Fails where the file cannot be read, as a folder cannot. */
KNAP_API knap_status knap_recognise(const char *path, knap_content *content, knap_error *error);

/* ---- Instances ---- */

typedef struct knap_reader knap_reader;

/* Opens a file, or standard input for "-" or NULL. Recognises JSONL instances (docs/FORMATS.md) and the text
 * format of SCP_ListPrediction from the first bytes. */
KNAP_API knap_status knap_reader_open(const char *path, const knap_allocator *allocator, knap_reader **reader,
                                      knap_error *error);
KNAP_API void knap_reader_close(knap_reader *reader);
/* A feature that an item does not name is 0 in this format (SCP_ListPrediction), rather than an error
 * (JSONL). */
KNAP_API int knap_reader_absent_is_zero(const knap_reader *reader);
/* Adds up to `limit` instances (0: all) to `data`, fewer at the end of the input; *added says how many. After
 * an error the instances before the wrong one are in `data`. */
KNAP_API knap_status knap_reader_read(knap_reader *reader, size_t limit, knap_data *data, size_t *added,
                                      knap_error *error);

/* ---- ROUGE's evaluations ---- */

/* All of these add what they read to `set`; after an error it has what came before. */

/* Adds the file as a reference, or with a system's name as its summary. "-" is standard input. */
KNAP_API knap_status knap_rouge_read_text(knap_rouge_set *set, const char *topic, const char *system,
                                          knap_rouge_format format, const char *path, knap_error *error);
/* ROUGE-1.5.5's XML configuration; only the summaries of `system` where that is not NULL. Paths in it are relative
 * to the working folder, as they are for the script. */
KNAP_API knap_status knap_rouge_read_config(knap_rouge_set *set, const char *path, const char *system,
                                            knap_error *error);
/* ROUGE-1.5.5's file list (-z): lines "SUMMARY REFERENCE...", topics 1, 2, 3...; "#" starts a comment line. */
KNAP_API knap_status knap_rouge_read_list(knap_rouge_set *set, const char *path, const char *system,
                                          knap_rouge_format format, knap_error *error);
/* Summaries and the folder (or the one file) of their references. A peer is a file, a folder of one system's files, or a
 * folder of such folders. The references of summary TOPIC.txt are the files in REFS/TOPIC/refs or REFS/TOPIC, or REFS/TOPIC.txt, REFS/TOPIC.A.txt...; a file that
 * has none of them is measured, as a system of its own, against the files that REFS itself holds. */
KNAP_API knap_status knap_rouge_read_peers(knap_rouge_set *set, const char *const *peer, size_t count, const char *refs,
                                           knap_rouge_format format, knap_error *error);
/* JSONL: {"id": TOPIC, "refs": [TEXT...], "peers": {SYSTEM: TEXT...}} or, for one system, "peer": TEXT and "system": NAME.
 * A TEXT is a string, a segment a line, or an array of segments. A topic's references may come again, not others. */
KNAP_API knap_status knap_rouge_read_jsonl(knap_rouge_set *set, const char *path, knap_error *error);
/* ---- Clusters of documents ---- */

typedef enum knap_note_kind {
    KNAP_NOTE_DUPLICATE, /* two documents of a cluster have the same text and count once */
    KNAP_NOTE_EMPTY,     /* a document or reference without text was left out */
    KNAP_NOTE_ENCODING,  /* bytes that are not UTF-8 were taken for Windows-1252 */
    KNAP_NOTE_IGNORED,   /* a file that belongs to no cluster */
    KNAP_NOTE_UNMATCHED  /* a models folder has no reference for a cluster */
} knap_note_kind;

/* Something the user should know. The strings are the corpus's. */
typedef struct knap_note {
    knap_note_kind kind;
    const char *file;
    const char *message; /* without the file */
} knap_note;

typedef struct knap_corpus_options {
    const char *encoding; /* as knap_document_open takes it; NULL: recognised file by file */
    const char *models;   /* a folder of DUC/TAC references; NULL: looked for in and beside what is opened */
    size_t models_length; /* of those, only the ones of this length (the 100 of D30001.M.100.T.A); 0: all */
    FILE *input;          /* what "-" stands for; NULL: the standard input */
} knap_corpus_options;

typedef struct knap_corpus knap_corpus;

/* Reads clusters from the paths, each of which may be
 *   a folder with docs/ and perhaps refs/: one cluster;
 *   a folder of such folders, at any depth, in strcmp order of the names;
 *   a folder of folders of files, or of files: each folder with files one cluster;
 *   the DUC/TAC layout: SGML documents in a folder for each cluster (d30001t/), references in a folder whose
 * files are called D30001.M.100.T.A, matched without regard to case and the letter behind the number; a file
 * of JSON objects {"id","documents":[..],"references":[..]}, one cluster each; other files, SGML or plain
 * text, and "-": all of them together one cluster. A document is a file, or each <DOC> of an SGML file.
 * `options` may be NULL. Fails on a file that cannot be read or is not text, and on a folder or cluster
 * without text, naming it. Free with knap_corpus_free. */
KNAP_API knap_status knap_corpus_open(const char *const *paths, size_t count, const knap_corpus_options *options,
                                      const knap_allocator *allocator, knap_corpus **corpus, knap_error *error);
KNAP_API void knap_corpus_free(knap_corpus *corpus);
KNAP_API size_t knap_corpus_clusters(const knap_corpus *corpus);
/* The cluster at `index`, in the order read; the corpus's. */
KNAP_API const knap_cluster *knap_corpus_cluster(const knap_corpus *corpus, size_t index);
KNAP_API const knap_note *knap_corpus_notes(const knap_corpus *corpus, size_t *count);
/* Writes JSONL to `out`, or to a temporary file beside `path` that is then renamed. */
KNAP_API knap_status knap_corpus_write_jsonl(const knap_corpus *corpus, FILE *out, knap_error *error);
KNAP_API knap_status knap_corpus_save_jsonl(const knap_corpus *corpus, const char *path, knap_error *error);
/* Writes FOLDER/ID/docs/ and FOLDER/ID/refs/, a UTF-8 file for each document, making the folders that are
 * missing. */
KNAP_API knap_status knap_corpus_save_folder(const knap_corpus *corpus, const char *folder, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
