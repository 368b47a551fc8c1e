/* core/mixture.h - makes one list of an instance with several policies. */
#pragma once

#include "core/walk.h"

typedef struct kn_mixture {
    kn_views views;
    const double *weight; /* [iterates][positions][width] */
    size_t iterates, positions, width;
    size_t seed;    /* of the draw */
    bool consensus; /* the list that the policies agree on most; otherwise that of one of them, drawn */
} kn_mixture;

static inline const double *kn_mixture_policy(const kn_mixture *mixture, size_t iterate)
{
    return mixture->weight + iterate * mixture->positions * mixture->width;
}

/* The policy that is drawn for instance number `draw`. */
size_t kn_mixture_draw(const kn_mixture *mixture, uint64_t draw);

/* The list of instance number `draw`, its scores where `score` is not NULL, and in *iterate the policy
 * that made it. The data must have the policies' features. */
knap_status kn_mixture_list(const kn_mixture *mixture, kn_walk *walk, const knap_instance *instance, uint64_t draw,
                            knap_list *list, double *score, size_t *iterate, knap_error *error);
