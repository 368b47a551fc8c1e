/* view_relevance.c - what an item adds to the list by the objective of system relevance, and whether the list has its neighbours.
 *
 * gain: F(L + s) - F(L) per cost, so that a policy with this column alone packs as the untrained default does. beside: 1 / distance to
 * the nearest item of the list in its group, up to three positions away. source: the list has an item of the group. */
#include "core/view.h"

#include <math.h>

enum { GAIN, BESIDE, SOURCE, COLUMNS };
static const char *const NAMES[] = {"gain", "beside", "source"};
static const double FARTHEST = 3;

bool kn_view_begin_relevance(kn_view *view)
{
    bool leads;
    kn_relevant *self = &view->relevant;
    self->allocator = view->allocator;
    kn_arena_clear(&self->arena);
    if (kn_relevant_begin(self, view->instance, KN_RELEVANT_EVIDENCE, KN_RELEVANT_NOVELTY, &leads, NULL))
        return false;
    if (!leads)
        self->relevance = NULL;
    return true;
}

static void gain(const kn_view *view, size_t candidate, float *column)
{
    if (view->relevant.relevance)
        column[GAIN] = (float)(kn_relevant_gain(&view->relevant, candidate) / view->instance->cost[candidate]);
}

static void start(const kn_view *view, size_t candidate, float *column)
{
    column[GAIN] = column[BESIDE] = column[SOURCE] = 0;
    gain(view, candidate, column);
}

static void update(const kn_view *view, size_t item, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    gain(view, candidate, column);
    if (!instance->group || !instance->group[item] || instance->group[item] != instance->group[candidate])
        return;
    column[SOURCE] = 1;
    if (instance->position) {
        double distance = fabs(instance->position[item] - instance->position[candidate]);
        if (distance > 0 && distance <= FARTHEST) /* NaN is no distance */
            column[BESIDE] = fmaxf(column[BESIDE], (float)(1 / fmax(1, distance)));
    }
}

const kn_view_part kn_view_relevance = {.help =
                                            "what the item adds by system relevance, and its neighbours in the list",
                                        .needs_scores = true,
                                        .prefix = "relevance:",
                                        .name = NAMES,
                                        .columns = COLUMNS,
                                        .start = start,
                                        .update = update};
