/* io/inner.h - what knap's own programs and other layers use of this layer beyond knap/io.h: kinds of files, parts of
 * readers, ROUGE's files, processes that read documents, corpora written. */
#pragma once

#include "core/inner.h"
#include "knap/io.h"
#include "rouge/inner.h"
#include "text/inner.h"
#include "tokens/inner.h"

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
knap_status knap_recognise(const char *path, knap_content *content, knap_error *error);

/* ---- Costs from texts ---- */

/* The names of the units in their order, ending with NULL: given, bytes, chars, words, tokens; static. */
const char *const *knap_meter_units(void);
/* The unit of a meter; KNAP_METER_GIVEN for NULL. */
knap_meter_unit knap_meter_unit_of(const knap_meter *meter);
/* What is added to the cost of each item; 0 for NULL. */
double knap_meter_per_item(const knap_meter *meter);
/* Counts one text, without `per_item`. KNAP_USAGE for KNAP_METER_GIVEN. */
knap_status knap_meter_count(const knap_meter *meter, const char *text, size_t length, size_t *count,
                             knap_error *error);
/* Sets the cost of every item of an instance from its text; a cost is at least 1. KNAP_BAD_INPUT for an item without a text or,
 * with KNAP_METER_GIVEN, without a cost. */
knap_status knap_meter_apply(const knap_meter *meter, knap_instance *instance, knap_error *error);

/* ---- Instances ---- */

/* What a member of an item or instance can mean. The usual names are known; docs/FORMATS.md lists them. */
typedef struct knap_field {
    const char *name;   /* the documented name, which `map` uses */
    const char *others; /* other names that are understood, separated by spaces; the earlier ones are preferred */
    const char *help;
} knap_field;
/* The fields by their number, from 0; NULL past the last. */
const knap_field *knap_field_at(size_t index);

size_t knap_embeddings_count(const knap_embeddings *vectors);
size_t knap_embeddings_width(const knap_embeddings *vectors);
/* Copies a row to value[knap_embeddings_width]; does nothing where there is no such row. */
void knap_embeddings_row(const knap_embeddings *vectors, size_t row, double *value);

/* A member of items or instances that was not used, and how often it was there. */
typedef struct knap_member {
    const char *name;
    size_t count;
} knap_member;
/* The members that were not used so far, in the order of appearance; at most 256. They belong to the reader. */
const knap_member *knap_reader_unused(knap_reader *reader, size_t *count);

/* ---- Instances read by several threads ---- */

/* Whether each line of the input is an instance by itself. Known after the first knap_reader_read. Then these calls divide
 * the input, and an error in a line does not end the reading. */
bool knap_reader_by_lines(const knap_reader *reader);
/* After knap_reader_read failed: whether it can still read on behind the line that is wrong. */
bool knap_reader_resume(knap_reader *reader);
/* The number of instances read so far, with those of lines that are wrong. */
size_t knap_reader_instances(const knap_reader *reader);
/* Makes a reader with the options of another one, for parts of its input. Close it with knap_reader_close. */
knap_status knap_reader_part(const knap_reader *of, knap_reader **part, knap_error *error);
/* Moves the next lines, about `bytes` bytes and at least one line, from `reader` to `part`. *any is false at the end of the
 * input. Knap_reader_read then reads them from `part`, and may do so while other threads take further lines, one thread
 * at a time. The data that a part is read into must have the features of the first instance. Where a line is longer than
 * 4 MiB, `part` gets nothing: read the line from `reader`. */
knap_status knap_reader_take(knap_reader *reader, size_t bytes, knap_reader *part, bool *any,
                             knap_error *error);
/* Adds the members that `part` did not use to those of `reader`. */
knap_status knap_reader_join(knap_reader *reader, knap_reader *part, knap_error *error);

/* ---- Instances read by several processes ---- */

enum { KNAP_MOST_DIVIDED = 1 << 30 };
/* Whether the rest of the input can be divided among processes: a regular file in which each line is an instance. Known after the
 * first knap_reader_read. */
bool knap_reader_divisible(const knap_reader *reader);
/* Goes on with lines of this process. All processes of the team have read the same instances of the same file, at least one, and
 * make the call together, again and again until *any is false for all of them. After each call the reader has the lines that begin
 * in one range of the file, of at most `bytes` bytes (1 to KNAP_MOST_DIVIDED) without the end of the last line, and the ranges are
 * in the order of the ranks. There may be no line in it. Only these bytes are read. What the reader had before is dropped. The
 * numbers of lines and knap_reader_instances are those of the file. At the end knap_reader_instances counts all instances, and
 * knap_reader_unused has the members of all processes. */
