/* kmeans.c - spherical k-means over the items' vectors, started as k-means++ (Arthur and Vassilvitskii 2007).
 *
 * A centroid is never stored: the cosine of item i to the centroid of cluster k is sum_{j in k} cos(i, j)
 * over the centroid's length, so a row of the Gram matrix serves all clusters at once and dense and sparse
 * vectors alike. */
#include "systems/systems.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 20 };

typedef struct kmeans {
    const knap_instance *instance;
    size_t clusters;
    double *gram, *distance, *sum, *length; /* [n] each */
    double *scratch;                        /* [dimensions] */
    uint32_t *all, *cluster, *next, *head;  /* [n] each */
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

/* Adds the unit vector of an item to the scratch vector; returns the change in its squared length. */
static double spread(kmeans *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    double change = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++) {
        double *at = &self->scratch[rows->id ? rows->id[i] : i - rows->start[item]];
        double value = *at + rows->value[i] * self->instance->inverse_norm[item];
        change += value * value - *at * *at;
        *at = value;
    }
    return change;
}

/* length[k]: |sum of the unit vectors of cluster k|. An item without a vector is a direction of its own. */
static void measure(kmeans *self)
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
    for (size_t k = 0; k < self->clusters; k++) {
        double squares = 0;
        for (size_t s = self->head[k]; s != none; s = self->next[s])
            squares += self->instance->inverse_norm[s] > 0 ? spread(self, s) : 1;
        for (size_t s = self->head[k]; s != none; s = self->next[s])
            for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
                self->scratch[rows->id ? rows->id[i] : i - rows->start[s]] = 0;
        self->length[k] = sqrt(fmax(0, squares));
    }
}

/* Moves every item to the nearest centroid; ties stay, then go to the lower cluster. Returns how many moved.
 */
static size_t assign(kmeans *self)
{
    size_t n = self->instance->count, moved = 0;
    for (size_t s = 0; s < n; s++) {
        uint32_t best = self->cluster[s];
        double highest;
        memset(self->sum, 0, self->clusters * sizeof *self->sum);
        row(self, s);
        for (size_t j = 0; j < n; j++)
            self->sum[self->cluster[j]] += self->gram[j];
        highest = self->length[best] > 0 ? self->sum[best] / self->length[best] : 0;
        for (uint32_t k = 0; k < self->clusters; k++)
            if (self->length[k] > 0 && self->sum[k] / self->length[k] > highest + 1e-12) {
                highest = self->sum[k] / self->length[k];
                best = k;
            }
        self->next[s] = best;
        moved += best != self->cluster[s];
    }
    memcpy(self->cluster, self->next, n * sizeof *self->next);
    return moved;
}

knap_status kn_kmeans(const knap_instance *instance, size_t clusters, uint64_t seed, uint32_t *cluster,
                      knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->vector.width;
    kmeans self = {.instance = instance, .cluster = cluster};
    knap_status status = KNAP_OK;
    knap_rng rng;
    self.clusters = clusters < 1 ? 1 : clusters > n ? n : clusters;
    self.gram = kn_new(allocator, 4 * n, sizeof *self.gram);
    self.scratch = kn_new(allocator, width, sizeof *self.scratch);
    self.all = kn_new(allocator, 3 * n, sizeof *self.all);
    if (self.gram && self.scratch && self.all) {
        self.distance = self.gram + n;
        self.sum = self.gram + 2 * n;
        self.length = self.gram + 3 * n;
        self.next = self.all + n;
        self.head = self.all + 2 * n;
        for (size_t s = 0; s < n; s++)
            self.all[s] = (uint32_t)s;
        knap_rng_seed(&rng, seed);
        seed_clusters(&self, &rng);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            measure(&self);
            if (assign(&self) == 0)
                break;
        }
    } else {
        status = kn_no_memory(error);
    }
    kn_free(allocator, self.gram, 4 * n, sizeof *self.gram);
    kn_free(allocator, self.scratch, width, sizeof *self.scratch);
    kn_free(allocator, self.all, 3 * n, sizeof *self.all);
    return status;
}
