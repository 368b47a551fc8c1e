/* knap/summarize.h - extractive multi-document summarization on the engine.
 *
 *     cluster of documents -> sentences -> features -> instance -> list -> summary
 *     training: + references -> ROUGE-1 recall as the reward
 *
 * A knap_summarizer is a model with what makes instances of text: language, document frequencies, the bins of the features.
 * A knap_material is clusters made into instances: run any model or system on its data, then render the lists.
 *
 * The rules for arguments, failures and threads are in knap/base.h. No call changes a cluster or its documents: any number of
 * threads may make material of the same clusters with the same summarizer. Where a call takes a knap_run *, NULL means
 * KNAP_RUN_INIT. */
#ifndef KNAP_SUMMARIZE_H
#define KNAP_SUMMARIZE_H

#include "knap/core.h"
#include "knap/systems.h"
#include "knap/text.h"
#include "knap/tokens.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Budgets ---- */

typedef enum knap_unit {
    KNAP_BYTES = 'b',
    KNAP_WORDS = 'w',
    KNAP_CHARACTERS = 'c',
    KNAP_SENTENCES = 's',
    KNAP_PERCENT = '%', /* of the characters of a cluster's sentences */
    KNAP_TOKENS = 't'   /* of a language model: see knap/tokens.h */
} knap_unit;

/* How long a summary may be: 665b, 250w, 600c, 5s, 10%, 1000t. Bytes, characters and tokens include the line end after each
 * sentence; words are separated by white space. Tokens are counted sentence by sentence, by `tokenizer`: NULL for other units. */
typedef struct knap_budget {
    double amount;
    knap_unit unit;
    const knap_tokenizer *tokenizer; /* must outlive the calls that get the budget; no object keeps it */
} knap_budget;

/* Reads a budget such as 250w, "100 words", 5s or 10%. A number without a unit is KNAP_USAGE. */
KNAP_API knap_status knap_budget_parse(const char *text, knap_budget *budget, knap_error *error);
/* Writes the budget into text[size] as knap_budget_parse reads it, and returns `text`. */
KNAP_API const char *knap_budget_format(const knap_budget *budget, char *text, size_t size);

/* ---- Settings ---- */

/* The rewards of a text: what a summary earns by its words. */
typedef enum knap_text_reward {
    KNAP_TEXT_ROUGE_1, /* ROUGE-1 recall: clipped counts of all words, pooled over the references */
    KNAP_TEXT_CONTENT  /* the same of content words alone: function words count for nothing */
} knap_text_reward;

/* What words weigh by in the vectors of sentences: ln((N + 1) / (n + 1/2)) where n of N have the word. */
typedef enum knap_text_idf {
    KNAP_TEXT_IDF_DOCUMENTS, /* the documents of the training clusters */
    KNAP_TEXT_IDF_SENTENCES  /* the sentences of the cluster itself */
} knap_text_idf;

/* How text is read; stored with the model. Fill it with knap_text_settings_init. The table has each field's name, default, range
 * and help. */
typedef struct knap_text_settings {
    int reward;       /* knap_text_reward */
    bool stem;        /* count words by their stems, in the reward and so in what is learned */
    int idf;          /* knap_text_idf: what the vectors of sentences weigh words by */
    bool stop;        /* vectors have function words too */
    size_t min_words; /* shorter sentences are not picked */
    size_t bins;      /* quantiles of a feature */
    unsigned words;   /* what the word model looks at: groups of features */
    double word_l2;   /* the L2 penalty of its weights */
    /* What a sentence costs a reader, in expected hits: */
    double name_penalty;       /* a bare name that no sentence introduces in full */
    double standalone_penalty; /* it does not stand alone, and the sentence before it is left out */
    double style_penalty;      /* it does not look like a sentence of a reference */
    double superseded_penalty; /* a later document tells another state of what it tells */
    double point_bonus;        /* less, if it says what a single document is about; in sentences that earn most */
    bool trim;                 /* a sentence may also be picked without what a reader does not need of it */
    unsigned filter;           /* sentences with one of these flaws are not picked */
} knap_text_settings;

