/* view_score.c - what the retriever says of an item: its score relative to the best and to the next, its rank, and what else speaks
 * for it (evidence.h).
 *
 * The columns do not depend on the scale of the scores, so that one policy serves questions whose scores differ in size. */
#include "core/view.h"
#include "core/evidence.h"
#include "base/elementary.h"
#include "base/sort.h"

static const char *const NAMES[] = {"best",   "next",   "rank",    "first",  "cost",   "match",  "near",
                                    "source", "others", "repeats", "shared", "rarest", "beside", "early"};

enum { BEST, NEXT, RANK, FIRST, COST, EVIDENCE, COLUMNS = EVIDENCE + KN_EVIDENCES - 1 };

bool kn_view_begin_ranks(kn_view *view)
{
    size_t n = view->instance->count;
    double *key = kn_arena_room(&view->arena, n, sizeof *key);
    uint64_t *scratch = kn_arena_room(&view->arena, kn_order_scratch(n), sizeof *scratch);
    view->evidence = kn_arena_room(&view->arena, n * KN_EVIDENCES, sizeof *view->evidence);
    view->ranked = kn_arena_room(&view->arena, n, sizeof *view->ranked);
    view->rank = kn_arena_room(&view->arena, n, sizeof *view->rank);
    if (!key || !scratch || !view->evidence || !view->ranked || !view->rank)
        return false;
    if (!kn_evidence(view->instance, &view->arena, view->evidence))
        return false;
    for (size_t s = 0; s < n; s++)
        key[s] = -view->evidence[s * KN_EVIDENCES + KN_EVIDENCE_SCORE];
    kn_order(key, n, view->ranked, scratch);
    for (size_t i = 0; i < n; i++)
        view->rank[view->ranked[i]] = (uint32_t)i;
    return true;
}

static void start(const kn_view *view, size_t candidate, float *column)
{
    const knap_instance *instance = view->instance;
    size_t rank = view->rank[candidate];
    const double *evidence = view->evidence + candidate * KN_EVIDENCES;
    double best = evidence[KN_EVIDENCE_SCORE];
    double next = rank + 1 < instance->count ? view->evidence[view->ranked[rank + 1] * KN_EVIDENCES] : best;
    column[BEST] = (float)best;
    column[NEXT] = (float)(best - next);
    column[RANK] = (float)kn_log(1 + (double)rank);
    for (int i = 1; i < KN_EVIDENCES; i++)
        column[EVIDENCE + i - 1] = (float)evidence[i];
    column[FIRST] = (float)(1 / (1 + (double)rank));
    column[COST] = (float)(instance->cost[candidate] / (instance->budget > 0 ? instance->budget : 1));
}

const kn_view_part kn_view_score = {.help = "the score relative to the best and to the next, the rank and the cost",
                                    .needs_scores = true,
                                    .prefix = "score:",
                                    .name = NAMES,
                                    .columns = COLUMNS,
                                    .start = start};
