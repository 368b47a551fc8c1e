/* knap/io.h - reads instances, clusters of documents and ROUGE's evaluations from files and streams.
 *
 *     bytes -> format recognised -> one instance after another -> knap_data
 *     folders, files, JSONL, DUC/TAC -> layout recognised -> one cluster after another -> knap_corpus
 *
 * Arguments: a pointer may be NULL only where its call says so; `allocator` and `error` always may. A wrong
 * argument is a KNAP_USAGE error, or 0 or NULL from a call that returns no status. Where a call that makes an
 * object fails, the pointer to it is set to NULL; counts are set to what was done.
 *
 * Threads: different objects may be used at the same time. A reader and a rouge set are used by one thread
 * at a time. A corpus does not change after it was opened, so that any number of threads may read it.
 * Standard input belongs to one call at a time. */
#ifndef KNAP_IO_H
#define KNAP_IO_H

#include "knap/core.h"
#include "knap/rouge.h"
#include "knap/text.h"
#include "knap/tokens.h"

#include <stdbool.h>
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

/* ---- Costs from texts ---- */

/* What the cost of an item is. */
typedef enum knap_meter_unit {
    KNAP_METER_GIVEN,      /* the cost that the item has */
    KNAP_METER_BYTES,      /* of its text in UTF-8 */
    KNAP_METER_CHARACTERS, /* code points of its text */
    KNAP_METER_WORDS,      /* words of its text by ICU, as knap_language_words finds them in the language "und" */
    KNAP_METER_TOKENS      /* tokens of its text: see knap/tokens.h */
} knap_meter_unit;

/* Counts texts in a unit. One thread at a time uses a meter of words; any number may use the others. */
typedef struct knap_meter knap_meter;

/* Makes a meter. `tokenizer` is needed for KNAP_METER_TOKENS only and must outlive the meter. `per_item`, at least 0, is added to
 * the cost of each item: separators, a number, the name of the source. */
KNAP_API knap_status knap_meter_new(knap_meter_unit unit, const knap_tokenizer *tokenizer, double per_item,
                                    const knap_allocator *allocator, knap_meter **meter, knap_error *error);
KNAP_API void knap_meter_free(knap_meter *meter);
/* The names of the units in their order, ending with NULL: given, bytes, chars, words, tokens; static. */
KNAP_API const char *const *knap_meter_units(void);
/* The unit of a meter; KNAP_METER_GIVEN for NULL. */
KNAP_API knap_meter_unit knap_meter_unit_of(const knap_meter *meter);
/* What is added to the cost of each item; 0 for NULL. */
KNAP_API double knap_meter_per_item(const knap_meter *meter);
/* Counts one text, without `per_item`. KNAP_USAGE for KNAP_METER_GIVEN. */
KNAP_API knap_status knap_meter_count(const knap_meter *meter, const char *text, size_t length, size_t *count,
                                      knap_error *error);
/* Sets the cost of every item of an instance from its text; a cost is at least 1. KNAP_BAD_INPUT for an item without a text or,
 * with KNAP_METER_GIVEN, without a cost. */
KNAP_API knap_status knap_meter_apply(const knap_meter *meter, knap_instance *instance, knap_error *error);

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
/* What a member of an item or instance can mean. The usual names are known; docs/FORMATS.md lists them. */
typedef struct knap_field {
    const char *name;   /* the documented name, which `map` uses */
    const char *others; /* other names that are understood, separated by spaces; the earlier ones are preferred */
    const char *help;
} knap_field;
/* The fields by their number, from 0; NULL past the last. */
KNAP_API const knap_field *knap_field_at(size_t index);

/* Vectors in a file of numpy (.npy): an array of two dimensions, in rows, of numbers of 32 or 64 bits. It does not change once it is
 * open, so that any number of threads may use it. */
typedef struct knap_embeddings knap_embeddings;
KNAP_API knap_status knap_embeddings_open(const char *path, const knap_allocator *allocator, knap_embeddings **vectors,
                                          knap_error *error);
KNAP_API void knap_embeddings_close(knap_embeddings *vectors);
KNAP_API size_t knap_embeddings_count(const knap_embeddings *vectors);
KNAP_API size_t knap_embeddings_width(const knap_embeddings *vectors);
/* Copies a row to value[knap_embeddings_width]; does nothing where there is no such row. */
KNAP_API void knap_embeddings_row(const knap_embeddings *vectors, size_t row, double *value);

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

