/* train.c - Algorithm 1: construct the lists of a batch with the current policy, update, go on with the new policy.
 *
 * Differs from the paper where settings.batch is above 1: there one policy builds one list, here it builds those of a whole
 * batch, and the step follows the mean of their gradients (Dekel et al. 2012). A batch of 1 is the paper's. */
#include "core/train.h"
#include "base/error.h"
#include "base/number.h"

#include <math.h>
#include <string.h>

/* ---- Beginning ---- */

/* A random order of the instances. */
static void begin_epoch(kn_training *self)
{
    self->place = 0;
    memset(self->tally, 0, sizeof self->tally);
    for (size_t i = self->count; i > 1; i--) {
        size_t j = (size_t)knap_rng_below(&self->rng, i), swap = self->order[i - 1];
        self->order[i - 1] = self->order[j];
        self->order[j] = swap;
    }
}

static knap_status begin_learners(kn_training *self, const knap_settings *settings, const kn_prepared *prepared,
                                  knap_error *error)
{
    for (size_t i = 0; i < self->width; i++) {
        double deviation = prepared->deviation[i];
        self->inverse_deviation[i] = deviation > 0 ? (settings->standardize ? 1 / deviation : 1) : 0;
    }
    for (size_t i = 0; i < self->positions; i++)
        if (!kn_learner_begin(&self->learner[i], kn_learner_at(settings->learner), settings, self->width,
                              self->inverse_deviation, self->policy + i * self->width, self->allocator))
            return kn_no_memory(error);
    self->settings.eta = self->learner[0].eta;
    self->settings.lambda = settings->lambda < 0 ? prepared->lambda : settings->lambda;
    self->settings.r = settings->r < 0 ? prepared->r : settings->r;
    return KNAP_OK;
}

knap_status kn_training_begin(kn_training *self, size_t count, const knap_settings *settings,
                              const kn_prepared *prepared, const knap_allocator *allocator, knap_error *error)
{
    size_t width = prepared->width, positions = settings->method == KNAP_METHOD_SCP ? 1 : settings->positions;
    size_t batches = count / settings->batch + (count % settings->batch > 0);
    knap_status status;
    *self = (kn_training){.allocator = allocator,
                          .settings = *settings,
                          .count = count,
                          .width = width,
                          .positions = positions,
                          .size = width * positions,
                          .rounds = settings->epochs * batches};
    self->keep = settings->keep < self->rounds ? settings->keep : self->rounds;
    knap_rng_seed(&self->rng, settings->seed);
    self->learner = kn_new(allocator, positions, sizeof *self->learner);
    self->policy = kn_new(allocator, self->size, sizeof *self->policy);
    self->average = kn_new(allocator, self->size, sizeof *self->average);
    self->iterate = kn_new(allocator, self->keep * self->size, sizeof *self->iterate);
    self->inverse_deviation = kn_new(allocator, width, sizeof *self->inverse_deviation);
    self->order = kn_new(allocator, count, sizeof *self->order);
    if (!self->learner || !self->policy || !self->average || !self->iterate || !self->inverse_deviation || !self->order)
        return kn_no_memory(error);
    if ((status = begin_learners(self, settings, prepared, error)))
        return status;
    for (size_t i = 0; i < count; i++)
        self->order[i] = i;
    begin_epoch(self);
    return KNAP_OK;
}

void kn_training_free(kn_training *self)
{
    const knap_allocator *allocator = self->allocator;
    for (size_t i = 0; self->learner && i < self->positions; i++)
        kn_learner_free(&self->learner[i]);
    kn_free(allocator, self->learner, self->positions, sizeof *self->learner);
    kn_free(allocator, self->policy, self->size, sizeof *self->policy);
    kn_free(allocator, self->average, self->size, sizeof *self->average);
    kn_free(allocator, self->iterate, self->keep * self->size, sizeof *self->iterate);
    kn_free(allocator, self->inverse_deviation, self->width, sizeof *self->inverse_deviation);
    kn_free(allocator, self->order, self->count, sizeof *self->order);
}

/* ---- Rounds ---- */

/* The size of the next batch; 0 at the end of an epoch. */
static size_t batch_size(const kn_training *self)
{
    size_t left = self->count - self->place;
    return left < self->settings.batch ? left : self->settings.batch;
}

size_t kn_training_next(kn_training *self, const size_t **number)
{
    if (self->place == self->count && self->epoch + 1 < self->settings.epochs) {
        self->epoch++;
        begin_epoch(self);
    }
    *number = self->order + self->place;
    return batch_size(self);
}

kn_course kn_training_course(const kn_training *self)
{
    return (kn_course){.settings = &self->settings,
                       .benefit = {self->settings.lambda, self->settings.r},
                       .reduction = self->learner[0].reduction,
                       .width = self->width,
                       .positions = self->positions,
                       .policy = self->policy,
                       .inverse_deviation = self->inverse_deviation,
                       .guided = self->settings.guided && self->epoch == 0};
}

/* After a round: the average of the policies of the last two thirds of the epochs, and the policies that are
 * kept. */
