/* dpp_mbr.c - minimum Bayes risk over samples of a DPP: of many lists drawn from the model, the one that
 * agrees most with all of them.
 *
 * The agreement of lists y and z is the mean of overlap / |y| and overlap / |z|, their overlap in words,
 * sum_w min(y_w, z_w): ROUGE-1 precision and recall of one against the other. Differs from the paper, which
 * takes their harmonic mean: this one is a sum over words. With A_w(m) the number of lists that hold w at
 * least m times, and B_w(m) the same with each list counted 1 / |z|,
 *
 *     sum_z agreement(y, z) = 1/2 sum_w sum_{m <= y_w} (A_w(m) / |y| + B_w(m)),
 *
 * so that 5000 samples cost two passes over their words, never all pairs. */
#include "systems/dpp.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* A row of whole counts an item: its words, or itself where the instance has none. */
typedef struct words {
    size_t *start;   /* [count + 1] */
    uint32_t *id;    /* [entries] */
    uint32_t *times; /* [entries] */
    size_t width, entries;
    unsigned char *keep;
} words;

typedef struct mbr {
    const kn_dpp *dpp;
    const kn_dpp_params *params;
    words words;
    size_t *level;                /* [width + 1] where a word's levels start */
    double *lists, *weighted;     /* [level[width]] A and B, then their sums up to each level */
    uint32_t *held;               /* [width] counts of the list under way */
    uint32_t *fill;               /* [count] places by falling marginal / cost */
    unsigned char *taken;         /* [count] */
    uint32_t *place;              /* all lists, one after the other */
    size_t place_capacity, *from; /* [samples + 1] */
} mbr;

/* Amounts in whole numbers: as they are, or in sixteenths where any is a fraction. */
static double unit_of(const kn_rows *rows, size_t entries)
{
    for (size_t i = 0; i < entries; i++)
        if (rows->value[i] != floor(rows->value[i]))
            return 16;
    return 1;
}

static void fill_words(const kn_dpp *dpp, words *self)
{
    const kn_rows *rows = &dpp->instance->concept;
    double unit = unit_of(rows, rows->start[dpp->instance->count]);
    for (size_t i = 0; i < dpp->count; i++) {
        size_t s = dpp->item[i], at = self->start[i];
        for (size_t e = rows->start[s]; e < rows->start[s + 1]; e++) {
            double times = fmin(1000, ceil(rows->value[e] * unit));
            if (!self->keep[rows->id[e]] || !(times > 0))
                continue;
            self->id[at] = rows->id[e];
            self->times[at++] = (uint32_t)times;
        }
        self->start[i + 1] = at;
    }
}

static knap_status make_words(const kn_dpp *dpp, words *self, knap_error *error)
{
    const knap_allocator *allocator = dpp->allocator;
    const kn_rows *rows = &dpp->instance->concept;
    size_t entries = rows->start[dpp->instance->count];
    int has = entries > 0;
    self->width = has ? rows->width : dpp->count;
    self->entries = has ? entries : dpp->count;
    self->start = kn_new(allocator, dpp->count + 1, sizeof *self->start);
    self->id = kn_new(allocator, self->entries, sizeof *self->id);
    self->times = kn_new(allocator, self->entries, sizeof *self->times);
    self->keep = kn_new(allocator, self->width, 1);
    if (!self->start || !self->id || !self->times || !self->keep)
        return kn_no_memory(error);
    if (has) {
        kn_concepts_of(dpp->instance, KN_ALL_WORDS, self->keep);
        fill_words(dpp, self);
        return KNAP_OK;
    }
    for (size_t i = 0; i < dpp->count; i++) {
        self->id[i] = (uint32_t)i;
        self->times[i] = 1;
        self->start[i + 1] = i + 1;
    }
    return KNAP_OK;
}

/* ---- Samples that fit ---- */

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

static int is_redundant(const mbr *self, const uint32_t *list, size_t count, uint32_t place)
{
    const double *row = self->dpp->similarity + place * self->dpp->count;
    for (size_t i = 0; i < count; i++)
        if (row[list[i]] > self->params->redundancy)
            return 1;
    return 0;
}

/* Cuts the sample to what fits, in the order drawn, and fills the room that is left. */
static size_t fit_sample(mbr *self, const uint32_t *sample, size_t size, uint32_t *list)
{
    const kn_dpp *dpp = self->dpp;
    const double *cost = dpp->instance->cost;
    double spent = 0, budget = dpp->instance->budget;
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        if (spent + cost[dpp->item[sample[i]]] <= budget) {
            spent += cost[dpp->item[sample[i]]];
            self->taken[sample[i]] = 1;
            list[count++] = sample[i];
        }
    for (size_t i = 0; i < dpp->count; i++) {
        uint32_t place = self->fill[i];
        if (self->taken[place] || spent + cost[dpp->item[place]] > budget || is_redundant(self, list, count, place))
            continue;
        spent += cost[dpp->item[place]];
        self->taken[place] = 1;
        list[count++] = place;
    }
    for (size_t i = 0; i < count; i++)
        self->taken[list[i]] = 0;
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
        uint32_t *grown =
            kn_grow(dpp->allocator, self->place, &self->place_capacity, self->from[r] + dpp->count, sizeof *grown);
        if (!grown) {
            status = kn_no_memory(error);
            break;
        }
        self->place = grown;
        self->from[r + 1] = self->from[r] + fit_sample(self, sampler.place, size, grown + self->from[r]);
    }
    kn_dpp_sampler_end(&sampler);
    return status;
}

/* ---- Agreement ---- */