KNAP_API const knap_param *knap_text_settings_table(void);
KNAP_API void knap_text_settings_init(knap_text_settings *settings);
/* Changes what serves readers to what serves ROUGE-1: its own reward, no penalties, only fragments and the like left out. */
KNAP_API void knap_text_settings_for_rouge(knap_text_settings *settings);
/* Sets `idf` and `stop` to what serves a system best, by cross-validation (docs/PAPER.md): sentences with function words for the
 * systems of the paper. Those of other systems, of unknown names and of NULL stay. */
KNAP_API void knap_text_settings_for_system(knap_text_settings *settings, const char *system);
/* The setting of a system, "name=value" for knap_system_set, that differs from its default where items are sentences; NULL: none. */
KNAP_API const char *knap_text_preset(const char *system);

/* ---- Summarizers ---- */

typedef struct knap_material knap_material;
typedef struct knap_summarizer knap_summarizer;

/* Clusters with references to learn from. Set it to zeros first: a field that is 0 has its default. `language` is a code for
 * all clusters; NULL: guessed for each. Validation clusters are as for knap_train; there may be none. */
typedef struct knap_training_set {
    const knap_cluster *const *train; /* [trains] */
    size_t trains;
    const knap_cluster *const *validate; /* [validates] */
    size_t validates;
    const char *language;
    const char *exceptions; /* with stem: a folder or file of irregular forms for ROUGE's stemmer; NULL: none */
    knap_budget budget;
    unsigned ignores; /* knap_part: for knap_summarizer_fit; KNAP_PART_EXPECTED: fit no word model. 0: fit all */
} knap_training_set;

/* Fits what makes instances of text to set->train: document frequencies, the features' bins and, where all clusters have
 * references, the word model. The summarizer has no model: run any system on material made with it.
 *
 * `material` may be NULL. Otherwise *material gets the material of the training clusters, to train on: the words of each cluster
 * are predicted by a word model that was fitted to other clusters only. knap_material_new on the same clusters would predict
 * them with a model that has seen their references. */
KNAP_API knap_status knap_summarizer_fit(const knap_training_set *set, const knap_text_settings *text,
                                         const knap_run *run, knap_summarizer **summarizer, knap_material **material,
                                         knap_error *error);
/* Fits as knap_summarizer_fit does, then trains the model as knap_train does with settings[count]. `report` may be NULL. */
KNAP_API knap_status knap_summarizer_train(const knap_training_set *set, const knap_text_settings *text,
                                           const knap_settings *settings, size_t count, const knap_run *run,
                                           knap_summarizer **summarizer, knap_report *report, knap_error *error);
/* Cross-validation on set->train: mean[i] of mean[count] gets the mean ROUGE-1 F, pooled over the references, of settings[i] on
 * clusters that nothing was fitted to. */
KNAP_API knap_status knap_summarizer_tune(const knap_training_set *set, const knap_text_settings *text,
                                          const knap_settings *settings, size_t count, size_t folds,
                                          const knap_run *run, double *mean, knap_error *error);
/* Reads the summarizer of a model file. Free it with knap_summarizer_free. */
KNAP_API knap_status knap_summarizer_load(const char *path, const knap_allocator *allocator,
                                          knap_summarizer **summarizer, knap_error *error);
/* A summarizer from a file's bytes in memory; `name` stands for the file in messages. knap_model_write on knap_summarizer_model
 * gives the bytes. */
KNAP_API knap_status knap_summarizer_parse(const char *bytes, size_t length, const char *name,
                                           const knap_allocator *allocator, knap_summarizer **summarizer,
                                           knap_error *error);
/* A summarizer of a model that was read already, which it takes over, also where it fails. */
KNAP_API knap_status knap_summarizer_take(knap_model *model, const char *name, knap_summarizer **summarizer,
                                          knap_error *error);
