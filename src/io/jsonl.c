/* jsonl.c - instances as JSON, one after the other.
 *
 * An instance may hold a million items, so it is never a document in memory: the outer object and the list of
 * items are walked over in the stream, and each item, small as it is, is handed to jansson. */
#include "io/format.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/number.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* ---- Slices: the bytes of one value ---- */

static int skip_space(kn_stream *stream)
{
    int byte;
    while ((byte = kn_stream_peek(stream)) == ' ' || byte == '\n' || byte == '\r' || byte == '\t')
        kn_stream_take(stream);
    return byte;
}

/* Takes a string's bytes with its quotes, as far as they go. */
static void slice_string(kn_stream *stream, kn_text *text)
{
    kn_text_byte(text, kn_stream_take(stream));
    for (int byte; (byte = kn_stream_take(stream)) != EOF;) {
        kn_text_byte(text, byte);
        if (byte == '\\' && kn_stream_peek(stream) != EOF)
            kn_text_byte(text, kn_stream_take(stream));
        else if (byte == '"')
            break;
    }
}

/* Takes the bytes of the next value into `text`. Whether they are valid JSON is left to jansson. */
static void slice(kn_stream *stream, kn_text *text)
{
    size_t depth = 0;
    text->length = 0;
    kn_text_add(text, "", 0);
    skip_space(stream);
    for (int byte; (byte = kn_stream_peek(stream)) != EOF;) {
        int closes = byte == '}' || byte == ']';
        if (byte == '"') {
            slice_string(stream, text);
        } else {
            if (depth == 0 && (closes || byte == ',' || byte == ':' || strchr(" \t\r\n", byte)))
                break;
            if (byte == '{' || byte == '[')
                depth++;
            else if (closes)
                depth--;
            kn_text_byte(text, kn_stream_take(stream));
        }
        if (depth == 0 && (closes || byte == '"'))
            break;
    }
}

/* The next value of the stream as JSON. `line` gets the line it begins in. */
static json_t *next_value(knap_reader *reader, size_t *line, knap_error *error)
{
    json_error_t wrong;
    json_t *value;
    if (skip_space(&reader->stream) == EOF) {
        *line = reader->stream.line;
        kn_fail(error, KNAP_BAD_INPUT, "the input ends within an instance");
        return NULL;
    }
    *line = reader->stream.line;
    slice(&reader->stream, &reader->text);
    if (reader->text.failed) {
        kn_no_memory(error);
        return NULL;
    }
    kn_c_locale locale = kn_c_locale_begin(); /* jansson reads numbers by the locale */
    value = json_loadb(reader->text.bytes, reader->text.length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &wrong);
    kn_c_locale_end(locale);
    if (!value && json_error_code(&wrong) == json_error_out_of_memory) {
        kn_no_memory(error);
    } else if (!value) {
        if (wrong.line > 1)
            *line += (size_t)wrong.line - 1;
        kn_fail(error, KNAP_BAD_INPUT, "not valid JSON: %.200s", wrong.text);
    }
    return value;
}

/* Takes the byte `wanted`, or fails and names the byte found instead. */
static knap_status expect(knap_reader *reader, int wanted, knap_error *error)
{
    int byte = skip_space(&reader->stream);
    if (byte == wanted) {
        kn_stream_take(&reader->stream);
        return KNAP_OK;
    }
    if (byte == EOF)
        return kn_fail_at(error, KNAP_BAD_INPUT, reader->stream.path, reader->stream.line,
                          "the input ends within an instance: expected '%c'", wanted);
    return kn_fail_at(error, KNAP_BAD_INPUT, reader->stream.path, reader->stream.line, "expected '%c', found '%c'",
                      wanted, byte >= ' ' && byte < 127 ? byte : '?');
}

/* ---- Items ---- */

static knap_status number(const json_t *value, const char *what, const char *name, double *result, knap_error *error)
{
    if (!json_is_number(value))
        return kn_fail(error, KNAP_BAD_INPUT, "%s '%.60s' is not a number", what, name);
    *result = json_number_value(value);
    return KNAP_OK;
}

