/* io/document_file.h - the documents of one file, in any format. */
#pragma once

#include "io/corpus.h"

/* Reads the file at `path` into the cluster, as one document or more. */
knap_status kn_corpus_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference,
                           knap_error *error);
/* The same for bytes that were read already. */
knap_status kn_corpus_bytes(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_text *bytes,
                            bool reference, knap_error *error);
