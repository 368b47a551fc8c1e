/* relevant.c - the list that is packed where nothing was trained: relevance leads, novelty decides among items of similar relevance,
 * and the room is filled.
 *
 * The objective is in relevance.h. The list begins with the item of the highest score that fits, and goes on by gain / cost, with
 * lazy evaluation. docs/ALGORITHMS.md has the bound and its proof. The best single item is not tried in its place: one large passage
 * would then replace several better ones. */
#include "core/relevant.h"
#include "core/climb.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/* Chosen on the first halves of five question sets (docs/RESULTS.md). */
static const double WEIGHT[KN_EVIDENCES] = {
    [KN_EVIDENCE_SCORE] = 1,    [KN_EVIDENCE_MATCH] = 1,    [KN_EVIDENCE_NEAR] = 0.2,
    [KN_EVIDENCE_SOURCE] = 0.2, [KN_EVIDENCE_OTHERS] = 0.3, [KN_EVIDENCE_BESIDE] = 1};

/* ---- The objective ---- */

/* How much the query's words tell that the scores do not: 1 less their correlation, from 0 to 1. */
static double news_of_match(const double *evidence, size_t n)
{
    double z_mean = 0, m_mean = 0, zz = 0, mm = 0, zm = 0;
    for (size_t s = 0; s < n; s++) {
        z_mean += evidence[s * KN_EVIDENCES + KN_EVIDENCE_SCORE] / (double)n;
        m_mean += evidence[s * KN_EVIDENCES + KN_EVIDENCE_MATCH] / (double)n;
    }
    for (size_t s = 0; s < n; s++) {
        double z = evidence[s * KN_EVIDENCES + KN_EVIDENCE_SCORE] - z_mean;
        double m = evidence[s * KN_EVIDENCES + KN_EVIDENCE_MATCH] - m_mean;
        zz += z * z;
        mm += m * m;
        zm += z * m;
    }
    return zz > 0 && mm > 0 ? 1 - fmin(1, fmax(0, zm / sqrt(zz * mm))) : 0;
}

static void weigh(kn_relevant *self, const double *evidence, double weight)
{
    double share[KN_EVIDENCES], all = 0;
    size_t n = self->instance->count;
    for (int column = 0; column < KN_EVIDENCES; column++) {
        share[column] = WEIGHT[column] * (column == KN_EVIDENCE_SCORE ? 1 : weight);
        if (column == KN_EVIDENCE_MATCH)
            share[column] *= 1 + news_of_match(evidence, n);
        all += share[column];
    }
    for (size_t s = 0; s < n; s++) {
        double sum = 0;
        for (int column = 0; column < KN_EVIDENCES; column++)
            sum += share[column] * evidence[s * KN_EVIDENCES + (size_t)column];
        self->relevance[s] = sum / all;
    }
}

/* Fills `part`: r cost u with the sign of the vector's number. */
static void divide(kn_relevant *self)
{
    const kn_rows *rows = &self->instance->vector;
    for (size_t s = 0; s < self->instance->count; s++) {
        double worth = self->relevance[s] * self->instance->cost[s];
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++) {
            double value = rows->value[i] * self->instance->inverse_norm[s];
            self->part[i] = copysign(worth * value * value, value);
        }
    }
}

knap_status kn_relevant_begin(kn_relevant *self, const knap_instance *instance, double evidence, double novelty,
                              bool *leads, knap_error *error)
{
    size_t n = instance->count;
    double *found;
    self->arena.allocator = self->allocator;
    self->instance = instance;
    self->novelty = kn_instance_has_vectors(instance) ? novelty : 0;
    self->value = 0;
    self->score = kn_arena_new(&self->arena, n, sizeof *self->score);
    self->relevance = kn_arena_new(&self->arena, n, sizeof *self->relevance);
    self->most = kn_arena_new(&self->arena, 2 * instance->vector.width, sizeof *self->most);
    found = kn_arena_room(&self->arena, n * KN_EVIDENCES, sizeof *found);
    if (!self->score || !self->relevance || !self->most || !found)
        return kn_no_memory(error);
    *leads = kn_relevance(instance, self->score);
    if (!*leads)
        return KNAP_OK;
    memcpy(self->relevance, self->score, n * sizeof *self->relevance);
    if (instance->score) { /* worths are not the scores of a retriever */
        if (!kn_evidence(instance, &self->arena, found))
            return kn_no_memory(error);
        weigh(self, found, evidence);
    }
    if (self->novelty == 0)
        return KNAP_OK;
    self->part = kn_arena_room(&self->arena, instance->vector.start[n], sizeof *self->part);
    if (!self->part)
        return kn_no_memory(error);
    divide(self);
    return KNAP_OK;
}

