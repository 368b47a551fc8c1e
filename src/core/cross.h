/* core/cross.h - whether a policy is better than no training. */
#pragma once

#include "core/select.h"

/* Mean rewards on the same instances: of the policy's lists, and of those with decode relevance. */
typedef struct kn_choice {
    double learned, untrained;
    size_t folds; /* 0: on given data */
} kn_choice;

enum { KN_CROSS_FOLDS = 5 };

/* Of a policy, on `data`, which have rewards. The decode of the policy is the same afterwards. */
knap_status kn_compare(const knap_data *data, kn_policy *policy, const knap_run *run, kn_choice *choice,
                       knap_error *error);
/* Of policies trained with `settings` on all but one of KN_CROSS_FOLDS folds, or as many as there are instances, on the instances of that
 * fold. Instance i is in fold i modulo their number. Needs two instances. */
knap_status kn_cross_validate(const knap_data *data, const knap_settings *settings, const knap_run *run,
                              kn_choice *choice, knap_error *error);
