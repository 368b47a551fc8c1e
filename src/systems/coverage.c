/* coverage.c - the objective of system cover: what the relevant items say, and how relevant the list is. */
#include "systems/cover.h"
#include "base/elementary.h"
#include "base/sort.h"
#include "core/item.h"

#include <math.h>
#include <string.h>

/* Facility location keeps a cosine per item and client: so many at most, 64 MB. */
enum { MOST_CLIENTS = 256, LEAST_CLIENTS = 16, MOST_COSINES = 1 << 24 };

static bool has_dimensions(const knap_instance *instance)
{
    const kn_rows *rows = &instance->vector;
    if (!rows->id)
        return false;
    for (size_t i = 0; i < rows->start[instance->count]; i++)
        if (rows->value[i] < 0)
            return false;
    return true;
}

static bool any_relevant(const kn_coverage *self)
{
    for (size_t s = 0; s < self->instance->count; s++)
        if (self->relevance[s] > 0)
            return true;
    return false;
}

/* Without scores, or where all are 0: the cosine to the centre of all items, over the largest one. */
static bool relevance_of_centre(kn_coverage *self)
{
    const knap_instance *instance = self->instance;
    double *centre = kn_arena_new(&self->arena, instance->vector.width, sizeof *centre), largest = 0;
    if (!centre)
        return false;
    kn_centre(instance, centre);
    for (size_t s = 0; s < instance->count; s++) {
        self->relevance[s] = fmax(0, kn_vector_dot(instance, s, centre) * instance->inverse_norm[s]);
        largest = fmax(largest, self->relevance[s]);
    }
    for (size_t s = 0; s < instance->count; s++)
        self->relevance[s] = largest > 0 ? self->relevance[s] / largest : 1;
    return true;
}

static void to_shares(double *weight, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight[i];
    for (size_t i = 0; sum > 0 && i < count; i++)
        weight[i] /= sum;
}

static bool weigh_dimensions(kn_coverage *self, double power)
{
    const knap_instance *instance = self->instance;
    const kn_rows *rows = &instance->vector;
    self->weight = kn_arena_new(&self->arena, rows->width, sizeof *self->weight);
    self->times = kn_arena_new(&self->arena, rows->width, sizeof *self->times);
    if (!self->weight || !self->times)
        return false;
    for (size_t s = 0; s < instance->count; s++) {
        double weight = kn_pow(self->relevance[s], power);
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            self->weight[rows->id[i]] += rows->value[i] > 0 ? weight : 0;
    }
    to_shares(self->weight, rows->width);
    return true;
}

/* The clients: the most relevant items, the first of equals. */
static bool choose_clients(kn_coverage *self)
{
    size_t n = self->instance->count, room = MOST_COSINES / n;
    uint32_t *order = kn_arena_room(&self->arena, n, sizeof *order);
    uint64_t *scratch = kn_arena_room(&self->arena, kn_order_scratch(n), sizeof *scratch);
    double *key = kn_arena_room(&self->arena, n, sizeof *key);
    if (!order || !scratch || !key)
        return false;
    room = room < LEAST_CLIENTS ? LEAST_CLIENTS : room > MOST_CLIENTS ? MOST_CLIENTS : room;
    self->clients = n < room ? n : room;
    for (size_t s = 0; s < n; s++)
        key[s] = -self->relevance[s];
    kn_order(key, n, order, scratch);
    self->client = order;
    return true;
}

static bool weigh_clients(kn_coverage *self, double power)
{
    const knap_instance *instance = self->instance;
    size_t n = instance->count;
    double *gram = kn_arena_room(&self->arena, n, sizeof *gram);
    double *scratch = kn_arena_new(&self->arena, instance->vector.width, sizeof *scratch);
    if (!gram || !scratch || !choose_clients(self))
        return false;
    self->weight = kn_arena_new(&self->arena, self->clients, sizeof *self->weight);
    self->near = kn_arena_room(&self->arena, n * self->clients, sizeof *self->near);
    self->nearest = kn_arena_new(&self->arena, self->clients, sizeof *self->nearest);
    if (!self->weight || !self->near || !self->nearest)
        return false;
    for (size_t c = 0; c < self->clients; c++) {
        self->weight[c] = kn_pow(self->relevance[self->client[c]], power);
        kn_gram_row(instance, self->client[c], NULL, n, gram, scratch);
        for (size_t s = 0; s < n; s++)
            self->near[s * self->clients + c] = (float)fmax(0, gram[s]);
    }
    to_shares(self->weight, self->clients);
    return true;
}

