/* scores.c - ROUGE for requests: a scorer, texts, results. */
#include "scores.h"

#include <string.h>

bool scoring_begin(request *self, scoring *work, const char *names, knap_rouge_options *options)
{
    cli_measures measures = {.count = 0};
    knap_error error;
    *work = (scoring){.rouge = NULL};
    if (names && !cli_read_measures(names, options, &measures, &error))
        return fault_set(&self->wrong, 400, "rouge", "%s", error.message);
    if (knap_rouge_new(options, &self->account.allocator, &work->rouge, &error) ||
        knap_rouge_set_new(work->rouge, &work->set, &error))
        return request_fail(self, &error, NULL, 400);
    work->report = (rouge_report){.set = work->set, .rouge = work->rouge};
    for (size_t i = 0; i < measures.count; i++)
        work->report.measure[work->report.measures++] = cli_find_measure(work->rouge, measures.name[i]);
    for (size_t i = 0; !names && i < knap_rouge_measure_count(work->rouge) && i < CLI_MOST_MEASURES; i++)
        work->report.measure[work->report.measures++] = i;
    return true;
}

bool scoring_add(request *self, scoring *work, const char *topic, const char *system, const char *text, size_t length)
{
    const knap_allocator *allocator = &self->account.allocator;
    knap_rouge_segment *segment;
    size_t count;
    knap_error error;
    knap_status status = knap_rouge_split(KNAP_ROUGE_SPL, text, length, allocator, &segment, &count, &error);
    if (!status) {
        knap_rouge_text made = {segment, count};
        status = system ? knap_rouge_set_add_peer(work->set, topic, system, &made, &error)
                        : knap_rouge_set_add_reference(work->set, topic, &made, &error);
        knap_rouge_segments_free(segment, count, allocator);
    }
    return status ? request_fail(self, &error, NULL, 400) : true;
}

bool scoring_run(request *self, scoring *work, const char *language)
{
    knap_run run = request_run(self);
    knap_error error;
    knap_status status = KNAP_OK;
    const char *exceptions;
    bool automatic = language ? strcmp(language, "auto") == 0 : knap_rouge_set_unseen(work->set) > 0.5;
    if (automatic)
        language = knap_rouge_set_guess(work->set);
    if (language && knap_rouge_set_language(work->rouge, language, &error))
        return request_fail(self, &error, "language", 400);
    exceptions = language ? NULL : cli_exceptions(NULL, knap_rouge_get_options(work->rouge)->stem, true);
    if (exceptions)
        status = knap_rouge_add_exceptions(work->rouge, exceptions, &error);
    if (!status)
        status = knap_rouge_set_evaluate(work->set, &run, &error);
    return status ? request_fail(self, &error, NULL, 422) : true;
}

void scoring_end(scoring *work)
{
    knap_rouge_set_free(work->set);
    knap_rouge_free(work->rouge);
}