/* The number of the feature `name`. The first item of all says which features there are. */
static knap_status feature_number(knap_data *data, const char *name, int first, size_t *feature, knap_error *error)
{
    if (!first && kn_symbols_find(&data->features, name, strlen(name)) == KN_NO_SYMBOL)
        return kn_fail(error, KNAP_BAD_INPUT, "feature '%.60s' is not among those of the items before", name);
    return knap_data_feature(data, name, feature, error);
}

static knap_status read_features(knap_reader *reader, knap_data *data, const json_t *features, int first,
                                 knap_error *error)
{
    size_t count = json_is_array(features) ? json_array_size(features) : json_object_size(features), seen = 0;
    const char *name;
    json_t *value;
    knap_status status;
    if (features && !json_is_array(features) && !json_is_object(features))
        return kn_fail(error, KNAP_BAD_INPUT, "\"features\" is neither an object nor a list of numbers");
    if (!kn_reader_feature_room(reader, count > knap_data_feature_count(data) ? count : knap_data_feature_count(data)))
        return kn_no_memory(error);
    if (json_is_array(features)) {
        for (; seen < count; seen++) {
            char index[24];
            size_t feature;
            snprintf(index, sizeof index, "%zu", seen);
            if ((status = feature_number(data, index, first, &feature, error)) ||
                (status = number(json_array_get(features, seen), "feature", index, &reader->feature[feature], error)))
                return status;
        }
    } else if (features) {
        json_object_foreach((json_t *)(uintptr_t)features, name, value)
        {
            size_t feature;
            if ((status = feature_number(data, name, first, &feature, error)) ||
                (status = number(value, "feature", name, &reader->feature[feature], error)))
                return status;
            seen++;
        }
    }
    for (size_t i = 0; seen < knap_data_feature_count(data) && i < knap_data_feature_count(data); i++) {
        const char *missing = knap_data_feature_name(data, i);
        if (json_is_array(features) ? i >= count : !json_object_get(features, missing))
            return kn_fail(error, KNAP_BAD_INPUT, "feature '%.60s' is missing: every item needs the same features",
                           missing);
    }
    return KNAP_OK;
}

/* An object of names and numbers into reader->id and reader->value from `at`. */
static knap_status read_named(knap_reader *reader, const json_t *object, const char *what, kn_symbols *names, size_t at,
                              knap_error *error)
{
    const char *name;
    json_t *value;
    knap_status status;
    if (!kn_reader_value_room(reader, at + json_object_size(object)))
        return kn_no_memory(error);
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        uint32_t symbol = kn_symbols_add(names, name, strlen(name));
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        reader->id[at] = symbol;
        if ((status = number(value, what, name, &reader->value[at], error)))
            return status;
        at++;
    }
    return KNAP_OK;
}

/* Reads the vector into reader->id and reader->value, from 0 on. *dense is 1 for a list, 0 for an object. */
static knap_status read_vector(knap_reader *reader, const json_t *vector, int *dense, size_t *count, knap_error *error)
{
    knap_status status;
    *dense = json_is_array(vector);
    if (json_is_object(vector)) {
        *count = json_object_size(vector);
        return read_named(reader, vector, "vector", &reader->dimensions, 0, error);
    }
    if (!json_is_array(vector))
        return kn_fail(error, KNAP_BAD_INPUT, "\"vector\" is neither a list nor an object of numbers");
    *count = json_array_size(vector);
    if (!kn_reader_value_room(reader, *count))
        return kn_no_memory(error);
    for (size_t i = 0; i < *count; i++)
        if ((status = number(json_array_get(vector, i), "vector", "value", &reader->value[i], error)))
            return status;
    return KNAP_OK;
}

/* What names an instance or item, string or whole number, as text in reader->name. */
static knap_status read_id(knap_reader *reader, const char *member, const json_t *id, knap_error *error)
{
    reader->name.length = 0;
    if (json_is_string(id))
        kn_text_add(&reader->name, json_string_value(id), json_string_length(id));
    else if (json_is_integer(id))
        kn_text_format(&reader->name, "%lld", (long long)json_integer_value(id));
    else
        return kn_fail(error, KNAP_BAD_INPUT, "\"%s\" is neither a string nor a whole number", member);
    return reader->name.failed ? kn_no_memory(error) : KNAP_OK;
}

