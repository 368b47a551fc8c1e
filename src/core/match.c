/* match.c - the rows of features: made wider, and rearranged to the order of a model. */
#include "core/match.h"
#include "core/borrow.h"
#include "core/flaws.h"
#include "base/error.h"

#include <string.h>

bool kn_features_room(knap_instance *instance, size_t rows, size_t width)
{
    return KN_ROOM(instance->data->allocator, instance->feature, rows * width);
}

void kn_features_widen(knap_instance *instance, size_t width)
{
    size_t old = instance->width;
    if (old == width)
        return;
    for (size_t i = instance->count; i-- > 0;) {
        float *to = instance->feature + i * width;
        memmove(to, instance->feature + i * old, old * sizeof *to);
        memset(to + old, 0, (width - old) * sizeof *to);
    }
    instance->width = width;
}

/* Makes room for rows of `width` features in all instances, so that what follows cannot fail. */
static knap_status make_room(knap_data *data, size_t width, knap_error *error)
{
    for (size_t i = 0; i < data->count; i++) {
        knap_instance *instance = data->instance[i];
        knap_status status = instance->width == width ? KNAP_OK : kn_instance_own(instance, error);
        if (status)
            return status;
        if (width > instance->width && !kn_features_room(instance, instance->count, width))
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

knap_status kn_data_widen(knap_data *data, knap_error *error)
{
    knap_status status = make_room(data, data->features.count, error);
    for (size_t i = 0; !status && i < data->count; i++)
        kn_features_widen(data->instance[i], data->features.count);
    return status;
}

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

/* Rearranges an instance's rows, which have room, to the model's features; `row` is scratch of the model's width. */
static void rearrange(knap_instance *instance, size_t width, const uint32_t *from, float *row)
{
    size_t old = instance->width;
    bool grows = width > old;
    for (size_t k = 0; k < instance->count; k++) {
        size_t i = grows ? instance->count - 1 - k : k; /* so that no row is overwritten before it is read */
        for (size_t j = 0; j < width; j++)
            row[j] = from[j] < old ? instance->feature[i * old + from[j]] : 0;
        memcpy(instance->feature + i * width, row, width * sizeof *row);
    }
    instance->width = width;
}

/* Puts the features into the order of `features`; `names` is empty, and gets the names that the data had. */
static knap_status match_features(knap_data *data, const kn_symbols *features, bool absent_is_zero, kn_symbols *names,
                                  knap_error *error)
{
    size_t width = features->count;
    uint32_t *from = kn_new(data->allocator, width, sizeof *from);
    float *row = kn_new(data->allocator, width, sizeof *row);
    knap_status status = from && row ? map_features(data, features, absent_is_zero, from, error) : kn_no_memory(error);
    if (!status && !kn_symbols_copy(names, features))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < data->count; i++)
        status = kn_instance_own(data->instance[i], error);
    if (!status)
        status = make_room(data, width, error);
    if (!status) {
        kn_symbols old = data->features;
        for (size_t i = 0; i < data->count; i++)
            rearrange(data->instance[i], width, from, row);
        data->features = *names;
        *names = old;
    }
    kn_free(data->allocator, from, width, sizeof *from);
    kn_free(data->allocator, row, width, sizeof *row);
    return status;
}

knap_status kn_data_match(knap_data *data, const kn_symbols *features, bool absent_is_zero, const kn_symbols *flaws,
                          knap_error *error)
{
    kn_symbols feature_names, flaw_names;
    knap_status status;
    kn_symbols_begin(&feature_names, data->allocator);
    kn_symbols_begin(&flaw_names, data->allocator);
    if (flaws && kn_same_flaws(data, flaws)) /* threads may share data that match, so nothing is written */
        flaws = NULL;
    status = flaws ? kn_merge_flaws(data, flaws, &flaw_names, error) : KNAP_OK;
    if (!status && kn_same_features(data, features))
        status = kn_data_widen(data, error);
    else if (!status)
        status = match_features(data, features, absent_is_zero, &feature_names, error);
    if (!status && flaws)
        kn_data_rename_flaws(data, &flaw_names, flaws->count);
    kn_symbols_free(&feature_names);
    kn_symbols_free(&flaw_names);
    return status;
}
