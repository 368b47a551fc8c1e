/* trainer.c - training without the instances: tasks out, sums in, a model at the end. */
#include "batch/batch.h"
#include "core/flaws.h"
#include "core/scp.h"
#include "core/train.h"
#include "base/error.h"
#include "base/symbols.h"

#include <math.h>

struct knap_trainer {
    const knap_allocator *allocator;
    knap_data *names;
    uint64_t digest;
    kn_prepared prepared;
    kn_training training;
    kn_text task;  /* empty: none was asked for since the last step */
    double *total; /* [size + KN_TALLIES] */
};

static knap_status copy_names(const knap_data *from, knap_data *to, knap_error *error)
{
    size_t number;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < from->features.count; i++)
        status = knap_data_feature(to, from->features.name[i], &number, error);
    for (size_t i = 0; !status && i < from->flaws.count; i++)
        status = knap_data_flaw(to, from->flaws.name[i], &number, error);
    return status;
}

static knap_status begin(knap_trainer *self, const knap_data *names, size_t instances, const knap_settings *given,
                         const knap_sums *prepared, knap_error *error)
{
    knap_settings settings = *given;
    size_t width = kn_view_width(given->views, names->features.count, names->flaws.count);
    knap_status status = knap_data_new(self->allocator, &self->names, error);
    if (!status)
        status = copy_names(names, self->names, error);
    if (status)
        return status;
    self->digest = kn_batch_digest(self->names, given);
    if (prepared->sums.digest != self->digest || prepared->sums.width != width + KN_PREPARED_SUMS)
        return kn_fail(error, KNAP_USAGE,
                       "the shares were prepared with other settings, other features or another version of knap");
    if (settings.decode == KNAP_DECODE_MBR)
        settings.result = KNAP_RESULT_MIXTURE;
    else if (settings.result == KNAP_RESULT_AUTO)
        settings.result = KNAP_RESULT_AVERAGE;
    if ((status = kn_prepared_begin(&self->prepared, 0, width, given, self->allocator, error)) ||
        (status = kn_prepared_finish(&self->prepared, &prepared->sums, instances, error)) ||
        (status = kn_training_begin(&self->training, instances, &settings, &self->prepared, self->allocator, error)))
        return status;
    self->total = kn_new(self->allocator, self->training.size + KN_TALLIES, sizeof *self->total);
    return self->total ? KNAP_OK : kn_no_memory(error);
}

knap_status knap_trainer_new(const knap_data *names, size_t instances, const knap_settings *settings,
                             const knap_sums *prepared, const knap_allocator *allocator, knap_trainer **trainer,
                             knap_error *error)
{
    knap_status status;
    KN_REQUIRE(trainer);
    *trainer = NULL;
    KN_REQUIRE(names);
    KN_REQUIRE(settings);
    KN_REQUIRE(prepared);
    if ((status = kn_check_batch(settings, error)))
        return status;
    if (settings->result == KNAP_RESULT_BEST)
        return kn_fail(error, KNAP_USAGE,
                       "result best compares policies on instances, which a trainer does not have: use average, last "
                       "or mixture");
    if (instances == 0)
        return kn_fail(error, KNAP_BAD_INPUT, "there are no instances to train on");
    if (!(*trainer = kn_new(allocator, 1, sizeof **trainer)))
        return kn_no_memory(error);
    (*trainer)->allocator = (*trainer)->training.allocator = (*trainer)->prepared.allocator =
        (*trainer)->task.allocator = allocator;
    if ((status = begin(*trainer, names, instances, settings, prepared, error))) {
        knap_trainer_free(*trainer);
        *trainer = NULL;
    }
    return status;
}

void knap_trainer_free(knap_trainer *trainer)
{
    if (!trainer)
        return;
    kn_free(trainer->allocator, trainer->total, trainer->training.size + KN_TALLIES, sizeof *trainer->total);
    kn_training_free(&trainer->training);
    kn_prepared_free(&trainer->prepared);
    kn_text_free(&trainer->task);
    knap_data_free(trainer->names);
    kn_free(trainer->allocator, trainer, 1, sizeof *trainer);
}

