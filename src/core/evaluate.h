/* core/evaluate.h - the mean reward of policies over instances. */
#pragma once

#include "core/mixture.h"

/* Mean reward of the lists that the policies give, drawn for each instance as the model would draw them. Every instance must
 * have a reward. The data must have the policies' features. */
knap_status kn_evaluate(const knap_data *data, const kn_mixture *mixture, const knap_run *run, double *mean,
                        knap_error *error);

/* Checks that every instance has items, a budget and a reward; the message names the first that does not. */
knap_status kn_check_rewards(const knap_data *data, knap_error *error);
