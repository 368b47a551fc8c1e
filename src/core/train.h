/* core/train.h - one run of Algorithm 1, which results in the policies of its rounds. */
#ifndef KNAP_CORE_TRAIN_H
#define KNAP_CORE_TRAIN_H

#include "core/learner.h"
#include "core/prepare.h"

typedef struct kn_training {
    const knap_data *data;
    knap_settings settings; /* with the learner's own step and the views' own benefit where none was given */
    kn_benefit benefit_kind;
    const kn_prepared *prepared;
    const knap_run *run;
    size_t width, positions, size; /* size = positions * width */
    size_t rounds, keep, kept, averaged;
    kn_learner *learner;       /* [positions] */
    double *policy;            /* [positions][width] the current policy: the last one, at the end */
    double *average;           /* [positions][width] */
    double *iterate;           /* [keep][positions][width] policies of evenly spaced rounds */
    double *inverse_deviation; /* [width] */
    size_t *order;             /* [instances] */
    double *benefit, *gain;    /* [candidates] */
    double *weight;            /* [positions of the list] */
    kn_arena scratch;          /* of these three */
    knap_rng rng;
    kn_walk walk;
    kn_penalty penalty; /* of the list, in shares */
    knap_list list;
    double reward, loss, regret,
        bound;     /* as in knap_report: of the epoch under way; means of the last one at the end */
    bool diverged; /* the run failed because weights grew past the largest number */
} kn_training;

/* Trains; free in any case. `settings->views` must be possible with the data. */
knap_status kn_training_run(kn_training *training, const knap_data *data, const knap_settings *settings,
                            const kn_prepared *prepared, const knap_run *run, knap_error *error);
void kn_training_free(kn_training *training);

#endif
