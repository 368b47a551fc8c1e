/* summarize/standalone.h - how self-contained is a sentence? Learned without labels: the first sentence of
 * a document is written for readers who know nothing yet, later ones are not. A logistic regression tells
 * the two apart by the surface of a sentence: its opening word, its common words, full and bare names,
 * quotation marks, length. */
#ifndef KNAP_SUMMARIZE_STANDALONE_H
#define KNAP_SUMMARIZE_STANDALONE_H

#include "summarize/story.h"

enum { KN_STANDALONE_QUANTILES = 21, KN_STANDALONE_FEATURES = 15 };

typedef struct kn_standalone {
    const knap_allocator *allocator;
    kn_symbols word;    /* common words, which have two weights each: as the opening word, and anywhere */
    double *weight;     /* [kn_standalone_weights] features, opening words, words anywhere; NULL: there is no model */
    double reliability; /* 2 AUC - 1 on held-out sentences: 0 where first sentences look like all others, at most 1 */
    double quantile[KN_STANDALONE_QUANTILES]; /* of the scores of first sentences, held out */
} kn_standalone;

size_t kn_standalone_weights(const kn_standalone *model);
/* The names of the features that are not words, in the order of their weights. */
extern const char *const kn_standalone_features[KN_STANDALONE_FEATURES];

/* Fits the model to the sentences of `count` stories, and sets `standalone` of each line: the share of
 * first sentences that look no more self-contained, by a model that was fitted without the line's story. A
 * first sentence needs no model: its share is 1. Stories without a document of two sentences leave it
 * without weights. `model` is to be freed in any case. */
knap_status kn_standalone_fit(kn_standalone *model, kn_story *story, size_t count, const knap_run *run,
                              knap_error *error);
/* Sets `standalone` of each line of a story that the model has not seen; 1 without a model. */
knap_status kn_standalone_score(const kn_standalone *model, kn_story *story, knap_error *error);
void kn_standalone_free(kn_standalone *model);

/* The model as lines of a model file, and back; `file` is for messages. */
void kn_standalone_write(const kn_standalone *model, kn_text *text);
knap_status kn_standalone_read(kn_standalone *model, const char *text, const char *file,
                               const knap_allocator *allocator, knap_error *error);

#endif
