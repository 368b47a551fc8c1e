/* cli/rouge.h - what the files of `knap rouge` share. */
#pragma once

#include "cli.h"

/* ---- The script's own options: rouge_script.c ---- */

/* ROUGE-1.5.5's short options ("-a -n 4 -m -2 4 -u"), translated into long options. */
typedef struct rouge_arguments {
    char **text; /* [argc] owned */
    char **argv; /* [argc + 1] the same, for cli_parse to reorder */
    int argc;
    size_t capacity;
} rouge_arguments;

/* Returns CLI_DONE, or CLI_USAGE after a message. Free the arguments either way. */
int rouge_translate(int argc, char **argv, rouge_arguments *arguments);
void rouge_arguments_free(rouge_arguments *arguments);

/* ---- Results: rouge_print.c ---- */

/* What is printed: some of the scorer's measures, in this order; with `each` the scores of every summary too. */
typedef struct rouge_report {
    const knap_rouge_set *set;
    const knap_rouge *rouge;
    size_t measure[CLI_MOST_MEASURES]; /* numbers of the scorer's */
    size_t measures;
    bool each;
} rouge_report;

/* The lines of ROUGE-1.5.5; a table. */
void rouge_print_script(const rouge_report *report);
void rouge_print_table(const rouge_report *report);
/* The results of one system; the comparison of two in one measure. `part` is 0 for recall, 1 for precision, 2 for F. */
json_t *rouge_json(const rouge_report *report, size_t system);
json_t *rouge_comparison_json(const rouge_report *report, size_t a, size_t b, size_t measure, int part,
                              const knap_rouge_comparison *result);
/* Compares systems a and b in every measure. Returns KNAP_OK or the error of the comparison. */
knap_status rouge_print_comparison(const rouge_report *report, size_t a, size_t b, uint64_t seed, bool json,
                                   knap_error *error);