/* What the list has of the dimension of entry i of the item. */
static inline double *most_of(const kn_relevant *self, size_t item, size_t i)
{
    const kn_rows *rows = &self->instance->vector;
    size_t dimension = rows->id ? rows->id[i] : i - rows->start[item];
    return &self->most[dimension + (self->part[i] < 0 ? rows->width : 0)];
}

double kn_relevant_gain(const kn_relevant *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    double worth = self->relevance[item] * self->instance->cost[item], fresh = 0;
    if (self->novelty == 0 || rows->start[item] == rows->start[item + 1] || self->instance->inverse_norm[item] == 0)
        return worth;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double more = fabs(self->part[i]) - *most_of(self, item, i);
        fresh += more > 0 ? more : 0; /* faster than fmax */
    }
    return (1 - self->novelty) * worth + self->novelty * fresh;
}

void kn_relevant_push(kn_relevant *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    self->value += kn_relevant_gain(self, item);
    for (size_t i = self->novelty > 0 ? rows->start[item] : 0; self->novelty > 0 && i < rows->start[item + 1]; i++) {
        double *most = most_of(self, item, i);
        *most = fmax(*most, fabs(self->part[i]));
    }
}

void kn_relevant_end(kn_relevant *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_relevant){.allocator = self->allocator};
}

/* ---- The list ---- */

static double key_of(const void *context, size_t item)
{
    const kn_relevant *self = context;
    return kn_relevant_gain(self, item) / self->instance->cost[item];
}

static knap_status take(kn_relevant *self, kn_open *open, size_t item, knap_list *list, knap_error *error)
{
    kn_relevant_push(self, item);
    return kn_open_take(open, item, list, error);
}

/* Begins a list with the pinned items and the open item of the highest score; of equals the first. */
static knap_status begin(kn_relevant *self, kn_open *open, knap_list *list, knap_error *error)
{
    size_t n = self->instance->count, best = n;
    knap_status status = kn_open_begin(open, self->instance, error);
    if (!status)
        status = kn_open_pins(open, list, error);
    for (size_t i = 0; !status && i < list->count; i++)
        kn_relevant_push(self, list->item[i]);
    for (size_t s = 0; !status && s < n; s++)
        if (kn_is_open(open, s) && (best == n || self->score[s] > self->score[best]))
            best = s;
    return status || best == n ? status : take(self, open, best, list, error);
}

/* Fills the list by gain / cost. */
static knap_status climb(kn_relevant *self, kn_open *open, knap_list *list, knap_error *error)
{
    size_t n = self->instance->count, item;
    kn_climb steps = {.open = open, .key = key_of, .context = self, .above = -INFINITY, .lazy = true};
    knap_status status = kn_climb_begin(&steps) ? KNAP_OK : kn_no_memory(error);
    for (size_t s = 0; !status && s < n; s++)
        if (kn_is_open(open, s))
            kn_climb_add(&steps, s, key_of(self, s));
    while (!status && (item = kn_climb_next(&steps)) < n)
        status = take(self, open, item, list, error);
    kn_climb_end(&steps);
    return status;
}

static knap_status pick(kn_relevant *self, knap_list *list, knap_error *error)
{
    kn_open open = {.allocator = self->allocator};
    knap_status status = begin(self, &open, list, error);
    if (!status)
        status = climb(self, &open, list, error);
    kn_open_free(&open);
    return status;
}

knap_status kn_pick_relevant(const knap_instance *instance, double evidence, double novelty,
                             const knap_allocator *allocator, bool *leads, knap_list *list, knap_error *error)
{
    kn_relevant self = {.allocator = allocator};
    knap_status status = kn_relevant_begin(&self, instance, evidence, novelty, leads, error);
    if (!status && *leads)
        status = pick(&self, list, error);
    kn_relevant_end(&self);
    return status;
}
