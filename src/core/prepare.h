/* core/prepare.h - one pass over the training data before learning: the oracle's lists, and how much each
 * column of the views varies along them. */
#ifndef KNAP_CORE_PREPARE_H
#define KNAP_CORE_PREPARE_H

#include "core/walk.h"

typedef struct kn_prepared {
    const knap_allocator *allocator;
    size_t count, width;
    knap_list *oracle; /* [count] the greedy list by benefit of each instance */
    double *reached;   /* [count] its reward */
    double *limit; /* [count] no list has a higher reward: knap_upper_bound, or 1 where the reward is not submodular */
    double *deviation; /* [width] within the candidates of a position */
    double value;      /* mean reward of the oracle */
    double lambda, r;  /* of the benefit, where the settings leave them to the views */
} kn_prepared;

/* For the views and the penalties of the settings. */
knap_status kn_prepare(kn_prepared *prepared, const knap_data *data, const knap_settings *settings, const knap_run *run,
                       knap_error *error);
void kn_prepared_free(kn_prepared *prepared);

#endif
