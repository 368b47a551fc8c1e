/* core/evaluate.h - the mean reward of a policy over instances. */
#ifndef KNAP_CORE_EVALUATE_H
#define KNAP_CORE_EVALUATE_H

#include "core/walk.h"

/* Mean reward of lists built by one of `iterates` policies of [positions][width] weights, drawn for each
 * instance as the model would draw it. Every instance must have a reward. The data must have the policy's
 * features. */
knap_status kn_evaluate(const knap_data *data, unsigned parts, const double *weight, size_t iterates, size_t positions,
                        size_t seed, const knap_run *run, double *mean, knap_error *error);

/* The iterate that serves instance number `draw`. */
size_t kn_draw_iterate(size_t iterates, size_t seed, uint64_t draw);

/* Every instance has items, a budget and a reward; says which has not. */
knap_status kn_check_rewards(const knap_data *data, knap_error *error);

#endif
