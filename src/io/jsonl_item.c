/* jsonl_item.c - an item in JSON: its members by what they mean, straight into the instance. */
#include "io/jsonl.h"
#include "io/day.h"
#include "core/item.h"
#include "base/error.h"
#include "base/quote.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST = 3 };

/* What was read of an item. */
typedef struct parts {
    unsigned rank[KN_ITEM_FIELDS];   /* rank + 1 of the member that was taken; 0: none */
    uint32_t member[KN_ITEM_FIELDS]; /* in reader->known */
    kn_slice slice[KN_ITEM_FIELDS];  /* a string, the digits of a name, or the bytes of a value that is read later */
    double number[KN_ITEM_FIELDS];   /* a number; 1 and 0 for true and false */
    unsigned type[KN_ITEM_FIELDS];
    size_t vector_count, concept_count;
    bool dense, first; /* of all items, which says what features there are */
    size_t line, members;
} parts;

/* ---- Names of members ---- */

static bool is_known(const knap_reader *reader, uint32_t member, uint32_t parent, const kn_slice *name)
{
    size_t before;
    if (member >= reader->paths.count)
        return false;
    before = parent == KN_NO_SYMBOL ? 0 : (size_t)reader->paths.length[parent] + 1;
    return reader->paths.length[member] == before + name->length && reader->known[member].parent == parent &&
           memcmp(reader->paths.name[member] + before, name->bytes, name->length) == 0;
}

/* Adds the member whose path is in reader->name; its container's path are the first `before` bytes of it. */
static knap_status add_member(knap_reader *reader, uint32_t parent, unsigned depth, const kn_slice *name, size_t before,
                              uint32_t *member, knap_error *error)
{
    *member = KN_ROOM(reader->allocator, reader->known, reader->paths.count + 1)
                  ? kn_symbols_add(&reader->paths, reader->name.bytes, reader->name.length)
                  : KN_NO_SYMBOL;
    if (*member == KN_NO_SYMBOL)
        return kn_no_memory(error);
    reader->known[*member] = (kn_known){
        .meaning = kn_item_meaning(&reader->fields, reader->name.bytes, before, depth, name->bytes, name->length),
        .parent = parent};
    return KNAP_OK;
}

knap_status kn_find_member(knap_reader *reader, uint32_t parent, unsigned depth, const kn_slice *name, size_t place,
                           uint32_t *member, knap_error *error)
{
    uint32_t *guess = &reader->guess[place % KN_GUESSES];
    size_t before;
    if (is_known(reader, *guess, parent, name)) {
        *member = *guess;
        return KNAP_OK;
    }
    reader->name.length = 0;
    if (parent != KN_NO_SYMBOL) {
        kn_text_add(&reader->name, reader->paths.name[parent], reader->paths.length[parent]);
        kn_text_byte(&reader->name, '.');
    }
    before = reader->name.length;
    kn_text_add(&reader->name, name->bytes, name->length);
    /* "a.b" may be a member of that name or the member "b" of "a": the second of them gets a space behind it. */
    while (!reader->name.failed &&
           (*member = kn_symbols_find(&reader->paths, reader->name.bytes, reader->name.length)) != KN_NO_SYMBOL &&
           reader->known[*member].parent != parent)
        kn_text_byte(&reader->name, ' ');
    if (reader->name.failed)
        return kn_no_memory(error);
    if (*member == KN_NO_SYMBOL) {
        knap_status status = add_member(reader, parent, depth, name, before, member, error);
        if (status)
            return status;
    }
    *guess = *member;
    return KNAP_OK;
}

/* The member of this item is not used; counted when the item is complete. */
static knap_status not_used(knap_reader *reader, uint32_t member, knap_error *error)
{
    if (!KN_ROOM(reader->allocator, reader->pending, reader->pendings + 1))
        return kn_no_memory(error);
    reader->pending[reader->pendings++] = member;
    return KNAP_OK;
}

/* ---- Values of members ---- */

