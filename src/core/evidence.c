/* evidence.c - see evidence.h. */
#include "core/evidence.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

enum { NEAREST = 5, OF_SOURCE = 5 };

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
    double *scratch = kn_arena_new(self->arena, instance->vector.width, sizeof *scratch);
    if (!gram || !scratch)
        return false;
    for (size_t i = 0; i < count; i++) {
        kn_gram_row(instance, self->ranked[i], self->ranked, count, gram, scratch);
        *cell(self, self->ranked[i], KN_EVIDENCE_NEAR) = mean_of_nearest(self, gram, count, i);
        for (size_t c = 0; c < i; c++)
            *cell(self, self->ranked[i], KN_EVIDENCE_REPEATS) =
                fmax(gram[c], *cell(self, self->ranked[i], KN_EVIDENCE_REPEATS));
    }
    scale(self, self->ranked, count, KN_EVIDENCE_NEAR);
    return true;
}

typedef struct by_group {
    const size_t *group;
    const uint32_t *rank;
} by_group;

static bool is_after(const void *context, uint32_t a, uint32_t b)
{
    const by_group *self = context;
    return self->group[a] != self->group[b] ? self->group[a] > self->group[b] : self->rank[a] > self->rank[b];
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

static bool look_in_sources(const gathering *self)
{
    const size_t *group = self->instance->group;
    size_t n = self->instance->count;
    uint32_t *order = kn_arena_room(self->arena, n, sizeof *order), *rank = kn_arena_room(self->arena, n, sizeof *rank);
    if (!order || !rank)
        return false;
    for (size_t i = 0; i < n; i++) {
        order[i] = (uint32_t)i;
        rank[self->ranked[i]] = (uint32_t)i;
    }
    kn_sort_by(order, n, is_after, &(by_group){group, rank});
    for (size_t first = 0, end; first < n; first = end) {
        end = first + 1;
        while (group[order[first]] && end < n && group[order[end]] == group[order[first]])
            end++; /* an item of no group is alone */
        look_in_source(self, order, first, end);
    }
    scale(self, order, n, KN_EVIDENCE_SOURCE);
    scale(self, order, n, KN_EVIDENCE_OTHERS);
    return true;
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
        if (instance->match && !isnan(instance->match[s]))
            *cell(&self, s, KN_EVIDENCE_MATCH) = instance->match[s];
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