/* A member of items or instances that was not used, and how often it was there. */
typedef struct knap_member {
    const char *name;
    size_t count;
} knap_member;
/* The members that were not used so far, in the order of appearance; at most 256. They belong to the reader. */
KNAP_API const knap_member *knap_reader_unused(knap_reader *reader, size_t *count);

/* ---- Instances read by several threads ---- */

/* Whether each line of the input is an instance by itself. Known after the first knap_reader_read. Then these calls divide
 * the input, and an error in a line does not end the reading. */
KNAP_API bool knap_reader_by_lines(const knap_reader *reader);
/* After knap_reader_read failed: whether it can read on behind the line that is wrong. */
KNAP_API bool knap_reader_resume(knap_reader *reader);
/* The number of instances read so far, with those of lines that are wrong. */
KNAP_API size_t knap_reader_instances(const knap_reader *reader);
/* Makes a reader with the options of another one, for parts of its input. Close it with knap_reader_close. */
KNAP_API knap_status knap_reader_part(const knap_reader *of, knap_reader **part, knap_error *error);
/* Moves the next lines, about `bytes` bytes and at least one line, from `reader` to `part`. *any is false at the end of the
 * input. Knap_reader_read then reads them from `part`, and may do so while other threads take further lines, one thread
 * at a time. The data that a part is read into must have the features of the first instance. Where a line is longer than
 * 4 MiB, `part` gets nothing: read the line from `reader`. */
KNAP_API knap_status knap_reader_take(knap_reader *reader, size_t bytes, knap_reader *part, bool *any,
                                      knap_error *error);
/* Adds the members that `part` did not use to those of `reader`. */
KNAP_API knap_status knap_reader_join(knap_reader *reader, knap_reader *part, knap_error *error);

/* ---- Instances read by several processes ---- */

enum { KNAP_MOST_DIVIDED = 1 << 30 };
/* Whether the rest of the input can be divided among processes: a regular file in which each line is an instance. Known after the
 * first knap_reader_read. */
KNAP_API bool knap_reader_divisible(const knap_reader *reader);
/* Goes on with lines of this process. All processes of the team have read the same instances of the same file, at least one, and
 * make the call together, again and again until *any is false for all of them. After each call the reader has the lines that begin
 * in one range of the file, of at most `bytes` bytes (1 to KNAP_MOST_DIVIDED) without the end of the last line, and the ranges are
 * in the order of the ranks. There may be no line in it. Only these bytes are read. What the reader had before is dropped. The
 * numbers of lines and knap_reader_instances are those of the file. At the end knap_reader_instances counts all instances, and
 * knap_reader_unused has the members of all processes. */
KNAP_API knap_status knap_reader_divide(knap_reader *reader, size_t bytes, const knap_team *team, bool *any,
                                        knap_error *error);

/* NULL is allowed. */
KNAP_API void knap_reader_close(knap_reader *reader);
/* Whether a feature that an item does not name is 0 in this format (SCP_ListPrediction) rather than an error (JSONL).
 * Known after the first knap_reader_read. */
KNAP_API bool knap_reader_absent_is_zero(const knap_reader *reader);
/* Adds up to `limit` instances (0 means all) to `data`, fewer at the end of the input. *added is their
 * number; `added` may be NULL. After an error the instances before the wrong one are in `data`, and the
 * reader cannot read on unless knap_reader_resume says so: further calls are KNAP_USAGE errors. */
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

/* ---- ROUGE's evaluations ---- */

/* All of these add what they read to `set`. After an error the set has what was read before. */

/* Adds the file as a summary of `system`, or as a reference where that is NULL. "-" is standard input. */
KNAP_API knap_status knap_rouge_read_text(knap_rouge_set *set, const char *topic, const char *system,
                                          knap_rouge_format format, const char *path, knap_error *error);
/* Reads ROUGE-1.5.5's XML configuration, and only the summaries of `system` unless that is NULL. Paths in
 * it are relative to the working folder, as for the script. */
KNAP_API knap_status knap_rouge_read_config(knap_rouge_set *set, const char *path, const char *system,
                                            knap_error *error);
/* Reads ROUGE-1.5.5's list of files: lines "SUMMARY REFERENCE...", whose topics are called 1, 2, 3 and so
 * on. A line that starts with "#" is a comment. */
