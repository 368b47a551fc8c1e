/* rouge_jsonl.c - reads an evaluation in JSONL: one topic per line, or one summary per line. */
#include "io/rouge_jsonl.h"
#include "io/rouge_check.h"

#include "base/bytes.h"
#include "base/error.h"
#include "base/memory.h"
#include "rouge/file.h"
#include "base/number.h"

#include <jansson.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The line under way. */
typedef struct line {
    knap_rouge_set *set;
    const char *path;
    size_t number;
    const char *topic;
    knap_error *error;
    kn_rouge_seen *seen;
    kn_text *outline; /* or NULL */
} line;

/* ---- What processes tell each other ---- */

void kn_rouge_outline(kn_text *to, kn_rouge_event event, size_t number, const char *name)
{
    kn_put_count(to, event);
    kn_put_count(to, number);
    kn_put_name(to, name);
}

/* ---- References that come again ---- */

void kn_rouge_seen_begin(kn_rouge_seen *seen, const knap_allocator *allocator)
{
    *seen = (kn_rouge_seen){.capacity = 0};
    kn_symbols_begin(&seen->topic, allocator);
}

void kn_rouge_seen_free(kn_rouge_seen *seen)
{
    kn_free(seen->topic.arena.allocator, seen->digest, seen->capacity, sizeof *seen->digest);
    kn_symbols_free(&seen->topic);
}

knap_status kn_rouge_check_references(kn_rouge_seen *seen, const char *topic, uint64_t digest, size_t had, size_t count,
                                      const char *path, size_t number, knap_error *error)
{
    size_t known = seen->topic.count;
    uint32_t symbol = kn_symbols_add(&seen->topic, topic, strlen(topic));
    uint64_t *grown;
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (symbol < known && seen->digest[symbol] != digest)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, number, "the topic came before with other references");
    if (symbol == known) {
        grown = kn_grow(seen->topic.arena.allocator, seen->digest, &seen->capacity, known + 1, sizeof *grown);
        if (!grown)
            return kn_no_memory(error);
        seen->digest = grown;
        grown[symbol] = digest;
    }
    if (had && had != count)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, number,
                          "the topic came before with another number of references");
    return KNAP_OK;
}

/* ---- One line ---- */

static knap_status fail_in(const line *in, const char *what)
{
    return kn_fail_at(in->error, KNAP_BAD_INPUT, in->path, in->number, "%s", what);
}

static knap_status add_text(const line *in, const char *system, const knap_rouge_text *text)
{
    knap_error problem;
    knap_status status = system ? knap_rouge_set_add_peer(in->set, in->topic, system, text, &problem)
                                : knap_rouge_set_add_reference(in->set, in->topic, text, &problem);
    if (status == KNAP_BAD_INPUT)
        return fail_in(in, problem.message);
    return !status ? KNAP_OK : kn_no_memory(in->error);
}

static knap_status read_string(const line *in, const char *system, const json_t *value)
{
    const knap_allocator *allocator = knap_rouge_allocator(knap_rouge_set_scorer(in->set));
    knap_rouge_segment *segment;
    knap_rouge_text text;
    knap_status status = knap_rouge_split(KNAP_ROUGE_SPL, json_string_value(value), json_string_length(value),
                                          allocator, &segment, &text.count, in->error);
    if (status)
        return status;
    text.segment = segment;
    status = add_text(in, system, &text);
    knap_rouge_segments_free(segment, text.count, allocator);
    return status;
}

static knap_status read_segments(const line *in, const char *system, const json_t *value)
{
    const knap_allocator *allocator = knap_rouge_allocator(knap_rouge_set_scorer(in->set));
    size_t count = json_array_size(value);
    knap_rouge_segment *segment = kn_new(allocator, count, sizeof *segment);
    knap_status status = segment ? KNAP_OK : kn_no_memory(in->error);
    for (size_t i = 0; !status && i < count; i++) {
        const json_t *one = json_array_get(value, i);
        if (!json_is_string(one))
            status = fail_in(in, "a text is a string or an array of strings");
        else
            segment[i] = (knap_rouge_segment){json_string_value(one), json_string_length(one)};
    }
    if (!status) {
        knap_rouge_text text = {segment, count};
        status = add_text(in, system, &text);
    }
    kn_free(allocator, segment, count, sizeof *segment);
    return status;
}

static knap_status read_text(const line *in, const char *system, const json_t *value)
{
    if (json_is_string(value))
        return read_string(in, system, value);
    if (json_is_array(value))
        return read_segments(in, system, value);
    return fail_in(in, "a text is a string or an array of strings");
}

/* References that the topic already has, 0 for a new topic. */
static size_t references_of(const knap_rouge_set *set, const char *topic)
{
    size_t number = knap_rouge_set_find_topic(set, topic);
    return number < knap_rouge_set_topic_count(set) ? knap_rouge_set_reference_count(set, number) : 0;
}