/* "group": a whole number from 1, or a string; strings are numbered in the order of appearance. An
 * instance has one or the other. */
static knap_status read_group(knap_reader *reader, const json_t *value, size_t *group, knap_error *error)
{
    char kind = json_is_string(value) ? 's' : 'n';
    knap_status status;
    uint32_t symbol;
    *group = 0;
    if (!value)
        return KNAP_OK;
    if (!json_is_string(value) && (!json_is_integer(value) || json_integer_value(value) < 0))
        return kn_fail(error, KNAP_BAD_INPUT, "\"group\" is neither a string nor a whole number from 1");
    if (reader->group_kind && reader->group_kind != kind)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"group\" is a string for some items of the instance and a number for others");
    reader->group_kind = kind;
    if (kind == 'n') {
        *group = (size_t)json_integer_value(value);
        return KNAP_OK;
    }
    if ((status = read_id(reader, "group", value, error)))
        return status;
    symbol = kn_symbols_add(&reader->groups, reader->name.bytes, reader->name.length);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *group = (size_t)symbol + 1;
    return KNAP_OK;
}

/* "useful": true, false or a grade. */
static knap_status read_useful(const json_t *value, double *useful, knap_error *error)
{
    *useful = json_is_true(value) ? 1 : json_is_false(value) ? 0 : NAN;
    return value && isnan(*useful) ? number(value, "the item's", "useful", useful, error) : KNAP_OK;
}

/* "alternative": the name of a group of items of which a list has at most one; numbered from 1. */
static knap_status read_alternative(knap_reader *reader, const json_t *value, size_t *alternative, knap_error *error)
{
    uint32_t symbol;
    knap_status status;
    *alternative = 0;
    if (!value || json_is_null(value))
        return KNAP_OK;
    if ((status = read_id(reader, "alternative", value, error)))
        return status;
    symbol = kn_symbols_add(&reader->alternatives, reader->name.bytes, reader->name.length);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *alternative = (size_t)symbol + 1;
    return KNAP_OK;
}

/* "pin": true, "ban": true */
static knap_status read_choice(const json_t *pin, const json_t *ban, knap_choice *choice, knap_error *error)
{
    if ((pin && !json_is_boolean(pin)) || (ban && !json_is_boolean(ban)))
        return kn_fail(error, KNAP_BAD_INPUT, "\"%s\" is neither true nor false",
                       pin && !json_is_boolean(pin) ? "pin" : "ban");
    if (json_is_true(pin) && json_is_true(ban))
        return kn_fail(error, KNAP_BAD_INPUT, "it is pinned and banned: remove \"pin\" or \"ban\"");
    *choice = json_is_true(pin) ? KNAP_CHOICE_PIN : json_is_true(ban) ? KNAP_CHOICE_BAN : KNAP_CHOICE_FREE;
    return KNAP_OK;
}

/* "flaws": [NAME, ...] of the item added last. */
static knap_status read_flaws(knap_data *data, knap_instance *instance, const json_t *list, knap_error *error)
{
    uint32_t flaws = 0;
    if (!json_is_array(list))
        return kn_fail(error, KNAP_BAD_INPUT, "\"flaws\" is not a list of names");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        size_t flaw;
        knap_status status;
        if (!name)
            return kn_fail(error, KNAP_BAD_INPUT, "\"flaws\" is not a list of names");
        if ((status = knap_data_flaw(data, name, &flaw, error)))
            return status;
        flaws |= UINT32_C(1) << flaw;
    }
    return knap_instance_set_flaws(instance, knap_instance_count(instance) - 1, flaws, error);
}

/* "introduces": [NAME, ...] of the item added last; "needs": {NAME: WEIGHT, ...}, or [NAME, ...], each
 * with weight 1. */
