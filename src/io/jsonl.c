/* jsonl.c - instances as JSON, one after the other.
 *
 * An instance may hold a million items, so it is never a document in memory. A line that is a whole instance is read where it
 * stands in the buffer. Otherwise the members and the items are read one after the other: where the bytes of one end too
 * early, more are read and it is begun again. */
#include "io/jsonl.h"
#include "io/passages.h"
#include "core/instance.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Begins, or begins again, to read at the first byte of the stream that is not taken. */
static void start(knap_reader *reader)
{
    kn_stream *stream = &reader->stream;
    kn_json_start(&reader->json, (char *)stream->buffer + stream->at, stream->filled - stream->at, stream->ended,
                  stream->line);
}

/* Takes what was read. In a line, which was read as a whole, there is nothing to take. */
static void commit(knap_reader *reader)
{
    if (reader->layout == KN_LAYOUT_DOCUMENT) {
        reader->stream.at = (size_t)(reader->json.at - (char *)reader->stream.buffer);
        reader->stream.line = reader->json.line;
    }
}

/* After a failure: whether more bytes were read, so that the same can be tried again. As many again are wanted, so that long
 * values are not begun too often, unless a line ends. */
static bool again(knap_reader *reader)
{
    kn_stream *stream = &reader->stream;
    size_t before = stream->filled - stream->at, seen = before;
    if (reader->layout != KN_LAYOUT_DOCUMENT || !reader->json.short_of_bytes)
        return false;
    for (;;) {
        bool more = kn_stream_more(stream);
        size_t now = stream->filled - stream->at;
        if (!more || now >= 2 * before || memchr(stream->buffer + stream->at + seen, '\n', now - seen)) {
            start(reader);
            return !stream->failed;
        }
        seen = now;
    }
}

/* Passes white space and returns the next byte, 0 at the end of the input. */
static int next_byte(knap_reader *reader)
{
    int byte;
    do
        byte = kn_json_peek(&reader->json);
    while (!byte && again(reader));
    return byte;
}

/* Takes `wanted`, or fails. */
static knap_status expect(knap_reader *reader, char wanted, knap_error *error)
{
    int byte = next_byte(reader);
    if (byte == wanted) {
        reader->json.at++;
        commit(reader);
        return KNAP_OK;
    }
    if (reader->json.ended)
        return kn_fail(error, KNAP_BAD_INPUT, "the input ends within an instance: expected '%c'", wanted);
    return kn_fail(error, KNAP_BAD_INPUT, "expected '%c', found '%c'", wanted, byte > ' ' && byte < 127 ? byte : '?');
}

/* ---- Instances ---- */

/* The number of the item before the message. */
static knap_status name_item(knap_status status, size_t item, knap_error *error)
{
    char message[sizeof error->message];
    memcpy(message, error->message, sizeof message);
    if (status != KNAP_NO_MEMORY && strncmp(message, "item ", 5) != 0)
        snprintf(error->message, sizeof error->message, "item %zu: %.480s", item, message);
    return status;
}

static knap_status read_one_item(knap_reader *reader, knap_data *data, knap_instance *instance, knap_error *error)
{
    size_t item = knap_instance_count(instance), line;
    knap_status status;
    next_byte(reader);
    commit(reader);
    do {
        line = reader->json.line;
        status = kn_read_item(reader, data, instance, NULL, error);
    } while (status == KNAP_BAD_INPUT && again(reader));
    if (!status) {
        commit(reader);
        return KNAP_OK;
    }
    if (reader->json.ended && status == KNAP_BAD_INPUT)
        kn_fail(error, KNAP_BAD_INPUT, "the input ends within an instance");
    kn_reader_failed_at(reader, reader->json.problem ? reader->json.line : line, error);
    return name_item(status, item, error);
}

static knap_status read_items(knap_reader *reader, knap_data *data, knap_instance *instance, knap_error *error)
{
    knap_status status = expect(reader, '[', error);
    if (!status && next_byte(reader) == ']')
        return expect(reader, ']', error);
    while (!status && !(status = read_one_item(reader, data, instance, error))) {
        if (next_byte(reader) == ']')
            return expect(reader, ']', error);
        status = expect(reader, ',', error);
    }
    return status;
}

/* The name of the next member and its ':'; the bytes of the name stay valid until the buffer changes. */
static knap_status read_key(knap_reader *reader, kn_slice *name, knap_error *error)
{
    kn_json *json = &reader->json;
    if (kn_json_type(json) != KN_STRING && !json->problem)
        return kn_fail(error, KNAP_BAD_INPUT, "a member's name must be a string");
    if (!kn_json_string(json, name))
        return kn_json_error(reader, error);
    if (kn_json_peek(json) != ':' && !json->problem)
        return kn_fail(error, KNAP_BAD_INPUT, "expected ':', found '%c'", *json->at > ' ' ? *json->at : '?');
    return kn_json_expect(json, ':') ? KNAP_OK : kn_json_error(reader, error);
}