KNAP_API knap_status knap_rouge_read_list(knap_rouge_set *set, const char *path, const char *system,
                                          knap_rouge_format format, knap_error *error);
/* Reads summaries and their references. A peer is a file, a folder of one system's files, or a folder of
 * such folders at any depth; the system's name is the path of its folder below the peer. The references of
 * the summary TOPIC.txt are the files in REFS/TOPIC/refs or REFS/TOPIC, or REFS/TOPIC.txt,
 * REFS/TOPIC.A.txt and so on. A peer that is a file without such references is a system of its own,
 * measured against REFS where that is a file, else against the files in it. Hidden files are ignored. */
KNAP_API knap_status knap_rouge_read_peers(knap_rouge_set *set, const char *const *peer, size_t count, const char *refs,
                                           knap_rouge_format format, knap_error *error);
/* Reads JSONL: {"id": TOPIC, "refs": [TEXT...], "peers": {SYSTEM: TEXT...}} or, for one system, "peer":
 * TEXT and "system": NAME. A TEXT is a string with one segment per line, or an array of segments. The
 * references of a topic may be repeated in later lines, but not changed. */
KNAP_API knap_status knap_rouge_read_jsonl(knap_rouge_set *set, const char *path, knap_error *error);
/* The same by the processes of a team, which make the call together with an empty set: each reads a range of the bytes of the file,
 * and has the texts of its lines. All have all topics and systems, and fail with the same error. Nothing can be added to the set
 * then; all processes call knap_rouge_set_unseen, knap_rouge_set_guess and knap_rouge_set_evaluate, with run->team, together. The
 * team must outlive the set. A file that is not a regular one is read by every process. */
KNAP_API knap_status knap_rouge_divide_jsonl(knap_rouge_set *set, const char *path, const knap_team *team,
                                             knap_error *error);

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

/* A process that reads files in formats which foreign libraries parse: PDF, HTML, Markdown, office files, mail and archives. Each
 * file gets a process of its own, which the kernel limits: it cannot write files, start programs or use the network, and it is
 * ended when its memory or time is used up. A crash in a library is then an error of the file. */
typedef struct knap_apart knap_apart;
/* Starts it. To be called before the program has threads, because it forks. Stop it with knap_apart_stop. */
KNAP_API knap_status knap_apart_start(const knap_allocator *allocator, knap_apart **apart, knap_error *error);
/* NULL is allowed. */
KNAP_API void knap_apart_stop(knap_apart *apart);

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
     * knap_corpus_share says which. The clusters, their ids, the notes and errors are the same in all processes. Where something
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
/* The number of the file that a document of such a corpus came from. One file may hold several documents, or none that is
 * counted. SIZE_MAX for a document that does not exist. */
KNAP_API size_t knap_corpus_file_of(const knap_corpus *corpus, size_t document);
/* NULL is allowed. */
KNAP_API void knap_corpus_close(knap_corpus *corpus);
KNAP_API size_t knap_corpus_clusters(const knap_corpus *corpus);
/* The cluster at `index`, in the order read; NULL past the last. It belongs to the corpus. */
KNAP_API const knap_cluster *knap_corpus_cluster(const knap_corpus *corpus, size_t index);
/* The clusters that this process of the team has the documents of, *count of them from *first on. Where the corpus was opened without
 * the team, they are this process's part of all. `team` may be NULL: then all clusters. */
KNAP_API void knap_corpus_share(const knap_corpus *corpus, const knap_team *team, size_t *first, size_t *count);
/* The notes, which belong to the corpus, and their number. */
KNAP_API const knap_note *knap_corpus_notes(const knap_corpus *corpus, size_t *count);
/* Writes JSONL to `out`, or to a temporary file beside `path` that is then renamed to it. */
KNAP_API knap_status knap_corpus_write_jsonl(const knap_corpus *corpus, FILE *out, knap_error *error);
KNAP_API knap_status knap_corpus_save_jsonl(const knap_corpus *corpus, const char *path, knap_error *error);
/* Writes FOLDER/ID/docs/ and FOLDER/ID/refs/, with one UTF-8 file per document, and makes missing folders. */
KNAP_API knap_status knap_corpus_save_folder(const knap_corpus *corpus, const char *folder, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
