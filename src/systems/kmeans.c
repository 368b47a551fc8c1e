/* kmeans.c - spherical k-means over the items' vectors, started as k-means++ (Arthur and Vassilvitskii 2007).
 *
 * The cosine of an item to the centroid of a cluster is its unit vector times the sum of the cluster's unit vectors, over the
 * length of that sum. The sums are kept as rows for dense vectors. For sparse ones each dimension has a list of the clusters that
 * have it, so that an item meets only clusters with which it shares a dimension. */
#include "systems/systems.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 20 };

/* A cluster that has a dimension, and its sum there. */
typedef struct entry {
    uint32_t cluster;
    double value;
} entry;

typedef struct kmeans {
    const knap_instance *instance;
    size_t clusters;
    double *gram, *distance, *length;      /* [n] each */
    double *scratch;                       /* [dimensions] */
    uint32_t *all, *cluster, *next, *head; /* [n] each */
    bool *changed, *changing;              /* [n] whether a cluster changed in the last round, and in this one */
    double *highest;                       /* [n] the cosine of an item to its cluster */
    double *cosine;                        /* [n] of one item to each cluster, times the length */
    double *sum;                           /* dense: [clusters][dimensions] */
    entry *list;                           /* sparse: [start[dimensions]] */
    size_t *start, *end;                   /* [dimensions + 1] */
} kmeans;

static void row(const kmeans *self, size_t item)
{
    kn_gram_row(self->instance, item, self->all, self->instance->count, self->gram, self->scratch);
}

/* Draws each next seed by its squared distance, 2 - 2 cos, to the nearest one so far. */
static void seed_clusters(kmeans *self, knap_rng *rng)
{
    size_t n = self->instance->count, seed = (size_t)knap_rng_below(rng, n);
    for (size_t s = 0; s < n; s++)
        self->distance[s] = INFINITY;
    for (size_t k = 0; k < self->clusters; k++) {
        double total = 0, left;
        row(self, seed);
        for (size_t s = 0; s < n; s++) {
            double distance = s == seed ? 0 : fmax(0, 1 - self->gram[s]);
            if (distance < self->distance[s]) {
                self->distance[s] = distance;
                self->cluster[s] = (uint32_t)k;
            }
            total += self->distance[s];
        }
        if (!(total > 1e-12))
            break; /* as many clusters as there are different vectors */
        left = knap_rng_uniform(rng) * total;
        for (size_t s = 0; s < n; s++)
            if (self->distance[s] > 0) {
                seed = s;
                if ((left -= self->distance[s]) < 0)
                    break;
            }
    }
}

/* ---- Sums of clusters ---- */

static size_t dimension(const kn_rows *rows, size_t item, size_t at)
{
    return rows->id ? rows->id[at] : at - rows->start[item];
}

/* Adds the unit vector of an item to the scratch vector; returns the change in its squared length. */
static double spread(kmeans *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    double change = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double *at = &self->scratch[dimension(rows, item, i)];
        double value = *at + rows->value[i] * self->instance->inverse_norm[item];
        change += value * value - *at * *at;
        *at = value;
    }
    return change;
}

/* Moves what the items of a cluster added to the scratch vector to the sum of the cluster. */
static void gather(kmeans *self, size_t item, uint32_t cluster)
{
    const kn_rows *rows = &self->instance->vector;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        size_t d = dimension(rows, item, i);
        if (self->scratch[d] == 0)
            continue;
        if (rows->id)
            self->list[self->end[d]++] = (entry){cluster, self->scratch[d]};
        else
            self->sum[cluster * rows->width + d] = self->scratch[d];
        self->scratch[d] = 0;
    }
}

/* The sums of all clusters, and length[k], the length of that of cluster k. An item without a vector is a direction of its own. */
static void sum_clusters(kmeans *self)
{
    const kn_rows *rows = &self->instance->vector;
    size_t n = self->instance->count;
    const uint32_t none = (uint32_t)n;
    for (size_t k = 0; k < self->clusters; k++)
        self->head[k] = none;
    for (size_t s = n; s-- > 0;) {
        self->next[s] = self->head[self->cluster[s]];
        self->head[self->cluster[s]] = (uint32_t)s;
    }
    if (rows->id)
        memcpy(self->end, self->start, rows->width * sizeof *self->end);
    else
        memset(self->sum, 0, self->clusters * rows->width * sizeof *self->sum);
    for (uint32_t k = 0; k < self->clusters; k++) {
        double squares = 0;
        for (size_t s = self->head[k]; s != none; s = self->next[s])
            squares += self->instance->inverse_norm[s] > 0 ? spread(self, s) : 1;
        for (size_t s = self->head[k]; s != none; s = self->next[s])
            gather(self, s, k);
        self->length[k] = sqrt(fmax(0, squares));
    }
}

/* ---- Assignment ---- */

