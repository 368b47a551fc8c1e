/* local.c - a policy's list where a pick changes few rows.
 *
 * What an item is expected to add changes only with the amount of a concept that it has, and only up to the amount at which the
 * concept's worth is constant. So over a whole list each entry of the instance is looked at a bounded number of times. The best
 * item is the winner of a tournament of all items, in which only the matches of changed items are played again. The numbers are
 * those of a walk in full, bit by bit. */
#include "core/local.h"
#include "core/flaws.h"
#include "base/error.h"
#include "base/kernels.h"

#include <math.h>

enum { FEW = 8 }; /* if more than 1 of so many items change, all matches are played again */

/* The rows that a pick changes. */
typedef struct changes {
    kn_walk *walk;
    uint32_t pick;       /* how many there were */
    uint32_t *item;      /* [count] */
    uint32_t *seen;      /* [count] the pick that changed the item last */
    uint32_t *dependent; /* [count] the first item that depends on it; NULL: none depends on any */
    uint32_t *next;      /* [count] the next one that depends on the same item */
} changes;

typedef struct local {
    changes changes;
    double *score;    /* [count + 1] -INFINITY: not open; the last is no item */
    double *fresh;    /* [count] the scores of the changed rows */
    uint32_t *winner; /* [2 * leaves] the item of each match: the final is at 1, items begin at `leaves` */
    size_t leaves;
} local;

bool kn_can_be_local(unsigned parts)
{
    for (size_t p = 0; kn_view_part_at(p); p++) {
        const kn_view_part *part = kn_view_part_at(p);
        if (parts & 1u << p && part->update && !part->local)
            return false;
    }
    return true;
}

/* ---- The rows that a pick changes ---- */

static bool list_dependents(changes *self, kn_arena *arena)
{
    const knap_instance *instance = self->walk->instance;
    size_t n = instance->count;
    if (!(self->walk->view.parts & kn_view_flaw_parts()) || !instance->support_rows)
        return true;
    self->dependent = kn_arena_room(arena, n, sizeof *self->dependent);
    self->next = kn_arena_room(arena, n, sizeof *self->next);
    if (!self->dependent || !self->next)
        return false;
    for (size_t s = 0; s < n; s++)
        self->dependent[s] = KN_NO_SUPPORT;
    for (size_t s = 0; s < n; s++) {
        uint32_t on = kn_item_support(instance, s);
        if (on < n) {
            self->next[s] = self->dependent[on];
            self->dependent[on] = (uint32_t)s;
        }
    }
    return true;
}

static bool changes_begin(changes *self, kn_arena *arena)
{
    size_t n = self->walk->instance->count;
    self->item = kn_arena_room(arena, n, sizeof *self->item);
    self->seen = kn_arena_new(arena, n, sizeof *self->seen);
    return self->item && self->seen && list_dependents(self, arena);
}

static size_t add_changed(changes *self, size_t item, size_t count)
{
    if (self->seen[item] == self->pick || !kn_is_open(&self->walk->open, item))
        return count;
    self->seen[item] = self->pick;
    self->item[count++] = (uint32_t)item;
    return count;
}

/* The list takes an item: finds the open items whose rows change, and how many there are. */
static size_t take_item(changes *self, size_t item)
{
    const kn_view *view = &self->walk->view;
    const kn_expected *expected = &view->expected;
    size_t count = 0;
    kn_open_push(&self->walk->open, item);
    self->pick++;
    if (view->parts & kn_view_expected_parts())
        for (size_t i = expected->row_start[item]; i < expected->row_start[item + 1]; i++)
            if (kn_expected_moves(expected, expected->row_id[i]))
                for (size_t j = expected->start[expected->row_id[i]]; j < expected->start[expected->row_id[i] + 1]; j++)
                    count = add_changed(self, expected->item[j], count);
    if (!self->dependent)
        return count;
    for (uint32_t s = self->dependent[item]; s != KN_NO_SUPPORT; s = self->next[s])
        count = add_changed(self, s, count);
    if (kn_item_support(view->instance, item) < view->instance->count)
        count = add_changed(self, kn_item_support(view->instance, item), count);
    return count;
}

