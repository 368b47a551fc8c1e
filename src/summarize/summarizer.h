/* summarize/summarizer.h - a model with what makes instances of text.
 *
 *     settings.c -> summarizer.c (this struct) -> summarizer_file.c (sections of a model file)
 *                                              -> summarizer_use.c (clusters to material) -> summarizer_fit.c -> tune.c */
#pragma once

#include "summarize/quality.h"
#include "summarize/surface.h"
#include "summarize/word_model.h"

struct knap_summarizer {
    const knap_allocator *allocator;
    knap_text_settings text;
    knap_budget budget;
    char language[16]; /* that the document frequencies are of; "" for several */
    knap_idf *idf;
    kn_quality quality;
    kn_word_model words;          /* without weights: nothing is expected of words */
    kn_word_model single;         /* the same for single documents; without weights: `words` serves them too */
    kn_surface standalone, style; /* without weights: nothing is known of it */
    knap_model *model;            /* NULL until it is trained */
    const char **names;           /* of the words of the embedded model, whose tables are constants; otherwise NULL */
    bool shares;                  /* it is a variant: all but the settings belongs to another one */
};

/* An empty one. */
knap_status kn_summarizer_new(const knap_allocator *allocator, knap_summarizer **summarizer, knap_error *error);