/* cosine[k] of an item to the clusters that must be looked at: all, or those that changed. */
static void compare(kmeans *self, size_t item, bool all)
{
    const kn_rows *rows = &self->instance->vector;
    double scale = self->instance->inverse_norm[item];
    if (!rows->id) {
        for (size_t k = 0; k < self->clusters; k++)
            if (all || self->changed[k])
                self->cosine[k] =
                    scale * kn_dot_double(rows->value + rows->start[item], self->sum + k * rows->width, rows->width);
        return;
    }
    memset(self->cosine, 0, self->clusters * sizeof *self->cosine);
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double value = scale * rows->value[i];
        for (size_t e = self->start[rows->id[i]]; e < self->end[rows->id[i]]; e++)
            self->cosine[self->list[e].cluster] += value * self->list[e].value;
    }
}

/* The nearest cluster of an item; ties stay, then go to the lower cluster. Where its own has not changed since the last round, only
 * those that have can be nearer. */
static uint32_t nearest(kmeans *self, size_t item)
{
    uint32_t best = self->cluster[item];
    bool all = self->changed[best];
    if (self->instance->inverse_norm[item] == 0)
        return best; /* similar only to itself */
    compare(self, item, all);
    if (all)
        self->highest[item] = self->length[best] > 0 ? self->cosine[best] / self->length[best] : 0;
    for (uint32_t k = 0; k < self->clusters; k++)
        if ((all || self->changed[k]) && self->length[k] > 0 &&
            self->cosine[k] / self->length[k] > self->highest[item] + 1e-12) {
            self->highest[item] = self->cosine[k] / self->length[k];
            best = k;
        }
    return best;
}

/* Moves every item to the nearest centroid. Returns whether one moved. */
static bool assign(kmeans *self)
{
    size_t n = self->instance->count;
    bool moved = false, *swap = self->changed;
    memset(self->changing, 0, self->clusters * sizeof *self->changing);
    for (size_t s = 0; s < n; s++) {
        self->next[s] = nearest(self, s);
        if (self->next[s] != self->cluster[s])
            moved = self->changing[self->next[s]] = self->changing[self->cluster[s]] = true;
    }
    memcpy(self->cluster, self->next, n * sizeof *self->next);
    self->changed = self->changing;
    self->changing = swap;
    return moved;
}

/* ---- Memory ---- */

static bool reserve(kmeans *self, kn_arena *arena)
{
    const kn_rows *rows = &self->instance->vector;
    size_t n = self->instance->count, width = rows->width;
    self->gram = kn_arena_new(arena, 5 * n, sizeof *self->gram);
    self->scratch = kn_arena_new(arena, width, sizeof *self->scratch);
    self->all = kn_arena_new(arena, 3 * n, sizeof *self->all);
    self->changed = kn_arena_new(arena, 2 * n, sizeof *self->changed);
    self->start = kn_arena_new(arena, width + 1, sizeof *self->start);
    self->end = kn_arena_new(arena, width + 1, sizeof *self->end);
    self->list = kn_arena_room(arena, rows->id ? rows->start[n] : 0, sizeof *self->list);
    if (!rows->id && width > SIZE_MAX / self->clusters)
        return false;
    self->sum = kn_arena_room(arena, rows->id ? 0 : self->clusters * width, sizeof *self->sum);
    return self->gram && self->scratch && self->all && self->changed && self->start && self->end && self->list &&
           self->sum;
}

static void begin(kmeans *self)
{
    const kn_rows *rows = &self->instance->vector;
    size_t n = self->instance->count;
    self->distance = self->gram + n;
    self->length = self->gram + 2 * n;
    self->highest = self->gram + 3 * n;
    self->cosine = self->gram + 4 * n;
    self->next = self->all + n;
    self->head = self->all + 2 * n;
    self->changing = self->changed + n;
    for (size_t s = 0; s < n; s++) {
        self->all[s] = (uint32_t)s;
        self->changed[s] = true;
    }
    /* a dimension is in at most as many clusters as items */
    for (size_t i = 0; rows->id && i < rows->start[n]; i++)
        self->start[rows->id[i] + 1]++;
    for (size_t d = 0; rows->id && d < rows->width; d++)
        self->start[d + 1] += self->start[d];
}

knap_status kn_kmeans(const knap_instance *instance, size_t clusters, uint64_t seed, uint32_t *cluster,
                      knap_error *error)
{
    kmeans self = {.instance = instance, .cluster = cluster};
    kn_arena arena = {.allocator = instance->data->allocator};
    knap_status status = KNAP_OK;
    knap_rng rng;
    self.clusters = clusters < 1 ? 1 : clusters > instance->count ? instance->count : clusters;
    if (reserve(&self, &arena)) {
        begin(&self);
        knap_rng_seed(&rng, seed);
        seed_clusters(&self, &rng);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            sum_clusters(&self);
            if (!assign(&self))
                break;
        }
    } else {
        status = kn_no_memory(error);
    }
    kn_arena_free(&arena);
    return status;
}
