/* cli/train_team.h - knap train by the processes of mpirun, each with its own instances. */
#pragma once

#include "cli.h"

/* What is trained on, and how. */
typedef struct cli_lesson {
    char **file; /* [files] */
    int files;
    const cli_reading *reading;
    const knap_settings *settings;
    bool views_given; /* the views were chosen on the command line */
    const knap_run *run;
} cli_lesson;

/* Trains a model on instances of which each process reads and keeps the lines that are its own. All processes make the call and get
 * the same model, which has the same bytes as that of one process. *model is NULL, with KNAP_OK, where every process needs all data,
 * or where something is wrong, which the reading of all data then names: see docs/CLUSTERS.md. *instances is their number. */
knap_status cli_train_divided(const cli_lesson *lesson, knap_model **model, knap_report *report, size_t *instances,
                              knap_error *error);