static knap_status read_terms(knap_reader *reader, knap_instance *instance, const json_t *terms, bool introduces,
                              knap_error *error)
{
    size_t item = knap_instance_count(instance) - 1, count;
    knap_status status = KNAP_OK;
    if (json_is_object(terms) && !introduces) {
        status = read_named(reader, terms, "needs", &reader->terms, 0, error);
        for (size_t i = 0; !status && i < json_object_size(terms); i++)
            status = knap_instance_need(instance, item, reader->id[i], reader->value[i], error);
        return status;
    }
    if (!json_is_array(terms))
        return kn_fail(error, KNAP_BAD_INPUT, "\"%s\" is not a list of names%s", introduces ? "introduces" : "needs",
                       introduces ? "" : " or an object of names and weights");
    count = json_array_size(terms);
    for (size_t i = 0; !status && i < count; i++) {
        uint32_t term;
        if ((status = read_id(reader, introduces ? "introduces" : "needs", json_array_get(terms, i), error)))
            return status;
        term = kn_symbols_add(&reader->terms, reader->name.bytes, reader->name.length);
        if (term == KN_NO_SYMBOL)
            return kn_no_memory(error);
        status = introduces ? knap_instance_introduce(instance, item, term, error)
                            : knap_instance_need(instance, item, term, 1, error);
    }
    return status;
}

/* "after": the item added last depends on another item, or, with null, on a sentence outside the list. */
static knap_status read_after(knap_reader *reader, knap_instance *instance, const json_t *on, size_t line,
                              knap_error *error)
{
    size_t item = knap_instance_count(instance) - 1;
    knap_status status;
    kn_after *grown;
    if (json_is_null(on))
        return knap_instance_set_support(instance, item, KNAP_NO_ITEM, error);
    if ((status = read_id(reader, "after", on, error)))
        return status;
    grown = kn_grow(reader->allocator, reader->after, &reader->after_capacity, reader->afters + 1, sizeof *grown);
    if (!grown)
        return kn_no_memory(error);
    reader->after = grown;
    grown[reader->afters++] = (kn_after){item, line, reader->names.length, reader->name.length};
    kn_text_add(&reader->names, reader->name.bytes, reader->name.length);
    return reader->names.failed ? kn_no_memory(error) : KNAP_OK;
}

/* The items by what names them: an id, or the number. */
static knap_status name_items(const knap_instance *instance, kn_symbols *names, knap_error *error)
{
    for (size_t i = 0; i < knap_instance_count(instance); i++) {
        char number_of_item[24];
        const char *id = knap_instance_item_id(instance, i);
        uint32_t symbol;
        snprintf(number_of_item, sizeof number_of_item, "%zu", i);
        id = id ? id : number_of_item;
        symbol = kn_symbols_add(names, id, strlen(id));
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        if (symbol != i)
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: another item is called '%.60s', so \"after\" is not clear",
                           i, id);
    }
    return KNAP_OK;
}

static knap_status resolve_after(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    kn_symbols names;
    knap_status status = KNAP_OK;
    kn_symbols_begin(&names, reader->allocator);
    if (reader->afters)
        status = name_items(instance, &names, error);
    for (size_t i = 0; !status && i < reader->afters; i++) {
        const kn_after *here = &reader->after[i];
        const char *name = reader->names.bytes + here->name;
        uint32_t on = kn_symbols_find(&names, name, here->length);
        if (on == KN_NO_SYMBOL)
            status = kn_fail(error, KNAP_BAD_INPUT, "item %zu: \"after\" names '%.*s', which no item is called",
                             here->item, (int)(here->length < 60 ? here->length : 60), name);
        else
            status = knap_instance_set_support(instance, here->item, on, error);
        if (status)
            kn_reader_failed_at(reader, here->line, error);
    }
    kn_symbols_free(&names);
    return status;
}

/* ---- The members of an item ---- */

static unsigned type_of(const json_t *value)
{
    static const unsigned types[] = {
        [JSON_OBJECT] = KN_OBJECT, [JSON_ARRAY] = KN_ARRAY,  [JSON_STRING] = KN_STRING, [JSON_INTEGER] = KN_NUMBER,
        [JSON_REAL] = KN_NUMBER,   [JSON_TRUE] = KN_BOOLEAN, [JSON_FALSE] = KN_BOOLEAN, [JSON_NULL] = KN_NULL};
    return types[json_typeof(value)];
}