static knap_status wrong_type(const knap_reader *reader, kn_field field, uint32_t member, knap_error *error)
{
    const char *name = reader->paths.name[member], *wrong = kn_field_wrong(field);
    if (kn_field_types(field) == KN_NUMBER)
        return kn_fail(error, KNAP_BAD_INPUT, "the item's '%.60s' is %s", name, wrong);
    return kn_fail(error, KNAP_BAD_INPUT, "\"%.60s\" is %s", name, wrong);
}

static knap_status read_scalar(knap_reader *reader, parts *item, kn_field field, unsigned type, knap_error *error)
{
    kn_json *json = &reader->json;
    const char *start;
    bool integer;
    int literal = 0;
    kn_json_peek(json);
    start = json->at;
    if (type == KN_STRING) {
        if (!kn_json_string(json, &item->slice[field]))
            return kn_json_error(reader, error);
    } else if (type == KN_NUMBER) {
        if (!kn_json_number(json, &item->number[field], &integer))
            return kn_json_error(reader, error);
        item->slice[field] = (kn_slice){start, (size_t)(json->at - start)};
        if (integer && item->number[field] == 0)
            item->slice[field] = (kn_slice){"0", 1};
        if (!integer && (kn_field_types(field) & KN_STRING) && field != KN_DATE)
            return wrong_type(reader, field, item->member[field], error);
    } else {
        if (!kn_json_literal(json, &literal))
            return kn_json_error(reader, error);
        item->number[field] = literal;
    }
    return KNAP_OK;
}

/* A date becomes a number of days. */
static knap_status read_date(knap_reader *reader, parts *item, unsigned type, knap_error *error)
{
    const kn_slice *text = &item->slice[KN_DATE];
    knap_status status = read_scalar(reader, item, KN_DATE, type, error);
    if (status)
        return status;
    item->number[KN_DATE] =
        type == KN_STRING ? kn_day_of_text(text->bytes, text->length) : kn_day_of_number(item->number[KN_DATE]);
    return isnan(item->number[KN_DATE]) ? wrong_type(reader, KN_DATE, item->member[KN_DATE], error) : KNAP_OK;
}

/* The text of a part: a string, or an object with "text", which may be an object with "value". Others have none. */
static bool read_part(kn_json *json, kn_slice *text)
{
    kn_json_walk walk;
    kn_slice name;
    unsigned type = kn_json_type(json);
    if (type == KN_STRING)
        return kn_json_string(json, text);
    if (type != KN_OBJECT)
        return kn_json_skip(json);
    for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &name);) {
        bool is_text = (name.length == 4 && memcmp(name.bytes, "text", 4) == 0) ||
                       (name.length == 5 && memcmp(name.bytes, "value", 5) == 0);
        if (!(is_text ? read_part(json, text) : kn_json_skip(json)))
            return false;
    }
    return !json->problem;
}

/* Walks over the parts of a text: adds up their lengths, or copies them to `to` with a line end between them. */
static bool walk_parts(kn_json *json, char *to, kn_slice *last, size_t *pieces, size_t *length)
{
    kn_json_walk walk;
    *pieces = *length = 0;
    for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk);) {
        kn_slice part = {NULL, 0};
        if (!read_part(json, &part))
            return false;
        if (!part.bytes)
            continue;
        if (to && *pieces)
            to[*length] = '\n';
        *length += (*pieces)++ > 0;
        if (to)
            memcpy(to + *length, part.bytes, part.length);
        *length += part.length;
        *last = part;
    }
    return !json->problem;
}

/* A text in parts, as OpenAI's "content": [{"type": "text", "text": ...}]. */
static knap_status read_parts(knap_reader *reader, kn_slice *text, knap_error *error)
{
    kn_json *json = &reader->json;
    const char *start = json->at;
    size_t line = json->line, pieces, length;
    char *joined;
    if (!walk_parts(json, NULL, text, &pieces, &length))
        return kn_json_error(reader, error);
    if (!pieces)
        return kn_fail(error, KNAP_BAD_INPUT, "the text is a list without a part that has a \"text\"");
    if (pieces == 1)
        return KNAP_OK;
    if (!(joined = kn_arena_room(&json->decoded, length, 1)))
        return kn_no_memory(error);
    json->at = start;
    json->line = line;
    walk_parts(json, joined, text, &pieces, &length);
    *text = (kn_slice){joined, length};
    return json->problem ? kn_json_error(reader, error) : KNAP_OK;
}

