/* summarize/singles.h - learning to summarize one document from clusters of several: each document alone,
 * against the references of its cluster. The worth of a word depends, in one document, on its position; in
 * several, on the number of documents that have it. */
#pragma once

#include "summarize/summarizer_use.h"

/* Fits summarizer->single, the word model of single documents. It stays without weights where no cluster
 * has several. */
knap_status kn_singles_fit(knap_summarizer *summarizer, const knap_text_input *input, const knap_run *run,
                           knap_error *error);
