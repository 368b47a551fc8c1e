/* knap/io.h - reads instances and clusters of documents from files and streams.
 *
 *     bytes -> format recognised -> one instance after another -> knap_data
 *     folders, files, JSONL, DUC/TAC -> layout recognised -> one cluster after another -> knap_corpus
 *
 * Arguments: a pointer may be NULL only where its call says so; `allocator` and `error` always may. A wrong
 * argument is a KNAP_USAGE error, or 0 or NULL from a call that returns no status. Where a call that makes an
 * object fails, the pointer to it is set to NULL; counts are set to what was done.
 *
 * Threads: different objects may be used at the same time. A reader is used by one thread at a time. A corpus does not change after it was opened, so that any number of threads may read it.
 * Standard input belongs to one call at a time. */
#ifndef KNAP_IO_H
#define KNAP_IO_H

#include "knap/core.h"
#include "knap/text.h"
#include "knap/tokens.h"

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Costs from texts ---- */

/* What the cost of an item is. */
typedef enum knap_meter_unit {
    KNAP_METER_GIVEN,      /* the cost that the item has */
    KNAP_METER_BYTES,      /* of its text in UTF-8 */
    KNAP_METER_CHARACTERS, /* code points of its text */
    KNAP_METER_WORDS,      /* words of its text by ICU */
    KNAP_METER_TOKENS      /* tokens of its text: see knap/tokens.h */
} knap_meter_unit;

/* Counts texts in a unit. One thread at a time uses a meter of words; any number may use the others. */
typedef struct knap_meter knap_meter;

/* Makes a meter. `tokenizer` is needed for KNAP_METER_TOKENS only and must outlive the meter. `per_item`, at least 0, is added to
 * the cost of each item: separators, a number, the name of the source. */
KNAP_API knap_status knap_meter_new(knap_meter_unit unit, const knap_tokenizer *tokenizer, double per_item,
                                    const knap_allocator *allocator, knap_meter **meter, knap_error *error);
KNAP_API void knap_meter_free(knap_meter *meter);

/* ---- Instances ---- */

typedef struct knap_reader knap_reader;

/* Opens a file, or standard input where `path` is "-" or NULL. Recognises JSON, CSV and TSV
 * (docs/FORMATS.md) and the text format of SCP_ListPrediction from the first bytes. Close with
 * knap_reader_close. */
KNAP_API knap_status knap_reader_open(const char *path, const knap_allocator *allocator, knap_reader **reader,
                                      knap_error *error);
/* The same for bytes in memory, which are copied. `name` stands for the file in messages. */
KNAP_API knap_status knap_reader_open_bytes(const char *name, const char *bytes, size_t length,
                                            const knap_allocator *allocator, knap_reader **reader, knap_error *error);

/* Vectors in a file of numpy (.npy): an array of two dimensions, in rows, of numbers of 32 or 64 bits. It does not change once it is
 * open, so that any number of threads may use it. */
typedef struct knap_embeddings knap_embeddings;
KNAP_API knap_status knap_embeddings_open(const char *path, const knap_allocator *allocator, knap_embeddings **vectors,
                                          knap_error *error);
KNAP_API void knap_embeddings_close(knap_embeddings *vectors);

/* Start from {0}. */
typedef struct knap_reader_options {
    /* "cost=len,text=metadata.body,score=-distance": the members that have these fields; may be NULL */
    const char *map;
    bool cost_later; /* accept items without a cost: the caller sets it with knap_instance_set_cost before packing */
    const knap_meter *meter; /* sets the costs of the items that are read; must outlive the reader; may be NULL */
    /* The vectors of items: an item whose vector is a number has that row. Where each line or row is an item, an item without a
     * vector has the row of its place in the input. Must outlive the reader; may be NULL. */
    const knap_embeddings *vectors;
    /* Keep the JSON of items and instances (knap_instance_item_source), without vectors, features and concepts. */
    bool keep;
    /* Where each line or row is an item: the member whose value names its instance. The items of an
     * instance must follow each other. NULL: all items are one instance. */
    const char *by;
    /* Where each line or row is an item: is called for one that is wrong, which is then skipped. NULL: it
     * ends the reading. */
    void (*bad)(void *context, const knap_error *error);
    void *context;
    /* The input is JSON with one instance per line, and nothing is recognised from it: a line that is no instance is an error
     * in that line alone. */
    bool lines;
} knap_reader_options;
/* Says how to read, before the first knap_reader_read. The options are copied. */
KNAP_API knap_status knap_reader_configure(knap_reader *reader, const knap_reader_options *options, knap_error *error);

