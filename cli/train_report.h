/* cli/train_report.h - the page of knap train --report: regret, bound and reward over the rounds. */
#pragma once

#include "figures.h"

typedef struct train_report {
    const char *path; /* NULL: no page is asked for */
    size_t epochs;
    cli_curve curve;
    knap_progress_fn next; /* whom else training reports to */
    void *context;
} train_report;

/* CLI_USAGE, with a message, where a page cannot be made. */
int train_report_check(const train_report *self, const char *output, bool validates, bool resumes);
/* Listens to a run, beside whom it already reports to. */
void train_report_attach(train_report *self, size_t epochs, knap_run *run);
/* Writes the page, if one is asked for. */
knap_status train_report_write(const train_report *self, size_t instances, const knap_report *report,
                               const knap_settings *settings, knap_error *error);