knap_status knap_reader_divide(knap_reader *reader, size_t bytes, const knap_team *team, bool *any,
                               knap_error *error);

/* ---- ROUGE's evaluations ---- */

/* All of these add what they read to `set`. After an error the set has what was read before. */

/* Adds the file as a summary of `system`, or as a reference where that is NULL. "-" is standard input. */
knap_status knap_rouge_read_text(knap_rouge_set *set, const char *topic, const char *system,
                                 knap_rouge_format format, const char *path, knap_error *error);
/* Reads ROUGE-1.5.5's XML configuration, and only the summaries of `system` unless that is NULL. Paths in
 * it are relative to the working folder, as for the script. */
knap_status knap_rouge_read_config(knap_rouge_set *set, const char *path, const char *system,
                                   knap_error *error);
/* Reads ROUGE-1.5.5's list of files: lines "SUMMARY REFERENCE...", whose topics are called 1, 2, 3 and so
 * on. A line that starts with "#" is a comment. */
knap_status knap_rouge_read_list(knap_rouge_set *set, const char *path, const char *system,
                                 knap_rouge_format format, knap_error *error);
/* Reads summaries and their references. A peer is a file, a folder of one system's files, or a folder of
 * such folders at any depth; the system's name is the path of its folder below the peer. The references of
 * the summary TOPIC.txt are the files in REFS/TOPIC/refs or REFS/TOPIC, or REFS/TOPIC.txt,
 * REFS/TOPIC.A.txt and so on. A peer that is a file without such references is a system of its own,
 * measured against REFS where that is a file, else against the files in it. Hidden files are ignored. */
knap_status knap_rouge_read_peers(knap_rouge_set *set, const char *const *peer, size_t count, const char *refs,
                                  knap_rouge_format format, knap_error *error);
/* Reads JSONL: {"id": TOPIC, "refs": [TEXT...], "peers": {SYSTEM: TEXT...}} or, for one system, "peer":
 * TEXT and "system": NAME. A TEXT is a string with one segment per line, or an array of segments. The
 * references of a topic may be repeated in later lines, but not changed. */
knap_status knap_rouge_read_jsonl(knap_rouge_set *set, const char *path, knap_error *error);
/* The same by the processes of a team, which make the call together with an empty set: each reads a range of the bytes of the file,
 * and has the texts of its lines. All have all topics and systems, and fail with the same error. Nothing can be added to the set
 * then; all processes call knap_rouge_set_unseen, knap_rouge_set_guess and knap_rouge_set_evaluate, with run->team, together. The
 * team must outlive the set. A file that is not a regular one is read by every process. */
knap_status knap_rouge_divide_jsonl(knap_rouge_set *set, const char *path, const knap_team *team,
                                    knap_error *error);

/* ---- Clusters of documents ---- */

/* A process that reads files in formats which foreign libraries parse: PDF, HTML, Markdown, office files, mail and archives. Each
 * file gets a process of its own, which the kernel limits: it cannot write files, start programs or use the network, and it is
 * ended when its memory or time is used up. A crash in a library is then an error of the file. */
/* Starts it. To be called before the program has threads, because it forks. Stop it with knap_apart_stop. */
knap_status knap_apart_start(const knap_allocator *allocator, knap_apart **apart, knap_error *error);
void knap_apart_stop(knap_apart *apart);

/* The number of the file that a document of such a corpus came from. One file may hold several documents, or none that is
 * counted. SIZE_MAX for a document that does not exist. */
size_t knap_corpus_file_of(const knap_corpus *corpus, size_t document);
/* The clusters that this process of the team has the documents of, *count of them from *first on. Where the corpus was opened without
 * the team, they are this process's part of all. `team` may be NULL: then all clusters. */
void knap_corpus_share(const knap_corpus *corpus, const knap_team *team, size_t *first, size_t *count);
/* Writes JSONL to `out`, or to a temporary file beside `path` that is then renamed to it. */
knap_status knap_corpus_write_jsonl(const knap_corpus *corpus, FILE *out, knap_error *error);
knap_status knap_corpus_save_jsonl(const knap_corpus *corpus, const char *path, knap_error *error);
/* Writes FOLDER/ID/docs/ and FOLDER/ID/refs/, with one UTF-8 file per document, and makes missing folders. */
knap_status knap_corpus_save_folder(const knap_corpus *corpus, const char *folder, knap_error *error);
