/* dpp_mbr.c - minimum Bayes risk over samples of a DPP: of many lists drawn from the model, the one with the highest mean
 * ROUGE-1 F against all of them (core/consensus.h).
 *
 * A sample may exceed the budget or hold alternatives: its items are kept in the order drawn while they are open, behind the
 * pinned items. Nothing is added to a sample before the choice. The list of greedy MAP is a candidate too, without a vote. The
 * room that the chosen list leaves is filled by greedy MAP, as system dpp would go on from it. */
#include "systems/dpp.h"
#include "core/consensus.h"

typedef struct mbr {
    const kn_dpp *dpp;
    const kn_dpp_params *params;
    size_t *item; /* all lists, one after the other */
    size_t item_capacity;
    size_t *from; /* [samples + 1] */
    kn_open open; /* beside the pinned items */
    const knap_list *pins;
} mbr;

/* Writes the pinned items and those of the sample that are open, in the order drawn, to item[dpp->count]; returns how many. */
static size_t fit_sample(mbr *self, const uint32_t *sample, size_t size, size_t *item)
{
    const kn_dpp *dpp = self->dpp;
    double spent = self->open.spent;
    size_t count = 0;
    for (; count < self->pins->count; count++)
        item[count] = self->pins->item[count];
    for (size_t i = 0; i < size; i++)
        if (kn_is_open(&self->open, dpp->item[sample[i]])) {
            item[count++] = dpp->item[sample[i]];
            kn_open_push(&self->open, dpp->item[sample[i]]);
        }
    for (size_t i = self->pins->count; i < count; i++)
        kn_open_pop(&self->open, item[i]);
    self->open.spent = spent;
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

/* The number of the best sample, or `samples` where no sample agrees more with all of them than `map` does. */
static knap_status best_list(const mbr *self, const knap_list *map, size_t *best, knap_error *error)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t samples = self->params->samples;
    kn_vote *vote = kn_new(allocator, samples + 1, sizeof *vote);
    knap_status status = vote ? KNAP_OK : kn_no_memory(error);
    for (size_t r = 0; vote && r < samples; r++)
        vote[r] = (kn_vote){.item = self->item + self->from[r], .count = self->from[r + 1] - self->from[r], .times = 1};
    if (vote)
        vote[samples] = (kn_vote){.item = map->item, .count = map->count, .times = 0};
    if (!status)
        status = kn_consensus(self->dpp->instance, vote, samples + 1, allocator, NULL, best, error);
    kn_free(allocator, vote, samples + 1, sizeof *vote);
    return status;
}

knap_status kn_dpp_mbr(const kn_dpp *dpp, const kn_dpp_params *params, uint64_t seed, knap_list *list,
                       knap_error *error)
{
    const knap_allocator *allocator = dpp->allocator;
    size_t best;
    mbr self = {.dpp = dpp, .params = params, .pins = list};
    knap_status status = kn_begin_list(&self.open, dpp->instance, allocator, list, error);
    self.from = kn_new(allocator, params->samples + 1, sizeof *self.from);
    if (!status)
        status = self.from ? draw_samples(&self, seed, error) : kn_no_memory(error);
    if (!status)
        status = kn_dpp_map(dpp, params->r, list, error);
    if (!status)
        status = best_list(&self, list, &best, error);
    if (!status && best < params->samples) {
        knap_list_clear(list);
        for (size_t i = self.from[best]; !status && i < self.from[best + 1]; i++)
            status = knap_list_push(list, dpp->instance, self.item[i], error);
        if (!status)
            status = kn_dpp_map(dpp, params->r, list, error);
    }
    kn_open_free(&self.open);
    kn_free(allocator, self.item, self.item_capacity, sizeof *self.item);
    kn_free(allocator, self.from, params->samples + 1, sizeof *self.from);
    return status;
}
