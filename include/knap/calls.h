/* knap/calls.h - one call for each purpose: summarize texts, pack texts, train on a file, score a summary.
 *
 * Each does what the command of the same name does, with its defaults. `options` may be NULL; otherwise start from {0} and set
 * what differs: a field that is 0 has its default. `size` is sizeof of the struct, or 0. Texts are UTF-8. The other headers have
 * the parts that these calls are made of. examples/ has a client of each. */
#ifndef KNAP_CALLS_H
#define KNAP_CALLS_H

#include "knap/passages.h"
#include "knap/rouge.h"
#include "knap/summarize.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Summarize ---- */

typedef struct knap_summarize_options {
    size_t size;
    const char *language;              /* a code of knap_language_codes; NULL: guessed */
    const char *query;                 /* what the summary is to be about; NULL: what the texts are about */
    knap_order order;                  /* of its sentences */
    const knap_summarizer *summarizer; /* NULL: the one that comes with the library, which each call then loads */
    const knap_tokenizer *tokenizer;   /* of a budget in tokens */
    const knap_run *run;               /* NULL: one thread */
} knap_summarize_options;

/* A sentence of a summary. */
typedef struct knap_summary_sentence {
    const char *text;  /* as the summary shows it; trimmed sentences leave out parts of what they have in the source */
    size_t source;     /* the number of the text that it is from */
    size_t begin, end; /* its bytes there */
    double cost;       /* in the unit of the budget */
} knap_summary_sentence;

typedef struct knap_summary {
    const char *text;                      /* one sentence per line; "" if none fits the budget */
    const knap_summary_sentence *sentence; /* [count] in the order of the text */
    size_t count;
    double cost;
    const char *language; /* its code; static */
} knap_summary;

/* Summarizes text[count] as one set of documents. `budget` is such as "100w", "5s" or "10%" (knap_budget_parse); NULL: the one that
 * the summarizer was trained for. Free *summary with knap_summary_free. */
KNAP_API knap_status knap_summarize_texts(const char *const *text, size_t count, const char *budget,
                                          const knap_summarize_options *options, knap_summary **summary,
                                          knap_error *error);
KNAP_API void knap_summary_free(knap_summary *summary);

/* ---- Pack ---- */

/* A text to choose from. */
typedef struct knap_passage {
    const char *id; /* for messages; NULL: its number */
    const char *text;
    double score; /* how relevant it is: more is better, on any scale. All 0: not known; the query then says it */
    double cost;  /* above 0; not used if options->unit counts the text */
} knap_passage;

typedef struct knap_pack_options {
    size_t size;
    const char *query;                      /* what the texts answer; NULL: none */
    const char *system;                     /* a name of knap_systems; NULL: relevance, the default of knap pack */
    const knap_model *model;                /* packs instead of a system, if it is not NULL */
    knap_meter_unit unit;                   /* what a text costs; KNAP_METER_GIVEN: knap_passage.cost */
    const knap_tokenizer *tokenizer;        /* of KNAP_METER_TOKENS */
    const knap_passages_settings *settings; /* near-duplicates, limits; NULL: the defaults */
    const knap_run *run;                    /* NULL: one thread */
} knap_pack_options;

/* Picks the passages that are worth most together and cost at most `budget`. `list` starts as KNAP_LIST_INIT; list->item gets their
 * numbers in the order of the picks. Free it with knap_list_free. */
KNAP_API knap_status knap_pack_texts(const knap_passage *passage, size_t count, double budget,
                                     const knap_pack_options *options, knap_list *list, knap_error *error);

/* ---- Train ---- */

typedef struct knap_train_options {
    size_t size;
    const char *validate; /* held-out data, by which settings and the policy are chosen; NULL: none */
    const char *budget;   /* of all instances, "400"; of documents, "100w"; NULL: the instances' own, or 665b */
    const char *settings; /* "epochs=20 learner=ogd": options of knap train; NULL: the defaults */
    knap_report *report;  /* gets what training saw; NULL: not wanted */
    const knap_run *run;  /* NULL: one thread */
} knap_train_options;

/* Trains on a file of instances (JSONL, CSV, ...), or on a file or folder of documents with reference summaries. knap_model_save
 * writes what knap train writes. Free *model with knap_model_free. */
KNAP_API knap_status knap_train_file(const char *path, const knap_train_options *options, knap_model **model,
                                     knap_error *error);

/* ---- ROUGE ---- */

typedef struct knap_rouge_texts_options {
    size_t size;
    bool stem;            /* compare stems */
    size_t bytes, words;  /* cut the summary after so many; 0: do not */
    const char *language; /* a code; NULL: the words of ROUGE-1.5.5, or the language of the references if most letters are not ASCII */
} knap_rouge_texts_options;

typedef struct knap_rouge_scores {
    knap_rouge_score rouge_1, rouge_2, rouge_l;
} knap_rouge_scores;

/* Scores a summary against reference[count]. Each line of a text is a sentence. */
KNAP_API knap_status knap_rouge_texts(const char *summary, const char *const *reference, size_t count,
                                      const knap_rouge_texts_options *options, knap_rouge_scores *scores,
                                      knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
