/* dpp_mbr.c - minimum Bayes risk over samples of a DPP: of many lists drawn from the model, the one that
 * agrees most with all of them (core/consensus.h). Differs from the paper, which takes the harmonic mean of precision and
 * recall for the agreement of two: the plain mean is a sum over words. */
#include "systems/dpp.h"
#include "core/consensus.h"
#include "base/sort.h"

typedef struct mbr {
    const kn_dpp *dpp;
    const kn_dpp_params *params;
    uint32_t *fill;       /* [count] places by falling marginal / cost */
    unsigned char *taken; /* [count] */
    uint32_t *place;      /* [count] the list under way */
    size_t *item;         /* all lists, one after the other */
    size_t item_capacity;
    size_t *from; /* [samples + 1] */
} mbr;

/* The order in which room is filled: by the marginal probability a unit of cost. */
static knap_status fill_order(mbr *self, knap_error *error)
{
    const kn_dpp *dpp = self->dpp;
    size_t n = dpp->count;
    double *work = kn_new(dpp->allocator, n * n, sizeof *work);
    double *marginal = kn_new(dpp->allocator, n, sizeof *marginal), normaliser;
    uint64_t *scratch = kn_new(dpp->allocator, kn_order_scratch(n), sizeof *scratch);
    knap_status status = work && marginal && scratch ? KNAP_OK : kn_no_memory(error);
    if (!status && !kn_dpp_normaliser(dpp, work, &normaliser, marginal))
        status = kn_fail(error, KNAP_USAGE, "the kernel of the process is too badly scaled");
    for (size_t i = 0; !status && i < n; i++)
        marginal[i] /= -dpp->instance->cost[dpp->item[i]];
    if (!status)
        kn_order(marginal, n, self->fill, scratch);
    kn_free(dpp->allocator, work, n * n, sizeof *work);
    kn_free(dpp->allocator, marginal, n, sizeof *marginal);
    kn_free(dpp->allocator, scratch, kn_order_scratch(n), sizeof *scratch);
    return status;
}

static int is_redundant(const mbr *self, size_t count, uint32_t place)
{
    const double *row = self->dpp->similarity + place * self->dpp->count;
    for (size_t i = 0; i < count; i++)
        if (row[self->place[i]] > self->params->redundancy)
            return 1;
    return 0;
}

/* Cuts the sample to what fits, in the order drawn, and fills the room that is left; the items in item[dpp->count]. */
static size_t fit_sample(mbr *self, const uint32_t *sample, size_t size, size_t *item)
{
    const kn_dpp *dpp = self->dpp;
    const double *cost = dpp->instance->cost;
    double spent = 0, budget = dpp->instance->budget;
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        if (spent + cost[dpp->item[sample[i]]] <= budget) {
            spent += cost[dpp->item[sample[i]]];
            self->taken[sample[i]] = 1;
            self->place[count++] = sample[i];
        }
    for (size_t i = 0; i < dpp->count; i++) {
        uint32_t place = self->fill[i];
        if (self->taken[place] || spent + cost[dpp->item[place]] > budget || is_redundant(self, count, place))
            continue;
        spent += cost[dpp->item[place]];
        self->taken[place] = 1;
        self->place[count++] = place;
    }
    for (size_t i = 0; i < count; i++) {
        self->taken[self->place[i]] = 0;
        item[i] = dpp->item[self->place[i]];
    }
    return count;
}

static knap_status draw_samples(mbr *self, uint64_t seed, knap_error *error)
{
    const kn_dpp *dpp = self->dpp;
    kn_dpp_sampler sampler;
    knap_rng rng;
    knap_status status = kn_dpp_sampler_begin(&sampler, dpp, error);
    if (status)
        return status;
    knap_rng_seed(&rng, seed);
    for (size_t r = 0; !status && r < self->params->samples; r++) {
        size_t size = kn_dpp_sample(&sampler, &rng);
        size_t *grown =
            kn_grow(dpp->allocator, self->item, &self->item_capacity, self->from[r] + dpp->count, sizeof *grown);
        if (!grown) {
            status = kn_no_memory(error);
            break;
        }
        self->item = grown;
        self->from[r + 1] = self->from[r] + fit_sample(self, sampler.place, size, grown + self->from[r]);
    }
    kn_dpp_sampler_end(&sampler);
    return status;
}

static knap_status best_sample(const mbr *self, size_t *best, knap_error *error)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t samples = self->params->samples;
    kn_vote *vote = kn_new(allocator, samples, sizeof *vote);
    knap_status status = vote ? KNAP_OK : kn_no_memory(error);
    for (size_t r = 0; vote && r < samples; r++)
        vote[r] = (kn_vote){.item = self->item + self->from[r], .count = self->from[r + 1] - self->from[r], .times = 1};
    if (!status)
        status = kn_consensus(self->dpp->instance, vote, samples, allocator, NULL, best, error);
    kn_free(allocator, vote, samples, sizeof *vote);
    return status;
}

knap_status kn_dpp_mbr(const kn_dpp *dpp, const kn_dpp_params *params, uint64_t seed, knap_list *list,
                       knap_error *error)
{
    const knap_allocator *allocator = dpp->allocator;
    size_t n = dpp->count, best;
    mbr self = {.dpp = dpp, .params = params};
    knap_status status = KNAP_OK;
    self.fill = kn_new(allocator, n, sizeof *self.fill);
    self.taken = kn_new(allocator, n, 1);
    self.place = kn_new(allocator, n, sizeof *self.place);
    self.from = kn_new(allocator, params->samples + 1, sizeof *self.from);
    if (!self.fill || !self.taken || !self.place || !self.from)
        status = kn_no_memory(error);
    if (!status && !(status = fill_order(&self, error)) && !(status = draw_samples(&self, seed, error)) &&
        !(status = best_sample(&self, &best, error)))
        for (size_t i = self.from[best]; !status && i < self.from[best + 1]; i++)
            status = knap_list_push(list, dpp->instance, self.item[i], error);
    kn_free(allocator, self.fill, n, sizeof *self.fill);
    kn_free(allocator, self.taken, n, 1);
    kn_free(allocator, self.place, n, sizeof *self.place);
    kn_free(allocator, self.item, self.item_capacity, sizeof *self.item);
    kn_free(allocator, self.from, params->samples + 1, sizeof *self.from);
    return status;
}
