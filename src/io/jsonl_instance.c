/* jsonl_instance.c - the members of an instance in JSON, other than its items. */
#include "io/jsonl.h"
#include "core/instance.h"
#include "base/error.h"
#include "base/quote.h"

#include <stdio.h>
#include <string.h>

static bool is(const kn_slice *name, const char *other)
{
    return strlen(other) == name->length && memcmp(other, name->bytes, name->length) == 0;
}

static int shown(const kn_slice *name)
{
    return name->length < 60 ? (int)name->length : 60;
}

/* "targets": {concept: cap} */
static knap_status read_targets(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    size_t count;
    knap_status status;
    if (kn_json_type(&reader->json) != KN_OBJECT)
        return kn_fail(error, KNAP_BAD_INPUT, "\"targets\" is not an object of concepts and caps");
    status = kn_read_named(reader, "target", &reader->concepts, false, &count, error);
    for (size_t i = 0; !status && i < count; i++)
        status = knap_instance_target(instance, reader->id[i], reader->value[i], error);
    return status;
}

static knap_status find_reward(const kn_slice *name, const knap_reward **kind, knap_error *error)
{
    char text[48] = "", list[128] = "";
    if (name->length < sizeof text)
        memcpy(text, name->bytes, name->length);
    *kind = knap_reward_find(text);
    if (*kind)
        return KNAP_OK;
    for (size_t i = 0, used = 0; knap_rewards()[i] && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", knap_rewards()[i]->name);
    return kn_fail(error, KNAP_BAD_INPUT, "reward '%.*s' is unknown: there are %s", shown(name), name->bytes, list);
}

/* "reward": {"kind": NAME, "targets": {...}} */
static knap_status read_reward(knap_reader *reader, knap_instance *instance, const knap_reward **kind,
                               knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name, text;
    knap_status status = KNAP_OK;
    for (kn_json_enter(json, &walk, '{'); !status && kn_json_member(json, &walk, &name);) {
        if (is(&name, "kind") && kn_json_type(json) == KN_STRING)
            status = kn_json_string(json, &text) ? find_reward(&text, kind, error) : kn_json_error(reader, error);
        else if (is(&name, "targets"))
            status = read_targets(reader, instance, error);
        else if (!kn_json_skip(json))
            status = kn_json_error(reader, error);
    }
    if (!status && !*kind)
        status = kn_fail(error, KNAP_BAD_INPUT, "\"reward\" needs a \"kind\"");
    return status;
}

/* "word": [concept, ...] of "kinds" */
static knap_status read_kind(knap_reader *reader, knap_instance *instance, const kn_slice *name, knap_error *error)
{
    static const char *const names[] = {"plain", "word", "stop", "bigram"};
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice concept;
    knap_status status = KNAP_OK;
    int kind = 0;
    while (kind < 4 && !is(name, names[kind]))
        kind++;
    if (kind == 4 || kn_json_type(json) != KN_ARRAY)
        return kn_fail(error, KNAP_BAD_INPUT, "\"kinds\": '%.*s' is not word, stop or bigram with a list of concepts",
                       shown(name), name->bytes);
    for (kn_json_enter(json, &walk, '['); !status && kn_json_element(json, &walk);) {
        uint32_t symbol;
        if (kn_json_type(json) != KN_STRING)
            return kn_fail(error, KNAP_BAD_INPUT, "\"kinds\": a concept's name is not a string");
        if (!kn_json_string(json, &concept))
            return kn_json_error(reader, error);
        symbol = kn_symbols_add(&reader->concepts, concept.bytes, concept.length);
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        status = knap_instance_mark(instance, symbol, (knap_concept)kind, error);
    }
    return status;
}

/* "kinds": {"word": [concept, ...], "stop": [...], "bigram": [...]} */
static knap_status read_kinds(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    kn_json_walk walk;
    kn_slice name;
    knap_status status = KNAP_OK;
    for (kn_json_enter(&reader->json, &walk, '{'); !status && kn_json_member(&reader->json, &walk, &name);)
        status = read_kind(reader, instance, &name, error);
    return status;
}

/* The worths of one concept: a number or a list of numbers, into reader->value. */
static knap_status read_worths(knap_reader *reader, size_t *count, knap_error *error)
{
    kn_json *json = &reader->json;
    bool dense, integer;
    *count = 1;
    if (!kn_reader_value_room(reader, 1))
        return kn_no_memory(error);
    switch (kn_json_type(json)) {
    case KN_NUMBER:
        return kn_json_number(json, &reader->value[0], &integer) ? KNAP_OK : kn_json_error(reader, error);
    case KN_ARRAY:
        return kn_read_vector(reader, &dense, count, error);
    default:
        return kn_fail(error, KNAP_BAD_INPUT, "not numbers");
    }
}

/* "expect": {concept: what it is expected to be worth, or [of the first, of the second, ...]} */
static knap_status read_expect(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name;
    for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &name);) {
        size_t count;
        uint32_t symbol = kn_symbols_add(&reader->concepts, name.bytes, name.length);
        knap_status status = symbol == KN_NO_SYMBOL ? kn_no_memory(error) : read_worths(reader, &count, error);
        if (!status)
            status = knap_instance_expect(instance, symbol, reader->value, count, error);
        if (status == KNAP_USAGE || status == KNAP_BAD_INPUT)
            return kn_fail(error, KNAP_BAD_INPUT,
                           "\"expect\": the worths of '%.*s' are not numbers of at least 0 that never rise",
                           shown(&name), name.bytes);
        if (status)
            return status;
    }
    return KNAP_OK;
}

