/* core/follow.h - the list that a policy makes of an instance. */
#pragma once

#include "core/walk.h"

/* A policy's list: `positions` weight vectors of the view's width, see kn_policy_at.
 * Scores of the picks go to `score` where it is not NULL; those of pinned items are 0. */
knap_status kn_walk_policy(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                           size_t positions, knap_list *list, double *score, knap_error *error);
/* The policy's score of each item of a list, given those before it. The list begins with the pinned items. */
knap_status kn_walk_scores(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                           size_t positions, const knap_list *list, double *score, knap_error *error);