/* What the member means, remembered by its place in the instance. */
static kn_meaning meaning_of(knap_reader *reader, const kn_slice *name, size_t place)
{
    kn_seen *seen = &reader->seen[place % KN_SEEN];
    if (seen->length == name->length && name->length && memcmp(seen->name, name->bytes, name->length) == 0)
        return seen->meaning;
    kn_meaning meaning = kn_instance_meaning(&reader->fields, name->bytes, name->length);
    if (name->length <= sizeof seen->name) {
        memcpy(seen->name, name->bytes, name->length);
        seen->length = name->length;
        seen->meaning = meaning;
    }
    return meaning;
}

/* What a member of an instance holds. */
typedef enum holding { HOLDS_OTHER, HOLDS_ITEMS, HOLDS_OBJECT } holding;

/* Whether a value is the items of an instance, or an object that may have them, such as "hits" of Elasticsearch. */
static holding holding_of(kn_meaning meaning, unsigned type, bool inner)
{
    if (meaning.field != KN_ITEMS)
        return HOLDS_OTHER;
    if (type == KN_ARRAY || (meaning.sure && !inner))
        return HOLDS_ITEMS;
    return type == KN_OBJECT && !inner ? HOLDS_OBJECT : HOLDS_OTHER;
}

/* One member of an instance, or of the object in it that has the items (`inner`). The value of items, and of such an object, is next. */
static knap_status read_member(knap_reader *reader, knap_instance *instance, size_t place, bool inner,
                               const knap_reward **kind, holding *holds, knap_error *error)
{
    kn_slice name;
    knap_status status = read_key(reader, &name, error);
    kn_meaning meaning;
    if (status)
        return status;
    meaning = meaning_of(reader, &name, place);
    if (!kn_json_type(&reader->json))
        return kn_json_error(reader, error);
    *holds = holding_of(meaning, kn_json_type(&reader->json), inner);
    if (!meaning.sure && *holds != HOLDS_OTHER && knap_instance_count(instance)) {
        *holds = HOLDS_OTHER; /* the items are there already */
        meaning.field = KN_NO_FIELD;
    }
    if (*holds != HOLDS_OTHER)
        return KNAP_OK;
    if (inner)
        return kn_json_skip(&reader->json) ? KNAP_OK : kn_json_error(reader, error);
    return kn_read_instance_member(reader, instance, &name, meaning, kind, error);
}

/* The members of an instance's object, after its '{'. */
static knap_status read_members(knap_reader *reader, knap_data *data, knap_instance *instance, bool inner,
                                const knap_reward **kind, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t place = 0; !status && next_byte(reader) != '}'; place++) {
        holding holds = HOLDS_OTHER;
        if (place && (status = expect(reader, ',', error)))
            break;
        next_byte(reader);
        commit(reader);
        do
            status = read_member(reader, instance, place, inner, kind, &holds, error);
        while (status == KNAP_BAD_INPUT && again(reader));
        if (status)
            break;
        commit(reader);
        if (holds == HOLDS_ITEMS && knap_instance_count(instance))
            status = kn_fail(error, KNAP_BAD_INPUT, "\"items\" comes twice");
        else if (holds == HOLDS_ITEMS)
            status = read_items(reader, data, instance, error);
        else if (holds == HOLDS_OBJECT && !(status = expect(reader, '{', error)))
            status = read_members(reader, data, instance, true, kind, error);
    }
    return status ? status : expect(reader, '}', error);
}

/* Reads an instance whose '{' is next. */
static kn_read read_instance(knap_reader *reader, knap_data *data, knap_error *error)
{
    knap_instance *instance;
    const knap_reward *kind = NULL;
    size_t line = reader->json.line;
    knap_status status;
    kn_reader_forget(reader);
    if ((status = expect(reader, '{', error)) || (status = knap_data_add(data, NULL, NAN, line, &instance, error)))
        return kn_reader_failed_at(reader, line, error);
    status = read_members(reader, data, instance, false, &kind, error);
    if (status)
        kn_reader_failed_at(reader, reader->json.line, error);
    if (!status && knap_instance_count(instance) == 0)
        status = kn_fail(error, KNAP_BAD_INPUT, "the instance has no items");
    if (!status)
        status = kn_resolve_after(reader, instance, error);
    if (!status)
        status = kn_resolve_log(reader, instance, error);
    if (!status && kind)
        status = knap_instance_set_reward(instance, kind, NULL, error);
    if (!status && reader->source.length)
        status = knap_instance_set_source(instance, reader->source.bytes, reader->source.length, error);
    if (status) {
        knap_data_drop_last(data);
        return kn_reader_failed_at(reader, line, error);
    }
    return KN_READ_ONE;
}

