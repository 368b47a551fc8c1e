/* follow.c - the list that a policy makes, and its scores of a list. */
#include "core/follow.h"
#include "core/lazy.h"
#include "core/local.h"
#include "base/kernels.h"

knap_status kn_walk_policy(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                           size_t positions, knap_list *list, double *score, knap_error *error)
{
    bool locally = kn_can_be_local(views.parts);
    bool lazily = !locally && positions == 1 && kn_can_be_lazy(views.parts) && kn_lazy_pays(instance);
    knap_status status = kn_walk_begin(walk, instance, views, error);
    knap_list_clear(list);
    for (size_t s = 0; !status && list->count < walk->pinned; s++)
        if (kn_is_pinned(instance, s)) {
            if (score)
                score[list->count] = 0;
            status = knap_list_push(list, instance, s, error);
        }
    if (!status)
        kn_walk_score(walk, kn_policy_at(weight, positions, list->count, walk->view.width));
    while (!status && walk->candidates) {
        if (locally && list->count + 1 >= positions) {
            status =
                kn_local_walk(walk, kn_policy_at(weight, positions, list->count, walk->view.width), list, score, error);
            break;
        }
        size_t best = kn_walk_best(walk);
        size_t item = walk->candidate[best];
        if (score)
            score[list->count] = walk->score[best];
        status = knap_list_push(list, instance, item, error);
        if (!status)
            status =
                kn_walk_push_score(walk, item, kn_policy_at(weight, positions, list->count, walk->view.width), error);
        if (!status && lazily && walk->candidates)
            status = kn_lazy_walk(walk, weight, list, score, &lazily, error); /* to the end, or no longer */
    }
    return status;
}

knap_status kn_walk_scores(kn_walk *walk, const knap_instance *instance, kn_views views, const double *weight,
                           size_t positions, const knap_list *list, double *score, knap_error *error)
{
    knap_status status = kn_walk_begin(walk, instance, views, error);
    for (size_t i = 0; !status && i < walk->pinned; i++)
        score[i] = 0;
    if (!status && kn_can_be_local(views.parts))
        return kn_local_scores(walk, weight, positions, list, score, error);
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        score[i] = kn_dot(kn_policy_at(weight, positions, i, walk->view.width), kn_view_row(&walk->view, list->item[i]),
                          walk->view.width);
        status = kn_walk_push(walk, list->item[i], error);
    }
    return status;
}
