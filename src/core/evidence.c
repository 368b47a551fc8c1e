/* evidence.c - see evidence.h. */
#include "core/evidence.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

enum { NEAREST = 5, OF_SOURCE = 5, FARTHEST = 3 };

typedef struct gathering {
    const knap_instance *instance;
    kn_arena *arena;
    double *out;      /* [n][KN_EVIDENCES] */
    const double *z;  /* [n] */
    uint32_t *ranked; /* [n] by falling z, ties by index */
} gathering;

static double *cell(const gathering *self, size_t item, int column)
{
    return &self->out[item * KN_EVIDENCES + (size_t)column];
}

/* Scales a column of the items in order[count] to 0..1; where all are equal they become 0. */
static void scale(const gathering *self, const uint32_t *order, size_t count, int column)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double value = *cell(self, order[i], column);
        least = fmin(least, value);
        most = fmax(most, value);
    }
    for (size_t i = 0; i < count; i++) {
        double *value = cell(self, order[i], column);
        *value = most > least ? (*value - least) / (most - least) : 0;
    }
}

/* Mean z over the largest of `gram`, weighted by them; the item itself is at `own`. */
static double mean_of_nearest(const gathering *self, const double *gram, size_t count, size_t own)
{
    double best[NEAREST] = {0}, sum = 0, weights = 0;
    uint32_t of[NEAREST] = {0};
    for (size_t c = 0; c < count; c++) {
        size_t at = NEAREST;
        if (c == own || !(gram[c] > best[NEAREST - 1]))
            continue;
        for (at = NEAREST - 1; at > 0 && gram[c] > best[at - 1]; at--) {
            best[at] = best[at - 1];
            of[at] = of[at - 1];
        }
        best[at] = gram[c];
        of[at] = self->ranked[c];
    }
    for (size_t i = 0; i < NEAREST; i++) {
        sum += best[i] * self->z[of[i]];
        weights += best[i];
    }
    return weights > 0 ? sum / weights : 0;
}

static bool look_near(const gathering *self)
{
    const knap_instance *instance = self->instance;
    size_t count = instance->count < KN_MOST_NEAR ? instance->count : KN_MOST_NEAR;
    double *gram = kn_arena_room(self->arena, count, sizeof *gram);
    bool indexed = instance->vector.id && count == instance->count;
    double *scratch = kn_arena_new(self->arena, indexed ? count : instance->vector.width, sizeof *scratch);
    kn_gram_index index;
    if (!gram || !scratch || (indexed && !kn_gram_index_make(&index, instance, self->arena)))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (indexed)
            kn_gram_index_row(&index, instance, self->ranked[i], scratch);
        else
            kn_gram_row(instance, self->ranked[i], self->ranked, count, gram, scratch);
        for (size_t c = 0; indexed && c < count; c++)
            gram[c] = scratch[self->ranked[c]];
        *cell(self, self->ranked[i], KN_EVIDENCE_NEAR) = mean_of_nearest(self, gram, count, i);
        for (size_t c = 0; c < i; c++)
            *cell(self, self->ranked[i], KN_EVIDENCE_REPEATS) =
                fmax(gram[c], *cell(self, self->ranked[i], KN_EVIDENCE_REPEATS));
    }
    scale(self, self->ranked, count, KN_EVIDENCE_NEAR);
    return true;
}

/* Items by group, then by a number of each; those of equal numbers by index. */
typedef struct by_group {
    const size_t *group;
    const double *number; /* NaN is behind all numbers */
} by_group;

static bool is_after(const void *context, uint32_t a, uint32_t b)
{
    const by_group *self = context;
    if (self->group[a] != self->group[b])
        return self->group[a] > self->group[b];
    if (self->number[a] == self->number[b] || (isnan(self->number[a]) && isnan(self->number[b])))
        return a > b;
    return isnan(self->number[a]) || self->number[a] > self->number[b];
}

/* The items of one source are order[first] .. order[end - 1], by falling z. */
static void look_in_source(const gathering *self, const uint32_t *order, size_t first, size_t end)
{
    double sum = 0;
    for (size_t i = first; i < end && i < first + OF_SOURCE; i++)
        sum += self->z[order[i]];
    for (size_t i = first; i < end; i++) {
        *cell(self, order[i], KN_EVIDENCE_SOURCE) = self->z[order[first]];
        *cell(self, order[i], KN_EVIDENCE_OTHERS) = sum;
    }
}

/* The items of one source are order[first] .. order[end - 1], by rising position. Each looks at the FARTHEST items on either side of it, so
 * that many of one position do not take quadratic time. */
