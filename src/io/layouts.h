/* io/layouts.h - recognises the layout of a folder and reads its files into clusters. */
#pragma once

#include "io/corpus.h"

knap_status kn_corpus_folder(knap_corpus *corpus, const char *path, knap_error *error);
/* Reads the folder of references that the options name. */
knap_status kn_corpus_models_folder(knap_corpus *corpus, const char *path, knap_error *error);
