/* labels.c - rewards of training data from what people labelled: answers, and lists that were shown. */
#include "cli.h"

#include <stdio.h>

knap_status cli_label(knap_data *data, size_t jobs, bool quiet, knap_error *error)
{
    knap_run run = cli_run(jobs);
    knap_labels_report report;
    knap_status status = knap_labels_apply(data, &run, &report, error);
    if (!status && report.missed && !quiet)
        fprintf(stderr, "knap: %zu of %zu answers share%s no word with the items: every list has the reward 0 there\n",
                report.missed, report.answers, report.missed == 1 ? "s" : "");
    return status;
}

knap_status cli_label_training(knap_data *data, const knap_logs_settings *settings, size_t jobs, bool quiet,
                               knap_error *error)
{
    knap_run run = cli_run(jobs);
    knap_status status = cli_label(data, jobs, quiet, error);
    if (status || !knap_logs_only(data))
        return status;
    if (!quiet)
        fprintf(stderr, "%zu logged lists: the reward of others is estimated from them, with weights 1/propensity%s",
                knap_data_count(data), settings->clip > 0 ? "" : "\n");
    if (!quiet && settings->clip > 0)
        fprintf(stderr, " of at most %g\n", settings->clip);
    return knap_logs_learn(data, settings, &run, error);
}