KNAP_API void knap_reader_close(knap_reader *reader);
/* Whether a feature that an item does not name is 0 in this format (SCP_ListPrediction) rather than an error (JSONL).
 * Known after the first knap_reader_read. */
KNAP_API bool knap_reader_absent_is_zero(const knap_reader *reader);
/* Adds up to `limit` instances (0 means all) to `data`, fewer at the end of the input. *added is their
 * number; `added` may be NULL. After an error the instances before the wrong one are in `data`, and
 * further calls are KNAP_USAGE errors. */
KNAP_API knap_status knap_reader_read(knap_reader *reader, size_t limit, knap_data *data, size_t *added,
                                      knap_error *error);
/* Adds about `limit` instances (0 means all) to `data`, by run->jobs threads where each line is an instance: whole blocks of
 * lines, at least one instance, fewer than `limit` only at the end of the input. Data and errors are the same for any number of
 * threads, except that a limit may end at another instance. `bad`, where it is not NULL, is called for each instance that is
 * wrong, in the order of the input and by the thread that made the call; then the reading goes on. Without it the first one
 * ends the reading, as other errors always do; the instances before it are in `data`. *added is the number of instances that
 * were added, 0 at the end of the input; `added` may be NULL. run->progress is called with the stage "read". */
KNAP_API knap_status knap_reader_read_many(knap_reader *reader, size_t limit, const knap_run *run,
                                           void (*bad)(void *context, const knap_error *error), void *context,
                                           knap_data *data, size_t *added, knap_error *error);

/* ---- Clusters of documents ---- */

typedef enum knap_note_kind {
    KNAP_NOTE_DUPLICATE, /* two documents of a cluster have the same text and count once */
    KNAP_NOTE_EMPTY,     /* a document or reference without text was left out */
    KNAP_NOTE_ENCODING,  /* bytes that are not UTF-8 were taken for Windows-1252 */
    KNAP_NOTE_IGNORED,   /* a file that belongs to no cluster */
    KNAP_NOTE_UNMATCHED, /* a models folder has no reference for a cluster */
    KNAP_NOTE_UNREADABLE /* a file that cannot be read was skipped */
} knap_note_kind;

/* Something the user should know. The strings belong to the corpus. */
typedef struct knap_note {
    knap_note_kind kind;
    const char *file;
    const char *message; /* without the file */
} knap_note;

typedef struct knap_apart knap_apart; /* of knap's own programs: a process that reads files in foreign formats */

