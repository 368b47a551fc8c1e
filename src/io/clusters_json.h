/* io/clusters_json.h - clusters of documents in JSON. */
#pragma once

#include "io/corpus.h"

/* Whether a file is JSON, by the ending of its name or by its content. */
bool kn_is_json_corpus(const char *name, const char *text, size_t length);
/* Adds the clusters of a file's bytes; none of them after a failure. */
knap_status kn_json_clusters(knap_corpus *corpus, const char *name, const kn_text *bytes, knap_error *error);
/* Adds the clusters of some lines of a file, of which `before` lines come before them. Fails where they are not UTF-8, and
 * where an encoding is given. */
knap_status kn_json_part(knap_corpus *corpus, const char *name, const kn_text *bytes, size_t before, knap_error *error);
knap_status kn_json_file(knap_corpus *corpus, const char *path, knap_error *error);