/* The value as text in reader->name. */
static knap_status copy_name(knap_reader *reader, const char *member, knap_error *error)
{
    kn_slice name;
    knap_status status = kn_read_name(reader, member, &name, error);
    if (status)
        return status;
    reader->name.length = 0;
    kn_text_add(&reader->name, name.bytes, name.length);
    return reader->name.failed ? kn_no_memory(error) : KNAP_OK;
}

static knap_status read_value(knap_reader *reader, knap_instance *instance, kn_field field, const knap_reward **kind,
                              knap_error *error)
{
    kn_json *json = &reader->json;
    knap_status status;
    double number;
    bool integer;
    switch (field) {
    case KN_INSTANCE_ID:
        return (status = copy_name(reader, "id", error)) ? status
                                                         : knap_instance_set_id(instance, reader->name.bytes, error);
    case KN_QUERY:
        return (status = copy_name(reader, "query", error))
                   ? status
                   : knap_instance_set_query(instance, reader->name.bytes, error);
    case KN_ANSWER:
        return (status = copy_name(reader, "answer", error))
                   ? status
                   : knap_instance_set_answer(instance, reader->name.bytes, error);
    case KN_QUERY_VECTOR: {
        size_t count;
        bool dense;
        return (status = kn_read_vector(reader, &dense, &count, error))
                   ? status
                   : knap_instance_set_query_vector(instance, reader->value, count, error);
    }
    case KN_SHOWN:
        return kn_read_shown(reader, "shown", &reader->shown, error);
    case KN_CLICKS:
        return kn_read_shown(reader, "clicks", &reader->clicked, error);
    case KN_CHANCES:
        return kn_read_chances(reader, error);
    case KN_PROPENSITY:
        return kn_json_number(json, &reader->propensity, &integer) ? KNAP_OK : kn_json_error(reader, error);
    case KN_BUDGET:
    case KN_MASS:
        if (!kn_json_number(json, &number, &integer))
            return kn_json_error(reader, error);
        return field == KN_BUDGET ? knap_instance_set_budget(instance, number, error)
                                  : knap_instance_set_mass(instance, number, error);
    case KN_KINDS:
        return read_kinds(reader, instance, error);
    case KN_EXPECT:
        return read_expect(reader, instance, error);
    default:
        if (kn_json_type(json) == KN_NUMBER)
            return kn_json_number(json, &reader->log_reward, &integer) ? KNAP_OK : kn_json_error(reader, error);
        return read_reward(reader, instance, kind, error);
    }
}

/* Counts a member that is not used and keeps its bytes where they are wanted: "NAME": VALUE, in reader->source. */
static knap_status pass_through(knap_reader *reader, const kn_slice *name, const char *start, bool unused,
                                knap_error *error)
{
    kn_text *source = &reader->source;
    if (reader->options.keep) {
        kn_text_add(source, ",", source->length ? 1 : 0);
        kn_text_quote(source, name->bytes, name->length);
        kn_text_byte(source, ':');
        kn_text_json(source, start, (size_t)(reader->json.at - start));
    }
    reader->name.length = 0;
    kn_text_add(&reader->name, name->bytes, name->length);
    if (source->failed || reader->name.failed)
        return kn_no_memory(error);
    return unused ? kn_reader_unused(reader, reader->name.bytes, 1, error) : KNAP_OK;
}

knap_status kn_read_instance_member(knap_reader *reader, knap_instance *instance, const kn_slice *name,
                                    kn_meaning meaning, const knap_reward **kind, knap_error *error)
{
    kn_json *json = &reader->json;
    unsigned type = kn_json_type(json);
    kn_field field = meaning.field;
    const char *start = json->at;
    knap_status status;
    /* All bytes must be there before the instance is changed. */
    if (!kn_json_skip(json))
        return kn_json_error(reader, error);
    if (field < KN_FIELDS && (reader->given & 1u << (field - KN_ITEM_FIELDS)))
        return kn_fail(error, KNAP_BAD_INPUT, "duplicate member \"%.*s\"", shown(name), name->bytes);
    if (field == KN_NO_FIELD || !(kn_field_types(field) & type)) {
        if (field != KN_NO_FIELD && meaning.sure && type != KN_NULL)
            return kn_fail(error, KNAP_BAD_INPUT, "the instance's '%.*s' is %s", shown(name), name->bytes,
                           kn_field_wrong(field));
        return pass_through(reader, name, start, type != KN_NULL || field == KN_NO_FIELD, error);
    }
    const char *end = json->at;
    json->at = start;
    status = read_value(reader, instance, field, kind, error);
    json->at = end;
    reader->given |= 1u << (field - KN_ITEM_FIELDS);
    if (!status && (field == KN_QUERY || (field == KN_INSTANCE_ID && !is(name, "id"))))
        status = pass_through(reader, name, start, false, error);
    return status;
}
