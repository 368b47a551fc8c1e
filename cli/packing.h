/* cli/packing.h - the parts of knap pack: lists printed (pack_print.c), files streamed (pack_stream.c). */
#pragma once

#include "cli.h"

/* Prints the list of an answer. */
void cli_print_answer(cli_buffer *out, const cli_packing *packing, const knap_model *model, const knap_answer *answer);
/* What takes the place of an instance that cannot be read or packed. */
void cli_print_bad(cli_buffer *out, const cli_packing *packing, size_t number, const knap_error *error);

/* What was done so far, over all files. */
typedef struct cli_session {
    const cli_packing *packing;
    knap_model *model;
    knap_run run;
    size_t done, bad, measured;
    size_t duplicates;             /* items that were left out because they repeat others */
    size_t missing[KNAP_MISSINGS]; /* instances in which an option had nothing to work on */
    double reward;                 /* sum */
} cli_session;

/* Reads, packs and prints the instances of a file. Instances that are wrong are named on stderr and counted; other errors
 * end it. */
knap_status cli_pack_file(cli_session *session, const char *path, knap_error *error);
/* Adds the file's name to an error that has the line only; NULL is standard input. */
void cli_name_input(knap_error *error, const char *path);
