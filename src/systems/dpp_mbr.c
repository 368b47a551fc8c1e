/* dpp_mbr.c - minimum Bayes risk over samples of a DPP: a list with a high mean ROUGE-1 F against many lists drawn from the model.
 *
 * Votes are samples that use most of the budget: an item after the other is kept in the order drawn while it is open, behind the
 * pinned items. With q_k(w) the share of the votes that hold the word w at least k times and M their mean length, the mean F of a
 * list y is, but for the differences between the lengths of the votes,
 *
 *     2 sum_w (q_1(w) + ... + q_y_w(w)) / (|y| + M),
 *
 * which is the objective of the swap search (core/swap.h) with the votes in place of a word model. So the search needs no pass
 * over the votes for a list that it tries. It begins with the list of greedy MAP. What is then free is filled by greedy MAP. */
#include "systems/dpp.h"
#include "core/expected.h"
#include "core/swap.h"

#include <math.h>
#include <string.h>

/* Draws for each vote that is wanted, at most. */
enum { MOST_DRAWS = 20 };
/* A word counts as often as this in a vote, at most. */
enum { MOST_LEVELS = 64 };

typedef struct mbr {
    const kn_dpp *dpp;
    const kn_dpp_params *params;
    const knap_list *pins;
    kn_open open; /* beside the pinned items */
    kn_arena arena;
    knap_instance shadow; /* the instance, of whose words the votes expect what they do */
    size_t votes;
    double *amount; /* [words] in a vote; 0 between votes */
    double *level;  /* [words][MOST_LEVELS] how much of the level votes have, in all */
    size_t *item;   /* [items] of a vote */
} mbr;

/* ---- Votes ---- */

/* Writes the pinned items and those of the sample that are open, in the order drawn, to self->item; returns how many. */
static size_t fit_sample(mbr *self, const uint32_t *sample, size_t size, double *cost)
{
    const kn_dpp *dpp = self->dpp;
    double spent = self->open.spent;
    size_t count = 0, *item = self->item;
    for (; count < self->pins->count; count++)
        item[count] = self->pins->item[count];
    for (size_t i = 0; i < size; i++)
        if (kn_is_open(&self->open, dpp->item[sample[i]])) {
            item[count++] = dpp->item[sample[i]];
            kn_open_push(&self->open, dpp->item[sample[i]]);
        }
    *cost = self->open.spent;
    for (size_t i = self->pins->count; i < count; i++)
        kn_open_pop(&self->open, item[i]);
    self->open.spent = spent;
    return count;
}

/* Adds a vote's words to the levels. */
static void count_vote(mbr *self, size_t count)
{
    const kn_rows *rows = &self->shadow.concept;
    for (size_t i = 0; i < count; i++)
        for (size_t e = rows->start[self->item[i]]; e < rows->start[self->item[i] + 1]; e++)
            if (kn_is_word(&self->shadow, rows->id[e]))
                self->amount[rows->id[e]] += rows->value[e];
    for (size_t i = 0; i < count; i++)
        for (size_t e = rows->start[self->item[i]]; e < rows->start[self->item[i] + 1]; e++) {
            double *amount = &self->amount[rows->id[e]], *level = self->level + (size_t)rows->id[e] * MOST_LEVELS;
            self->shadow.mass += *amount;
            for (size_t k = 0; k<MOST_LEVELS && * amount> 0; k++, *amount -= 1)
                level[k] += fmin(1, *amount);
            *amount = 0;
        }
    self->votes++;
}

static knap_status draw_votes(mbr *self, uint64_t seed, knap_error *error)
{
    const kn_dpp_params *params = self->params;
    double least = params->fill * self->dpp->instance->budget, cost;
    kn_dpp_sampler sampler;
    knap_rng rng;
    knap_status status = kn_dpp_sampler_begin(&sampler, self->dpp, error);
    if (status)
        return status;
    knap_rng_seed(&rng, seed);
    for (size_t draw = 0; draw / MOST_DRAWS < params->samples && self->votes < params->samples; draw++) {
        size_t size = kn_dpp_sample(&sampler, &rng), count = fit_sample(self, sampler.place, size, &cost);
        /* where nearly all samples are short, short ones vote */
        if (cost >= least || draw >= (MOST_DRAWS - 1) * params->samples)
            count_vote(self, count);
    }
    kn_dpp_sampler_end(&sampler);
    return status;
}