static int add_to_digest(const char *bytes, size_t length, void *context)
{
    uint64_t *digest = context;
    *digest = kn_hash(*digest, bytes, length);
    return 0;
}

static knap_status read_references(const line *in, const json_t *references)
{
    size_t had = references_of(in->set, in->topic), count = json_array_size(references);
    uint64_t digest = KN_HASH_START;
    knap_status status;
    if (!json_is_array(references))
        return fail_in(in, "\"refs\" is not an array");
    if (json_dump_callback(references, add_to_digest, &digest, JSON_COMPACT) != 0)
        return kn_no_memory(in->error);
    if (in->outline) {
        kn_rouge_outline(in->outline, KN_ROUGE_REFERENCES, in->number, in->topic);
        kn_put_count(in->outline, digest);
        kn_put_count(in->outline, count);
    }
    status = kn_rouge_check_references(in->seen, in->topic, digest, had, count, in->path, in->number, in->error);
    for (size_t i = 0; !status && !had && i < count; i++)
        status = read_text(in, NULL, json_array_get(references, i));
    return status;
}

static knap_status read_peer(const line *in, const char *system, const json_t *value)
{
    if (in->outline) {
        kn_rouge_outline(in->outline, KN_ROUGE_PEER, in->number, in->topic);
        kn_put_name(in->outline, system);
    }
    return read_text(in, system, value);
}

static knap_status read_object(line *in, json_t *object)
{
    json_t *id = json_object_get(object, "id"), *references = json_object_get(object, "refs");
    json_t *peer = json_object_get(object, "peer"), *peers = json_object_get(object, "peers");
    json_t *system = json_object_get(object, "system"), *value;
    const char *name;
    char number[32];
    knap_status status = KNAP_OK;
    snprintf(number, sizeof number, "%zu", in->number);
    if (json_is_integer(id))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(id));
    else if (id && !json_is_string(id))
        return fail_in(in, "\"id\" is neither a string nor a whole number");
    in->topic = json_is_string(id) ? json_string_value(id) : number;
    if (system && !json_is_string(system))
        return fail_in(in, "\"system\" is not a string");
    if (peers && !json_is_object(peers))
        return fail_in(in, "\"peers\" is not an object");
    if (!references && !peer && !peers)
        return fail_in(in, "none of \"refs\", \"peer\" and \"peers\" is there");
    if (references)
        status = read_references(in, references);
    if (!status && peer)
        status = read_peer(in, system ? json_string_value(system) : "X", peer);
    json_object_foreach(peers, name, value)
    {
        if (status)
            break;
        status = read_peer(in, name, value);
    }
    return status;
}

knap_status kn_rouge_lines(knap_rouge_set *set, const char *path, const char *bytes, size_t length, size_t before,
                           kn_text *outline, knap_error *error)
{
    kn_rouge_seen seen;
    line in = {.set = set, .path = path, .number = before, .error = error, .seen = &seen, .outline = outline};
    knap_status status = KNAP_OK;
    kn_rouge_seen_begin(&seen, knap_rouge_allocator(knap_rouge_set_scorer(set)));
    for (size_t at = 0; !status && at < length;) {
        const char *start = bytes + at, *end = memchr(start, '\n', length - at);
        size_t size = end ? (size_t)(end - start) : length - at, blank = 0;
        json_error_t problem;
        json_t *object;
        at += size + 1;
        in.number++;
        while (blank < size && strchr(" \t\r", start[blank]))
            blank++;
        if (blank == size)
            continue;
        kn_c_locale locale = kn_c_locale_begin(); /* jansson reads numbers by the locale */
        object = json_loadb(start, size, JSON_REJECT_DUPLICATES, &problem);
        kn_c_locale_end(locale);
        if (!object && json_error_code(&problem) == json_error_out_of_memory)
            status = kn_no_memory(error);
        else if (!object)
            status = fail_in(&in, problem.text);
        else if (!json_is_object(object))
            status = fail_in(&in, "not a JSON object");
        else
            status = read_object(&in, object);
        json_decref(object);
    }
    kn_rouge_seen_free(&seen);
    return status;
}

knap_status knap_rouge_read_jsonl(knap_rouge_set *set, const char *path, knap_error *error)
{
    kn_text file = {.allocator = NULL};
    knap_status status = kn_rouge_check_read("knap_rouge_read_jsonl", set, path, KNAP_ROUGE_SPL, error);
    if (status)
        return status;
    file.allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    status = kn_rouge_read_file(path, &file, error);
    if (!status)
        status = kn_rouge_lines(set, path, file.bytes, file.length, 0, NULL, error);
    kn_text_free(&file);
    return status;
}
