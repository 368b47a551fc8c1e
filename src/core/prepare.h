/* core/prepare.h - one pass over the training data before learning: the oracle's lists, and how much each
 * column of the views varies along them. */
#pragma once

#include "core/sums.h"
#include "core/walk.h"

typedef struct kn_prepared {
    const knap_allocator *allocator;
    size_t count, width;
    knap_list *oracle; /* [count] the greedy list by benefit of each instance */
    double *reached;   /* [count] its reward */
    double *limit; /* [count] no list has a higher reward: knap_upper_bound, or 1 where the reward is not submodular */
    double *deviation; /* [width] within the candidates of a position */
    double candidates; /* counted over all positions */
    double value;      /* mean reward of the oracle */
    double lambda, r;  /* of the benefit, where the settings leave them to the views */
} kn_prepared;

/* Room for `count` instances and `width` columns, all 0, and the r of the settings' views. Free in any case. */
knap_status kn_prepared_begin(kn_prepared *prepared, size_t count, size_t width, const knap_settings *settings,
                              const knap_allocator *allocator, knap_error *error);

/* The numbers of a leaf of its sums, after the squared distances of each column: candidates, the oracle's reward, the price. */
enum { KN_PREPARED_COUNT, KN_PREPARED_VALUE, KN_PREPARED_PRICE, KN_PREPARED_SUMS };

/* For the views and the penalties of the settings. With a batch of 1 the sums run from the first instance to the last; otherwise
 * they have the shape of sums.h. */
knap_status kn_prepare(kn_prepared *prepared, const knap_data *data, const knap_settings *settings, const knap_run *run,
                       knap_error *error);
/* The same for some instances of the data that several processes have: number[data->count], rising, is the place of each among
 * all. Fills `sums` with what kn_prepared_finish needs of all of them. */
knap_status kn_prepare_share(kn_prepared *prepared, const knap_data *data, const size_t *number,
                             const knap_settings *settings, const knap_run *run, kn_sums *sums, knap_error *error);
/* Sets deviation, value and lambda from the sums over all `count` instances. */
knap_status kn_prepared_finish(kn_prepared *prepared, const kn_sums *sums, size_t count, knap_error *error);
void kn_prepared_free(kn_prepared *prepared);
