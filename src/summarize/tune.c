/* tune.c - compares settings by cross-validation: their scores on clusters that neither the policy nor the
 * word model was fitted to. */
#include "summarize/summarizer_use.h"
#include "summarize/check.h"
#include "base/error.h"
#include "base/parallel.h"

typedef struct fold {
    const knap_settings *settings;
    knap_material *train, *test;
    const knap_allocator *allocator;
    double *sum; /* [settings] of the scores of all folds so far */
} fold;

/* One setting on one fold. */
static knap_status try_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const fold *self = context;
    knap_run run = {.allocator = self->allocator, .jobs = 1};
    knap_model *model = NULL;
    knap_list list = {.allocator = self->allocator};
    knap_status status = knap_train(self->train->data, NULL, &self->settings[index], 1, &run, &model, NULL, error);
    (void)worker;
    for (size_t i = 0; !status && i < self->test->count; i++) {
        double value = 0;
        status = knap_model_pack(model, knap_data_at(self->test->data, i), i, &run, &list, NULL, error);
        if (!status)
            status = knap_material_f(self->test, i, &list, &value, error);
        self->sum[index] += value;
    }
    knap_list_free(&list);
    knap_model_free(model);
    return status;
}

/* The clusters of fold `number` are tested, the others trained on. part[] is scratch for all. */
static knap_status run_fold(const knap_training_set *set, const knap_text_settings *text, size_t number, size_t folds,
                            const knap_cluster **part, fold *self, size_t count, const knap_run *run, knap_error *error)
{
    knap_summarizer *summarizer = NULL;
    knap_training_set mine = *set;
    size_t trains = 0, tests = 0;
    knap_status status;
    for (size_t i = 0; i < set->trains; i++)
        if (i % folds != number)
            part[trains++] = set->train[i];
    for (size_t i = number; i < set->trains; i += folds)
        part[trains + tests++] = set->train[i];
    mine.train = part;
    mine.trains = trains;
    self->train = self->test = NULL;
    status = knap_summarizer_fit(&mine, text, run, &summarizer, &self->train, error);
    if (!status)
        status = knap_material_new(summarizer,
                                   &(knap_text_input){.cluster = part + trains,
                                                      .clusters = tests,
                                                      .language = set->language,
                                                      .exceptions = set->exceptions,
                                                      .budget = set->budget},
                                   run, &self->test, error);
    if (!status)
        status = kn_parallel_try(run->jobs, count, try_one, self, error);
    knap_material_free(self->train);
    knap_material_free(self->test);
    knap_summarizer_free(summarizer);
    return status;
}

knap_status knap_summarizer_tune(const knap_training_set *set, const knap_text_settings *text,
                                 const knap_settings *settings, size_t count, size_t folds, const knap_run *run,
                                 double *mean, knap_error *error)
{
    static const knap_run plain = KNAP_RUN_INIT;
    KN_REQUIRE(set);
    KN_REQUIRE(text);
    KN_REQUIRE(settings);
    KN_REQUIRE(mean);
    run = run ? run : &plain;
    if (kn_check_clusters(set->train, set->trains, error))
        return KNAP_USAGE;
    const knap_allocator *allocator = run->allocator;
    const knap_cluster **part;
    fold self = {.settings = settings, .allocator = allocator};
    knap_status status = KNAP_OK;
    folds = folds < set->trains ? folds : set->trains;
    if (folds < 2)
        return kn_fail(error, KNAP_USAGE, "tuning needs at least two clusters and two folds");
    for (size_t i = 0; i < set->trains; i++)
        if (set->train[i]->references == 0)
            return kn_fail(error, KNAP_BAD_INPUT, "cluster '%.100s' has no references to tune by", set->train[i]->id);
    part = kn_new(allocator, set->trains, sizeof *part);
    self.sum = kn_new(allocator, count, sizeof *self.sum);
    if (!part || !self.sum)
        status = kn_no_memory(error);
    for (size_t number = 0; !status && number < folds; number++) {
        knap_progress progress = {.fraction = (double)number / (double)folds, .stage = "tune"};
        if (run->progress && run->progress(run->context, &progress))
            status = kn_fail(error, KNAP_CANCELLED, "cancelled");
        else
            status = run_fold(set, text, number, folds, part, &self, count, run, error);
    }
    for (size_t i = 0; !status && i < count; i++)
        mean[i] = self.sum[i] / (double)set->trains;
    kn_free(allocator, self.sum, count, sizeof *self.sum);
    kn_free(allocator, (void *)part, set->trains, sizeof *part);
    return status;
}
