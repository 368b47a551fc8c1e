/* lazy.c - a policy's list without a look at every row after each pick.
 *
 * Columns of a part that fades only move towards 0 as the list grows: distances to the nearest item of the list and volumes
 * shrink. So what is known of a row gives an upper bound of its score from then on,
 *
 *     sum of the constant columns + max(0, sum of the volume's columns) + sum of max(0, each other column),
 *
 * with weights. The volume of list and item is the volume of the list, which is known at any time, times a factor that shrinks.
 * So the second term is kept without the first factor: the bound of all rows falls with the volume of the list. A row is
 * brought up to date only when its bound reaches the best score found so far, as in lazy greedy (climb.c). Then the updates of
 * the picks that it missed are made in their order, so that its numbers are those of a walk in full, bit by bit. Bounds have a
 * margin that is larger than any rounding error. */
#include "core/lazy.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>

enum { LEAST_ITEMS = 32768, LEAST_PICKS = 8, BLOCK = 256 /* rows with one bound for all */ };
static const double MARGIN = 1e-5;      /* of single precision, in the parts that fade */
static const double FINE_MARGIN = 1e-9; /* of double precision */

typedef struct pick {
    double score;
    size_t item; /* SIZE_MAX: none */
} pick;

/* An upper bound of scores: steady + the volume of the list * shrinking. */
typedef struct limit {
    double steady, shrinking; /* steady is -INFINITY where an item is not open */
} limit;

typedef struct lazy {
    kn_walk *walk;
    const double *weight; /* [width] */
    const knap_list *list;
    limit *bound;      /* [count] of the score */
    double *score;     /* [count] when the row was brought up to date */
    uint32_t *age;     /* [count] items of the list then */
    limit *highest;    /* [blocks] */
    double volume;     /* of the list */
    double *scratch;   /* [workers][dimensions] zeros */
    pick *best;        /* [pieces] */
    size_t *refreshed; /* [pieces] rows */
    pick start;        /* a row that is up to date: others must reach its score */
} lazy;

bool kn_can_be_lazy(unsigned parts)
{
    for (size_t p = 0; kn_view_part_at(p); p++) {
        const kn_view_part *part = kn_view_part_at(p);
        if (parts & 1u << p && part->update && part->fades == KN_FADES_NOT)
            return false;
    }
    return true;
}

bool kn_lazy_pays(const knap_instance *instance)
{
    double sum = 0;
    if (instance->count < LEAST_ITEMS)
        return false;
    for (size_t s = 0; s < LEAST_ITEMS; s++)
        sum += instance->cost[s];
    return instance->budget * LEAST_ITEMS >= LEAST_PICKS * sum;
}

static size_t blocks_of(size_t count)
{
    return (count + BLOCK - 1) / BLOCK;
}

static bool is_better(pick a, pick b)
{
    return b.item == SIZE_MAX || a.score > b.score || (a.score == b.score && a.item < b.item);
}

/* ---- Rows ---- */

/* Sums of weight * column over a part: all, those above 0, and their sizes. */
typedef struct part_sums {
    double all, positive, size;
} part_sums;

static KN_INLINE part_sums sum_part(const double *weight, const float *column, size_t width)
{
    part_sums sums = {0, 0, 0};
    for (size_t i = 0; i < width; i++) {
        double term = weight[i] * (double)column[i], size = fabs(term);
        sums.all += term;
        sums.size += size;
    }
    sums.positive = (sums.all + sums.size) / 2;
    return sums;
}

/* An upper bound of the row's score from now on. `volume` is that of the list. */
KN_VECTOR static limit upper_bound(const kn_view *view, const double *weight, size_t item, double volume)
{
    const float *row = kn_view_row(view, item);
    double steady = 0, shrinking = 0, fading = 0, size = 0;
    for (size_t p = 0; view->part[p]; p++) {
        const kn_view_part *part = view->part[p];
        part_sums sums;
        if (!view->part_width[p])
            continue;
        sums = sum_part(weight + view->first[p], row + view->first[p], view->part_width[p]);
        size += sums.size;
        fading += part->update ? sums.size : 0;
        if (!part->update)
            steady += sums.all;
        else if (part->fades == KN_FADES_TOGETHER)
            shrinking += sums.all;
        else
            steady += sums.positive;
    }
    return (limit){steady + MARGIN * fading + FINE_MARGIN * size, shrinking > 0 && volume > 0 ? shrinking / volume : 0};
}