/* The same summarizer with settings of its own: for one request that changes some. It shares the rest, so that `of` must outlive it. */
KNAP_API knap_status knap_summarizer_variant(const knap_summarizer *of, const knap_allocator *allocator,
                                             knap_summarizer **summarizer, knap_error *error);
/* The summarizer that comes with the library. */
KNAP_API knap_status knap_summarizer_embedded(const knap_allocator *allocator, knap_summarizer **summarizer,
                                              knap_error *error);
KNAP_API knap_status knap_summarizer_save(const knap_summarizer *summarizer, const char *path, knap_error *error);
KNAP_API void knap_summarizer_free(knap_summarizer *summarizer);
/* As knap_model_set_decode, for its model. */
KNAP_API knap_status knap_summarizer_set_decode(knap_summarizer *summarizer, const char *name, knap_error *error);
/* Makes it pick for ROUGE-1 and nothing else in material made from now on: knap_text_settings_for_rouge, no penalties. What its
 * policy has learned stays. */
KNAP_API knap_status knap_summarizer_set_rouge(knap_summarizer *summarizer, knap_error *error);
/* Sets which sentences are not picked, for material made after this call: names among quotes, capitals, fragments, questions and
 * dependent, separated by commas; or whole (the first three), all, none. */
KNAP_API knap_status knap_summarizer_set_filter(knap_summarizer *summarizer, const char *names, knap_error *error);
/* Sets whether sentences are also offered trimmed, for material made after this call. */
KNAP_API knap_status knap_summarizer_set_trim(knap_summarizer *summarizer, bool trim, knap_error *error);
/* As knap_model_set_penalties, for its model. */
KNAP_API knap_status knap_summarizer_set_penalties(knap_summarizer *summarizer, const knap_penalties *penalties,
                                                   knap_error *error);
/* NULL for a summarizer that was fitted, not trained. */
KNAP_API const knap_model *knap_summarizer_model(const knap_summarizer *summarizer);
/* The budget it was trained for. */
KNAP_API knap_budget knap_summarizer_budget(const knap_summarizer *summarizer);
KNAP_API const knap_text_settings *knap_summarizer_text(const knap_summarizer *summarizer);

/* ---- Material: clusters as instances ---- */

/* Languages that stay open from one call of knap_material_new to the next, with the words that were met: for programs that read
 * clusters one by one. Results do not depend on it. It and the material made with it serve one thread at a time; either may be freed
 * first. Free with knap_languages_free. */
typedef struct knap_languages knap_languages;
KNAP_API knap_status knap_languages_new(const knap_allocator *allocator, knap_languages **languages, knap_error *error);
KNAP_API void knap_languages_free(knap_languages *languages);

/* Clusters to read, and how. Set it to zeros first: a field that is 0 has its default. */
typedef struct knap_text_input {
    const knap_cluster *const *cluster; /* [clusters] */
    size_t clusters;
    const char *language;   /* of all clusters; NULL: guessed for each */
    const char *exceptions; /* with the setting `stem`: irregular forms, as in knap_training_set; NULL: none */
    knap_budget budget;
    const char *query; /* what the summary is to be about, in words; NULL or "": what the documents are about */
    unsigned ignores;  /* knap_part: do not compute these; the `ignores` of the system that will pack. 0: compute all */
    const char *system; /* with the vectors of this system: see knap_text_settings_for_system; NULL: the summarizer's */
    knap_languages *languages; /* used where run->jobs is 1; NULL: opened for this call */
} knap_text_input;

/* Makes an instance of each cluster, in parallel. Its items are the sentences that may be picked, in the order of the documents.
 * Clusters with references get the reward `rouge-1`: recall pooled over the references. The clusters are not changed. It
 * needs the clusters and the summarizer as long as it lives. Free with knap_material_free. */
KNAP_API knap_status knap_material_new(const knap_summarizer *summarizer, const knap_text_input *input,
                                       const knap_run *run, knap_material **material, knap_error *error);