/* ---- What the votes expect ---- */

/* Where items have no words, each is a word of its own. */
static knap_status use_items(mbr *self, knap_error *error)
{
    size_t n = self->shadow.count;
    kn_rows rows = {.start = kn_arena_new(&self->arena, n + 1, sizeof *rows.start),
                    .id = kn_arena_new(&self->arena, n, sizeof *rows.id),
                    .value = kn_arena_new(&self->arena, n, sizeof *rows.value),
                    .width = n};
    if (!rows.start || !rows.id || !rows.value)
        return kn_no_memory(error);
    for (size_t s = 0; s < n; s++) {
        rows.start[s + 1] = s + 1;
        rows.id[s] = (uint32_t)s;
        rows.value[s] = 1;
    }
    self->shadow.concept = rows;
    self->shadow.kinds = 0;
    return KNAP_OK;
}

static bool has_words(const knap_instance *instance)
{
    const kn_rows *rows = &instance->concept;
    for (size_t e = 0; instance->count && e < rows->start[instance->count]; e++)
        if (kn_is_word(instance, rows->id[e]) && rows->value[e] > 0)
            return true;
    return false;
}

static knap_status begin_votes(mbr *self, knap_error *error)
{
    knap_status status = KNAP_OK;
    self->shadow = *self->dpp->instance;
    self->shadow.mass = 0;
    if (!has_words(&self->shadow))
        status = use_items(self, error);
    self->amount = kn_arena_new(&self->arena, self->shadow.concept.width, sizeof *self->amount);
    self->level = kn_arena_new(&self->arena, self->shadow.concept.width * MOST_LEVELS, sizeof *self->level);
    self->item = kn_arena_new(&self->arena, self->shadow.count, sizeof *self->item);
    return !status && (!self->amount || !self->level || !self->item) ? kn_no_memory(error) : status;
}

/* Sets the worths of words and the mass of the shadow to the means of the votes. */
static knap_status expect_votes(mbr *self, knap_error *error)
{
    knap_instance *shadow = &self->shadow;
    size_t words = shadow->concept.width, sums = 0;
    for (size_t w = 0; w < words; w++)
        for (size_t k = 0; k < MOST_LEVELS && self->level[w * MOST_LEVELS + k] > 0; k++)
            sums += k == 0 ? 2 : 1;
    shadow->expect = kn_arena_new(&self->arena, words, sizeof *shadow->expect);
    shadow->worth_sum = kn_arena_new(&self->arena, sums, sizeof *shadow->worth_sum);
    if (!shadow->expect || !shadow->worth_sum)
        return kn_no_memory(error);
    shadow->expects = words;
    shadow->worths = 0;
    for (size_t w = 0; w < words; w++) {
        kn_worth *sum = shadow->worth_sum + shadow->worths;
        size_t count = 0;
        for (; count < MOST_LEVELS && self->level[w * MOST_LEVELS + count] > 0; count++) {
            double share = self->level[w * MOST_LEVELS + count] / (double)self->votes;
            sum[count + 1] = (kn_worth){sum[count].sum + share, sum[count].squares + share * share};
        }
        shadow->expect[w] = (kn_expectation){shadow->worths, count};
        shadow->worths += count + (count > 0);
    }
    shadow->mass /= (double)self->votes;
    return KNAP_OK;
}

knap_status kn_dpp_mbr(const kn_dpp *dpp, const kn_dpp_params *params, uint64_t seed, knap_list *list,
                       knap_error *error)
{
    mbr self = {.dpp = dpp, .params = params, .pins = list, .arena = {.allocator = dpp->allocator}};
    knap_status status = kn_begin_list(&self.open, dpp->instance, dpp->allocator, list, error);
    if (!status)
        status = begin_votes(&self, error);
    if (!status)
        status = draw_votes(&self, seed, error);
    if (!status)
        status = kn_dpp_map(dpp, params->r, list, error);
    if (!status)
        status = expect_votes(&self, error);
    if (!status)
        status = kn_swap(&self.shadow, NULL, NULL, list, error);
    if (!status)
        status = kn_dpp_map(dpp, params->r, list, error);
    kn_open_free(&self.open);
    kn_arena_free(&self.arena);
    return status;
}