/* The columns of the Cholesky factor that the row has missed. */
static void update_volume(const lazy *self, uint32_t item, double *scratch)
{
    kn_view *view = &self->walk->view;
    kn_cholesky *volume = &view->volume;
    if (volume->determinant == 0)
        return;
    for (size_t j = self->age[item]; j < volume->rank; j++) {
        double gram;
        kn_gram_row(view->instance, self->list->item[j], &item, 1, &gram, scratch);
        kn_cholesky_row(volume, j, self->list->item[j], item, gram);
    }
}

KN_VECTOR static double score_row(const kn_view *view, const double *weight, size_t item)
{
    return kn_dot(weight, kn_view_row(view, item), view->width);
}

/* Brings a row up to date. */
static void refresh(lazy *self, size_t item, double *scratch)
{
    kn_view *view = &self->walk->view;
    const knap_list *list = self->list;
    if (view->parts & kn_view_volume_parts())
        update_volume(self, (uint32_t)item, scratch);
    for (size_t p = 0; view->part[p]; p++) {
        const kn_view_part *part = view->part[p];
        float *column = view->row + item * view->width + view->first[p];
        if (!view->part_width[p] || !part->update)
            continue;
        for (size_t i = part->fades == KN_FADES_TOGETHER ? list->count - 1 : self->age[item]; i < list->count; i++)
            part->update(view, list->item[i], item, column);
    }
    self->age[item] = (uint32_t)list->count;
    self->score[item] = score_row(view, self->weight, item);
    self->bound[item] = upper_bound(view, self->weight, item, self->volume);
}

/* ---- Picks ---- */

/* Looks at an item whose bound reaches the best score so far. */
static void look(lazy *self, size_t item, double *scratch, pick *best, size_t *refreshed)
{
    pick mine;
    if (!kn_is_open(&self->walk->open, item)) {
        self->bound[item].steady = -INFINITY; /* what is closed stays closed */
        return;
    }
    if (self->age[item] < self->list->count) {
        refresh(self, item, scratch);
        ++*refreshed;
    }
    mine = (pick){self->score[item], item};
    if (is_better(mine, *best))
        *best = mine;
}

/* Whether an item from `first` on with this bound can be better than the best so far. Of equals the first is better. */
static bool can_win(const lazy *self, limit bound, size_t first, pick best)
{
    double most = bound.steady + self->volume * bound.shrinking;
    return bound.steady > -INFINITY && (most > best.score || (most == best.score && first < best.item));
}

static void find_in_piece(void *context, size_t piece, size_t worker)
{
    lazy *self = context;
    const knap_instance *instance = self->walk->instance;
    double *scratch = self->scratch + worker * instance->vector.width;
    size_t last = kn_piece_end(piece, instance->count);
    pick best = self->start;
    self->refreshed[piece] = 0;
    for (size_t begin = piece * KN_PIECE; begin < last; begin += BLOCK) {
        size_t end = begin + BLOCK < last ? begin + BLOCK : last;
        limit highest = {-INFINITY, 0};
        if (!can_win(self, self->highest[begin / BLOCK], begin, best))
            continue;
        for (size_t s = begin; s < end; s++) {
            if (can_win(self, self->bound[s], s, best))
                look(self, s, scratch, &best, &self->refreshed[piece]);
            if (self->bound[s].steady > highest.steady)
                highest.steady = self->bound[s].steady;
            if (self->bound[s].shrinking > highest.shrinking && self->bound[s].steady > -INFINITY)
                highest.shrinking = self->bound[s].shrinking;
        }
        self->highest[begin / BLOCK] = highest;
    }
    self->best[piece] = best;
}

/* The open item of the highest score, the first of equals; *refreshed rows were brought up to date. */
static pick find_best(lazy *self, size_t *refreshed)
{
    size_t pieces = kn_pieces(self->walk->instance->count);
    pick best = self->start, second = {-INFINITY, SIZE_MAX};
    kn_parallel_for(self->walk->jobs, pieces, find_in_piece, self);
    for (size_t piece = 0; piece < pieces; piece++) {
        pick mine = self->best[piece];
        *refreshed += self->refreshed[piece];
        if (mine.item == SIZE_MAX || mine.item == best.item)
            continue;
        if (is_better(mine, best)) {
            second = best;
            best = mine;
        } else if (is_better(mine, second)) {
            second = mine;
        }
    }
    self->start = second;
    return best;
}

/* The next pick must reach the score of the second best of the last one, where that is still open. */
static void begin_step(lazy *self)
{
    size_t item = self->start.item;
    if (item == SIZE_MAX || !kn_is_open(&self->walk->open, item)) {
        self->start = (pick){-INFINITY, SIZE_MAX};
        return;
    }
    refresh(self, item, self->scratch);
    self->start.score = self->score[item];
}