/* The members of an item by their meaning. */
typedef struct members {
    const json_t *value[KN_ITEM_FIELDS]; /* NULL: none */
    const char *name[KN_ITEM_FIELDS];
    unsigned rank[KN_ITEM_FIELDS];
    bool negated[KN_ITEM_FIELDS];
} members;

enum { DEEPEST = 3, LONGEST_PATH = 200 };

/* Finds the fields of an object and of the containers in it. `path` is that of the object. */
static knap_status collect(knap_reader *reader, const json_t *object, const char *path, unsigned depth, members *found,
                           knap_error *error)
{
    const char *name;
    json_t *value;
    knap_status status = KNAP_OK;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        kn_meaning meaning = kn_item_meaning(&reader->fields, path, strlen(path), depth, name, strlen(name));
        if (meaning.field == KN_CONTAINER && json_is_object(value) && depth < DEEPEST) {
            char inner[LONGEST_PATH + 2];
            if ((size_t)snprintf(inner, sizeof inner, "%s%s.", path, name) < sizeof inner &&
                (status = collect(reader, value, inner, depth + 1, found, error)))
                return status;
            continue;
        }
        if (meaning.field < KN_ITEM_FIELDS && json_is_null(value) && !(kn_field_types(meaning.field) & KN_NULL))
            continue; /* the same as absent */
        if (meaning.field < KN_ITEM_FIELDS && (meaning.sure || (type_of(value) & kn_field_types(meaning.field))) &&
            (!found->value[meaning.field] || meaning.rank < found->rank[meaning.field])) {
            if (found->value[meaning.field] && found->rank[meaning.field] < KN_INNER_RANK &&
                (status = kn_reader_unused(reader, found->name[meaning.field], error)))
                return status;
            found->value[meaning.field] = value;
            found->name[meaning.field] = name;
            found->rank[meaning.field] = meaning.rank;
            found->negated[meaning.field] = meaning.negated;
        } else if (!depth && (status = kn_reader_unused(reader, name, error))) {
            return status;
        }
    }
    return KNAP_OK;
}

static knap_status read_number(const members *found, kn_field field, double absent, double *value, knap_error *error)
{
    knap_status status = KNAP_OK;
    *value = absent;
    if (found->value[field])
        status = number(found->value[field], "the item's", found->name[field], value, error);
    if (found->negated[field])
        *value = -*value;
    return status;
}

/* What an item has beside what knap_item holds. */
static knap_status read_rest(knap_reader *reader, knap_data *data, knap_instance *instance, const members *found,
                             size_t line, knap_error *error)
{
    const json_t *const *value = found->value;
    size_t item = knap_instance_count(instance) - 1;
    knap_choice choice = KNAP_CHOICE_FREE;
    double score, useful;
    knap_status status;
    if ((status = read_choice(value[KN_PIN], value[KN_BAN], &choice, error)) ||
        (status = knap_instance_set_choice(instance, item, choice, error)) ||
        (status = read_number(found, KN_SCORE, NAN, &score, error)) ||
        (status = knap_instance_set_score(instance, item, score, error)) ||
        (status = read_useful(value[KN_USEFUL], &useful, error)) ||
        (status = knap_instance_set_useful(instance, item, useful, error)) ||
        (value[KN_FLAWS] && (status = read_flaws(data, instance, value[KN_FLAWS], error))) ||
        (value[KN_INTRODUCES] && (status = read_terms(reader, instance, value[KN_INTRODUCES], true, error))) ||
        (value[KN_NEEDS] && (status = read_terms(reader, instance, value[KN_NEEDS], false, error))))
        return status;
    return value[KN_AFTER] ? read_after(reader, instance, value[KN_AFTER], line, error) : KNAP_OK;
}

static knap_status no_cost(const knap_reader *reader, knap_error *error)
{
    if (reader->fields.taken[KN_COST])
        return kn_fail(error, KNAP_BAD_INPUT, "it has no cost: the member that the map names for it is missing");
    return kn_fail(
        error, KNAP_BAD_INPUT,
        "it has no \"cost\": add it, map another member to it, such as cost=size, or count it in the text (--cost)");
}

