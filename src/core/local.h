/* core/local.h - a policy's list where a pick changes the rows of few items, and only those are updated. */
#pragma once

#include "core/walk.h"

/* Whether a pick changes no rows but those of kn_view_part.local, so that kn_local_walk can be used. */
bool kn_can_be_local(unsigned parts);

/* Goes on with a list until no item is open, by weights that serve all its other positions. The scores of all candidates are up
 * to date. `list` and `score` are as in kn_walk_policy; the list is the one that it makes. */
knap_status kn_local_walk(kn_walk *walk, const double *weight, knap_list *list, double *score, knap_error *error);
/* As kn_walk_scores of a walk that has begun. */
knap_status kn_local_scores(kn_walk *walk, const double *weight, size_t positions, const knap_list *list, double *score,
                            knap_error *error);
