/* knap/rouge.h - ROUGE (Lin 2004), agreeing with the script ROUGE-1.5.5 to the last digit it prints.
 *
 *     text -> cut to the limit -> tokens -> stems -> n-grams, common subsequences, skip bigrams -> score
 *     scores of a system's summaries -> bootstrap -> average and interval; two systems -> paired tests
 *
 * A text is a list of segments (sentences, lines). A measure is one of ROUGE-1..9, ROUGE-L, ROUGE-W, ROUGE-S,
 * ROUGE-SU. Where the script has errors, this has the same: docs/ROUGE.md
 * lists its peculiarities.
 *
 * The rules for arguments, failures and threads are in knap/base.h: any number of threads may score with one scorer. */
#ifndef KNAP_ROUGE_H
#define KNAP_ROUGE_H

#include "knap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Options ---- */

typedef enum knap_rouge_skip { KNAP_ROUGE_NO_SKIP, KNAP_ROUGE_S, KNAP_ROUGE_SU, KNAP_ROUGE_S_AND_SU } knap_rouge_skip;
typedef enum knap_rouge_formula { KNAP_ROUGE_AVERAGE, KNAP_ROUGE_BEST } knap_rouge_formula;
typedef enum knap_rouge_unit { KNAP_ROUGE_BY_SUMMARY, KNAP_ROUGE_BY_TOKEN, KNAP_ROUGE_COUNTS } knap_rouge_unit;

/* What is measured and how. Fill it with knap_rouge_options_init. The table has each field's name, range, default and help. The
 * script's own option is in brackets. */
typedef struct knap_rouge_options {
    size_t ngrams;              /* [-n] ROUGE-1 up to this one */
    bool lcs;                   /* [not -x] ROUGE-L */
    double weight;              /* [-w] ROUGE-W with this weight; 0: none */
    knap_rouge_skip skip;       /* [-2] S, [-2 -u] SU, [-2 -U] both */
    size_t gap;                 /* [-2] words that may stand between those of a skip bigram */
    bool any_gap;               /* [-2 -1] any number of them */
    bool stem;                  /* [-m] */
    size_t bytes;               /* [-b] 0: no limit */
    size_t words;               /* [-l] 0: no limit; not together with bytes */
    knap_rouge_formula formula; /* [-f A] sums over the references, [-f B] the best one */
    double alpha;               /* [-p] share of precision in F */
    knap_rouge_unit unit;       /* [-t] what an average is taken over */
    double confidence;          /* [-c] per cent */
    size_t samples;             /* [-r] bootstrap resamples */
    size_t lead;                /* number of first segments of each summary that are read; 0: all */
} knap_rouge_options;

KNAP_API void knap_rouge_options_init(knap_rouge_options *options);

/* ---- Texts ---- */

typedef struct knap_rouge_segment {
    const char *bytes;
    size_t length;
} knap_rouge_segment;

/* The caller's; calls that take one do not keep it. */
typedef struct knap_rouge_text {
    const knap_rouge_segment *segment; /* [count] */
    size_t count;
} knap_rouge_text;

/* ---- The scorer ---- */

typedef struct knap_rouge knap_rouge; /* options, exceptions, stop words */

/* Free with knap_rouge_free, after everything made with it. */
KNAP_API knap_status knap_rouge_new(const knap_rouge_options *options, const knap_allocator *allocator,
                                    knap_rouge **rouge, knap_error *error);
KNAP_API void knap_rouge_free(knap_rouge *rouge);

/* Uses ICU's words of a language (a code of knap_language_codes) and, with the option stem, their Snowball stems. The script
 * itself drops every letter that is not ASCII. */
KNAP_API knap_status knap_rouge_set_language(knap_rouge *rouge, const char *code, knap_error *error);

/* The measures in the order the script prints them, and their names: "ROUGE-1", "ROUGE-W-1.2", "ROUGE-SU4".
 * The name is the scorer's. */
KNAP_API size_t knap_rouge_measure_count(const knap_rouge *rouge);
KNAP_API const char *knap_rouge_measure_name(const knap_rouge *rouge, size_t measure);

/* ---- One summary ---- */