static knap_status read_item(knap_reader *reader, knap_data *data, knap_instance *instance, const json_t *object,
                             size_t line, knap_error *error)
{
    knap_item item = {.cost = 0};
    members found = {.value = {NULL}};
    const json_t *const *value = found.value;
    int first = reader->instances == 0 && knap_instance_count(instance) == 0 && knap_data_feature_count(data) == 0;
    int dense = 0;
    knap_status status;
    if (!json_is_object(object))
        return kn_fail(error, KNAP_BAD_INPUT, "it is not an object: {\"cost\": ...}");
    if ((status = collect(reader, object, "", 0, &found, error)))
        return status;
    if (!value[KN_COST] && !reader->cost_later)
        return no_cost(reader, error);
    if (value[KN_TEXT] && !json_is_string(value[KN_TEXT]))
        return kn_fail(error, KNAP_BAD_INPUT, "\"%.60s\" is not a string", found.name[KN_TEXT]);
    if ((status = read_number(&found, KN_COST, NAN, &item.cost, error)) ||
        (status = read_number(&found, KN_WORTH, 0, &item.worth, error)) ||
        (status = read_group(reader, value[KN_GROUP], &item.group, error)) ||
        (status = read_alternative(reader, value[KN_ALTERNATIVE], &item.alternative, error)) ||
        (value[KN_ID] && (status = read_id(reader, found.name[KN_ID], value[KN_ID], error))) ||
        (status = read_features(reader, data, value[KN_FEATURES], first, error)))
        return status;
    if (value[KN_VECTOR] && (status = read_vector(reader, value[KN_VECTOR], &dense, &item.vector_count, error)))
        return status;
    if (value[KN_COVERS] && !json_is_object(value[KN_COVERS]))
        return kn_fail(error, KNAP_BAD_INPUT, "\"covers\" is not an object of concepts and amounts");
    if (value[KN_COVERS] &&
        (status = read_named(reader, value[KN_COVERS], "covers", &reader->concepts, item.vector_count, error)))
        return status;
    item.id = value[KN_ID] ? reader->name.bytes : NULL;
    item.text = json_string_value(value[KN_TEXT]);
    item.feature = reader->feature;
    item.vector = value[KN_VECTOR] ? reader->value : NULL;
    item.vector_id = value[KN_VECTOR] && !dense ? reader->id : NULL;
    item.concept_count = json_object_size(value[KN_COVERS]);
    item.concept_id = value[KN_COVERS] ? reader->id + item.vector_count : NULL;
    item.amount = value[KN_COVERS] ? reader->value + item.vector_count : NULL;
    if ((status = knap_instance_add(instance, &item, error)))
        return status;
    return read_rest(reader, data, instance, &found, line, error);
}

static knap_status read_items(knap_reader *reader, knap_data *data, knap_instance *instance, knap_error *error)
{
    knap_status status = expect(reader, '[', error);
    if (!status && skip_space(&reader->stream) == ']')
        kn_stream_take(&reader->stream);
    else
        while (!status) {
            size_t line, number_of_item = knap_instance_count(instance);
            json_t *object = next_value(reader, &line, error);
            status = object ? read_item(reader, data, instance, object, line, error) : error->status;
            json_decref(object);
            if (status) {
                char message[sizeof error->message];
                kn_reader_failed_at(reader, line, error);
                memcpy(message, error->message, sizeof message);
                if (status != KNAP_NO_MEMORY && strncmp(message, "item ", 5) != 0)
                    snprintf(error->message, sizeof error->message, "item %zu: %.480s", number_of_item, message);
                break;
            }
            if (skip_space(&reader->stream) == ']') {
                kn_stream_take(&reader->stream);
                break;
            }
            status = expect(reader, ',', error);
        }
    return status;
}

/* ---- Instances ---- */

static knap_status read_targets(knap_reader *reader, knap_instance *instance, const json_t *targets, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (!json_is_object(targets))
        return kn_fail(error, KNAP_BAD_INPUT, "\"targets\" is not an object of concepts and caps");
    status = read_named(reader, targets, "target", &reader->concepts, 0, error);
    for (size_t i = 0; !status && i < json_object_size(targets); i++)
        status = knap_instance_target(instance, reader->id[i], reader->value[i], error);
    return status;
}

