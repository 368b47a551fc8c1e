/* io/sgml.h - the SGML of DUC, TAC and TREC. */
#pragma once

#include "io/corpus.h"

bool kn_is_sgml(const char *text, size_t length);
/* Adds the documents of an SGML file, their texts cut out of it. */
knap_status kn_sgml_documents(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_decoded *decoded,
                              bool reference, knap_error *error);
