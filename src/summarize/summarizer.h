/* summarize/summarizer.h - a model with what makes instances of text. */
#ifndef KNAP_SUMMARIZE_SUMMARIZER_H
#define KNAP_SUMMARIZE_SUMMARIZER_H

#include "summarize/quality.h"
#include "summarize/word_model.h"

struct knap_summarizer {
    const knap_allocator *allocator;
    knap_text_settings text;
    knap_budget budget;
    char language[16]; /* that the document frequencies are of; "" for several */
    knap_idf *idf;
    kn_quality quality;
    kn_word_model words; /* without weights: nothing is expected of words */
    knap_model *model;   /* NULL while it is being trained */
};

/* The stories of clusters, read in parallel, each in its language (`language`, or guessed). story[count] is zeroed and
 * filled; each is to be freed whether the call succeeds or not. `idf` is used for stories in `idf_language` only
 * (or for all where that is ""). */
knap_status kn_stories_read(kn_story *story, const knap_cluster *const *cluster, size_t count, const char *language,
                            const char *exceptions, const knap_idf *idf, const char *idf_language,
                            const knap_text_settings *settings, const knap_run *run, knap_error *error);

/* Makes the material of stories read with `status`, which are freed or become the material's. prediction[count] is what is expected
 * of their words; NULL: what the summarizer's word model says. */
knap_status kn_summarizer_material(const knap_summarizer *summarizer, kn_story *story,
                                   const knap_cluster *const *cluster, size_t count, const kn_predictions *prediction,
                                   const knap_budget *budget, const knap_run *run, knap_status status,
                                   knap_material **material, knap_error *error);

#endif
