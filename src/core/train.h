/* core/train.h - Algorithm 1 without the data: the policies of all rounds and the learners that make them.
 *
 *     kn_training_next -> the instances of the next batch -> their gradient, whoever computes it -> kn_training_step
 *
 * kn_training_run does that for data of this process. */
#pragma once

#include "core/checkpoint.h"
#include "core/round.h"

typedef struct kn_training {
    const knap_allocator *allocator;
    knap_settings settings;        /* with the learner's own step and the views' own benefit where none was given */
    size_t count;                  /* instances */
    size_t width, positions, size; /* size = positions * width */
    size_t rounds, keep, kept, averaged;
    size_t epoch, place, round; /* the next batch begins at order[place]; rounds that are done */
    kn_learner *learner;        /* [positions] */
    double *policy;             /* [positions][width] the current policy: the last one, at the end */
    double *average;            /* [positions][width] */
    double *iterate;            /* [keep][positions][width] policies of evenly spaced rounds */
    double *inverse_deviation;  /* [width] */
    size_t *order;              /* [count] of the epoch under way */
    knap_rng rng;
    double tally[KN_TALLIES]; /* sums over the epoch under way */
    bool diverged;            /* the run failed because weights grew past 1e100 */
} kn_training;

/* Begins with weights of 0, for `count` instances that `prepared` is about. `settings->views` must be possible with the data.
 * Free in any case. */
knap_status kn_training_begin(kn_training *training, size_t count, const knap_settings *settings,
                              const kn_prepared *prepared, const knap_allocator *allocator, knap_error *error);
void kn_training_free(kn_training *training);

/* The instances of the next batch, in order; returns how many, 0 at the end of the last epoch. Begins an epoch where the last one
 * is complete. */
size_t kn_training_next(kn_training *training, const size_t **number);
/* What their lists are made with. The course has no data. It is valid until the next step. */
kn_course kn_training_course(const kn_training *training);
/* Takes the step: total[size + KN_TALLIES] is the sum of kn_round_gradient over the batch. The learner must have `step`. */
knap_status kn_training_step(kn_training *training, const double *total, knap_error *error);

/* The same for a learner that has `add`: makes the list of the next instance and learns from it. */
knap_status kn_training_learn(kn_training *training, const kn_course *course, kn_round *round, knap_error *error);

/* What a finished training, or the epoch under way, reports. */
void kn_training_report(const kn_training *training, knap_report *report);

/* Writes or reads all that later rounds depend on; a training that reads must have begun with the same arguments. KNAP_BAD_INPUT
 * where what is read does not belong to it. */
knap_status kn_training_keep(kn_training *training, kn_archive *archive, knap_error *error);

/* The share of all work that is done, 0 to 1. */
double kn_training_done(const kn_training *training);

/* All rounds; free in any case. Begins with the state that `slot` of the checkpoint has and keeps it up to date; `checkpoint` may
 * be NULL. */
knap_status kn_training_run(kn_training *training, const knap_data *data, const knap_settings *settings,
                            const kn_prepared *prepared, const knap_run *run, kn_checkpoint *checkpoint, size_t slot,
                            knap_error *error);
