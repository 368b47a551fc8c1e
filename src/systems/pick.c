/* pick.c - what systems share that pick by a score: the order, the redundancy rule, the centre of all
 * vectors.
 */
#include "systems/systems.h"
#include "base/sort.h"

#include <math.h>

typedef struct picking {
    double *key, *nearest, *gram; /* [n] */
    double *scratch;              /* [dimensions] */
    uint64_t *sort;
    uint32_t *order, *all; /* [n] */
} picking;

static knap_status picking_new(picking *self, const knap_allocator *allocator, size_t n, size_t dimensions,
                               knap_error *error)
{
    self->key = kn_new(allocator, 3 * n, sizeof *self->key);
    self->scratch = kn_new(allocator, dimensions, sizeof *self->scratch);
    self->sort = kn_new(allocator, kn_order_scratch(n), sizeof *self->sort);
    self->order = kn_new(allocator, 2 * n, sizeof *self->order);
    if (!self->key || !self->scratch || !self->sort || !self->order)
        return kn_no_memory(error);
    self->nearest = self->key + n;
    self->gram = self->key + 2 * n;
    self->all = self->order + n;
    return KNAP_OK;
}

static void picking_free(picking *self, const knap_allocator *allocator, size_t n, size_t dimensions)
{
    kn_free(allocator, self->key, 3 * n, sizeof *self->key);
    kn_free(allocator, self->scratch, dimensions, sizeof *self->scratch);
    kn_free(allocator, self->sort, kn_order_scratch(n), sizeof *self->sort);
    kn_free(allocator, self->order, 2 * n, sizeof *self->order);
}

knap_status kn_pick_by_score(const knap_instance *instance, const double *score, double redundancy, knap_list *list,
                             knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, dimensions = instance->vector.width;
    picking self = {.key = NULL};
    knap_status status = picking_new(&self, allocator, n, dimensions, error);
    for (size_t s = 0; !status && s < n; s++) {
        self.key[s] = -score[s];
        self.nearest[s] = -1;
        self.all[s] = (uint32_t)s;
    }
    if (!status)
        kn_order(self.key, n, self.order, self.sort);
    for (size_t i = 0; !status && i < n; i++) {
        size_t s = self.order[i];
        if (!kn_fits(instance, list, s) || self.nearest[s] > redundancy)
            continue;
        status = knap_list_push(list, instance, s, error);
        if (redundancy >= 1)
            continue;
        kn_gram_row(instance, s, self.all, n, self.gram, self.scratch);
        for (size_t c = 0; c < n; c++)
            self.nearest[c] = fmax(self.nearest[c], self.gram[c]);
    }
    picking_free(&self, allocator, n, dimensions);
    return status;
}

void kn_centre(const knap_instance *instance, double *centre)
{
    const kn_rows *rows = &instance->vector;
    for (size_t s = 0; s < instance->count; s++)
        for (size_t i = rows->start[s]; i < rows->start[s + 1]; i++)
            centre[rows->id ? rows->id[i] : i - rows->start[s]] += rows->value[i] * instance->inverse_norm[s];
}

double kn_vector_dot(const knap_instance *instance, size_t item, const double *dense)
{
    const kn_rows *rows = &instance->vector;
    double sum = 0;
    for (size_t i = rows->start[item]; i < rows->start[item + 1]; i++)
        sum += rows->value[i] * dense[rows->id ? rows->id[i] : i - rows->start[item]];
    return sum;
}
