/* jsonl_values.c - names, numbers by name, vectors and features of items in JSON. */
#include "io/jsonl.h"
#include "io/embeddings.h"
#include "core/instance.h"
#include "base/base64.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

knap_status kn_json_error(const knap_reader *reader, knap_error *error)
{
    if (reader->json.no_memory)
        return kn_no_memory(error);
    return kn_fail(error, KNAP_BAD_INPUT, "not valid JSON: %s", reader->json.problem);
}

unsigned kn_json_type(kn_json *json)
{
    switch (kn_json_peek(json)) {
    case 0:
        return 0;
    case '{':
        return KN_OBJECT;
    case '[':
        return KN_ARRAY;
    case '"':
        return KN_STRING;
    case 't':
    case 'f':
        return KN_BOOLEAN;
    case 'n':
        return KN_NULL;
    default:
        return KN_NUMBER;
    }
}

knap_status kn_read_name(knap_reader *reader, const char *member, kn_slice *name, knap_error *error)
{
    kn_json *json = &reader->json;
    unsigned type = kn_json_type(json);
    bool integer = false;
    double value;
    if (type == KN_STRING)
        return kn_json_string(json, name) ? KNAP_OK : kn_json_error(reader, error);
    if (type == KN_NUMBER) {
        name->bytes = json->at;
        if (!kn_json_number(json, &value, &integer))
            return kn_json_error(reader, error);
        name->length = (size_t)(json->at - name->bytes);
        if (integer && value == 0)
            *name = (kn_slice){"0", 1};
    }
    if (!integer)
        return json->problem
                   ? kn_json_error(reader, error)
                   : kn_fail(error, KNAP_BAD_INPUT, "\"%.60s\" is neither a string nor a whole number", member);
    return KNAP_OK;
}

/* The next value as a number. */
static knap_status read_number(knap_reader *reader, const char *what, const kn_slice *name, double *value,
                               knap_error *error)
{
    kn_json *json = &reader->json;
    bool integer;
    if (kn_json_type(json) == KN_NUMBER)
        return kn_json_number(json, value, &integer) ? KNAP_OK : kn_json_error(reader, error);
    if (json->problem)
        return kn_json_error(reader, error);
    return kn_fail(error, KNAP_BAD_INPUT, "%s '%.*s' is not a number", what, name->length < 60 ? (int)name->length : 60,
                   name->bytes);
}

knap_status kn_read_named(knap_reader *reader, const char *what, kn_symbols *names, bool concepts, size_t *count,
                          knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name;
    knap_status status;
    *count = 0;
    kn_json_enter(json, &walk, '{');
    walk.unchecked =
        true; /* the instance refuses concepts and dimensions that come twice; others were skipped before */
    for (; kn_json_member(json, &walk, &name); ++*count) {
        uint32_t symbol = kn_symbols_add(names, name.bytes, name.length);
        if (symbol == KN_NO_SYMBOL ||
            !(concepts ? kn_reader_amount_room(reader, *count + 1) : kn_reader_value_room(reader, *count + 1)))
            return kn_no_memory(error);
        (concepts ? reader->concept_id : reader->id)[*count] = symbol;
        if ((status = read_number(reader, what, &name, (concepts ? reader->amount : reader->value) + *count, error)))
            return status;
    }
    return json->problem ? kn_json_error(reader, error) : KNAP_OK;
}

/* Numbers of 32 bits, little-endian, in base64, as embeddings are sent. */
static knap_status read_encoded(knap_reader *reader, size_t *count, knap_error *error)
{
    kn_slice text;
    size_t length;
    if (!kn_json_string(&reader->json, &text))
        return kn_json_error(reader, error);
    reader->text.length = 0;
    kn_text_add(&reader->text, text.bytes, text.length);
    if (reader->text.failed)
        return kn_no_memory(error);
    length = kn_base64_decode(text.bytes, text.length, reader->text.bytes);
    if (length == 0 || length % 4)
        return kn_fail(error, KNAP_BAD_INPUT, "the vector is a string, and not 32-bit numbers in base64");
    *count = length / 4;
    if (!kn_reader_value_room(reader, *count))
        return kn_no_memory(error);
    kn_take_floats(reader->text.bytes, *count, reader->value);
    return KNAP_OK;
}

knap_status kn_take_row(knap_reader *reader, double row, size_t *count, knap_error *error)
{
    const knap_embeddings *vectors = reader->options.vectors;
    if (!vectors)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "the vector is a number, the row of a file of vectors, and none is given (--vectors FILE.npy)");
    *count = knap_embeddings_width(vectors);
    if (!(row >= 0 && row < (double)knap_embeddings_count(vectors) && row == floor(row)))
        return kn_fail(error, KNAP_BAD_INPUT, "vector %g: the file of vectors has the rows 0 to %zu", row,
                       knap_embeddings_count(vectors) - 1);
    if (!kn_reader_value_room(reader, *count))
        return kn_no_memory(error);
    knap_embeddings_row(vectors, (size_t)row, reader->value);
    return KNAP_OK;
}

