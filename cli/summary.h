/* cli/summary.h - what `knap summarize` and `knap serve` share: changes of a summarizer, pins and bans, summaries as JSON. */
#pragma once

#include "cli.h"

#include <math.h>

/* ---- What a model is asked to do otherwise ---- */

typedef struct cli_changes {
    const char *decode, *filter, *trim; /* NULL: the model's */
    double readability_penalty;         /* NaN: the model's */
    bool max_rouge;
} cli_changes;
/* clang-format off */
#define CLI_NO_CHANGES {.readability_penalty = NAN}
/* clang-format on */

knap_status cli_adjust(knap_summarizer *summarizer, const cli_changes *changes, knap_error *error);

/* ---- Pins and bans ---- */

/* Applies --pin and --ban: each text is DOCUMENT:SENTENCE, the document by its number from 0 or by its file's name. A sentence
 * that both name is an error. */
knap_status cli_choose_sentences(knap_material *material, const knap_cluster *const *cluster, size_t clusters,
                                 const cli_texts *pins, const cli_texts *bans, knap_error *error);

/* ---- Reasons and flaws ---- */

enum { CLI_REASONS = 5 };
/* The columns of the largest contributions of a row of knap_model_explain, largest first; returns their number. */
size_t cli_reasons(const knap_model *model, const double *row, size_t column[CLI_REASONS]);
/* The same as JSON: [{"name":...,"contribution":...}]. */
/* What a column of the view means, in words; the name of the column where there are none. Static, or the column's. */
const char *cli_reason_label(const char *column);
json_t *cli_json_reasons(const knap_model *model, const double *row);
/* Calls `name` with the name of each flaw that an item has in the context of a list. */
void cli_each_flaw(const knap_data *data, size_t instance, const knap_list *list, size_t item,
                   void (*name)(void *context, const char *name), void *context);
json_t *cli_json_flaws(const knap_data *data, size_t instance, const knap_list *list, size_t item);

/* ---- A summary ---- */

typedef struct cli_summary {
    const knap_material *material;
    size_t number; /* of the cluster in the material */
    const knap_cluster *cluster;
    const knap_packed *packed;
    const knap_model *model; /* of `reason` */
    const double *reason;    /* [picked][columns] of knap_model_explain; NULL: not explained */
    const knap_budget *budget;
    const char *text; /* of knap_summary_text */
    size_t length;
    const size_t *place; /* of knap_summary_order */
} cli_summary;

json_t *cli_summary_json(const cli_summary *summary);
