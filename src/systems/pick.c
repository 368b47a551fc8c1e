/* pick.c - shared by systems that pick by a score: the order, the redundancy rule, the centre of all vectors.
 */
#include "systems/systems.h"
#include "base/sort.h"

#include <math.h>

typedef struct picking {
    double *key, *nearest, *gram; /* [n] */
    double *scratch;              /* [dimensions] */
    uint64_t *sort;
    uint32_t *order; /* [n] */
} picking;

static knap_status picking_new(picking *self, const knap_allocator *allocator, size_t n, size_t dimensions,
                               knap_error *error)
{
    self->key = kn_new(allocator, 3 * n, sizeof *self->key);
    self->scratch = kn_new(allocator, dimensions, sizeof *self->scratch);
    self->sort = kn_new(allocator, kn_order_scratch(n), sizeof *self->sort);
    self->order = kn_new(allocator, n, sizeof *self->order);
    if (!self->key || !self->scratch || !self->sort || !self->order)
        return kn_no_memory(error);
    self->nearest = self->key + n;
    self->gram = self->key + 2 * n;
    return KNAP_OK;
}

static void picking_free(picking *self, const knap_allocator *allocator, size_t n, size_t dimensions)
{
    kn_free(allocator, self->key, 3 * n, sizeof *self->key);
    kn_free(allocator, self->scratch, dimensions, sizeof *self->scratch);
    kn_free(allocator, self->sort, kn_order_scratch(n), sizeof *self->sort);
    kn_free(allocator, self->order, n, sizeof *self->order);
}

knap_status kn_begin_list(kn_open *open, const knap_instance *instance, const knap_allocator *allocator,
                          knap_list *list, knap_error *error)
{
    knap_status status;
    open->allocator = allocator;
    status = kn_open_begin(open, instance, error);
    return status ? status : kn_open_pins(open, list, error);
}

/* The item was picked: how near the others are to the list. */
static void come_nearer(picking *self, const knap_instance *instance, size_t item)
{
    size_t n = instance->count;
    kn_gram_row(instance, item, NULL, n, self->gram, self->scratch);
    for (size_t c = 0; c < n; c++)
        self->nearest[c] = fmax(self->nearest[c], self->gram[c]);
}

knap_status kn_pick_by_score(const knap_instance *instance, const double *score, double redundancy, knap_list *list,
                             knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, dimensions = instance->vector.width;
    picking self = {.key = NULL};
    kn_open open = {.allocator = NULL};
    knap_status status = picking_new(&self, allocator, n, dimensions, error);
    for (size_t s = 0; !status && s < n; s++) {
        self.key[s] = -score[s];
        self.nearest[s] = -1;
    }
    if (!status)
        status = kn_begin_list(&open, instance, allocator, list, error);
    for (size_t i = 0; !status && redundancy < 1 && i < list->count; i++)
        come_nearer(&self, instance, list->item[i]);
    if (!status)
        kn_order(self.key, n, self.order, self.sort);
    for (size_t i = 0; !status && i < n; i++) {
        size_t s = self.order[i];
        if (!kn_is_open(&open, s) || self.nearest[s] > redundancy)
            continue;
        status = kn_open_take(&open, s, list, error);
        if (redundancy < 1)
            come_nearer(&self, instance, s);
    }
    kn_open_free(&open);
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

bool kn_vectors_nonnegative(const knap_instance *instance)
{
    for (size_t i = 0; i < instance->vector.start[instance->count]; i++)
        if (instance->vector.value[i] < 0)
            return false;
    return true;
}

knap_status kn_check_compared(const knap_instance *instance, const char *system, knap_error *error)
{
    if (instance->count <= KN_MOST_COMPARED)
        return KNAP_OK;
    return kn_fail(error, KNAP_BAD_INPUT,
                   "%zu items: %s compares all pairs of items and takes at most %d; use system cover or mmr, or fewer "
                   "items",
                   instance->count, system, (int)KN_MOST_COMPARED);
}