static void remember(kn_training *self)
{
    if (self->epoch >= self->settings.epochs / 3) {
        self->averaged++;
        for (size_t i = 0; i < self->size; i++)
            self->average[i] += (self->policy[i] - self->average[i]) / (double)self->averaged;
    }
    if ((self->round + 1) * self->keep / self->rounds > self->kept) {
        memcpy(self->iterate + self->kept * self->size, self->policy, self->size * sizeof *self->policy);
        self->kept++;
    }
}

/* Fails where the weights after a round can no longer be those of a model. */
static knap_status check_weights(kn_training *self, knap_error *error)
{
    for (size_t i = 0; i < self->size && !self->diverged; i++)
        self->diverged = !kn_is_weight(self->policy[i]) || !kn_is_weight(self->average[i]);
    if (!self->diverged)
        return KNAP_OK;
    return kn_fail(error, KNAP_BAD_INPUT,
                   "training diverged: in epoch %zu, round %zu of %zu, weights grew past 1e100. Lower "
                   "--eta (%g)%s, or use --learner adagrad; no model was written",
                   self->epoch + 1, self->round + 1, self->rounds, self->settings.eta,
                   self->settings.l2 > 0        ? " or --l2"
                   : self->settings.standardize ? ""
                                                : ", or leave --no-standardize out");
}

/* The learners have learned from the next batch: goes on to the one after it. */
static knap_status end_round(kn_training *self, knap_error *error)
{
    knap_status status = KNAP_OK;
    self->place += batch_size(self);
    for (size_t i = 0; !status && self->place == self->count && i < self->positions; i++)
        if (self->learner[i].kind->epoch_end && !self->learner[i].kind->epoch_end(&self->learner[i]))
            status = kn_no_memory(error);
    remember(self);
    if (!status)
        status = check_weights(self, error);
    self->round++;
    return status;
}

knap_status kn_training_step(kn_training *self, const double *total, knap_error *error)
{
    size_t batch = batch_size(self);
    double *mean = kn_new(self->allocator, self->size, sizeof *mean);
    if (!mean)
        return kn_no_memory(error);
    for (size_t i = 0; i < self->size; i++)
        mean[i] = total[i] / (double)batch;
    for (size_t i = 0; i < KN_TALLIES; i++)
        self->tally[i] += total[self->size + i];
    for (size_t i = 0; i < self->positions; i++)
        self->learner[i].kind->step(&self->learner[i], mean + i * self->width);
    kn_free(self->allocator, mean, self->size, sizeof *mean);
    return end_round(self, error);
}

static bool add_example(void *context, size_t position, const kn_example *example)
{
    kn_learner *learner = &((kn_training *)context)->learner[position];
    return learner->kind->add(learner, example);
}

knap_status kn_training_learn(kn_training *self, const kn_course *course, kn_round *round, knap_error *error)
{
    knap_status status =
        kn_round_examples(round, course, self->order[self->place], add_example, self, self->tally, error);
    for (size_t i = 0; !status && i < self->positions; i++)
        if (self->learner[i].kind->round_end && !self->learner[i].kind->round_end(&self->learner[i]))
            status = kn_no_memory(error);
    return status ? status : end_round(self, error);
}

void kn_training_report(const kn_training *self, knap_report *report)
{
    double count = (double)(self->place ? self->place : 1);
    report->reward = self->tally[KN_TALLY_REWARD] / count;
    report->loss = self->tally[KN_TALLY_LOSS] / count;
    report->regret = self->tally[KN_TALLY_REGRET] / count;
    report->bound = self->tally[KN_TALLY_BOUND] / count;
}

double kn_training_done(const kn_training *self)
{
    return ((double)self->epoch * (double)self->count + (double)self->place) /
           ((double)self->settings.epochs * (double)self->count);
}

knap_status kn_training_keep(kn_training *self, kn_archive *archive, knap_error *error)
{
    const size_t shape[] = {self->count, self->width, self->positions, self->rounds, self->keep};
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
        kn_archive_same(archive, shape[i]);
    if (!archive->from.bad) {
        kn_archive_sizes(archive, &self->epoch, 1);
        kn_archive_sizes(archive, &self->place, 1);
        kn_archive_sizes(archive, &self->round, 1);
        kn_archive_sizes(archive, &self->kept, 1);
        kn_archive_sizes(archive, &self->averaged, 1);
        kn_archive_words(archive, self->rng.state, 4);
        kn_archive_reals(archive, self->tally, KN_TALLIES);
        kn_archive_sizes(archive, self->order, self->count);
        kn_archive_reals(archive, self->average, self->size);
        kn_archive_reals(archive, self->iterate, self->keep * self->size);
        for (size_t i = 0; i < self->positions; i++)
            if (!kn_learner_keep(&self->learner[i], archive))
                return kn_no_memory(error);
    }
    if (!archive->to) {
        if (self->place > self->count || self->kept > self->keep || archive->from.left)
            archive->from.bad = true;
        for (size_t i = 0; i < self->count; i++)
            archive->from.bad |= self->order[i] >= self->count;
        if (archive->from.bad)
            return kn_fail(error, KNAP_BAD_INPUT, "the state does not belong to this training, or is damaged");
    }
    return KNAP_OK;
}
