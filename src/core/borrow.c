/* borrow.c - lets go of the caller's arrays, or replaces them by copies. */
#include "core/borrow.h"
#include "base/error.h"

#include <string.h>

void kn_instance_release(knap_instance *instance)
{
    if (instance->borrowed & KN_BORROWED_COST)
        instance->cost = NULL;
    if (instance->borrowed & KN_BORROWED_FEATURE)
        instance->feature = NULL;
    if (instance->borrowed & KN_BORROWED_VECTOR)
        instance->vector.value = NULL;
    instance->borrowed = 0;
}

knap_status kn_instance_own(knap_instance *instance, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    unsigned borrowed = instance->borrowed;
    size_t n = instance->count, features, numbers;
    double *cost = NULL, *vector = NULL;
    float *feature = NULL;
    if (!borrowed)
        return KNAP_OK;
    features = borrowed & KN_BORROWED_FEATURE ? n * instance->width : 0;
    numbers = borrowed & KN_BORROWED_VECTOR ? instance->vector.start[n] : 0;
    if (!KN_ROOM(allocator, cost, n) || !KN_ROOM(allocator, feature, features) ||
        !KN_ROOM(allocator, vector, numbers)) {
        KN_RELEASE(allocator, cost);
        KN_RELEASE(allocator, feature);
        KN_RELEASE(allocator, vector);
        return kn_no_memory(error);
    }
    memcpy(cost, instance->cost, n * sizeof *cost);
    if (features)
        memcpy(feature, instance->feature, features * sizeof *feature);
    if (numbers)
        memcpy(vector, instance->vector.value, numbers * sizeof *vector);
    kn_instance_release(instance);
    instance->cost = cost;
    if (borrowed & KN_BORROWED_FEATURE)
        instance->feature = feature;
    else
        KN_RELEASE(allocator, feature);
    if (borrowed & KN_BORROWED_VECTOR)
        instance->vector.value = vector;
    else
        KN_RELEASE(allocator, vector);
    return KNAP_OK;
}