typedef struct knap_rouge_score {
    double recall, precision, f;              /* rounded to five decimals, as the script does */
    double reference_count, peer_count, hits; /* what they are the ratios of */
} knap_rouge_score;

typedef struct knap_rouge_refs knap_rouge_refs; /* references, cut, tokenized and counted */

/* Prepares references for any number of summaries. Free with knap_rouge_refs_free; the scorer must outlive
 * it. */
KNAP_API knap_status knap_rouge_refs_new(const knap_rouge *rouge, const knap_rouge_text *reference, size_t count,
                                         knap_rouge_refs **refs, knap_error *error);
KNAP_API void knap_rouge_refs_free(knap_rouge_refs *refs);
/* Fills score[knap_rouge_measure_count]. Several threads may score against the same references. */
KNAP_API knap_status knap_rouge_refs_score(const knap_rouge_refs *refs, const knap_rouge_text *peer,
                                           knap_rouge_score *score, knap_error *error);

/* ---- Whole evaluations ---- */

typedef struct knap_rouge_set knap_rouge_set; /* topics with references, systems with a summary for some topics */

KNAP_API knap_status knap_rouge_set_new(const knap_rouge *rouge, knap_rouge_set **set, knap_error *error);
KNAP_API void knap_rouge_set_free(knap_rouge_set *set);
/* Adds a text. Texts and names are copied. A topic or a system exists from its first mention. A system has one summary per
 * topic: KNAP_BAD_INPUT for a second one. */
KNAP_API knap_status knap_rouge_set_add_reference(knap_rouge_set *set, const char *topic, const knap_rouge_text *text,
                                                  knap_error *error);
KNAP_API knap_status knap_rouge_set_add_peer(knap_rouge_set *set, const char *topic, const char *system,
                                             const knap_rouge_text *text, knap_error *error);

/* Systems in the order of their first mention before knap_rouge_set_evaluate, in string order after it. */
KNAP_API size_t knap_rouge_set_system_count(const knap_rouge_set *set);
KNAP_API const char *knap_rouge_set_system(const knap_rouge_set *set, size_t system);

/* Scores everything and averages. A topic with summaries must have references. It may be called again after more was added, and
 * after KNAP_CANCELLED. `run` may be NULL; the set's own allocator is used. */
KNAP_API knap_status knap_rouge_set_evaluate(knap_rouge_set *set, const knap_run *run, knap_error *error);

/* The mean over the bootstrap resamples and their interval, each for recall, precision and F; rounded to five
 * decimals. With unit `counts` only the sums are there. */
typedef struct knap_rouge_average {
    double mean[3], low[3], high[3];
    double reference_count, peer_count, hits;
} knap_rouge_average;

KNAP_API const knap_rouge_average *knap_rouge_set_average(const knap_rouge_set *set, size_t system, size_t measure);

/* ---- Significance ---- */

/* Two systems on the same topics. The p-values are two-sided: how often chance alone makes a difference at
 * least this large. */
typedef struct knap_rouge_comparison {
    size_t topics;          /* that both have a summary for */
    double mean_a, mean_b;  /* over those */
    double difference;      /* mean_a - mean_b */
    double low, high;       /* percentile interval of the difference, by paired bootstrap */
    double p_bootstrap;     /* paired bootstrap, the resampled differences shifted to mean 0 */
    double p_randomization; /* approximate randomisation: each pair swapped or not (exact up to 2^n <=
                               samples) */
} knap_rouge_comparison;

/* Of n pairs of numbers. `confidence` in per cent, samples >= 1; the same seed gives the same figures. */
KNAP_API knap_status knap_rouge_compare(const double *a, const double *b, size_t count, size_t samples,
                                        double confidence, uint64_t seed, const knap_allocator *allocator,
                                        knap_rouge_comparison *comparison, knap_error *error);
/* Of two systems of an evaluated set, in one measure; `part` is 0 for recall, 1 for precision, 2 for F.
 * Samples and confidence are the options'. */
KNAP_API knap_status knap_rouge_set_compare(const knap_rouge_set *set, size_t system_a, size_t system_b, size_t measure,
                                            int part, uint64_t seed, knap_rouge_comparison *comparison,
                                            knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
