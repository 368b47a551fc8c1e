/* dpp_map.c - greedy MAP under a budget: argmax (log det L_{Y+i} - log det L_Y) / cost_i^r among what fits
 * (Kulesza and Taskar, "Learning determinantal point processes", the greedy algorithm of its summarizer,
 * where r is 1). Gains are mostly negative, because each of hundreds of items is improbable: a larger r
 * prefers longer items.
 *
 * det L_{Y+i} / det L_Y = q_i^2 * the conditional variance of i in S given Y, which the incremental Cholesky
 * factor keeps: a step costs O(candidates * |Y|). An item that Y determines has probability 0 and is never
 * taken. */
#include "systems/dpp.h"
#include "base/cholesky.h"

#include <math.h>

static const double DETERMINED = 1e-10;

typedef struct map {
    const kn_dpp *dpp;
    kn_cholesky cholesky;
    uint32_t *candidate;  /* [count] places */
    double *gram, *scale; /* [count]; scale is cost^r */
    size_t candidates;
    kn_open open;
} map;

/* The best candidate's number, or SIZE_MAX; candidates that are closed are dropped. */
static size_t best_candidate(map *self)
{
    const kn_dpp *dpp = self->dpp;
    size_t kept = 0, best = SIZE_MAX;
    double highest = -INFINITY;
    for (size_t c = 0; c < self->candidates; c++) {
        uint32_t place = self->candidate[c];
        double variance = self->cholesky.variance[place], score;
        if (!kn_is_open(&self->open, dpp->item[place]) || variance <= DETERMINED)
            continue;
        score = (2 * dpp->log_quality[place] + log(variance)) / self->scale[place];
        if (score > highest) {
            highest = score;
            best = kept;
        }
        self->candidate[kept++] = place;
    }
    self->candidates = kept;
    return best;
}

/* Moves a candidate, given by its number, into the set that the others are conditioned on. */
static knap_status condition(map *self, size_t number, knap_error *error)
{
    const kn_dpp *dpp = self->dpp;
    uint32_t place = self->candidate[number];
    for (self->candidates--; number < self->candidates; number++)
        self->candidate[number] = self->candidate[number + 1];
    if (self->cholesky.variance[place] <= DETERMINED)
        return KNAP_OK; /* only in a given list: the item adds no direction */
    if (!kn_cholesky_reserve(&self->cholesky))
        return kn_no_memory(error);
    for (size_t c = 0; c < self->candidates; c++)
        self->gram[c] = dpp->similarity[place * dpp->count + self->candidate[c]];
    kn_cholesky_push(&self->cholesky, place, self->candidate, self->candidates, self->gram);
    return KNAP_OK;
}

/* Conditions on an item that the list already has, where the process has it too. */
static knap_status condition_on_item(map *self, size_t item, knap_error *error)
{
    for (size_t c = 0; c < self->candidates; c++)
        if (self->dpp->item[self->candidate[c]] == item)
            return condition(self, c, error);
    return KNAP_OK;
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

knap_status kn_dpp_map(const kn_dpp *dpp, double r, knap_list *list, knap_error *error)
{
    size_t n = dpp->count, number;
    map self = {
        .dpp = dpp, .cholesky = {.allocator = dpp->allocator}, .candidates = n, .open = {.allocator = dpp->allocator}};
    knap_status status = begin_open(&self, list, error);
    self.candidate = kn_new(dpp->allocator, n, sizeof *self.candidate);
    self.gram = kn_new(dpp->allocator, 2 * n, sizeof *self.gram);
    if (!status && (!self.candidate || !self.gram || !kn_cholesky_begin(&self.cholesky, n)))
        status = kn_no_memory(error);
    if (!status)
        self.scale = self.gram + n;
    for (size_t i = 0; !status && i < n; i++) {
        self.candidate[i] = (uint32_t)i;
        self.scale[i] = pow(dpp->instance->cost[dpp->item[i]], r);
    }
    for (size_t i = 0; !status && i < list->count; i++)
        status = condition_on_item(&self, list->item[i], error);
    while (!status && (number = best_candidate(&self)) != SIZE_MAX) {
        size_t item = dpp->item[self.candidate[number]];
        if (!(status = condition(&self, number, error)))
            status = kn_open_take(&self.open, item, list, error);
    }
    kn_free(dpp->allocator, self.candidate, n, sizeof *self.candidate);
    kn_free(dpp->allocator, self.gram, 2 * n, sizeof *self.gram);
    kn_cholesky_free(&self.cholesky);
    kn_open_free(&self.open);
    return status;
}
