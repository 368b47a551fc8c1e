/* core/select.h - from training runs to one policy. */
#pragma once

#include "core/policy.h"

/* The settings as they will be run on `train`: parts of the views that the data cannot fill are left out, and with
 * decode mbr all policies are kept. */
knap_status kn_possible_settings(const knap_data *train, const knap_settings *settings, knap_settings *possible,
                                 knap_error *error);
/* See knap_train. *policy is NULL on failure. */
knap_status kn_select_policy(knap_data *train, knap_data *validate, const knap_settings *settings, size_t count,
                             const knap_run *run, kn_policy **policy, knap_report *report, knap_error *error);
