/* knap/io.h - reading instances from files and streams.
 *
 *     bytes -> format recognised -> instance after instance -> knap_data
 */
#ifndef KNAP_IO_H
#define KNAP_IO_H

#include "knap/core.h"
#include "knap/rouge.h"

#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* ---- ROUGE's evaluations ------------------------------------------------------------------------------------- */

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

#ifdef __cplusplus
}
#endif

#endif
