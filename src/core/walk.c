/* walk.c - building a list item by item. */
#include "core/walk.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <string.h>

void kn_walk_list_candidates(kn_walk *walk)
{
    const double *cost = walk->instance->cost;
    walk->candidates = 0;
    walk->dearest = 0;
    for (size_t s = 0; s < walk->instance->count; s++)
        if (kn_is_open(&walk->open, s)) {
            walk->candidate[walk->candidates++] = (uint32_t)s;
            walk->dearest = cost[s] > walk->dearest ? cost[s] : walk->dearest;
        }
}

/* Whether the item that was pushed last is the only candidate that is no longer open: all others still fit, and it closes none. */
static bool closes_itself_only(const kn_walk *walk, size_t item)
{
    return walk->open.spent + walk->dearest <= walk->instance->budget && !walk->open.taken &&
           !kn_item_alternative(walk->instance, item);
}

/* The place of an item among the candidates, or their number. */
static size_t place_of(const kn_walk *walk, size_t item)
{
    size_t low = 0, high = walk->candidates;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (walk->candidate[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    return low < walk->candidates && walk->candidate[low] == item ? low : walk->candidates;
}

/* Adds the item to the list and drops the candidates that are no longer open. */
static void take(kn_walk *walk, size_t item)
{
    size_t kept = 0;
    kn_open_push(&walk->open, item);
    if (closes_itself_only(walk, item)) {
        size_t place = place_of(walk, item);
        if (place < walk->candidates) {
            walk->candidates--;
            memmove(walk->candidate + place, walk->candidate + place + 1,
                    (walk->candidates - place) * sizeof *walk->candidate);
        }
        return;
    }
    for (size_t c = 0; c < walk->candidates; c++)
        if (kn_is_open(&walk->open, walk->candidate[c]))
            walk->candidate[kept++] = walk->candidate[c];
    walk->candidates = kept;
}

/* The views of pinned items are needed too: until all of them are in the list, every other item is a candidate. */
static knap_status push_pins(kn_walk *walk, knap_error *error)
{
    const knap_instance *instance = walk->instance;
    knap_status status = KNAP_OK;
    for (size_t pin = 0; !status && pin < instance->choice_rows; pin++) {
        if (!kn_is_pinned(instance, pin))
            continue;
        kn_open_push(&walk->open, pin);
        walk->pinned++;
        walk->candidates = 0;
        for (size_t s = 0; s < instance->count; s++)
            if (s > pin || !kn_is_pinned(instance, s))
                walk->candidate[walk->candidates++] = (uint32_t)s;
        status = kn_view_push(&walk->view, pin, walk->candidate, walk->candidates, walk->jobs, NULL, NULL, error);
    }
    kn_walk_list_candidates(walk);
    return status;
}

knap_status kn_walk_begin(kn_walk *walk, const knap_instance *instance, kn_views views, knap_error *error)
{
    size_t n = instance->count;
    knap_status status;
    walk->arena.allocator = walk->allocator;
    kn_arena_clear(&walk->arena);
    walk->candidate = kn_arena_room(&walk->arena, n, sizeof *walk->candidate);
    walk->score = kn_arena_room(&walk->arena, n, sizeof *walk->score);
    if (!walk->candidate || !walk->score)
        return kn_no_memory(error);
    walk->instance = instance;
    walk->open.allocator = walk->view.allocator = walk->allocator;
    if ((status = kn_open_begin(&walk->open, instance, error)) ||
        (status = kn_view_begin(&walk->view, instance, views, walk->jobs, error)))
        return status;
    if (walk->first)
        kn_open_close_later(&walk->open);
    walk->pinned = 0;
    if (instance->pins)
        return push_pins(walk, error);
    kn_walk_list_candidates(walk);
    return KNAP_OK;
}

typedef struct scoring {
    kn_walk *walk;
    const double *weight;
} scoring;

KN_VECTOR static void score_piece(void *context, size_t piece, size_t worker)
{
    const scoring *work = context;
    kn_walk *walk = work->walk;
    size_t end = kn_piece_end(piece, walk->candidates);
    (void)worker;
    for (size_t c = piece * KN_PIECE; c < end; c++)
        walk->score[c] = kn_dot(work->weight, kn_view_row(&walk->view, walk->candidate[c]), walk->view.width);
}

void kn_walk_score(kn_walk *walk, const double *weight)
{
    scoring work = {walk, weight};
    kn_parallel_for(walk->jobs, kn_pieces(walk->candidates), score_piece, &work);
}

size_t kn_walk_best(const kn_walk *walk)
{
    size_t best = 0;
    for (size_t c = 1; c < walk->candidates; c++)
        if (walk->score[c] > walk->score[best])
            best = c;
    return best;
}

knap_status kn_walk_push(kn_walk *walk, size_t item, knap_error *error)
{
    take(walk, item);
    return kn_view_push(&walk->view, item, walk->candidate, walk->candidates, walk->jobs, NULL, NULL, error);
}

knap_status kn_walk_push_score(kn_walk *walk, size_t item, const double *weight, knap_error *error)
{
    take(walk, item);
    return kn_view_push(&walk->view, item, walk->candidate, walk->candidates, walk->jobs, weight, walk->score, error);
}

void kn_walk_free(kn_walk *walk)
{
    kn_arena_free(&walk->arena);
    kn_view_free(&walk->view);
    kn_open_free(&walk->open);
    walk->candidate = NULL;
    walk->score = NULL;
}