/* Reads the value of a field that was found. */
static knap_status read_field(knap_reader *reader, knap_data *data, parts *item, kn_field field, unsigned type,
                              knap_error *error)
{
    kn_json *json = &reader->json;
    const char *start = json->at;
    switch (field) {
    case KN_VECTOR_FIELD:
        return kn_read_vector(reader, &item->dense, &item->vector_count, error);
    case KN_DATE:
        return read_date(reader, item, type, error);
    case KN_FEATURES:
        return kn_read_features(reader, data, item->first, error);
    case KN_COVERS:
        return kn_read_named(reader, "covers", &reader->concepts, true, &item->concept_count, error);
    case KN_FLAWS:
    case KN_INTRODUCES:
    case KN_NEEDS:
        if (!kn_json_skip(json))
            return kn_json_error(reader, error);
        item->slice[field] = (kn_slice){start, (size_t)(json->at - start)};
        return KNAP_OK;
    case KN_TEXT:
        if (type == KN_ARRAY)
            return read_parts(reader, &item->slice[field], error);
        /* fall through */
    default:
        return read_scalar(reader, item, field, type, error);
    }
}

/* Takes the member's value for its field, or passes over it. */
static knap_status read_member(knap_reader *reader, knap_data *data, parts *item, uint32_t member, unsigned depth,
                               knap_error *error)
{
    kn_json *json = &reader->json;
    const kn_meaning meaning = reader->known[member].meaning;
    kn_field field = meaning.field;
    unsigned type = kn_json_type(json), before;
    uint32_t replaced;
    const char *start = json->at;
    knap_status status;
    if (!type)
        return kn_json_error(reader, error);
    if (field < KN_ITEM_FIELDS && !(kn_field_types(field) & type) && type != KN_NULL && meaning.sure &&
        !(field == KN_ID && type == KN_ARRAY)) /* LangChain's dumpd: the name of a class */
        return wrong_type(reader, field, member, error);
    if (field >= KN_ITEM_FIELDS || !(kn_field_types(field) & type) ||
        (item->rank[field] && item->rank[field] <= meaning.rank + 1)) {
        if (!kn_json_skip(json))
            return kn_json_error(reader, error);
        return depth || (type == KN_NULL && field < KN_ITEM_FIELDS) ? KNAP_OK : not_used(reader, member, error);
    }
    before = item->rank[field];
    replaced = item->member[field];
    item->rank[field] = meaning.rank + 1;
    item->member[field] = member;
    item->type[field] = type;
    status = read_field(reader, data, item, field, type, error);
    if (status == KNAP_BAD_INPUT && !json->problem && !meaning.sure) {
        /* A name that means something else here, such as "values": ["a", "b"]. */
        json->at = start;
        item->rank[field] = 0;
        status = kn_json_skip(json) ? KNAP_OK : kn_json_error(reader, error);
        if (!status && !depth)
            status = not_used(reader, member, error);
        return status;
    }
    if (!status && meaning.negated)
        item->number[field] = -item->number[field];
    if (!status && before && before <= KN_INNER_RANK)
        status = not_used(reader, replaced, error);
    return status;
}

/* What the source of an item leaves out. */
static bool is_bulky(kn_field field)
{
    return field == KN_VECTOR_FIELD || field == KN_FEATURES || field == KN_COVERS;
}

/* Leaves the bytes of a member out of the item's source. */
static void cut_out(knap_reader *reader, const char *from)
{
    if (reader->cuts < KN_MOST_SOURCE_CUTS)
        reader->cut[reader->cuts++] = (kn_slice){from, (size_t)(reader->json.at - from)};
}

