/* train_run.c - all rounds of a training on data of this process, with its threads. */
#include "core/crew.h"
#include "core/train.h"
#include "base/error.h"

typedef struct training_run {
    kn_training *training;
    const knap_data *data;
    const kn_prepared *prepared;
    const knap_run *run;
    kn_checkpoint *checkpoint; /* or NULL */
    size_t slot;
    kn_text state;
    kn_crew crew;
    kn_sums sums;
    double *total; /* [size + KN_TALLIES] */
} training_run;

static knap_status run_batch(training_run *self, const size_t *number, size_t count, knap_error *error)
{
    kn_training *training = self->training;
    kn_course course = kn_training_course(training);
    knap_status status;
    course.data = self->data;
    course.prepared = self->prepared;
    if (!training->learner[0].kind->step)
        return kn_training_learn(training, &course, &self->crew.round[0], error);
    status = kn_crew_gradient(&self->crew, &course, number, 0, count, &self->sums, error);
    if (!status)
        status = kn_sums_total(&self->sums, count, self->total, error);
    return status ? status : kn_training_step(training, self->total, error);
}

static knap_status tell(const training_run *self, knap_error *error)
{
    const kn_training *training = self->training;
    knap_report report;
    knap_progress progress = {.stage = "train"};
    if (!self->run->progress)
        return KNAP_OK;
    kn_training_report(training, &report);
    progress.fraction = kn_training_done(training);
    progress.reward = report.reward;
    progress.regret = report.regret;
    progress.bound = report.bound;
    return self->run->progress(self->run->context, &progress) ? kn_fail(error, KNAP_CANCELLED, "cancelled") : KNAP_OK;
}

/* ---- Checkpoints ---- */

/* Puts the state into its slot, and the file onto the disk unless `quiet`. */
static knap_status save(training_run *self, bool quiet, knap_error *error)
{
    kn_training *training = self->training;
    kn_archive archive = {.to = &self->state};
    knap_status status = kn_training_keep(training, &archive, error);
    if (!status && self->state.failed)
        status = kn_no_memory(error);
    if (!status)
        status = kn_checkpoint_put(self->checkpoint, self->slot, training->epoch + (training->place == training->count),
                                   &self->state, quiet, error);
    return status;
}

static knap_status load(training_run *self, knap_error *error)
{
    const kn_text *state = &self->checkpoint->state[self->slot];
    kn_archive archive = {.from = {.at = state->bytes, .left = state->length}};
    return state->length ? kn_training_keep(self->training, &archive, error) : KNAP_OK;
}

/* After a round: reports, and keeps the state where it is time to, or where the caller cancels. */
static knap_status end_round(training_run *self, knap_error *error)
{
    kn_training *training = self->training;
    knap_status status = tell(self, error), saved = KNAP_OK;
    if (!self->checkpoint)
        return status;
    if (!status && kn_checkpoint_stopped(self->checkpoint))
        status = kn_fail(error, KNAP_CANCELLED, "cancelled");
    if (status == KNAP_CANCELLED) {
        kn_checkpoint_stop(self->checkpoint);
        saved = save(self, false, error);
    } else if (!status && kn_checkpoint_due(self->checkpoint, self->slot,
                                            training->epoch + (training->place == training->count))) {
        saved = save(self, false, error);
    }
    return saved ? saved : status;
}

knap_status kn_training_run(kn_training *training, const knap_data *data, const knap_settings *settings,
                            const kn_prepared *prepared, const knap_run *run, kn_checkpoint *checkpoint, size_t slot,
                            knap_error *error)
{
    training_run self = {.training = training,
                         .data = data,
                         .prepared = prepared,
                         .run = run,
                         .checkpoint = checkpoint,
                         .slot = slot,
                         .state = {.allocator = run->allocator}};
    size_t most = settings->batch < data->count ? settings->batch : data->count, width, count;
    const size_t *number;
    knap_status status = kn_training_begin(training, data->count, settings, prepared, run->allocator, error);
    width = training->size + KN_TALLIES;
    self.sums = (kn_sums){.allocator = run->allocator, .width = width};
    self.total = kn_new(run->allocator, width, sizeof *self.total);
    if (!status && !self.total)
        status = kn_no_memory(error);
    if (!status && checkpoint)
        status = load(&self, error);
    if (!status)
        status = kn_crew_begin(&self.crew, run->jobs, most, width, run->allocator, error);
    while (!status && (count = kn_training_next(training, &number)) > 0) {
        status = run_batch(&self, number, count, error);
        if (!status)
            status = end_round(&self, error);
    }
    if (!status && checkpoint)
        status = save(&self, true, error); /* other trainings may be stopped later */
    kn_crew_free(&self.crew);
    kn_sums_free(&self.sums);
    kn_text_free(&self.state);
    kn_free(run->allocator, self.total, width, sizeof *self.total);
    return status;
}
