/* summarize/summarizer_use.h - makes material of clusters with a summarizer. */
#pragma once

#include "summarize/material.h"
#include "summarize/summarizer.h"

/* Reads the clusters of `input`, with `frequencies` also what only those need; kn_stories_weigh is still
 * to be called. Free the stories in any case. */
knap_status kn_summarizer_read(const knap_summarizer *summarizer, const knap_text_input *input, bool frequencies,
                               const knap_run *run, kn_stories *stories, knap_error *error);
/* Sets how well the sentences of stories that the summarizer has not seen stand alone. */
knap_status kn_summarizer_score(const knap_summarizer *summarizer, kn_stories *stories, const knap_run *run,
                                knap_error *error);
/* Makes material of the stories of `input`, which it takes over. prediction[count] is the expected worth
 * of their words; NULL: what the summarizer's word model predicts. After a failure *material is NULL. */
knap_status kn_summarizer_make(const knap_summarizer *summarizer, const knap_text_input *input,
                               const kn_predictions *prediction, const knap_run *run, kn_stories *stories,
                               knap_material **material, knap_error *error);
