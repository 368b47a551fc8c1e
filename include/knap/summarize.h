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

/* How a sentence may be shortened. Each form is an alternative of the whole sentence: at most one of them is picked. */
typedef enum knap_trim {
    KNAP_TRIM_NONE,
    KNAP_TRIM_SAFE,   /* without brackets, "But" at its start, "he said" at its end */
    KNAP_TRIM_CLAUSES /* of several documents, also without clauses: relative ones, descriptions, ages, who reported a fact */
} knap_trim;

/* How text is read; stored with the model. Fill it with knap_text_settings_init. The table has each field's name, default, range
 * and help. */
typedef struct knap_text_settings {
    knap_text_reward reward;
    bool stem;         /* count words by their stems, in the reward and so in what is learned */
    knap_text_idf idf; /* what the vectors of sentences weigh words by */
    bool stop;         /* vectors have function words too */
    size_t min_words;  /* shorter sentences are not picked */
    size_t bins;       /* quantiles of a feature */
    unsigned words;    /* what the word model looks at: groups of features */
    double word_l2;    /* the L2 penalty of its weights */
    /* What a sentence costs a reader, in expected hits: */
    double name_penalty;       /* a bare name that no sentence introduces in full */
    double standalone_penalty; /* it does not stand alone, and the sentence before it is left out */
    double style_penalty;      /* it does not look like a sentence of a reference */
    double superseded_penalty; /* a later document tells another state of what it tells */
    double teaser_penalty;     /* it opens a document and has none of the words that the documents share */
    double outcome_penalty;    /* no sentence tells how the story of several dated documents ended */
    double point_bonus;        /* less, if it says what a single document is about; in sentences that earn most */
    knap_trim trim;
    unsigned filter; /* sentences with one of these flaws are not picked */
} knap_text_settings;

KNAP_API const knap_param *knap_text_settings_table(void);
KNAP_API void knap_text_settings_init(knap_text_settings *settings);

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

/* Fits as knap_summarizer_fit does, then trains the model as knap_train does with settings[count]. `report` may be NULL. */
KNAP_API knap_status knap_summarizer_train(const knap_training_set *set, const knap_text_settings *text,
                                           const knap_settings *settings, size_t count, const knap_run *run,
                                           knap_summarizer **summarizer, knap_report *report, knap_error *error);
/* Reads the summarizer of a model file. Free it with knap_summarizer_free. */
KNAP_API knap_status knap_summarizer_load(const char *path, const knap_allocator *allocator,
                                          knap_summarizer **summarizer, knap_error *error);
/* A summarizer from a file's bytes in memory; `name` stands for the file in messages. knap_model_write on knap_summarizer_model
 * gives the bytes. */
KNAP_API knap_status knap_summarizer_parse(const char *bytes, size_t length, const char *name,
                                           const knap_allocator *allocator, knap_summarizer **summarizer,
                                           knap_error *error);
/* The summarizer that comes with the library. */
KNAP_API knap_status knap_summarizer_embedded(const knap_allocator *allocator, knap_summarizer **summarizer,
                                              knap_error *error);
KNAP_API knap_status knap_summarizer_save(const knap_summarizer *summarizer, const char *path, knap_error *error);
KNAP_API void knap_summarizer_free(knap_summarizer *summarizer);
/* As knap_model_set_decode, for its model. */
KNAP_API knap_status knap_summarizer_set_decode(knap_summarizer *summarizer, const char *name, knap_error *error);
/* Sets which sentences are not picked, for material made after this call: names among quotes, capitals, fragments, questions and
 * dependent, separated by commas; or whole (the first three), all, none. */
KNAP_API knap_status knap_summarizer_set_filter(knap_summarizer *summarizer, const char *names, knap_error *error);
/* Sets how sentences may be shortened, for material made after this call: none, safe or clauses. */
KNAP_API knap_status knap_summarizer_set_trim(knap_summarizer *summarizer, const char *name, knap_error *error);
/* NULL for a summarizer that was fitted, not trained. */
KNAP_API const knap_model *knap_summarizer_model(const knap_summarizer *summarizer);

/* ---- Material: clusters as instances ---- */

typedef struct knap_languages knap_languages; /* of knap's own programs */

/* Clusters to read, and how. Set it to zeros first: a field that is 0 has its default. */
typedef struct knap_text_input {
    const knap_cluster *const *cluster; /* [clusters] */
    size_t clusters;
    const char *language;   /* of all clusters; NULL: guessed for each */
    const char *exceptions; /* with the setting `stem`: irregular forms, as in knap_training_set; NULL: none */
    knap_budget budget;
    const char *query; /* what the summary is to be about, in words; NULL or "": what the documents are about */
    unsigned ignores;  /* knap_part: do not compute these; the `ignores` of the system that will pack. 0: compute all */
    const char *system; /* with the vectors that serve this system best; NULL: those of the summarizer */
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
/* Pins or bans a sentence, or frees it again: see knap_choice. A pinned sentence is in every summary, in its shortest form; a
 * banned one in none, in no form. KNAP_USAGE where there is no such sentence, KNAP_BAD_INPUT where it may not be picked. */
KNAP_API knap_status knap_material_choose(knap_material *material, size_t cluster, size_t document, size_t sentence,
                                          knap_choice choice, knap_error *error);

/* ---- Summaries ---- */

typedef enum knap_order { KNAP_ORDER_DEPEND, KNAP_ORDER_SOURCE, KNAP_ORDER_PICKED } knap_order;

/* Finds the order of a list's items in the summary: place[i] of place[list->count] is the number in the list of the sentence at
 * position i. Only KNAP_ORDER_PICKED depends on the order of the list. */
KNAP_API knap_status knap_summary_order(const knap_material *material, size_t cluster, const knap_list *list,
                                        knap_order order, size_t *place, knap_error *error);
/* Writes the summary, one sentence per line, each ended by LF. The caller frees it with knap_text_free and the allocator that was
 * given to knap_material_new. */
KNAP_API knap_status knap_summary_text(const knap_material *material, size_t cluster, const knap_list *list,
                                       knap_order order, char **text, size_t *length, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