/* The list has taken the item. Rows are not updated. */
static knap_status take(lazy *self, size_t item, knap_error *error)
{
    kn_view *view = &self->walk->view;
    kn_open_push(&self->walk->open, item);
    if (view->parts & kn_view_volume_parts() && view->volume.determinant != 0) {
        if (!kn_cholesky_reserve(&view->volume))
            return kn_no_memory(error);
        kn_cholesky_push(&view->volume, item, NULL, 0, NULL, 1);
    }
    view->picked++;
    self->volume = view->parts & kn_view_volume_parts() ? view->volume.determinant : 0;
    return KNAP_OK;
}

/* ---- Beginning and end ---- */

static void begin_piece(void *context, size_t piece, size_t worker)
{
    lazy *self = context;
    kn_walk *walk = self->walk;
    (void)worker;
    for (size_t c = piece * KN_PIECE; c < kn_piece_end(piece, walk->candidates); c++) {
        size_t s = walk->candidate[c];
        self->score[s] = walk->score[c];
        self->age[s] = (uint32_t)self->list->count;
        self->bound[s] = upper_bound(&walk->view, self->weight, s, self->volume);
    }
}

static knap_status begin(lazy *self, kn_arena *arena, knap_error *error)
{
    const kn_walk *walk = self->walk;
    size_t n = walk->instance->count, pieces = kn_pieces(n), workers = kn_workers(walk->jobs);
    self->bound = kn_arena_room(arena, n, sizeof *self->bound);
    self->score = kn_arena_room(arena, n, sizeof *self->score);
    self->age = kn_arena_room(arena, n, sizeof *self->age);
    self->highest = kn_arena_room(arena, blocks_of(n), sizeof *self->highest);
    self->scratch = kn_arena_new(arena, workers * walk->instance->vector.width, sizeof *self->scratch);
    self->best = kn_arena_room(arena, pieces, sizeof *self->best);
    self->refreshed = kn_arena_room(arena, pieces, sizeof *self->refreshed);
    if (!self->bound || !self->score || !self->age || !self->highest || !self->scratch || !self->best ||
        !self->refreshed)
        return kn_no_memory(error);
    for (size_t s = 0; s < n; s++)
        self->bound[s] = (limit){-INFINITY, 0};
    for (size_t b = 0; b < blocks_of(n); b++)
        self->highest[b] = (limit){INFINITY, 0};
    kn_parallel_for(walk->jobs, kn_pieces(walk->candidates), begin_piece, self);
    return KNAP_OK;
}

static void catch_up_piece(void *context, size_t piece, size_t worker)
{
    lazy *self = context;
    const knap_instance *instance = self->walk->instance;
    for (size_t s = piece * KN_PIECE; s < kn_piece_end(piece, instance->count); s++)
        if (self->bound[s].steady > -INFINITY && kn_is_open(&self->walk->open, s) && self->age[s] < self->list->count)
            refresh(self, s, self->scratch + worker * instance->vector.width);
}

/* Brings all rows up to date, for a walk in full. */
static void catch_up(lazy *self)
{
    kn_walk *walk = self->walk;
    kn_parallel_for(walk->jobs, kn_pieces(walk->instance->count), catch_up_piece, self);
    kn_walk_list_candidates(walk);
    for (size_t c = 0; c < walk->candidates; c++)
        walk->score[c] = self->score[walk->candidate[c]];
}

knap_status kn_lazy_walk(kn_walk *walk, const double *weight, knap_list *list, double *score, bool *finished,
                         knap_error *error)
{
    kn_arena arena = {.allocator = walk->allocator};
    lazy self = {.walk = walk, .weight = weight, .list = list, .start = {-INFINITY, SIZE_MAX}};
    size_t refreshed = 0, steps = 0;
    knap_status status;
    self.volume = walk->view.parts & kn_view_volume_parts() ? walk->view.volume.determinant : 0;
    status = begin(&self, &arena, error);
    *finished = true;
    while (!status) {
        pick best;
        /* a row that is brought up to date by itself costs about twice as much as in a walk in full */
        if (steps > 1 && refreshed > steps * (walk->instance->count / 2)) {
            catch_up(&self);
            *finished = false;
            break;
        }
        begin_step(&self);
        best = find_best(&self, &refreshed);
        steps++;
        if (best.item == SIZE_MAX)
            break;
        if (score)
            score[list->count] = best.score;
        status = knap_list_push(list, walk->instance, best.item, error);
        if (!status)
            status = take(&self, best.item, error);
    }
    if (*finished)
        walk->candidates = 0;
    kn_arena_free(&arena);
    return status;
}
