/* view_similarity.c - how similar an item is to the list: the largest cosine with an item of it, and the sum over its items of
 * max(0, cosine - threshold), which is what the penalty of similar pairs counts. Both are 0 for the empty list. */
#include "core/view.h"
#include "core/pairs.h"

enum { NEAREST, EXCESS, COLUMNS };
static const char *const NAMES[] = {"nearest", "excess"};

static void start(const kn_view *view, size_t candidate, float *column)
{
    (void)view;
    (void)candidate;
    column[NEAREST] = column[EXCESS] = 0;
}

static void update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    double cosine = knap_instance_similarity(view->instance, item, candidate);
    if (view->picked == 1 || (float)cosine > column[NEAREST])
        column[NEAREST] = (float)cosine;
    column[EXCESS] += (float)kn_pair_excess(cosine, view->pair_threshold);
}

const kn_view_part kn_view_similarity = {.help = "cosine with the nearest item of the list, and similar pairs",
                                         .needs_vectors = true,
                                         .of_context = true,
                                         .prefix = "similarity:",
                                         .name = NAMES,
                                         .columns = COLUMNS,
                                         .start = start,
                                         .update = update};
