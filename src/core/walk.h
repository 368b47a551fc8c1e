/* core/walk.h - a list under construction: the candidates, their views and a policy's scores of them. */
#pragma once

#include "core/open.h"
#include "core/view.h"

typedef struct kn_walk {
    const knap_allocator *allocator;
    size_t jobs;
    const knap_instance *instance;
    kn_view view;
    kn_open open;
    uint32_t *candidate; /* [candidates] the items that the list may still take, rising */
    double *score;       /* [candidates] h.v(s|L), after kn_walk_score */
    size_t candidates;
    double dearest; /* the largest cost of a candidate of the empty list */
    kn_arena arena; /* of both arrays */
    size_t pinned;  /* items that the list began with */
    bool first;     /* set by the caller: only the first of alternatives are candidates */
} kn_walk;

/* The weights of a policy of [positions][width] for a position of the list: the last ones serve every later one. */
static inline const double *kn_policy_at(const double *weight, size_t positions, size_t position, size_t width)
{
    return weight + (position < positions ? position : positions - 1) * width;
}

/* Begins with the pinned items. `walk` is zero-initialised with an allocator or was used before: its
 * memory is used again. */
knap_status kn_walk_begin(kn_walk *walk, const knap_instance *instance, kn_views views, knap_error *error);
void kn_walk_score(kn_walk *walk, const double *weight);
/* The position among the candidates of the highest score, the first of equals; candidates must not be none.
 */
size_t kn_walk_best(const kn_walk *walk);
/* Makes `candidate` of the items that are open. */
void kn_walk_list_candidates(kn_walk *walk);
/* The list takes an item; the candidates and their views are updated. */
knap_status kn_walk_push(kn_walk *walk, size_t item, knap_error *error);
/* The same, and kn_walk_score with the weights. */
knap_status kn_walk_push_score(kn_walk *walk, size_t item, const double *weight, knap_error *error);
void kn_walk_free(kn_walk *walk);
