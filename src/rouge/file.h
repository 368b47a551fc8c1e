/* rouge/file.h - a file's bytes. */
#ifndef KNAP_ROUGE_FILE_H
#define KNAP_ROUGE_FILE_H

#include "base/memory.h"

/* Appends the bytes of the file at `path` (standard input for "-") to `text`, which the caller frees either
 * way. */
knap_status kn_rouge_read_file(const char *path, kn_text *text, knap_error *error);

#endif