typedef struct knap_corpus_options {
    const char *encoding; /* as in knap_document_new; NULL: detected for each file */
    const char *models;   /* a folder of DUC/TAC references; NULL: searched for in and beside what is opened */
    size_t models_length; /* read only references of this length (the 100 of D30001.M.100.T.A); 0 means all */
    FILE *input;          /* the stream that "-" names; NULL: standard input */
    bool each;            /* each file is a cluster of its own, whose id is its path; references are not read */
    bool skip_bad;        /* skip a path that cannot be read, as a file inside a folder or archive always is */
    /* Its `progress` is called with the stage "read" for each document, for each piece of a long file and while a pipe is
     * empty, and can cancel the reading. `fraction` is that of the paths that were read. May be NULL. It must be valid until
     * the corpus is open. The processes of its `team` divide the documents: each reads those of a run of the clusters, and
     * the caller must know which. The clusters, their ids, the notes and errors are the same in all processes. Where something
     * cannot be read, where references are matched with clusters by the names of their files, and where an encoding is given for
     * clusters in JSON, every process reads all documents. */
    const knap_run *run;
    /* Reads every document in this format, whatever its name and content: "text", "html", "markdown", "rst", "man", "latex", "asciidoc",
     * "org", "notebook", "pdf", "office", "epub", "rtf", "mail", "feed", "subtitles", "transcript", or "comments" for the comments of
     * source code. Files inside archives are read so too. NULL: recognised for each file. KNAP_USAGE for other names. */
    const char *format;
    /* The process that reads files in foreign formats; NULL: this one does, without limits. Any number of threads may use it. */
    const knap_apart *apart;
    size_t apart_memory; /* bytes that it may use for one file; 0 means any number */
    double
        apart_seconds; /* seconds from this call on, after which the call ends with KNAP_CANCELLED; 0 means no limit */
    /* Called with the number of each process that is about to read a file, so that the caller can measure it or lower its priority; and
     * with 0 when the file is read. NULL: not called. */
    void (*apart_reads)(void *context, long process);
    void *apart_context;
} knap_corpus_options;

typedef struct knap_corpus knap_corpus;

/* Reads clusters from the paths, each of which may be a folder with docs/ and perhaps refs/: one cluster; a
 * folder of such folders, at any depth, in strcmp order of the names; a folder of folders of files, or of
 * files: each folder with files is one cluster; the DUC/TAC layout: SGML documents in one folder per cluster
 * (d30001t/), references in a folder whose files are
 *     called D30001.M.100.T.A, matched without regard to case and to the letter after the number;
 * a file of JSON objects {"id","documents":[..],"references":[..]}, one cluster each; other files, in any
 * format of docs/FORMATS.md, and "-": all of them together are one cluster. A document is a file, each
 * <DOC> of an SGML file, each message of a mailbox, each file of an archive. `options` may be NULL. A file
 * inside a folder or archive that cannot be read is skipped, with a note of the kind KNAP_NOTE_UNREADABLE.
 * Fails on a path that cannot be read or is not text, and on a folder or cluster without text, and names
 * it. Close with knap_corpus_close. */
KNAP_API knap_status knap_corpus_open(const char *const *paths, size_t count, const knap_corpus_options *options,
                                      const knap_allocator *allocator, knap_corpus **corpus, knap_error *error);
/* A file in memory. */
typedef struct knap_file {
    /* A label for documents and messages, which also helps to recognise the format; no file is opened */
    const char *name;
    const char *bytes;
    size_t length;
    bool text;      /* the bytes are UTF-8 text, as a string of JSON is: no format or encoding is recognised */
    bool reference; /* a reference, not a document */
} knap_file;

/* Reads one cluster from files in memory; `id` is its id. The bytes are copied. Of the options, `encoding` and `skip_bad` are
 * used; `options` may be NULL. Fails where a file cannot be read, unless skip_bad skips it, and where no document has text. */
KNAP_API knap_status knap_corpus_open_bytes(const char *id, const knap_file *file, size_t count,
                                            const knap_corpus_options *options, const knap_allocator *allocator,
                                            knap_corpus **corpus, knap_error *error);
KNAP_API void knap_corpus_close(knap_corpus *corpus);
KNAP_API size_t knap_corpus_clusters(const knap_corpus *corpus);
/* The cluster at `index`, in the order read; NULL past the last. It belongs to the corpus. */
KNAP_API const knap_cluster *knap_corpus_cluster(const knap_corpus *corpus, size_t index);
/* The notes, which belong to the corpus, and their number. */
KNAP_API const knap_note *knap_corpus_notes(const knap_corpus *corpus, size_t *count);

#ifdef __cplusplus
}
#endif

#endif