/* The members of an object and of the containers in it. */
static knap_status read_members(knap_reader *reader, knap_data *data, parts *item, uint32_t parent, unsigned depth,
                                knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name;
    knap_status status = KNAP_OK;
    kn_json_enter(json, &walk, '{');
    walk.unchecked = true;
    for (;;) {
        uint32_t member;
        const char *from;
        kn_json_peek(json);
        from = json->at;
        if (!kn_json_member(json, &walk, &name))
            return json->problem ? kn_json_error(reader, error) : KNAP_OK;
        if ((status = kn_find_member(reader, parent, depth, &name, item->members++, &member, error)))
            return status;
        if (reader->known[member].stamp == reader->stamp)
            return kn_fail(error, KNAP_BAD_INPUT, "not valid JSON: duplicate member \"%.60s\"",
                           reader->paths.name[member]);
        reader->known[member].stamp = reader->stamp;
        if (reader->known[member].meaning.field == KN_CONTAINER && depth < DEEPEST && kn_json_type(json) == KN_OBJECT)
            status = read_members(reader, data, item, member, depth + 1, error);
        else
            status = read_member(reader, data, item, member, depth, error);
        if (status)
            return status;
        if (reader->options.keep && is_bulky(reader->known[member].meaning.field))
            cut_out(reader, from);
    }
}

/* ---- The parts of an item that are read last ---- */

/* "flaws": [NAME, ...] */
static knap_status read_flaws(knap_reader *reader, knap_data *data, knap_instance *instance, knap_error *error)
{
    kn_json *json = &reader->json;
    uint32_t flaws = 0;
    kn_json_walk walk;
    kn_slice name;
    for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk);) {
        size_t flaw;
        knap_status status;
        if (kn_json_type(json) != KN_STRING)
            return kn_fail(error, KNAP_BAD_INPUT, "\"flaws\" is not a list of names");
        if (!kn_json_string(json, &name))
            return kn_json_error(reader, error);
        reader->name.length = 0;
        kn_text_add(&reader->name, name.bytes, name.length);
        if (reader->name.failed)
            return kn_no_memory(error);
        if ((status = knap_data_flaw(data, reader->name.bytes, &flaw, error)))
            return status;
        flaws |= UINT32_C(1) << flaw;
    }
    return knap_instance_set_flaws(instance, knap_instance_count(instance) - 1, flaws, error);
}

/* "introduces": [NAME, ...]; "needs": {NAME: WEIGHT, ...}, or [NAME, ...], each with weight 1. */
static knap_status read_terms(knap_reader *reader, knap_instance *instance, bool introduces, knap_error *error)
{
    kn_json *json = &reader->json;
    size_t item = knap_instance_count(instance) - 1, count;
    kn_json_walk walk;
    kn_slice name;
    knap_status status = KNAP_OK;
    if (kn_json_type(json) == KN_OBJECT) {
        status = kn_read_named(reader, "needs", &reader->terms, false, &count, error);
        for (size_t i = 0; !status && i < count; i++)
            status = knap_instance_need(instance, item, reader->id[i], reader->value[i], error);
        return status;
    }
    for (kn_json_enter(json, &walk, '['); !status && kn_json_element(json, &walk);) {
        uint32_t term;
        if ((status = kn_read_name(reader, introduces ? "introduces" : "needs", &name, error)))
            return status;
        term = kn_symbols_add(&reader->terms, name.bytes, name.length);
        if (term == KN_NO_SYMBOL)
            return kn_no_memory(error);
        status = introduces ? knap_instance_introduce(instance, item, term, error)
                            : knap_instance_need(instance, item, term, 1, error);
    }
    return status;
}

/* "after": the item depends on another item, or, with null, on something outside the list. */
static knap_status read_after(knap_reader *reader, knap_instance *instance, const parts *found, knap_error *error)
{
    size_t item = knap_instance_count(instance) - 1;
    const kn_slice *name = &found->slice[KN_AFTER];
    if (found->type[KN_AFTER] == KN_NULL)
        return knap_instance_set_support(instance, item, KNAP_NO_ITEM, error);
    if (!KN_ROOM(reader->allocator, reader->after, reader->afters + 1))
        return kn_no_memory(error);
    reader->after[reader->afters++] = (kn_dependency){item, found->line, reader->names.length, name->length};
    kn_text_add(&reader->names, name->bytes, name->length);
    return reader->names.failed ? kn_no_memory(error) : KNAP_OK;
}

