/* match.c - rearranges the features of data to the order of a model. */
#include "core/match.h"
#include "core/borrow.h"
#include "base/error.h"

#include <string.h>

bool kn_same_features(const knap_data *data, const kn_symbols *features)
{
    if (data->features.count != features->count)
        return false;
    for (size_t i = 0; i < features->count; i++)
        if (strcmp(data->features.name[i], features->name[i]) != 0)
            return false;
    return true;
}

/* from[i]: the data's number of the model's feature i, or KN_NO_SYMBOL. */
static knap_status map_features(const knap_data *data, const kn_symbols *features, bool absent_is_zero, uint32_t *from,
                                knap_error *error)
{
    size_t found = 0;
    for (size_t i = 0; i < features->count; i++) {
        from[i] = kn_symbols_find(&data->features, features->name[i], features->length[i]);
        found += from[i] != KN_NO_SYMBOL;
        if (from[i] == KN_NO_SYMBOL && !absent_is_zero)
            return kn_fail(error, KNAP_BAD_MODEL,
                           "the model was trained with the feature '%.80s', which the data do not have",
                           features->name[i]);
    }
    for (size_t i = 0; i < data->features.count && !absent_is_zero; i++)
        if (kn_symbols_find(features, data->features.name[i], data->features.length[i]) == KN_NO_SYMBOL)
            return kn_fail(error, KNAP_BAD_MODEL,
                           "the data have the feature '%.80s', which the model was not trained with",
                           data->features.name[i]);
    if (features->count && !found)
        return kn_fail(error, KNAP_BAD_MODEL, "the data have none of the model's features");
    return KNAP_OK;
}

/* Rearranges an instance's rows to the model's features; `row` is scratch of the model's width. */
static knap_status rearrange(knap_instance *instance, size_t width, const uint32_t *from, float *row, knap_error *error)
{
    size_t old = instance->width;
    bool grows = width > old;
    knap_status status = kn_instance_own(instance, error);
    if (status)
        return status;
    if (grows && !KN_ROOM(instance->data->allocator, instance->feature, instance->count * width))
        return kn_no_memory(error);
    for (size_t k = 0; k < instance->count; k++) {
        size_t i = grows ? instance->count - 1 - k : k; /* so that no row is overwritten before it is read */
        for (size_t j = 0; j < width; j++)
            row[j] = from[j] < old ? instance->feature[i * old + from[j]] : 0;
        memcpy(instance->feature + i * width, row, width * sizeof *row);
    }
    instance->width = width;
    return KNAP_OK;
}

knap_status kn_data_match(knap_data *data, const kn_symbols *features, bool absent_is_zero, knap_error *error)
{
    size_t width = features->count;
    uint32_t *from;
    float *row;
    kn_symbols names;
    knap_status status;
    if (kn_same_features(data, features))
        return kn_data_widen(data, error);
    from = kn_new(data->allocator, width, sizeof *from);
    row = kn_new(data->allocator, width, sizeof *row);
    kn_symbols_begin(&names, data->allocator);
    status = from && row ? map_features(data, features, absent_is_zero, from, error) : kn_no_memory(error);
    if (!status && !kn_symbols_copy(&names, features))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < data->count; i++)
        status = rearrange(data->instance[i], width, from, row, error);
    if (!status) {
        kn_symbols old = data->features;
        data->features = names;
        names = old;
    }
    kn_symbols_free(&names);
    kn_free(data->allocator, from, width, sizeof *from);
    kn_free(data->allocator, row, width, sizeof *row);
    return status;
}
