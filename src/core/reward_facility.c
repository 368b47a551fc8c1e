/* reward_facility.c - f(L) = (1/n) sum_i max_{s in L} max(0, cos(i, s)): every item is served by its most
 * similar one.
 *
 * A gain looks at all items, so it takes the similarities of one item to all: a row of the Gram matrix. Rows
 * are kept where all n of them fit into CACHE_BYTES and are computed again where they do not. */
#include "core/rewards.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/kernels.h"

#include <math.h>

static const size_t CACHE_BYTES = (size_t)64 << 20;

typedef struct facility {
    const knap_instance *instance;
    double *served;  /* [n] similarity of each item to its most similar one in L */
    double *row;     /* [n] the row last computed */
    double *scratch; /* [dimensions] zeros */
    float *cache;    /* [rows][n]; NaN in a row's first place: not computed yet */
    size_t rows;     /* n, or 1: the row is computed again for each item */
    uint32_t *all;   /* [n] 0..n-1 */
} facility;

static knap_status check(const knap_instance *instance, const void *context, knap_error *error)
{
    (void)context;
    if (instance->count && instance->vector.start[instance->count] == 0)
        return kn_fail(error, KNAP_BAD_INPUT, "reward 'facility' needs items with a \"vector\"");
    return KNAP_OK;
}

static void end(void *state)
{
    facility *self = state;
    const knap_instance *instance = self->instance;
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count;
    kn_free(allocator, self->served, n, sizeof *self->served);
    kn_free(allocator, self->row, n, sizeof *self->row);
    kn_free(allocator, self->scratch, instance->vector.width, sizeof *self->scratch);
    kn_free(allocator, self->cache, self->rows * n, sizeof *self->cache);
    kn_free(allocator, self->all, n, sizeof *self->all);
    kn_free(allocator, self, 1, sizeof *self);
}

static knap_status begin(const knap_instance *instance, const void *context, void **state, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count;
    facility *made = kn_new(allocator, 1, sizeof *made);
    (void)context;
    if (!made)
        return kn_no_memory(error);
    made->instance = instance;
    made->rows = n <= CACHE_BYTES / sizeof(float) / (n + 1) ? n : 1;
    made->served = kn_new(allocator, n, sizeof *made->served);
    made->row = kn_new(allocator, n, sizeof *made->row);
    made->scratch = kn_new(allocator, instance->vector.width, sizeof *made->scratch);
    made->cache = kn_new_room(allocator, made->rows * n, sizeof *made->cache);
    made->all = kn_new(allocator, n, sizeof *made->all);
    if (!made->served || !made->row || !made->scratch || !made->cache || !made->all) {
        end(made);
        return kn_no_memory(error);
    }
    for (size_t i = 0; i < n; i++)
        made->all[i] = (uint32_t)i;
    for (size_t i = 0; n && i < made->rows; i++)
        made->cache[i * n] = NAN;
    *state = made;
    return KNAP_OK;
}

/* The similarities of an item to all, as floats. */
static const float *row_of(facility *self, size_t item)
{
    size_t n = self->instance->count;
    float *row = self->cache + (self->rows > 1 ? item * n : 0);
    if (self->rows > 1 && !isnan(row[0]))
        return row;
    kn_gram_row(self->instance, item, self->all, n, self->row, self->scratch);
    for (size_t i = 0; i < n; i++)
        row[i] = (float)self->row[i];
    return row;
}

KN_VECTOR static double excess(const float *similarity, const double *served, size_t count)
{
    return kn_excess(similarity, served, count);
}

static double gain(void *state, size_t item)
{
    facility *self = state;
    size_t n = self->instance->count;
    return excess(row_of(self, item), self->served, n) / (double)n;
}

static void push(void *state, size_t item)
{
    facility *self = state;
    const float *row = row_of(self, item);
    for (size_t i = 0; i < self->instance->count; i++)
        self->served[i] = fmax(self->served[i], (double)row[i]);
}

static double value(const void *state)
{
    const facility *self = state;
    double sum = 0;
    for (size_t i = 0; i < self->instance->count; i++)
        sum += self->served[i];
    return sum / (double)self->instance->count;
}

const knap_reward kn_reward_facility = {.name = "facility",
                                        .help = "the mean over items of the similarity to the nearest item picked",
                                        .submodular = true,
                                        .check = check,
                                        .begin = begin,
                                        .gain = gain,
                                        .push = push,
                                        .value = value,
                                        .end = end};
