/* dpp_map.c - greedy MAP under a budget: argmax (log det L_{Y+i} - log det L_Y) / cost_i^r among what fits
 * (Kulesza and Taskar, "Learning determinantal point processes", the greedy algorithm of its summarizer,
 * where r is 1). Gains are mostly negative, because each of hundreds of items is improbable: a larger r
 * prefers longer items.
 *
 * det L_{Y+i} / det L_Y = q_i^2 * the conditional variance of i in S given Y. Each item has a row of the incremental Cholesky
 * factor, from which the variance follows (Chen, Zhang and Zhou 2018). A variance never grows, so a score that was computed for a
 * smaller Y is an upper bound: only the item with the highest bound is brought up to date, until the highest is (Minoux 1978; for
 * DPPs Hemmi et al. 2022). The list is the one that all scores would give. Cosines are computed when a row needs them; the matrix of
 * all is never made. An item that Y determines has probability 0 and is never taken. */
#include "systems/dpp.h"
#include "base/elementary.h"
#include "base/heap.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

static const double DETERMINED = 1e-10;

typedef struct map {
    const kn_dpp *dpp;
    kn_open open;
    double r;
    double *variance; /* [count] given the first length[i] items of Y */
    uint32_t *length; /* [count] of each row */
    double *row;      /* [count][stride] of the factor */
    size_t stride;
    uint32_t *picked; /* [picks] Y, without items that add no direction: places */
    uint32_t *item;   /* [picks] the same as items of the instance */
    double *scratch;  /* [dimensions] zeros */
    double *root;     /* [picks] roots of the variances that they had */
    size_t picks;
    kn_heap_entry *heap; /* [heaped] candidates by the bounds of their scores */
    size_t heaped;
} map;

/* The sum of a[i] * b[i], in sixteen interleaved sums. */
KN_VECTOR static double dot(const double *a, const double *b, size_t count)
{
    double sums[4][4], sum = 0;
    size_t whole = count / 16 * 4;
    for (size_t k = 0; k < 4; k++)
        kn_dot4_double(a + k * whole, b + k * whole, whole, sums[k]);
    for (size_t i = 4 * whole; i < count; i++)
        sum += a[i] * b[i];
    for (size_t k = 0; k < 4; k++)
        sum += (sums[k][0] + sums[k][1]) + (sums[k][2] + sums[k][3]);
    return sum;
}

/* Brings a row and its variance up to date. */
static void complete_row(map *self, size_t place)
{
    const kn_dpp *dpp = self->dpp;
    double *row = self->row + place * self->stride;
    size_t known = self->length[place];
    if (known == self->picks)
        return;
    kn_gram_row(dpp->instance, dpp->item[place], self->item + known, self->picks - known, row + known, self->scratch);
    for (size_t t = known; t < self->picks; t++) {
        row[t] = (row[t] - dot(row, self->row + self->picked[t] * self->stride, t)) / self->root[t];
        self->variance[place] = fmax(0, self->variance[place] - row[t] * row[t]);
    }
    self->length[place] = (uint32_t)self->picks;
}

static double score_of(const map *self, size_t place)
{
    const kn_dpp *dpp = self->dpp;
    return (2 * dpp->log_quality[place] + kn_log(self->variance[place])) /
           kn_pow(dpp->instance->cost[dpp->item[place]], self->r);
}

/* Makes room for one more pick in every row. */
static bool make_room(map *self)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t n = self->dpp->count, stride = 2 * self->stride;
    double *row;
    if (self->picks < self->stride)
        return KN_ROOM(allocator, self->picked, self->picks + 1) && KN_ROOM(allocator, self->root, self->picks + 1) &&
               KN_ROOM(allocator, self->item, self->picks + 1);
    stride = stride ? stride : 16;
    row = kn_new(allocator, n * stride, sizeof *row);
    for (size_t i = 0; row && i < n; i++)
        if (self->length[i])
            memcpy(row + i * stride, self->row + i * self->stride, self->length[i] * sizeof *row);
    if (!row)
        return false;
    kn_free(allocator, self->row, n * self->stride, sizeof *self->row);
    self->row = row;
    self->stride = stride;
    return make_room(self);
}

