/* arrays.c - instances whose items are arrays of the caller, which are checked but not copied. */
#include "core/instance.h"
#include "core/item.h"
#include "core/rows.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/* ---- Checks: the same as for items that are added one by one ---- */

static knap_status check_numbers(const double *value, size_t count, size_t width, const char *what, knap_error *error)
{
    for (size_t i = 0; i < count * width; i++)
        if (!(fabs(value[i]) <= KN_LARGEST_VALUE))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: %s has the value %g, which is out of range", i / width,
                           what, value[i]);
    return KNAP_OK;
}

static knap_status check_arrays(const knap_data *data, const knap_arrays *arrays, knap_error *error)
{
    size_t n = arrays->count, width = data->features.count;
    knap_status status = KNAP_OK;
    if (n >= UINT32_MAX - 1)
        return kn_fail(error, KNAP_BAD_INPUT, "an instance has at most %u items", UINT32_MAX - 1);
    for (size_t i = 0; !status && i < n; i++)
        status = kn_check_cost(i, arrays->cost[i], error);
    for (size_t i = 0; !status && arrays->feature && i < n * width; i++)
        if (!(fabs((double)arrays->feature[i]) <= KN_LARGEST_VALUE))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "item %zu: feature '%.60s' is %g; features are finite numbers up to %g", i / width,
                           data->features.name[i % width], (double)arrays->feature[i], KN_LARGEST_VALUE);
    if (!status && arrays->vector)
        status = check_numbers(arrays->vector, n, arrays->vector_width, "the vector", error);
    if (!status && arrays->worth)
        status = check_numbers(arrays->worth, n, 1, "its worth", error);
    return status;
}

/* ---- Filling ---- */

static bool make_room(knap_instance *instance, const knap_arrays *arrays)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = arrays->count;
    return KN_ROOM(allocator, instance->worth, n) && KN_ROOM(allocator, instance->inverse_norm, n) &&
           KN_ROOM(allocator, instance->vector.start, n + 1) && KN_ROOM(allocator, instance->concept.start, n + 1) &&
           KN_ROOM(allocator, instance->concept.id, 1) && KN_ROOM(allocator, instance->concept.value, 1) &&
           (arrays->feature || KN_ROOM(allocator, instance->feature, n * instance->width));
}

static void borrow(knap_instance *instance, const knap_arrays *arrays)
{
    const knap_allocator *allocator = instance->data->allocator;
    KN_RELEASE(allocator, instance->cost); /* a spare instance has arrays */
    instance->cost = (double *)(size_t)arrays->cost;
    instance->borrowed = KN_BORROWED_COST;
    if (arrays->feature) {
        KN_RELEASE(allocator, instance->feature);
        instance->feature = (float *)(size_t)arrays->feature;
        instance->borrowed |= KN_BORROWED_FEATURE;
    } else if (instance->width) {
        memset(instance->feature, 0, arrays->count * instance->width * sizeof *instance->feature);
    }
    if (arrays->vector) {
        KN_RELEASE(allocator, instance->vector.value);
        instance->vector.value = (double *)(size_t)arrays->vector;
        instance->vector.width = arrays->vector_width;
        instance->borrowed |= KN_BORROWED_VECTOR;
    }
}

static knap_status fill(knap_instance *instance, const knap_arrays *arrays, knap_error *error)
{
    size_t n = arrays->count, width = arrays->vector ? arrays->vector_width : 0;
    knap_status status = KNAP_OK;
    if (!make_room(instance, arrays))
        return kn_no_memory(error);
    borrow(instance, arrays);
    instance->vector.start[0] = instance->concept.start[0] = 0;
    for (size_t s = 0; s < n; s++) {
        double squares = 0;
        for (size_t i = 0; i < width; i++)
            squares += arrays->vector[s * width + i] * arrays->vector[s * width + i];
        instance->inverse_norm[s] = squares > 0 ? 1 / sqrt(squares) : 0;
        instance->vector.start[s + 1] = (s + 1) * width;
        instance->concept.start[s + 1] = 0;
        instance->worth[s] = arrays->worth ? arrays->worth[s] : 0;
    }
    instance->count = n;
    for (size_t s = 0; !status && arrays->score && s < n; s++)
        status = knap_instance_set_score(instance, s, arrays->score[s], error);
    for (size_t s = 0; !status && arrays->group && s < n; s++)
        status = knap_instance_set_group(instance, s, arrays->group[s], error);
    return status;
}

knap_status knap_data_add_arrays(knap_data *data, const char *id, double budget, const knap_arrays *arrays,
                                 knap_instance **instance, knap_error *error)
{
    KN_REQUIRE(instance);
    *instance = NULL;
    KN_REQUIRE(data);
    KN_REQUIRE(arrays);
    KN_REQUIRE(arrays->cost || !arrays->count);
    KN_REQUIRE(!arrays->vector || arrays->vector_width);
    knap_instance *made;
    knap_status status = check_arrays(data, arrays, error);
    if (!status)
        status = knap_data_add(data, id, budget, 0, &made, error);
    if (status)
        return status;
    status = fill(made, arrays, error);
    if (status)
        knap_data_drop_last(data);
    else
        *instance = made;
    return status;
}
