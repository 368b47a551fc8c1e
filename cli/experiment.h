/* cli/experiment.h - knap experiment: every system on every test cluster, scored and compared.
 *
 *     sets or folds -> material -> tasks (fold, system, seed) -> summaries -> scores -> table, JSON, CSV, page
 */
#pragma once

#include "figures.h"

enum { EXP_MOST_SYSTEMS = 32 };

/* What systems with the same text settings run on, in a fold. */
typedef struct exp_ground {
    knap_summarizer *text;
    knap_material *train, *test;
} exp_ground;

/* A fold: what is trained on, what is tested on. */
typedef struct exp_fold {
    const knap_cluster **train; /* [trains] */
    size_t trains;
    size_t first, count; /* its test clusters in experiment.test */
    exp_ground *ground;  /* [grounds] */
} exp_fold;

typedef struct exp_system {
    const knap_system *system;
    char *name;               /* as given with --systems, with its settings */
    const char *folder;       /* of its summaries, with --output: made of its name */
    void *params;             /* of every run, but for the seed */
    knap_text_settings text;  /* of the text that it runs on */
    bool overflow;            /* the last sentence of a summary may pass the budget, and is cut */
    size_t ground;            /* in exp_fold.ground: that of its text settings and `overflow` */
    size_t seeds;             /* runs: 1 where nothing is random */
    double *seconds;          /* [seeds] fitting and packing, all folds together */
    double sentences, flawed; /* picked, and those that are awkward in their summary; all seeds together */
    cli_curve curve;          /* mean over the folds of the first seed */
} exp_system;

/* SCP, CONSEQOPT and their variants; the oracles; all others. */
typedef enum exp_family { EXP_OURS, EXP_ORACLE, EXP_RIVAL } exp_family;

exp_family exp_family_of(const knap_system *system);

/* One summary's score in one measure, in per cent. */
typedef struct exp_score {
    double f, p, r;
} exp_score;

/* A row of the table: a system in one measure. */
typedef struct exp_row {
    double mean[3], deviation[3]; /* F, P, R over the seeds */
    double low, high;             /* 95% interval of F, over the clusters */
    double p_value;               /* of its F against the best baseline's; NaN for that one itself */
} exp_row;

typedef struct experiment {
    knap_budget budget;
    knap_text_settings text;      /* of systems that have none of their own */
    unsigned char text_given[32]; /* [rows of its table] set on the command line */
    size_t grounds;
    const char *language, *exceptions, *out;
    uint64_t identity; /* see exp_identify; 0 without an output folder */
    size_t jobs, seeds;
    bool tune;     /* settings of systems that are not trained are chosen on the training clusters */
    bool overflow; /* of systems that do not set it */
    bool paper;    /* show the figures of the paper's table, and score with stems too */
    bool quiet;

    exp_fold *fold; /* [folds] */
    size_t folds;
    const knap_cluster **test; /* [tests] fold after fold */
    size_t tests;
    cli_names file; /* ID.txt of each test cluster, with --output */
    exp_system system[EXP_MOST_SYSTEMS];
    knap_names *folders; /* has the names of the systems' folders */
    size_t systems;
    cli_measures measures;
    knap_rouge_options rouge; /* of a scorer that has the measures */
    char **summary;           /* [system][seed][test], with room for all seeds */
    exp_score *score;         /* [system][seed][test][measure] */
    exp_row *row;             /* [system][measure] */
    size_t against;           /* the system to compare with that was asked for; `systems` for none */
    size_t baseline[2]; /* the one that is compared with, for systems without and with `overflow`; `systems` for none */
    cli_curve *heard;   /* [systems][folds] of the first seed */
} experiment;

static inline size_t exp_at(const experiment *self, size_t system, size_t seed, size_t test)
{
    return (system * self->seeds + seed) * self->tests + test;
}

static inline const exp_score *exp_score_of(const experiment *self, size_t system, size_t seed, size_t test,
                                            size_t measure)
{
    return &self->score[exp_at(self, system, seed, test) * self->measures.count + measure];
}

static inline const exp_row *exp_row_of(const experiment *self, size_t system, size_t measure)
{
    return &self->row[system * self->measures.count + measure];
}

/* The system that a system is compared with; self->systems for none. */
static inline size_t exp_baseline_of(const experiment *self, size_t system)
{
    return self->baseline[self->system[system].overflow];
}

/* The mean over the seeds of a cluster's F. */
double exp_cluster_f(const experiment *self, size_t system, size_t test, size_t measure);

/* Sets self->identity, the digest of all that decides the summaries. */
void exp_identify(experiment *self, const char *tokenizer);
/* Makes the output folder and locks it, or checks that it has results of the same data, options and version and that no other run
 * works in it; prints a message where not. */
int exp_claim_folder(const experiment *self, const char *tokenizer);
/* Makes the material and runs every task that `out` does not hold yet. */
knap_status exp_run(experiment *self, knap_error *error);
/* Scores the summaries and fills the rows. */
knap_status exp_evaluate(experiment *self, knap_error *error);
void exp_free(experiment *self);
/* "scp, the best of the rivals": what systems are compared with. The caller frees it with free(). */
char *exp_rivals(const experiment *self);

/* ---- The paper's table (experiment_paper.c) ---- */

extern const char EXP_PAPER_SYSTEMS[];
/* F, P and R of the system in the paper's table, in per cent, or NULL. */
const double *exp_paper_figures(const experiment *self, size_t system);
/* Doubles the measures: each with words as they are, then by their stems. */
void exp_measure_stems(experiment *self);
/* Whether a measure counts words by their stems; *name becomes its name without that. */
bool exp_measure_stem(const experiment *self, size_t measure, char name[32]);

/* ---- Summaries whose last sentence is cut (experiment_overflow.c) ---- */

/* Gives the instances room for one more item. */
knap_status exp_overflow_budgets(knap_data *data, knap_error *error);
/* The summary of a list that was packed with such a budget: it ends with the item that passes the true budget, cut to what fits.
 * The list loses the items after it. The caller frees the text with free(). */
knap_status exp_overflow_text(const knap_material *material, size_t cluster, knap_list *list, knap_order order,
                              char **text, knap_error *error);

/* Whether systems are compared with any. */
bool exp_has_baseline(const experiment *self);
/* How words are counted: "unstemmed". */
const char *exp_stems(const experiment *self);
/* The length of the longest name. */
size_t exp_name_width(const experiment *self);
void exp_print_table(const experiment *self);
/* {"systems":[{"system","rouge1":{"f","p","r","f_sd",...},"sentences","flawed","seconds"}...]}; the counts are means
 * over the seeds. With `clusters` the scores of each cluster too. The caller frees it with free(). */
char *exp_json(const experiment *self, bool clusters);
knap_status exp_write_csv(const experiment *self, const char *path, knap_error *error);
knap_status exp_write_html(const experiment *self, const char *path, knap_error *error);