KNAP_API void knap_material_free(knap_material *material);
/* The instances, one per cluster, matched with the summarizer's model unless they have no features; owned by the material. */
KNAP_API knap_data *knap_material_data(const knap_material *material);
KNAP_API const char *knap_material_language(const knap_material *material, size_t cluster);

/* The sentence of an item. What it points to is owned by the material. */
typedef struct knap_candidate {
    size_t document; /* in the cluster */
    const knap_sentence *sentence;
    const char *text; /* as a summary shows it */
    size_t length, words, characters;
    /* How well it stands alone, from 0 to 1: the share of documents whose first sentence looks no more self-contained; 1
     * without a model of self-containedness. */
    double standalone;
    double style;    /* the share of reference sentences that look no more like one; 1 without a model of style */
    bool superseded; /* a later document tells another state of what it tells */
    /* What a trimmed sentence leaves out, in order; the rest is the sentence, but for a capital letter at its beginning. */
    const knap_cut *cut; /* [cuts] */
    size_t cuts;
} knap_candidate;

KNAP_API knap_candidate knap_material_item(const knap_material *material, size_t cluster, size_t item);
/* The sentences of a document, furniture included, in the order of the text; owned by the material. `count` may be NULL. */
KNAP_API const knap_sentence *knap_material_document(const knap_material *material, size_t cluster, size_t document,
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
KNAP_API knap_exclusion knap_material_exclusion(const knap_material *material, size_t cluster, size_t document,
                                                size_t sentence, unsigned *flaws);
/* Pins or bans a sentence, or frees it again: see knap_choice. A pinned sentence is in every summary, in its shortest form; a
 * banned one in none, in no form. KNAP_USAGE where there is no such sentence, KNAP_BAD_INPUT where it may not be picked. */
KNAP_API knap_status knap_material_choose(knap_material *material, size_t cluster, size_t document, size_t sentence,
                                          knap_choice choice, knap_error *error);
/* What knap_material_choose made of a sentence. KNAP_CHOICE_FREE for one that may not be picked and where there is none. */
KNAP_API knap_choice knap_material_choice(const knap_material *material, size_t cluster, size_t document,
                                          size_t sentence);
/* The ROUGE-1 recall and F of a list, pooled over the cluster's references. All words count, whatever the reward of the text
 * settings is. KNAP_USAGE where the cluster has no references. */
KNAP_API knap_status knap_material_recall(const knap_material *material, size_t cluster, const knap_list *list,
                                          double *value, knap_error *error);
KNAP_API knap_status knap_material_f(const knap_material *material, size_t cluster, const knap_list *list,
                                     double *value, knap_error *error);
/* The number of sentences of a cluster, candidates or not; furniture is not counted. */
KNAP_API size_t knap_material_sentences(const knap_material *material, size_t cluster);

/* ---- Summaries ---- */

typedef enum knap_order { KNAP_ORDER_DEPEND, KNAP_ORDER_SOURCE, KNAP_ORDER_PICKED } knap_order;

/* The name of an order, and what it does. */
typedef struct knap_order_row {
    const char *name, *help;
} knap_order_row;

/* One row per order, by its number, ending with a row without a name. The first is the default of the commands. Static. */
KNAP_API const knap_order_row *knap_orders(void);
/* Finds the order of a list's items in the summary: place[i] of place[list->count] is the number in the list of the sentence at
 * position i. Only KNAP_ORDER_PICKED depends on the order of the list. */
KNAP_API knap_status knap_summary_order(const knap_material *material, size_t cluster, const knap_list *list,
                                        knap_order order, size_t *place, knap_error *error);
/* Writes the summary, one sentence per line, each ended by LF. The caller frees it with knap_text_free, the allocator that was
 * given to knap_material_new, and *length. */
KNAP_API knap_status knap_summary_text(const knap_material *material, size_t cluster, const knap_list *list,
                                       knap_order order, char **text, size_t *length, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
