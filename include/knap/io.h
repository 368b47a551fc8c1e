/* knap/io.h - reading instances from files and streams.
 *
 *     bytes -> format recognised -> instance after instance -> knap_data
 */
#ifndef KNAP_IO_H
#define KNAP_IO_H

#include "knap/core.h"

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

#ifdef __cplusplus
}
#endif

#endif
