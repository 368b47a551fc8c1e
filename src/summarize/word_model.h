/* summarize/word_model.h - how often will the references use each word? q_k(w) = P(a reference has w at least k times).
 *
 * Logistic regressions on kn_word_table, one for k = 1, one for k = 2, one for k = 3 .. 12 together. */
#pragma once

#include "summarize/word_features.h"

enum { KN_WORD_FITS = 3, KN_WORD_FOLDS = 5 };

typedef struct kn_word_model {
    const knap_allocator *allocator;
    kn_background background;
    kn_symbols indicator;         /* words with a weight of their own: in many clusters, hence of no topic */
    double *weight[KN_WORD_FITS]; /* NULL: there is no model */
    double length[2];             /* mean of the references in words, by knap_text_reward */
} kn_word_model;

/* The expected worths of a story's words: those of word w are q[start[w]] .. q[start[w+1]-1]. */
typedef struct kn_predictions {
    const knap_allocator *allocator;
    size_t words;
    size_t *start; /* [words + 1] */
    double *q;
} kn_predictions;

void kn_word_model_free(kn_word_model *model);
/* Fits the model to stories with references, and gives each the worths of a model that was fitted without its fold.
 * prediction[count] is to be freed in any case; NULL: not wanted. */
knap_status kn_word_model_fit(kn_word_model *model, const knap_text_settings *settings, const kn_story *story,
                              size_t count, kn_predictions *prediction, const knap_run *run, knap_error *error);
/* The worths of stories that the model has not seen; `single`, if not NULL, is the model for those of one document. */
knap_status kn_word_model_predict(const kn_word_model *model, const kn_word_model *single, const kn_story *story,
                                  size_t count, kn_predictions *prediction, const knap_run *run, knap_error *error);
void kn_predictions_free(kn_predictions *predictions);

/* As lines of a model file, and back. */
void kn_word_model_write(const kn_word_model *model, kn_text *text);
/* KNAP_BAD_MODEL, with `file`, if the lines are damaged. */
knap_status kn_word_model_read(kn_word_model *model, const char *text, const char *file,
                               const knap_allocator *allocator, knap_error *error);
