/* cli/rouge.h - what the files of `knap rouge` share. */
#ifndef KNAP_CLI_ROUGE_H
#define KNAP_CLI_ROUGE_H

#include "cli.h"

/* ---- The script's own options: rouge_script.c ---- */

/* ROUGE-1.5.5's short options ("-a -n 4 -m -2 4 -u"), written as the long options they stand for. */
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

/* As ROUGE-1.5.5 prints them; with `each` a line a summary too. */
void rouge_print_script(const knap_rouge_set *set, int each);
/* A table; a JSON object a system. */
void rouge_print_table(const knap_rouge_set *set, int each);
void rouge_print_json(const knap_rouge_set *set, int each);
/* Systems a and b, in every measure; KNAP_OK or the error of the comparison. */
knap_status rouge_print_comparison(const knap_rouge_set *set, size_t a, size_t b, uint64_t seed, int json,
                                   knap_error *error);

#endif
