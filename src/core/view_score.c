/* view_score.c - what the retriever says of an item: its score relative to the best and to the next, and its rank.
 *
 * The columns do not depend on the scale of the scores, so that one policy serves questions whose scores differ in size. */
#include "core/view.h"
#include "core/item.h"
#include "base/elementary.h"
#include "base/sort.h"

static const char *const NAMES[] = {"best", "next", "rank", "first", "cost"};

enum { BEST, NEXT, RANK, FIRST, COST, COLUMNS };

bool kn_view_begin_ranks(kn_view *view)
{
    size_t n = view->instance->count;
    double *key = kn_arena_room(&view->arena, n, sizeof *key);
    uint64_t *scratch = kn_arena_room(&view->arena, kn_order_scratch(n), sizeof *scratch);
    view->relevance = kn_arena_new(&view->arena, n, sizeof *view->relevance);
    view->ranked = kn_arena_room(&view->arena, n, sizeof *view->ranked);
    view->rank = kn_arena_room(&view->arena, n, sizeof *view->rank);
    if (!key || !scratch || !view->relevance || !view->ranked || !view->rank)
        return false;
    kn_score_relevance(view->instance, view->relevance);
    for (size_t s = 0; s < n; s++)
        key[s] = -view->relevance[s];
    kn_order(key, n, view->ranked, scratch);
    for (size_t i = 0; i < n; i++)
        view->rank[view->ranked[i]] = (uint32_t)i;
    return true;
}

static size_t width(size_t features)
{
    (void)features;
    return COLUMNS;
}

static void label(size_t column, const char *feature, kn_text *text)
{
    (void)feature;
    kn_text_format(text, "score:%s", NAMES[column]);
}

static void start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    size_t rank = view->rank[candidate];
    double best = view->relevance[candidate];
    double next = rank + 1 < instance->count ? view->relevance[view->ranked[rank + 1]] : best;
    column[BEST] = (float)best;
    column[NEXT] = (float)(best - next);
    column[RANK] = (float)kn_log(1 + (double)rank);
    column[FIRST] = (float)(1 / (1 + (double)rank));
    column[COST] = (float)(instance->cost[candidate] / (instance->budget > 0 ? instance->budget : 1));
}

const kn_view_part kn_view_score = {.help = "the score relative to the best and to the next, the rank and the cost",
                                    .needs_scores = true,
                                    .width = width,
                                    .label = label,
                                    .start = start};
