/* summarize/surface.h - what the surface of a sentence tells: its opening word, its common words, full and bare names, quotation
 * marks, length. Two models, both learned without labels by a logistic regression:
 *
 *     self-containedness   the first sentence of a document is written for readers who know nothing yet, later ones are not
 *     style                the sentences of references are written for a summary, those of documents are not: a review says
 *                          "I bought it for my son", its summary never does */
#pragma once

#include "summarize/story.h"

enum { KN_SURFACE_QUANTILES = 21, KN_SURFACE_FEATURES = 18 };

typedef enum kn_surface_kind { KN_STANDALONE, KN_STYLE, KN_SURFACE_KINDS } kn_surface_kind;

typedef struct kn_surface {
    const knap_allocator *allocator;
    kn_surface_kind kind;
    kn_symbols word;    /* common words, which have two weights each: as the opening word, and anywhere */
    double *weight;     /* [kn_surface_weights] features, opening words, words anywhere; NULL: there is no model */
    double reliability; /* 2 AUC - 1 on held-out sentences: 0 where the sentences look like all others, at most 1 */
    double quantile[KN_SURFACE_QUANTILES]; /* of the scores of the sentences to be recognised, held out */
} kn_surface;

/* A model without weights. */
void kn_surface_begin(kn_surface *model, kn_surface_kind kind, const knap_allocator *allocator);
size_t kn_surface_weights(const kn_surface *model);
/* The names of the features that are not words, in the order of their weights. */
extern const char *const kn_surface_features[KN_SURFACE_FEATURES];

/* Fits the model to the sentences of story[count], and sets `standalone` or `style` of each line: the share of the sentences to
 * be recognised that have no higher score, by a model that was fitted without the line's story. KN_STANDALONE recognises the
 * first sentences of documents, whose share is 1, and has no references. KN_STYLE recognises the sentences of reference[count],
 * the references of each story read like documents. Fewer than two stories, or no sentence to be recognised, leave the model
 * without weights. `model` is to be freed in any case. */
knap_status kn_surface_fit(kn_surface *model, kn_surface_kind kind, kn_story *story, kn_story *reference, size_t count,
                           const knap_run *run, knap_error *error);
/* Compares the sentences of reference[count] with those of the documents by a model of self-containedness. Where they have lower
 * shares, or the model recognises nothing, summaries are not written like the first sentences of these documents: reviews begin
 * with the customer. Then the model is fitted to the first sentences of the references. It tells which sentence opens a summary,
 * and its reliability is 0, so it penalises nothing: the later sentences of a reference are as good as its first. */
knap_status kn_surface_confirm(kn_surface *model, kn_story *story, kn_story *reference, size_t count,
                               const knap_run *run, knap_error *error);
/* Sets `standalone` or `style` of each line of a story that the models, at most one of each kind, have not seen. A model without
 * weights changes nothing. */
knap_status kn_surface_score(const kn_surface *const *model, size_t models, kn_story *story, knap_error *error);
void kn_surface_free(kn_surface *model);

/* The model as lines of a model file, and back into a model without weights; `file` and `section` are for messages. */
void kn_surface_write(const kn_surface *model, kn_text *text);
knap_status kn_surface_read(kn_surface *model, const char *text, const char *file, const char *section,
                            knap_error *error);
