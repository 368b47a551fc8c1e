/* summarize/inner.h - what knap's own programs and other layers use of this layer beyond knap/summarize.h: fitting without
 * training, changes of a summarizer, languages kept open, sentences of a material. */
#pragma once

#include "knap/summarize.h"
#include "systems/inner.h"
#include "text/inner.h"
#include "tokens/inner.h"

/* ---- Settings ---- */

/* Changes what serves readers to what serves ROUGE-1: its own reward, no penalties, only fragments and the like left out. */
void knap_text_settings_for_rouge(knap_text_settings *settings);
/* Sets `idf` and `stop` to what serves a system best, by cross-validation (docs/PAPER.md): sentences with function words for the
 * systems of the paper. Those of other systems, of unknown names and of NULL stay. */
void knap_text_settings_for_system(knap_text_settings *settings, const char *system);
/* The setting of a system, "name=value" for knap_system_set, that differs from its default where items are sentences; NULL: none. */
const char *knap_text_preset(const char *system);

/* ---- Summarizers ---- */

/* Fits what makes instances of text to set->train: document frequencies, the features' bins and, where all clusters have
 * references, the word model. The summarizer has no model: run any system on material made with it.
 *
 * `material` may be NULL. Otherwise *material gets the material of the training clusters, to train on: the words of each cluster
 * are predicted by a word model that was fitted to other clusters only. knap_material_new on the same clusters would predict
 * them with a model that has seen their references. */
knap_status knap_summarizer_fit(const knap_training_set *set, const knap_text_settings *text,
                                const knap_run *run, knap_summarizer **summarizer, knap_material **material,
                                knap_error *error);
/* Cross-validation on set->train: mean[i] of mean[count] gets the mean ROUGE-1 F, pooled over the references, of settings[i] on
 * clusters that nothing was fitted to. */
knap_status knap_summarizer_tune(const knap_training_set *set, const knap_text_settings *text,
                                 const knap_settings *settings, size_t count, size_t folds,
                                 const knap_run *run, double *mean, knap_error *error);
/* Makes it pick for ROUGE-1 and nothing else in material made from now on: knap_text_settings_for_rouge, no penalties. What its
 * policy has learned stays. */
knap_status knap_summarizer_set_rouge(knap_summarizer *summarizer, knap_error *error);
/* As knap_model_set_penalties, for its model. */
knap_status knap_summarizer_set_penalties(knap_summarizer *summarizer, const knap_penalties *penalties,
                                          knap_error *error);
/* The budget it was trained for. */
knap_budget knap_summarizer_budget(const knap_summarizer *summarizer);
const knap_text_settings *knap_summarizer_text(const knap_summarizer *summarizer);

/* ---- Material: clusters as instances ---- */

/* Languages that stay open from one call of knap_material_new to the next, with the words that were met: for programs that read
 * clusters one by one. Results do not depend on it. It and the material made with it serve one thread at a time; either may be freed
 * first. Free with knap_languages_free. */
knap_status knap_languages_new(const knap_allocator *allocator, knap_languages **languages, knap_error *error);
void knap_languages_free(knap_languages *languages);

const char *knap_material_language(const knap_material *material, size_t cluster);

/* The sentences of a document, furniture included, in the order of the text; owned by the material. `count` may be NULL. */
const knap_sentence *knap_material_document(const knap_material *material, size_t cluster, size_t document,
                                            size_t *count);
/* Why a sentence may not be picked. */
typedef enum knap_exclusion {
    KNAP_EXCLUDED_NOT,       /* it may be picked, itself or trimmed */
    KNAP_EXCLUDED_FURNITURE, /* a heading, date, byline or slug: see the flags of the sentence */
    KNAP_EXCLUDED_SHORT,     /* it has fewer words than the text setting min-words, or no words that count */
    KNAP_EXCLUDED_FLAWED,    /* it has flaws that the text setting filter names */
    KNAP_EXCLUDED_REPEATED   /* an earlier sentence has the same text */
} knap_exclusion;
/* `sentence` is the number of the sentence in its document, knap_sentence.position. *flaws (may be NULL) gets the flaws that
 * exclude it: bit i for choice i of the text setting filter. KNAP_EXCLUDED_FURNITURE where there is no such sentence. */
knap_exclusion knap_material_exclusion(const knap_material *material, size_t cluster, size_t document,
                                       size_t sentence, unsigned *flaws);
/* What knap_material_choose made of a sentence. KNAP_CHOICE_FREE for one that may not be picked and where there is none. */
knap_choice knap_material_choice(const knap_material *material, size_t cluster, size_t document,
                                 size_t sentence);
/* The ROUGE-1 recall and F of a list, pooled over the cluster's references. All words count, whatever the reward of the text
 * settings is. KNAP_USAGE where the cluster has no references. */
knap_status knap_material_recall(const knap_material *material, size_t cluster, const knap_list *list,
                                 double *value, knap_error *error);
knap_status knap_material_f(const knap_material *material, size_t cluster, const knap_list *list,
                            double *value, knap_error *error);
/* The number of sentences of a cluster, candidates or not; furniture is not counted. */
size_t knap_material_sentences(const knap_material *material, size_t cluster);

/* ---- Summaries ---- */

/* The name of an order, and what it does. */
typedef struct knap_order_row {
    const char *name, *help;
} knap_order_row;

/* One row per order, by its number, ending with a row without a name. The first is the default of the commands. Static. */
const knap_order_row *knap_orders(void);
/* A summarizer of a model that was read already, which it takes over, also where it fails. */
knap_status knap_summarizer_take(knap_model *model, const char *name, knap_summarizer **summarizer,
                                 knap_error *error);
/* The same summarizer with settings of its own: for one request that changes some. It shares the rest, so that `of` must outlive it. */
knap_status knap_summarizer_variant(const knap_summarizer *of, const knap_allocator *allocator,
                                    knap_summarizer **summarizer, knap_error *error);
