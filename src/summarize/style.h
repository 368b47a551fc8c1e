/* summarize/style.h - what tells the sentences of references from those of documents: see surface.h. */
#pragma once

#include "summarize/summarizer_use.h"

/* Fits summarizer->style to the clusters of the input, whose stories are story[input->clusters], and sets the `style` of their
 * lines. It stays without weights where a cluster has no references. */
knap_status kn_style_fit(knap_summarizer *summarizer, const knap_text_input *input, kn_story *story,
                         const knap_run *run, knap_error *error);