static knap_status read_row_number(knap_reader *reader, size_t *count, knap_error *error)
{
    double row;
    bool integer;
    if (!kn_json_number(&reader->json, &row, &integer))
        return kn_json_error(reader, error);
    return kn_take_row(reader, row, count, error);
}

knap_status kn_read_vector(knap_reader *reader, bool *dense, size_t *count, knap_error *error)
{
    static const kn_slice name = {"value", 5};
    kn_json *json = &reader->json;
    kn_json_walk walk;
    bool integer;
    knap_status status;
    unsigned type = kn_json_type(json);
    *dense = type != KN_OBJECT;
    if (type == KN_STRING)
        return read_encoded(reader, count, error);
    if (type == KN_NUMBER)
        return read_row_number(reader, count, error);
    if (!*dense)
        return kn_read_named(reader, "vector", &reader->dimensions, false, count, error);
    *count = 0;
    for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk); ++*count) {
        if (*count >= kn_array_capacity(reader->value) && !kn_reader_value_room(reader, *count + 1))
            return kn_no_memory(error);
        if (((unsigned)(unsigned char)*json->at - '0' < 10 || *json->at == '-')
                ? !kn_json_number(json, &reader->value[*count], &integer)
                : (status = read_number(reader, "vector", &name, &reader->value[*count], error)) != KNAP_OK)
            return json->problem ? kn_json_error(reader, error) : status;
    }
    return json->problem ? kn_json_error(reader, error) : KNAP_OK;
}

/* ---- Features ---- */

/* The number of a feature; most often it is the next one. */
static knap_status feature_number(knap_reader *reader, knap_data *data, const kn_slice *name, bool first, size_t guess,
                                  size_t *feature, knap_error *error)
{
    uint32_t symbol;
    if (guess < data->features.count && data->features.length[guess] == name->length &&
        memcmp(data->features.name[guess], name->bytes, name->length) == 0)
        symbol = (uint32_t)guess;
    else
        symbol = kn_symbols_find(&data->features, name->bytes, name->length);
    if (symbol == KN_NO_SYMBOL && !first)
        return kn_fail(error, KNAP_BAD_INPUT, "feature '%.*s' is not among those of the items before",
                       name->length < 60 ? (int)name->length : 60, name->bytes);
    if (symbol == KN_NO_SYMBOL) {
        symbol = kn_symbols_add(&data->features, name->bytes, name->length);
        if (symbol == KN_NO_SYMBOL || !kn_reader_feature_room(reader, data->features.count))
            return kn_no_memory(error);
    }
    *feature = symbol;
    return KNAP_OK;
}

/* The value of the feature `name`, the `place`-th that the item names. */
static knap_status read_feature(knap_reader *reader, knap_data *data, const kn_slice *name, bool first, size_t place,
                                knap_error *error)
{
    size_t feature = 0;
    knap_status status = feature_number(reader, data, name, first, place, &feature, error);
    if (status)
        return status;
    if (reader->feature_stamp[feature] == reader->stamp)
        return kn_fail(error, KNAP_BAD_INPUT, "not valid JSON: feature '%.*s' comes twice",
                       name->length < 60 ? (int)name->length : 60, name->bytes);
    reader->feature_stamp[feature] = reader->stamp;
    return read_number(reader, "feature", name, &reader->feature[feature], error);
}

knap_status kn_read_features(knap_reader *reader, knap_data *data, bool first, knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name;
    char digits[24];
    knap_status status = KNAP_OK;
    size_t place = 0;
    if (!kn_reader_feature_room(reader, data->features.count))
        return kn_no_memory(error);
    if (kn_json_type(json) == KN_ARRAY) {
        if (reader->numbered_of != data)
            reader->numbered = 0;
        reader->numbered_of = data;
        for (kn_json_enter(json, &walk, '['); !status && kn_json_element(json, &walk); place++) {
            bool integer;
            if (place < reader->numbered && *json->at <= '9' && *json->at != '"') {
                reader->feature_stamp[place] = reader->stamp;
                if (!kn_json_number(json, &reader->feature[place], &integer))
                    return kn_json_error(reader, error);
                continue;
            }
            name = (kn_slice){digits, (size_t)snprintf(digits, sizeof digits, "%zu", place)};
            status = read_feature(reader, data, &name, first, place, error);
            if (!status && place == reader->numbered && kn_symbols_find(&data->features, digits, name.length) == place)
                reader->numbered++;
        }
    } else {
        kn_json_enter(json, &walk, '{');
        walk.unchecked = true;
        for (; !status && kn_json_member(json, &walk, &name); place++)
            status = read_feature(reader, data, &name, first, place, error);
    }
    return status ? status : json->problem ? kn_json_error(reader, error) : KNAP_OK;
}

knap_status kn_check_features(knap_reader *reader, const knap_data *data, knap_error *error)
{
    if (!kn_reader_feature_room(reader, data->features.count))
        return kn_no_memory(error);
    for (size_t i = 0; i < data->features.count; i++)
        if (reader->feature_stamp[i] != reader->stamp)
            return kn_fail(error, KNAP_BAD_INPUT, "feature '%.60s' is missing: every item needs the same features",
                           data->features.name[i]);
    return KNAP_OK;
}