knap_status knap_trainer_task(knap_trainer *trainer, const char **bytes, size_t *length, knap_error *error)
{
    const size_t *number;
    size_t count;
    KN_REQUIRE(bytes);
    KN_REQUIRE(length);
    *bytes = NULL;
    *length = 0;
    KN_REQUIRE(trainer);
    if (trainer->task.length == 0) {
        if ((count = kn_training_next(&trainer->training, &number)) == 0)
            return KNAP_OK;
        kn_course course = kn_training_course(&trainer->training);
        kn_task_write(trainer->digest, &course, number, count, &trainer->task);
        if (trainer->task.failed) {
            trainer->task.length = 0;
            trainer->task.failed = false;
            return kn_no_memory(error);
        }
    }
    *bytes = trainer->task.bytes;
    *length = trainer->task.length;
    return KNAP_OK;
}

knap_status knap_trainer_step(knap_trainer *trainer, const knap_sums *sums, knap_error *error)
{
    const size_t *number;
    size_t count;
    knap_status status;
    KN_REQUIRE(trainer);
    KN_REQUIRE(sums);
    if (trainer->task.length == 0)
        return kn_fail(error, KNAP_USAGE,
                       "there is no task that these sums could answer: call knap_trainer_task first");
    if (sums->sums.digest != kn_hash(KN_HASH_START, trainer->task.bytes, trainer->task.length) ||
        sums->sums.width != trainer->training.size + KN_TALLIES)
        return kn_fail(error, KNAP_USAGE, "these sums answer another task than the current one");
    count = kn_training_next(&trainer->training, &number);
    if ((status = kn_sums_total(&sums->sums, count, trainer->total, error)) ||
        (status = kn_training_step(&trainer->training, trainer->total, error)))
        return status;
    trainer->task.length = 0;
    return KNAP_OK;
}

knap_status knap_trainer_progress(const knap_trainer *trainer, knap_progress *progress, knap_error *error)
{
    knap_report report;
    KN_REQUIRE(progress);
    *progress = (knap_progress){.stage = "train"};
    KN_REQUIRE(trainer);
    kn_training_report(&trainer->training, &report);
    progress->fraction = kn_training_done(&trainer->training);
    progress->reward = report.reward;
    progress->regret = report.regret;
    progress->bound = report.bound;
    return KNAP_OK;
}

knap_status knap_trainer_model(const knap_trainer *trainer, knap_model **model, knap_report *report, knap_error *error)
{
    const kn_training *training;
    kn_policy *policy;
    knap_status status;
    KN_REQUIRE(model);
    *model = NULL;
    if (report)
        *report = (knap_report){.validation = NAN};
    KN_REQUIRE(trainer);
    training = &trainer->training;
    if (training->round < training->rounds)
        return kn_fail(error, KNAP_USAGE, "training is not complete: %zu of %zu steps are done", training->round,
                       training->rounds);
    bool mixture = training->settings.result == KNAP_RESULT_MIXTURE;
    size_t iterates = mixture ? training->kept : 1;
    const double *weight = mixture                                         ? training->iterate
                           : training->settings.result == KNAP_RESULT_LAST ? training->policy
                                                                           : training->average;
    status = kn_policy_new(&training->settings, &trainer->names->features, &trainer->names->flaws, training->positions,
                           iterates, trainer->allocator, &policy, error);
    if (status)
        return status;
    memcpy(policy->weight, weight, iterates * training->size * sizeof *weight);
    memcpy(policy->deviation, trainer->prepared.deviation, training->width * sizeof *weight);
    status = kn_model_of_policy(kn_system_of_method(training->settings.method), policy, &trainer->names->features,
                                model, error);
    if (!status && report) {
        kn_training_report(training, report);
        report->oracle = trainer->prepared.value;
        report->tried = 1;
    }
    return status;
}
