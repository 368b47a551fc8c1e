/* io/models.h - the references of DUC and TAC, which are matched with the clusters by their names. */
#pragma once

#include "io/corpus.h"

/* "D30001.M.100.T.A": cluster, M, length, type, letter. *length gets the number. */
bool kn_is_model_name(const char *name, size_t *length);
/* The name of a system's summary, D30001.M.100.T.17, which is not read. */
bool kn_is_peer_name(const char *name);
/* Remembers a reference's file until all clusters are known. */
knap_status kn_corpus_model(knap_corpus *corpus, const char *path, const char *name, knap_error *error);
/* Adds the references to the clusters that they belong to. */
knap_status kn_corpus_match_models(knap_corpus *corpus, knap_error *error);