/* ---- Layouts ---- */

/* Names of members that never come again must not fill the memory of a long stream. */
enum { MOST_PATHS = 4096 };

static knap_status forget_paths(knap_reader *reader, knap_error *error)
{
    knap_status status = KNAP_OK;
    if (reader->paths.count <= MOST_PATHS)
        return KNAP_OK;
    status = kn_reader_count_unused(reader, error);
    kn_symbols_free(&reader->paths);
    return status;
}

static void take_line(knap_reader *reader)
{
    kn_stream_take_line(&reader->stream, reader->line_length);
    reader->line_held = false;
}

/* The next line that is not blank, in reader->json; it is held until it is taken. */
static kn_read next_line(knap_reader *reader)
{
    kn_stream *stream = &reader->stream;
    for (;;) {
        size_t length = reader->line_length;
        char *line = reader->line_held ? (char *)stream->buffer + stream->at : kn_stream_whole_line(stream, &length);
        if (!line)
            return KN_READ_END; /* or the line is long, or the stream failed */
        reader->line_held = true;
        reader->line_length = length;
        kn_json_start(&reader->json, line, length, true, stream->line);
        if (line[0] > ' ' || kn_json_peek(&reader->json) || !reader->json.ended)
            return KN_READ_ONE;
        take_line(reader);
    }
}

static kn_read read_document(knap_reader *reader, knap_data *data, knap_error *error)
{
    int byte;
    start(reader);
    byte = next_byte(reader);
    if (reader->in_list && (byte == ',' || byte == ']')) {
        reader->json.at++;
        commit(reader);
        reader->in_list = byte == ',';
        byte = next_byte(reader);
    }
    if (!byte && reader->json.ended)
        return KN_READ_END;
    commit(reader);
    return read_instance(reader, data, error);
}

/* A list of items is one instance. */
static kn_read read_list(knap_reader *reader, knap_data *data, knap_error *error)
{
    knap_instance *instance;
    knap_status status;
    size_t line;
    reader->layout = KN_LAYOUT_DOCUMENT; /* what follows is none */
    start(reader);
    if (!next_byte(reader) && reader->json.ended)
        return KN_READ_END;
    commit(reader);
    line = reader->json.line;
    kn_reader_forget(reader);
    if ((status = knap_data_add(data, NULL, NAN, line, &instance, error)))
        return kn_reader_failed_at(reader, line, error);
    status = read_items(reader, data, instance, error);
    if (!status && knap_instance_count(instance) == 0)
        status = kn_fail(error, KNAP_BAD_INPUT, "the list has no items");
    if (!status)
        status = kn_resolve_after(reader, instance, error);
    if (!status)
        return KN_READ_ONE;
    knap_data_drop_last(data);
    return kn_reader_failed_at(reader, reader->json.line, error);
}

/* A line that is too long to be held in memory is read like a document. */
static kn_read read_long_line(knap_reader *reader, knap_data *data, knap_error *error)
{
    kn_read read;
    reader->layout = KN_LAYOUT_DOCUMENT;
    read = read_document(reader, data, error);
    reader->layout = KN_LAYOUT_LINES;
    reader->json.last = false; /* after an error the rest of the line is not known */
    if (read == KN_READ_ONE)
        while (kn_stream_peek(&reader->stream) == ' ' || kn_stream_peek(&reader->stream) == '\r')
            kn_stream_take(&reader->stream);
    return read;
}

static kn_read read_line(knap_reader *reader, knap_data *data, knap_error *error)
{
    kn_read read = next_line(reader);
    if (read == KN_READ_END && !reader->stream.failed && reader->stream.at < reader->stream.filled)
        return read_long_line(reader, data, error);
    if (read != KN_READ_ONE)
        return read;
    read = read_instance(reader, data, error);
    if (read == KN_READ_ONE && kn_json_peek(&reader->json)) {
        knap_data_drop_last(data);
        kn_fail(error, KNAP_BAD_INPUT, "expected the end of the line, found '%c': the file has one instance per line",
                *reader->json.at);
        read = kn_reader_failed_at(reader, reader->json.line, error);
    }
    take_line(reader);
    return read;
}

/* Whether the object that is next has items, or an object with items. Only what comes before them is read. */
static bool has_items(knap_reader *reader, bool inner)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    kn_slice name;
    if (kn_json_type(json) != KN_OBJECT)
        return false;
    for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &name);) {
        kn_meaning meaning = kn_instance_meaning(&reader->fields, name.bytes, name.length);
        holding holds = holding_of(meaning, kn_json_type(json), inner);
        if (holds == HOLDS_ITEMS)
            return true;
        if (holds == HOLDS_OBJECT ? has_items(reader, true) : !kn_json_skip(json))
            return holds == HOLDS_OBJECT;
    }
    return false;
}