static void look_beside(const gathering *self, const uint32_t *order, size_t first, size_t end)
{
    const double *position = self->instance->position;
    for (size_t i = first; i < end && !isnan(position[order[i]]); i++) {
        double *beside = cell(self, order[i], KN_EVIDENCE_BESIDE);
        *cell(self, order[i], KN_EVIDENCE_EARLY) = 1 / (1 + fmax(0, position[order[i]]));
        for (size_t j = i > first + FARTHEST ? i - FARTHEST : first; j < end && j <= i + FARTHEST; j++) {
            double distance = fabs(position[order[j]] - position[order[i]]);
            if (distance > 0 && distance <= FARTHEST)
                *beside = fmax(*beside, self->z[order[j]] / fmax(1, distance));
        }
    }
}

/* Looks at the items of each source, by rising `number`. */
static void each_source(const gathering *self, const double *number, uint32_t *order,
                        void (*look)(const gathering *, const uint32_t *, size_t, size_t))
{
    const size_t *group = self->instance->group;
    size_t n = self->instance->count;
    kn_sort_by(order, n, is_after, &(by_group){group, number});
    for (size_t first = 0, end; first < n; first = end) {
        end = first + 1;
        while (group[order[first]] && end < n && group[order[end]] == group[order[first]])
            end++; /* an item of no group is alone */
        look(self, order, first, end);
    }
}

static bool look_in_sources(const gathering *self)
{
    size_t n = self->instance->count;
    uint32_t *order = kn_arena_room(self->arena, n, sizeof *order);
    double *rank = kn_arena_room(self->arena, n, sizeof *rank);
    if (!order || !rank)
        return false;
    for (size_t i = 0; i < n; i++) {
        order[i] = (uint32_t)i;
        rank[self->ranked[i]] = (double)i;
    }
    if (self->instance->position)
        each_source(self, self->instance->position, order, look_beside);
    each_source(self, rank, order, look_in_source);
    scale(self, order, n, KN_EVIDENCE_SOURCE);
    scale(self, order, n, KN_EVIDENCE_OTHERS);
    return true;
}

static void copy(const gathering *self, const double *number, size_t item, int column)
{
    if (number && !isnan(number[item]))
        *cell(self, item, column) = number[item];
}

static bool gather(const knap_instance *instance, kn_arena *arena, double *evidence)
{
    size_t n = instance->count;
    double *z = kn_arena_new(arena, n, sizeof *z), *key = kn_arena_room(arena, n, sizeof *key);
    uint64_t *scratch = kn_arena_room(arena, kn_order_scratch(n), sizeof *scratch);
    gathering self = {.instance = instance, .arena = arena, .out = evidence, .z = z};
    self.ranked = kn_arena_room(arena, n, sizeof *self.ranked);
    if (!z || !key || !scratch || !self.ranked)
        return false;
    kn_score_relevance(instance, z);
    for (size_t s = 0; s < n; s++) {
        for (int column = 0; column < KN_EVIDENCES; column++)
            *cell(&self, s, column) = 0;
        *cell(&self, s, KN_EVIDENCE_SCORE) = z[s];
        key[s] = -z[s];
        copy(&self, instance->match, s, KN_EVIDENCE_MATCH);
        copy(&self, instance->shared, s, KN_EVIDENCE_SHARED);
        copy(&self, instance->rarest, s, KN_EVIDENCE_RAREST);
    }
    kn_order(key, n, self.ranked, scratch);
    scale(&self, self.ranked, n, KN_EVIDENCE_MATCH);
    if (kn_instance_has_vectors(instance) && !look_near(&self))
        return false;
    return !instance->group || look_in_sources(&self);
}

bool kn_evidence(const knap_instance *instance, kn_arena *arena, double *evidence)
{
    if (!instance->evidence)
        return gather(instance, arena, evidence);
    memcpy(evidence, instance->evidence, instance->count * KN_EVIDENCES * sizeof *evidence);
    return true;
}

knap_status kn_keep_evidence(knap_instance *instance, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    kn_arena arena = {.allocator = allocator};
    double *found = NULL;
    knap_status status = KNAP_OK;
    if (!instance->score || instance->evidence)
        return KNAP_OK;
    if (!KN_ROOM(allocator, found, instance->count * KN_EVIDENCES) || !gather(instance, &arena, found)) {
        KN_RELEASE(allocator, found);
        found = NULL;
        status = kn_no_memory(error);
    }
    instance->evidence = found;
    kn_arena_free(&arena);
    return status;
}

void kn_forget_evidence(knap_instance *instance)
{
    KN_RELEASE(instance->data->allocator, instance->evidence);
    instance->evidence = NULL;
}