static knap_status read_reward(knap_reader *reader, knap_instance *instance, const json_t *reward,
                               const knap_reward **kind, knap_error *error)
{
    const json_t *name = json_object_get(reward, "kind"), *targets = json_object_get(reward, "targets");
    if (json_is_null(reward))
        return KNAP_OK;
    if (!json_is_string(name))
        return kn_fail(error, KNAP_BAD_INPUT, "\"reward\" needs a \"kind\"");
    *kind = knap_reward_find(json_string_value(name));
    if (!*kind) {
        char list[128] = "";
        for (size_t i = 0, used = 0; knap_rewards()[i] && used < sizeof list; i++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", knap_rewards()[i]->name);
        return kn_fail(error, KNAP_BAD_INPUT, "reward '%.40s' is unknown: there are %s", json_string_value(name), list);
    }
    return targets ? read_targets(reader, instance, targets, error) : KNAP_OK;
}

/* "kinds": {"word": [concept, ...], "stop": [...], "bigram": [...]} */
static knap_status read_kinds(knap_reader *reader, knap_instance *instance, const json_t *kinds, knap_error *error)
{
    static const char *const names[] = {"plain", "word", "stop", "bigram"};
    const char *name;
    json_t *list;
    knap_status status = KNAP_OK;
    if (!json_is_object(kinds))
        return kn_fail(error, KNAP_BAD_INPUT, "\"kinds\" is not an object of lists of concepts");
    json_object_foreach((json_t *)(uintptr_t)kinds, name, list)
    {
        int kind = 0;
        while (kind < 4 && strcmp(names[kind], name) != 0)
            kind++;
        if (kind == 4 || !json_is_array(list))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "\"kinds\": '%.40s' is not word, stop or bigram with a list of concepts", name);
        for (size_t i = 0; !status && i < json_array_size(list); i++) {
            const char *concept = json_string_value(json_array_get(list, i));
            uint32_t symbol = concept ? kn_symbols_add(&reader->concepts, concept, strlen(concept)) : 0;
            if (!concept)
                return kn_fail(error, KNAP_BAD_INPUT, "\"kinds\": a concept's name is not a string");
            if (symbol == KN_NO_SYMBOL)
                return kn_no_memory(error);
            status = knap_instance_mark(instance, symbol, (knap_concept)kind, error);
        }
    }
    return status;
}

/* "expect": {concept: what it is expected to be worth, or [of the first, of the second, ...]} */
static knap_status read_expect(knap_reader *reader, knap_instance *instance, const json_t *expect, knap_error *error)
{
    const char *name;
    json_t *worths;
    knap_status status = KNAP_OK;
    if (!json_is_object(expect))
        return kn_fail(error, KNAP_BAD_INPUT, "\"expect\" is not an object of concepts and what they are worth");
    json_object_foreach((json_t *)(uintptr_t)expect, name, worths)
    {
        size_t count = json_is_array(worths) ? json_array_size(worths) : 1;
        uint32_t symbol = kn_symbols_add(&reader->concepts, name, strlen(name));
        double *value = kn_grow(reader->allocator, reader->value, &reader->value_capacity, count, sizeof *value);
        if (symbol == KN_NO_SYMBOL || !value)
            return kn_no_memory(error);
        reader->value = value;
        for (size_t i = 0; !status && i < count; i++)
            status = number(json_is_array(worths) ? json_array_get(worths, i) : worths, "the concept's", name,
                            &value[i], error);
        if (!status)
            status = knap_instance_expect(instance, symbol, value, count, error);
        if (status == KNAP_USAGE || status == KNAP_BAD_INPUT)
            return kn_fail(error, KNAP_BAD_INPUT,
                           "\"expect\": the worths of '%.60s' are not numbers of at least 0 that never rise", name);
        if (status)
            break;
    }
    return status;
}