knap_status kn_name_items(const knap_instance *instance, const char *member, kn_symbols *names, knap_error *error)
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
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: another item is called '%.60s', so \"%s\" is not clear", i,
                           id, member);
    }
    return KNAP_OK;
}

knap_status kn_resolve_after(knap_reader *reader, knap_instance *instance, knap_error *error)
{
    kn_symbols names;
    knap_status status = KNAP_OK;
    kn_symbols_begin(&names, reader->allocator);
    if (reader->afters)
        status = kn_name_items(instance, "after", &names, error);
    for (size_t i = 0; !status && i < reader->afters; i++) {
        const kn_dependency *here = &reader->after[i];
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

/* ---- From parts to the instance ---- */

/* A group's number, from 1: that of the data, or for names the order of appearance. An instance has one or the other. */
static knap_status group_of(knap_reader *reader, knap_instance *instance, const parts *found, size_t *group,
                            knap_error *error)
{
    const kn_slice *name = &found->slice[KN_GROUP];
    char kind;
    uint32_t symbol;
    if (!found->rank[KN_GROUP])
        return KNAP_OK;
    kind = found->type[KN_GROUP] == KN_STRING ? 's' : 'n';
    if (reader->group_kind && reader->group_kind != kind)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "\"group\" is a string for some items of the instance and a number for others");
    reader->group_kind = kind;
    if (kind == 'n') {
        if (found->number[KN_GROUP] < 0)
            return kn_fail(error, KNAP_BAD_INPUT, "\"group\" is neither a string nor a whole number from 1");
        *group = (size_t)found->number[KN_GROUP];
        return KNAP_OK;
    }
    symbol = kn_symbols_add(&reader->groups, name->bytes, name->length);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *group = (size_t)symbol + 1;
    if (symbol < kn_array_capacity(instance->group_name) && instance->group_name[symbol])
        return KNAP_OK;
    return kn_item_text(instance, &instance->group_name, symbol, name->bytes, name->length, error);
}

static knap_status alternative_of(knap_reader *reader, const parts *found, size_t *alternative, knap_error *error)
{
    const kn_slice *name = &found->slice[KN_ALTERNATIVE];
    uint32_t symbol;
    if (!found->rank[KN_ALTERNATIVE])
        return KNAP_OK;
    symbol = kn_symbols_add(&reader->alternatives, name->bytes, name->length);
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *alternative = (size_t)symbol + 1;
    return KNAP_OK;
}

static knap_status no_cost(const knap_reader *reader, knap_error *error)
{
    if (reader->fields.taken[KN_COST])
        return kn_fail(error, KNAP_BAD_INPUT, "it has no cost: the member that the map names for it is missing");
    return kn_fail(
        error, KNAP_BAD_INPUT,
        "it has no \"cost\": add it, map another member to it, such as cost=size, or count it in the text (--cost)");
}

static bool is_space(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

/* The item's bytes without its vector, features and concepts. A part that is left out starts with the ',' before it, unless
 * it is the first member: then the ',' behind it goes too. */
static knap_status keep_source(knap_reader *reader, knap_instance *instance, const char *start, knap_error *error)
{
    kn_text *text = &reader->text;
    const char *end = reader->json.at;
    text->length = 0;
    kn_text_add(text, "", 0);
    for (size_t i = 0; i < reader->cuts; i++) {
        const kn_slice *cut = &reader->cut[i];
        size_t last;
        if (cut->bytes > start)
            kn_text_json(text, start, (size_t)(cut->bytes - start));
        start = cut->bytes + cut->length;
        for (last = text->length; last > 0 && is_space(text->bytes[last - 1]);)
            last--;
        if (last > 0 && text->bytes[last - 1] == '{') {
            while (is_space(*start))
                start++;
            start += *start == ',';
        }
    }
    kn_text_json(text, start, (size_t)(end - start));
    if (text->failed)
        return kn_no_memory(error);
    return knap_instance_set_item_source(instance, knap_instance_count(instance) - 1, text->bytes, text->length, error);
}

/* Sets what an item has beside what knap_item holds. */
static knap_status add_rest(knap_reader *reader, knap_data *data, knap_instance *instance, const parts *found,
                            knap_error *error)
{
    kn_json *json = &reader->json;
    size_t item = knap_instance_count(instance) - 1;
    bool pin = found->rank[KN_PIN] && found->number[KN_PIN] > 0, ban = found->rank[KN_BAN] && found->number[KN_BAN] > 0;
    const char *end = json->at;
    knap_status status = KNAP_OK;
    if (pin && ban)
        return kn_fail(error, KNAP_BAD_INPUT, "it is pinned and banned: remove \"pin\" or \"ban\"");
    if (pin || ban)
        status = knap_instance_set_choice(instance, item, pin ? KNAP_CHOICE_PIN : KNAP_CHOICE_BAN, error);
    if (!status && found->rank[KN_SCORE])
        status = knap_instance_set_score(instance, item, found->number[KN_SCORE], error);
    if (!status && found->rank[KN_POSITION])
        status = knap_instance_set_position(instance, item, found->number[KN_POSITION], error);
    if (!status && found->rank[KN_DATE])
        status = knap_instance_set_date(instance, item, found->number[KN_DATE], error);
    if (!status && found->rank[KN_USEFUL])
        status = knap_instance_set_useful(instance, item, found->number[KN_USEFUL], error);
    for (kn_field field = KN_FLAWS; !status && field <= KN_NEEDS; field++) {
        if (field == KN_AFTER || !found->rank[field])
            continue;
        json->at = found->slice[field].bytes;
        status = field == KN_FLAWS ? read_flaws(reader, data, instance, error)
                                   : read_terms(reader, instance, field == KN_INTRODUCES, error);
        json->at = end;
    }
    return !status && found->rank[KN_AFTER] ? read_after(reader, instance, found, error) : status;
}

static knap_status add_item(knap_reader *reader, knap_data *data, knap_instance *instance, const parts *found,
                            knap_error *error)
{
    knap_item item = {.cost = found->rank[KN_COST] ? found->number[KN_COST] : NAN};
    size_t row = knap_instance_count(instance);
    const kn_slice *id = &found->slice[KN_ID], *text = &found->slice[KN_TEXT];
    knap_status status;
    if (!found->rank[KN_COST] && !reader->options.cost_later)
        return no_cost(reader, error);
    if (!found->rank[KN_COST] && !found->rank[KN_TEXT])
        return kn_fail(error, KNAP_BAD_INPUT, "it has neither a \"cost\" nor a \"text\" to compute it from");
    item.worth = found->rank[KN_WORTH] ? found->number[KN_WORTH] : 0;
    if (found->first && data->features.count > 0 && !kn_reader_feature_room(reader, data->features.count))
        return kn_no_memory(error);
    if ((status = kn_check_features(reader, data, error)) ||
        (status = group_of(reader, instance, found, &item.group, error)) ||
        (status = alternative_of(reader, found, &item.alternative, error)))
        return status;
    item.feature = reader->feature;
    if (found->rank[KN_VECTOR_FIELD]) {
        item.vector = reader->value;
        item.vector_id = found->dense ? NULL : reader->id;
        item.vector_count = found->vector_count;
    }
    if (found->rank[KN_COVERS]) {
        item.concept_id = reader->concept_id;
        item.amount = reader->amount;
        item.concept_count = found->concept_count;
    }
    if ((status = knap_instance_add(instance, &item, error)) ||
        (found->rank[KN_ID] &&
         (status = kn_item_text(instance, &instance->item_id, row, id->bytes, id->length, error))) ||
        (found->rank[KN_TEXT] &&
         (status = kn_item_text(instance, &instance->item_text, row, text->bytes, text->length, error))))
        return status;
    return add_rest(reader, data, instance, found, error);
}

/* A pair of an item and its score, as LangChain's similarity_search_with_score gives them. */
static knap_status read_pair(knap_reader *reader, knap_data *data, parts *found, knap_error *error)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    bool integer;
    knap_status status = KNAP_OK;
    kn_json_enter(json, &walk, '[');
    if (kn_json_element(json, &walk) && kn_json_type(json) == KN_OBJECT)
        status = read_members(reader, data, found, KN_NO_SYMBOL, 0, error);
    else if (!json->problem)
        return kn_fail(error, KNAP_BAD_INPUT, "it is neither an object nor a pair of an object and a score");
    if (!status && kn_json_element(json, &walk) && kn_json_type(json) == KN_NUMBER &&
        kn_json_number(json, &found->number[KN_SCORE], &integer))
        found->rank[KN_SCORE] = 1;
    if (!status && !json->problem && (!found->rank[KN_SCORE] || kn_json_element(json, &walk)))
        return kn_fail(error, KNAP_BAD_INPUT, "it is neither an object nor a pair of an object and a score");
    return status ? status : json->problem ? kn_json_error(reader, error) : KNAP_OK;
}

/* Whether the item belongs to the group of those before; the first one says what the group is. */
static knap_status check_group(knap_reader *reader, const knap_instance *instance, const parts *found, bool *other,
                               knap_error *error)
{
    const kn_slice *name = &found->slice[KN_BY];
    kn_text *group = &reader->group;
    if (!found->rank[KN_BY])
        return kn_fail(error, KNAP_BAD_INPUT, "it has no \"%.60s\", which the items are grouped by",
                       reader->options.by);
    if (knap_instance_count(instance) > 0) {
        *other = group->length != name->length || memcmp(group->bytes, name->bytes, name->length) != 0;
        return KNAP_OK;
    }
    group->length = 0;
    kn_text_add(group, name->bytes, name->length);
    return group->failed ? kn_no_memory(error) : KNAP_OK;
}

knap_status kn_read_item(knap_reader *reader, knap_data *data, knap_instance *instance, bool *other, knap_error *error)
{
    kn_json *json = &reader->json;
    parts found;
    unsigned type = kn_json_type(json);
    const char *start = json->at;
    knap_status status;
    memset(found.rank, 0, sizeof found.rank);
    found.vector_count = found.concept_count = found.members = 0;
    found.dense = false;
    found.first =
        !reader->decided && knap_instance_count(instance) == 0 && (data->features.count == 0 || reader->deciding);
    found.line = json->line;
    reader->deciding = found.first; /* an item is begun again where its bytes were not all there */
    reader->stamp++;
    reader->pendings = reader->cuts = 0;
    if (type == KN_OBJECT) {
        status = read_members(reader, data, &found, KN_NO_SYMBOL, 0, error);
    } else if (type == KN_ARRAY) {
        status = read_pair(reader, data, &found, error);
    } else if (type == KN_STRING) {
        found.rank[KN_TEXT] = 1;
        status = kn_json_string(json, &found.slice[KN_TEXT]) ? KNAP_OK : kn_json_error(reader, error);
    } else {
        status = json->problem ? kn_json_error(reader, error)
                               : kn_fail(error, KNAP_BAD_INPUT, "it is not an object: {\"cost\": ...}");
    }
    if (!status && other && reader->options.by)
        status = check_group(reader, instance, &found, other, error);
    if (!status && other && !*other && reader->options.vectors && !found.rank[KN_VECTOR_FIELD]) {
        status = kn_take_row(reader, (double)reader->rows, &found.vector_count, error);
        found.rank[KN_VECTOR_FIELD] = 1;
        found.dense = true;
    }
    if (status || (other && *other) || (status = add_item(reader, data, instance, &found, error)))
        return status;
    reader->rows++;
    reader->deciding = false;
    for (size_t i = 0; i < reader->pendings; i++)
        reader->known[reader->pending[i]].unused++;
    return reader->options.keep ? keep_source(reader, instance, start, error) : KNAP_OK;
}