/* Adds 1 and 1 / |z| to the levels of a list's words. */
static void count_list(mbr *self, size_t r)
{
    const words *w = &self->words;
    double length = 0;
    for (size_t i = self->from[r]; i < self->from[r + 1]; i++)
        for (size_t e = w->start[self->place[i]]; e < w->start[self->place[i] + 1]; e++)
            length += w->times[e];
    for (size_t i = self->from[r]; i < self->from[r + 1]; i++)
        for (size_t e = w->start[self->place[i]]; e < w->start[self->place[i] + 1]; e++)
            for (uint32_t t = 0; t < w->times[e]; t++) {
                size_t at = self->level[w->id[e]] + self->held[w->id[e]]++;
                self->lists[at] += 1;
                self->weighted[at] += 1 / length;
            }
    for (size_t i = self->from[r]; i < self->from[r + 1]; i++)
        for (size_t e = w->start[self->place[i]]; e < w->start[self->place[i] + 1]; e++)
            self->held[w->id[e]] = 0;
}

/* Twice the sum over all lists of the agreement with list r. */
static double agreement(mbr *self, size_t r)
{
    const words *w = &self->words;
    double lists = 0, weighted = 0, length = 0;
    for (size_t i = self->from[r]; i < self->from[r + 1]; i++)
        for (size_t e = w->start[self->place[i]]; e < w->start[self->place[i] + 1]; e++) {
            self->held[w->id[e]] += w->times[e];
            length += w->times[e];
        }
    for (size_t i = self->from[r]; i < self->from[r + 1]; i++)
        for (size_t e = w->start[self->place[i]]; e < w->start[self->place[i] + 1]; e++) {
            uint32_t held = self->held[w->id[e]];
            if (!held)
                continue; /* counted where the list first holds it */
            lists += self->lists[self->level[w->id[e]] + held - 1];
            weighted += self->weighted[self->level[w->id[e]] + held - 1];
            self->held[w->id[e]] = 0;
        }
    return length > 0 ? lists / length + weighted : 0;
}

static size_t best_sample(mbr *self)
{
    size_t samples = self->params->samples, best = 0;
    double highest = -1;
    for (size_t r = 0; r < samples; r++)
        count_list(self, r);
    for (size_t word = 0; word < self->words.width; word++)
        for (size_t at = self->level[word] + 1; at < self->level[word + 1]; at++) {
            self->lists[at] += self->lists[at - 1];
            self->weighted[at] += self->weighted[at - 1];
        }
    for (size_t r = 0; r < samples; r++) {
        double sum = agreement(self, r);
        if (sum > highest * (1 + 1e-12)) {
            highest = sum;
            best = r;
        }
    }
    return best;
}

/* A word has as many levels as all items together hold it. */
static knap_status make_levels(mbr *self, knap_error *error)
{
    const knap_allocator *allocator = self->dpp->allocator;
    const words *w = &self->words;
    self->level = kn_new(allocator, w->width + 1, sizeof *self->level);
    self->held = kn_new(allocator, w->width, sizeof *self->held);
    if (!self->level || !self->held)
        return kn_no_memory(error);
    for (size_t e = 0; e < w->start[self->dpp->count]; e++)
        self->level[w->id[e] + 1] += w->times[e];
    for (size_t word = 0; word < w->width; word++)
        self->level[word + 1] += self->level[word];
    self->lists = kn_new(allocator, self->level[w->width], sizeof *self->lists);
    self->weighted = kn_new(allocator, self->level[w->width], sizeof *self->weighted);
    return self->lists && self->weighted ? KNAP_OK : kn_no_memory(error);
}

static void mbr_free(mbr *self)
{
    const knap_allocator *allocator = self->dpp->allocator;
    size_t n = self->dpp->count, levels = self->level ? self->level[self->words.width] : 0;
    kn_free(allocator, self->words.start, n + 1, sizeof *self->words.start);
    kn_free(allocator, self->words.id, self->words.entries, sizeof *self->words.id);
    kn_free(allocator, self->words.times, self->words.entries, sizeof *self->words.times);
    kn_free(allocator, self->words.keep, self->words.width, 1);
    kn_free(allocator, self->lists, levels, sizeof *self->lists);
    kn_free(allocator, self->weighted, levels, sizeof *self->weighted);
    kn_free(allocator, self->level, self->words.width + 1, sizeof *self->level);
    kn_free(allocator, self->held, self->words.width, sizeof *self->held);
    kn_free(allocator, self->fill, n, sizeof *self->fill);
    kn_free(allocator, self->taken, n, 1);
    kn_free(allocator, self->place, self->place_capacity, sizeof *self->place);
    kn_free(allocator, self->from, self->params->samples + 1, sizeof *self->from);
}

knap_status kn_dpp_mbr(const kn_dpp *dpp, const kn_dpp_params *params, uint64_t seed, knap_list *list,
                       knap_error *error)
{
    size_t n = dpp->count, best;
    mbr self = {.dpp = dpp, .params = params};
    knap_status status = make_words(dpp, &self.words, error);
    self.fill = kn_new(dpp->allocator, n, sizeof *self.fill);
    self.taken = kn_new(dpp->allocator, n, 1);
    self.from = kn_new(dpp->allocator, params->samples + 1, sizeof *self.from);
    if (!status && (!self.fill || !self.taken || !self.from))
        status = kn_no_memory(error);
    if (!status && !(status = make_levels(&self, error)) && !(status = fill_order(&self, error)) &&
        !(status = draw_samples(&self, seed, error))) {
        best = best_sample(&self);
        for (size_t i = self.from[best]; !status && i < self.from[best + 1]; i++)
            status = knap_list_push(list, dpp->instance, dpp->item[self.place[i]], error);
    }
    mbr_free(&self);
    return status;
}