/* The list has the item at `place`, whose row is complete: the others are conditioned on it. */
static knap_status condition(map *self, size_t place, knap_error *error)
{
    if (self->variance[place] <= DETERMINED)
        return KNAP_OK; /* only in a given list: the item adds no direction */
    if (!make_room(self))
        return kn_no_memory(error);
    self->picked[self->picks] = (uint32_t)place;
    self->item[self->picks] = self->dpp->item[place];
    self->root[self->picks++] = sqrt(self->variance[place]);
    return KNAP_OK;
}

/* The place of the best candidate, or SIZE_MAX. */
static size_t next_pick(map *self)
{
    while (self->heaped) {
        kn_heap_entry top = kn_heap_pop(self->heap, self->heaped--);
        bool complete = self->length[top.id] == self->picks;
        if (!kn_is_open(&self->open, self->dpp->item[top.id]))
            continue;
        if (complete && self->variance[top.id] > DETERMINED)
            return top.id;
        if (complete)
            continue;
        complete_row(self, top.id);
        if (self->variance[top.id] > DETERMINED) {
            top.key = score_of(self, top.id);
            kn_heap_push(self->heap, self->heaped++, top);
        }
    }
    return SIZE_MAX;
}

/* What is open beside the list that was given; an empty one gets the pinned items. */
static knap_status begin_open(map *self, knap_list *list, knap_error *error)
{
    knap_status status = kn_open_begin(&self->open, self->dpp->instance, error);
    if (!status && list->count == 0)
        return kn_open_pins(&self->open, list, error);
    for (size_t i = 0; !status && i < list->count; i++)
        kn_open_push(&self->open, list->item[i]);
    return status;
}

/* Conditions on the items that the list already has, where the process has them too. */
static knap_status begin_list(map *self, const knap_list *list, knap_error *error)
{
    const kn_dpp *dpp = self->dpp;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < list->count; i++)
        for (size_t place = 0; !status && place < dpp->count; place++)
            if (dpp->item[place] == list->item[i]) {
                complete_row(self, place);
                status = condition(self, place, error);
            }
    return status;
}

static knap_status begin(map *self, knap_list *list, knap_error *error)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t n = self->dpp->count;
    knap_status status = begin_open(self, list, error);
    self->variance = kn_new(allocator, n, sizeof *self->variance);
    self->length = kn_new(allocator, n, sizeof *self->length);
    self->heap = kn_new(allocator, n, sizeof *self->heap);
    self->scratch = kn_new(allocator, self->dpp->instance->vector.width, sizeof *self->scratch);
    if (!status && (!self->variance || !self->length || !self->heap || !self->scratch))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < n; i++)
        self->variance[i] = 1;
    if (!status)
        status = begin_list(self, list, error);
    for (size_t i = 0; !status && i < n; i++)
        if (kn_is_open(&self->open, self->dpp->item[i]) && self->variance[i] > DETERMINED)
            self->heap[self->heaped++] = (kn_heap_entry){score_of(self, i), (uint32_t)i};
    kn_heap_make(self->heap, self->heaped);
    return status;
}

static void end(map *self)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t n = self->dpp->count;
    kn_free(allocator, self->variance, n, sizeof *self->variance);
    kn_free(allocator, self->length, n, sizeof *self->length);
    kn_free(allocator, self->heap, n, sizeof *self->heap);
    kn_free(allocator, self->scratch, self->dpp->instance->vector.width, sizeof *self->scratch);
    kn_free(allocator, self->row, n * self->stride, sizeof *self->row);
    KN_RELEASE(allocator, self->picked);
    KN_RELEASE(allocator, self->item);
    KN_RELEASE(allocator, self->root);
    kn_open_free(&self->open);
}

knap_status kn_dpp_map(const kn_dpp *dpp, double r, knap_list *list, knap_error *error)
{
    map self = {.dpp = dpp, .r = r, .open = {.allocator = dpp->allocator}};
    knap_status status = begin(&self, list, error);
    size_t place;
    while (!status && (place = next_pick(&self)) != SIZE_MAX) {
        if (!(status = condition(&self, place, error)))
            status = kn_open_take(&self.open, dpp->item[place], list, error);
    }
    end(&self);
    return status;
}