knap_status kn_coverage_begin(kn_coverage *self, const knap_instance *instance, int what, double lambda, double power,
                              knap_error *error)
{
    size_t n = instance->count;
    bool vectors = kn_instance_has_vectors(instance), done = true;
    *self = (kn_coverage){.allocator = self->allocator, .instance = instance, .arena = self->arena};
    self->arena.allocator = self->allocator;
    self->lambda = vectors ? lambda : 1;
    self->relevance = kn_arena_new(&self->arena, n, sizeof *self->relevance);
    self->in = kn_arena_new(&self->arena, n, 1);
    if (!self->relevance || !self->in)
        return kn_no_memory(error);
    if (!kn_relevance(instance, self->relevance) || !any_relevant(self))
        done = relevance_of_centre(self);
    if (done && vectors)
        done = what != KN_COVER_ITEMS && has_dimensions(instance) ? weigh_dimensions(self, power)
                                                                  : weigh_clients(self, power);
    return done ? KNAP_OK : kn_no_memory(error);
}

static double modular(const kn_coverage *self, size_t item)
{
    const knap_instance *instance = self->instance;
    return instance->budget > 0 ? self->relevance[item] * instance->cost[item] / instance->budget : 0;
}

double kn_coverage_gain(const kn_coverage *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    double cover = 0;
    if (self->client) {
        const float *near = self->near + item * self->clients;
        for (size_t c = 0; c < self->clients; c++)
            if (near[c] > self->nearest[c])
                cover += self->weight[c] * ((double)near[c] - (double)self->nearest[c]);
    } else if (self->times) {
        for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
            if (self->times[rows->id[i]] == 0 && rows->value[i] > 0)
                cover += self->weight[rows->id[i]];
    }
    return (1 - self->lambda) * cover + self->lambda * modular(self, item);
}

void kn_coverage_push(kn_coverage *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    self->value += kn_coverage_gain(self, item);
    self->in[item] = 1;
    if (self->client) {
        const float *near = self->near + item * self->clients;
        for (size_t c = 0; c < self->clients; c++)
            self->nearest[c] = fmaxf(self->nearest[c], near[c]);
    } else if (self->times) {
        for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
            self->times[rows->id[i]] += rows->value[i] > 0;
    }
}

/* The nearest items once more, without one that was taken out. */
static void find_nearest(kn_coverage *self)
{
    memset(self->nearest, 0, self->clients * sizeof *self->nearest);
    for (size_t s = 0; s < self->instance->count; s++)
        for (size_t c = 0; self->in[s] && c < self->clients; c++)
            self->nearest[c] = fmaxf(self->nearest[c], self->near[s * self->clients + c]);
}

void kn_coverage_pop(kn_coverage *self, size_t item)
{
    const kn_rows *rows = &self->instance->vector;
    self->in[item] = 0;
    if (self->client)
        find_nearest(self);
    else if (self->times)
        for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
            self->times[rows->id[i]] -= rows->value[i] > 0;
    self->value -= kn_coverage_gain(self, item);
}

void kn_coverage_clear(kn_coverage *self)
{
    memset(self->in, 0, self->instance->count);
    if (self->client)
        memset(self->nearest, 0, self->clients * sizeof *self->nearest);
    else if (self->times)
        memset(self->times, 0, self->instance->vector.width * sizeof *self->times);
    self->value = 0;
}

void kn_coverage_end(kn_coverage *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_coverage){.allocator = self->allocator};
}