/* ---- The tournament ---- */

/* Of equals the first wins. */
static uint32_t match(const local *self, size_t node)
{
    uint32_t left = self->winner[2 * node], right = self->winner[2 * node + 1];
    return self->score[right] > self->score[left] ? right : left;
}

static void play_all(local *self)
{
    for (size_t node = self->leaves; node-- > 1;)
        self->winner[node] = match(self, node);
}

/* The score of an item has changed. */
static void play_again(local *self, size_t item)
{
    for (size_t node = (self->leaves + item) / 2; node > 0; node /= 2) {
        uint32_t before = self->winner[node];
        self->winner[node] = match(self, node);
        if (self->winner[node] == before && before != item)
            return;
    }
}

static void close_item(local *self, size_t item)
{
    self->score[item] = -INFINITY;
    play_again(self, item);
}

static bool tournament_begin(local *self, kn_arena *arena)
{
    const kn_walk *walk = self->changes.walk;
    size_t n = walk->instance->count;
    for (self->leaves = 1; self->leaves < n; self->leaves *= 2)
        ;
    self->score = kn_arena_room(arena, n + 1, sizeof *self->score);
    self->fresh = kn_arena_room(arena, n, sizeof *self->fresh);
    self->winner = kn_arena_room(arena, 2 * self->leaves, sizeof *self->winner);
    if (!self->score || !self->fresh || !self->winner)
        return false;
    for (size_t s = 0; s <= n; s++)
        self->score[s] = -INFINITY;
    for (size_t c = 0; c < walk->candidates; c++)
        self->score[walk->candidate[c]] = walk->score[c];
    for (size_t s = 0; s < self->leaves; s++)
        self->winner[self->leaves + s] = (uint32_t)(s < n ? s : n);
    play_all(self);
    return true;
}

static knap_status take(local *self, size_t item, const double *weight, knap_error *error)
{
    kn_walk *walk = self->changes.walk;
    size_t count = take_item(&self->changes, item);
    const uint32_t *changed = self->changes.item;
    knap_status status = kn_view_push(&walk->view, item, changed, count, walk->jobs, weight, self->fresh, error);
    close_item(self, item);
    for (size_t i = 0; i < count; i++)
        self->score[changed[i]] = self->fresh[i];
    if (count > self->leaves / FEW)
        play_all(self);
    else
        for (size_t i = 0; i < count; i++)
            play_again(self, changed[i]);
    return status;
}

/* ---- Lists ---- */

knap_status kn_local_walk(kn_walk *walk, const double *weight, knap_list *list, double *score, knap_error *error)
{
    kn_arena arena = {.allocator = walk->allocator};
    local self = {.changes = {.walk = walk}};
    knap_status status =
        changes_begin(&self.changes, &arena) && tournament_begin(&self, &arena) ? KNAP_OK : kn_no_memory(error);
    while (!status && self.score[self.winner[1]] > -INFINITY) {
        size_t item = self.winner[1];
        if (!kn_is_open(&walk->open, item)) {
            close_item(&self, item); /* what is closed stays closed */
            continue;
        }
        if (score)
            score[list->count] = self.score[item];
        status = knap_list_push(list, walk->instance, item, error);
        if (!status)
            status = take(&self, item, weight, error);
    }
    walk->candidates = 0;
    kn_arena_free(&arena);
    return status;
}

knap_status kn_local_scores(kn_walk *walk, const double *weight, size_t positions, const knap_list *list, double *score,
                            knap_error *error)
{
    kn_arena arena = {.allocator = walk->allocator};
    changes self = {.walk = walk};
    knap_status status = changes_begin(&self, &arena) ? KNAP_OK : kn_no_memory(error);
    for (size_t i = walk->pinned; !status && i < list->count; i++) {
        size_t item = list->item[i], count;
        score[i] = kn_dot(kn_policy_at(weight, positions, i, walk->view.width), kn_view_row(&walk->view, item),
                          walk->view.width);
        count = take_item(&self, item);
        status = kn_view_push(&walk->view, item, self.item, count, walk->jobs, NULL, NULL, error);
    }
    kn_arena_free(&arena);
    return status;
}
