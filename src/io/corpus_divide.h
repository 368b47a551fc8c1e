/* io/corpus_divide.h - a corpus that the processes of a team read together: each has the documents of a run of the clusters. */
#pragma once

#include "io/corpus.h"

/* Whether all processes made the same plan; `planned` is the status of this process. */
knap_status kn_corpus_agree(knap_corpus *corpus, knap_status planned, bool *agreed, knap_error *error);
/* Reads this process's part of what was planned, and completes the corpus with what the others found: all clusters in their order,
 * with their ids and the number of their documents, and all notes. *divided is false where that is not possible, because a file is
 * wrong or needs to be read as a whole: then the corpus is of no use, and all processes must read all of it. */
knap_status kn_corpus_divide(knap_corpus *corpus, bool *divided, knap_error *error);
