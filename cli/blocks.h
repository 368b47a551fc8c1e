/* cli/blocks.h - documents as blocks: headings, paragraphs, list items, code and so on, for knap convert. */
#pragma once

#include "cli.h"

/* Writes the documents of the clusters, and not their references: as text, each block marked as in Markdown, or, with `json`, one
 * object per document. `language` is a code; NULL: guessed for each cluster. */
knap_status cli_write_blocks(FILE *out, const knap_cluster *const *cluster, size_t clusters, const char *language,
                             bool json, knap_error *error);
