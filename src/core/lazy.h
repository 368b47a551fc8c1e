/* core/lazy.h - a policy's list of a large instance, where few rows are brought up to date after each pick. */
#pragma once

#include "core/walk.h"

/* Whether the parts of a view are constant or fade (kn_view_part), so that kn_lazy_walk can be used. */
bool kn_can_be_lazy(unsigned parts);
/* Whether that is faster than a walk in full: where the rows are too many for the caches, and the list will have some items. */
bool kn_lazy_pays(const knap_instance *instance);

/* Goes on with a list that has at least one item, with one policy for all positions, until no item is open or *finished
 * becomes false: then too many rows change, all of them are up to date, and the caller goes on in full. The rows and the scores
 * of all candidates are up to date. `list` and `score` are as in kn_walk_policy; the list is the one that it makes. */
knap_status kn_lazy_walk(kn_walk *walk, const double *weight, knap_list *list, double *score, bool *finished,
                         knap_error *error);
