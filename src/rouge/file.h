/* rouge/file.h - a file's bytes. */
#pragma once

#include "base/memory.h"

/* Appends the bytes of the file at `path` (standard input for "-") to `text`, which the caller frees either
 * way. */
knap_status kn_rouge_read_file(const char *path, kn_text *text, knap_error *error);