/* Reads on until the first line is whole, or is long. */
static unsigned char *first_line(kn_stream *stream)
{
    unsigned char *end = NULL;
    while (stream->filled - stream->at <= KN_LONG_LINE &&
           !(end = memchr(stream->buffer + stream->at, '\n', stream->filled - stream->at)) && kn_stream_more(stream))
        ;
    return end;
}

/* A file that starts with '[': a list of items is one instance; a list of instances is a document. */
static kn_json_layout list_layout(knap_reader *reader)
{
    kn_json *json = &reader->json;
    kn_json_walk walk;
    bool items;
    reader->layout = KN_LAYOUT_DOCUMENT;
    do {
        start(reader);
        items = kn_json_enter(json, &walk, '[') && kn_json_element(json, &walk) && has_items(reader, false);
    } while (!items && again(reader));
    reader->in_list = items;
    if (items) {
        start(reader);
        next_byte(reader);
        json->at++; /* the '[' */
        commit(reader);
    }
    return json->no_memory ? KN_LAYOUT_UNKNOWN : items ? KN_LAYOUT_DOCUMENT : KN_LAYOUT_LIST;
}

/* Whether the first line is an instance, or an item, by itself. Otherwise instances may have any number of lines. */
static kn_json_layout find_layout(knap_reader *reader)
{
    kn_stream *stream = &reader->stream;
    kn_json *json = &reader->json;
    unsigned char *end = first_line(stream);
    size_t length = (end ? (size_t)(end - stream->buffer) : stream->filled) - stream->at;
    if (stream->buffer[stream->at] == '[')
        return list_layout(reader);
    if (!end && !stream->ended)
        return KN_LAYOUT_DOCUMENT;
    if (end)
        *end = 0;
    kn_json_start(json, (char *)stream->buffer + stream->at, length, true, stream->line);
    kn_json_skip(json);
    bool whole = !json->problem && !kn_json_peek(json) && json->ended, cut_short = json->ended && !whole;
    bool lines = whole || (json->problem && !cut_short), no_memory = json->no_memory;
    kn_json_start(json, (char *)stream->buffer + stream->at, length, true, stream->line);
    bool passages = whole && !has_items(reader, false);
    if (end)
        *end = '\n';
    return no_memory || json->no_memory ? KN_LAYOUT_UNKNOWN
           : passages                   ? KN_LAYOUT_PASSAGES
           : lines                      ? KN_LAYOUT_LINES
                                        : KN_LAYOUT_DOCUMENT;
}

/* Rows of one item per line. */
static kn_read next_passage(knap_reader *reader, knap_error *error)
{
    kn_read read = next_line(reader);
    if (read == KN_READ_END && !reader->stream.failed && reader->stream.at < reader->stream.filled) {
        kn_fail(error, KNAP_BAD_INPUT, "the line is longer than %d bytes", KN_LONG_LINE);
        return KN_READ_FAILED;
    }
    return read;
}

static kn_read read_laid_out(knap_reader *reader, knap_data *data, knap_error *error)
{
    static const kn_rows_from passages = {next_passage, take_line};
    kn_read read;
    switch (reader->layout) {
    case KN_LAYOUT_LINES:
        read = read_line(reader, data, error);
        if (read == KN_READ_FAILED)
            reader->resumable = error->status == KNAP_BAD_INPUT && reader->json.last;
        return read;
    case KN_LAYOUT_PASSAGES:
        return kn_read_passages(reader, data, &passages, error);
    case KN_LAYOUT_LIST:
        return read_list(reader, data, error);
    default:
        return read_document(reader, data, error);
    }
}

static kn_read read(knap_reader *reader, knap_data *data, knap_error *error)
{
    if (reader->layout == KN_LAYOUT_UNKNOWN) {
        reader->layout = find_layout(reader);
        if (reader->layout == KN_LAYOUT_UNKNOWN) {
            kn_no_memory(error);
            return KN_READ_FAILED;
        }
        if (reader->options.by && reader->layout != KN_LAYOUT_PASSAGES) {
            kn_fail(error, KNAP_BAD_INPUT, "items can be grouped by '%.60s' only if each line is an item",
                    reader->options.by);
            return kn_reader_failed_at(reader, reader->stream.line, error);
        }
    }
    if (forget_paths(reader, error))
        return KN_READ_FAILED;
    return read_laid_out(reader, data, error);
}

const kn_format kn_format_jsonl = {.name = "JSONL", .absent_is_zero = false, .read = read};
