/* text/cluster.h - the languages of the documents of a cluster. */
#pragma once

#include "text/inner.h"

/* Returns the language of most of the cluster's text. each[documents], if not NULL, gets the language of each document; a
 * document that is short or not recognised has that of most of the text. All are static strings. */
const char *kn_cluster_languages(const knap_cluster *cluster, const char **each);