static knap_status read_member(knap_reader *reader, knap_instance *instance, const char *key, const json_t *value,
                               const knap_reward **kind, knap_error *error)
{
    knap_status status;
    double budget = NAN;
    if (strcmp(key, "id") == 0)
        return (status = read_id(reader, "id", value, error))
                   ? status
                   : knap_instance_set_id(instance, reader->name.bytes, error);
    if (kn_instance_meaning(&reader->fields, key, strlen(key)).field == KN_BUDGET) {
        status = number(value, "the instance's", "budget", &budget, error);
        return status ? status : knap_instance_set_budget(instance, budget, error);
    }
    if (kn_instance_meaning(&reader->fields, key, strlen(key)).field == KN_QUERY && json_is_string(value))
        return knap_instance_set_query(instance, json_string_value(value), error);
    if (strcmp(key, "kinds") == 0)
        return read_kinds(reader, instance, value, error);
    if (strcmp(key, "expect") == 0)
        return read_expect(reader, instance, value, error);
    if (strcmp(key, "mass") == 0) {
        status = number(value, "the instance's", "mass", &budget, error);
        return status ? status : knap_instance_set_mass(instance, budget, error);
    }
    if (strcmp(key, "reward") == 0)
        return read_reward(reader, instance, value, kind, error);
    return kn_reader_unused(reader, key, error);
}

/* The members of an instance's object, after its '{'. */
static knap_status read_members(knap_reader *reader, knap_data *data, knap_instance *instance, const knap_reward **kind,
                                knap_error *error)
{
    knap_status status = KNAP_OK;
    int items = 0;
    while (!status && skip_space(&reader->stream) != '}') {
        size_t line;
        json_t *key = next_value(reader, &line, error), *value = NULL;
        if (!key || !json_is_string(key)) {
            status = key ? kn_fail(error, KNAP_BAD_INPUT, "a member's name must be a string") : error->status;
        } else if (!(status = expect(reader, ':', error))) {
            const char *name = json_string_value(key);
            kn_meaning meaning = kn_instance_meaning(&reader->fields, name, strlen(name));
            if (meaning.field == KN_ITEMS && (meaning.sure || skip_space(&reader->stream) == '[')) {
                status = items++ ? kn_fail(error, KNAP_BAD_INPUT, "\"items\" comes twice")
                                 : read_items(reader, data, instance, error);
            } else {
                value = next_value(reader, &line, error);
                status =
                    value ? read_member(reader, instance, json_string_value(key), value, kind, error) : error->status;
            }
        }
        json_decref(value);
        json_decref(key);
        if (status)
            kn_reader_failed_at(reader, line, error);
        else if (skip_space(&reader->stream) != '}')
            status = expect(reader, ',', error);
    }
    return status ? status : expect(reader, '}', error);
}

static kn_read read(knap_reader *reader, knap_data *data, knap_error *error)
{
    knap_instance *instance;
    const knap_reward *kind = NULL;
    knap_status status;
    size_t line;
    if (skip_space(&reader->stream) == EOF)
        return KN_READ_END;
    line = reader->stream.line;
    kn_symbols_free(&reader->dimensions);
    kn_symbols_free(&reader->concepts);
    kn_symbols_free(&reader->alternatives);
    kn_symbols_free(&reader->terms);
    kn_symbols_free(&reader->groups);
    reader->group_kind = 0;
    reader->afters = reader->names.length = 0;
    if ((status = expect(reader, '{', error)) || (status = knap_data_add(data, NULL, NAN, line, &instance, error)))
        return kn_reader_failed_at(reader, line, error);
    status = read_members(reader, data, instance, &kind, error);
    if (!status && knap_instance_count(instance) == 0)
        status = kn_fail(error, KNAP_BAD_INPUT, "the instance has no items");
    if (!status)
        status = resolve_after(reader, instance, error);
    if (!status && kind)
        status = knap_instance_set_reward(instance, kind, NULL, error);
    if (status) {
        knap_data_drop_last(data);
        return kn_reader_failed_at(reader, line, error);
    }
    return KN_READ_ONE;
}

const kn_format kn_format_jsonl = {.name = "JSONL", .absent_is_zero = false, .read = read};
