/* rouge_jsonl.c - reads an evaluation in JSONL: one topic per line, or one summary per line.
 *
 *     line -> where its members are, all of it checked -> references, then summaries, straight into the set */
#include "io/rouge_jsonl.h"
#include "io/json.h"
#include "io/rouge_check.h"
#include "io/stream.h"

#include "base/bytes.h"
#include "base/error.h"
#include "rouge/file.h"

#include <stdio.h>
#include <string.h>

/* Lines that are read. */
typedef struct reading {
    knap_rouge_set *set;
    const char *path;
    size_t number;           /* of the line */
    const char *begin, *end; /* of the line */
    knap_error *error;
    kn_rouge_seen seen;
    kn_text *outline; /* or NULL */
    kn_json json;
    kn_text topic, system;
    knap_rouge_segment *segment; /* scratch */
} reading;

/* Where the values of a line's members begin; NULL: none. */
typedef struct members {
    const char *id, *references, *system, *peer, *peers;
} members;

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
    *seen = (kn_rouge_seen){.digest = NULL};
    kn_symbols_begin(&seen->topic, allocator);
}

void kn_rouge_seen_free(kn_rouge_seen *seen)
{
    KN_RELEASE(seen->topic.arena.allocator, seen->digest);
    kn_symbols_free(&seen->topic);
}

knap_status kn_rouge_check_references(kn_rouge_seen *seen, const char *topic, uint64_t digest, size_t had, size_t count,
                                      const char *path, size_t number, knap_error *error)
{
    size_t known = seen->topic.count;
    uint32_t symbol = kn_symbols_add(&seen->topic, topic, strlen(topic));
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (symbol < known && seen->digest[symbol] != digest)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, number, "the topic came before with other references");
    if (symbol == known) {
        if (!KN_ROOM(seen->topic.arena.allocator, seen->digest, known + 1))
            return kn_no_memory(error);
        seen->digest[symbol] = digest;
    }
    if (had && had != count)
        return kn_fail_at(error, KNAP_BAD_INPUT, path, number,
                          "the topic came before with another number of references");
    return KNAP_OK;
}

/* ---- Values ---- */

static const knap_allocator *allocator_of(const reading *self)
{
    return knap_rouge_allocator(knap_rouge_set_scorer(self->set));
}

static knap_status fail_in(const reading *self, const char *what)
{
    return kn_fail_at(self->error, KNAP_BAD_INPUT, self->path, self->number, "%s", what);
}

static knap_status no_json(const reading *self)
{
    if (self->json.no_memory)
        return kn_no_memory(self->error);
    return kn_fail_at(self->error, KNAP_BAD_INPUT, self->path, self->number,
                      "not valid JSON: %s, at byte %zu of the line", self->json.problem,
                      (size_t)(self->json.at - self->begin) + 1);
}

/* Goes back to a value of the line. */
static void go_to(reading *self, const char *value)
{
    kn_json_start(&self->json, value, (size_t)(self->end - value), true, self->number);
}

/* The next string as a text with a 0 at its end. */
static knap_status read_name(reading *self, kn_text *name)
{
    kn_slice string;
    if (!kn_json_string(&self->json, &string))
        return no_json(self);
    name->length = 0;
    kn_text_add(name, string.bytes, string.length);
    return name->failed ? kn_no_memory(self->error) : KNAP_OK;
}

static knap_status add_text(const reading *self, bool reference, const knap_rouge_text *text)
{
    const char *topic = self->topic.bytes;
    knap_error problem;
    knap_status status = reference ? knap_rouge_set_add_reference(self->set, topic, text, &problem)
                                   : knap_rouge_set_add_peer(self->set, topic, self->system.bytes, text, &problem);
    if (status == KNAP_BAD_INPUT)
        return fail_in(self, problem.message);
    return !status ? KNAP_OK : kn_no_memory(self->error);
}

static knap_status read_string(reading *self, bool reference)
{
    knap_rouge_segment *segment;
    knap_rouge_text text;
    kn_slice string;
    knap_status status;
    if (!kn_json_string(&self->json, &string))
        return no_json(self);
    status = knap_rouge_split(KNAP_ROUGE_SPL, string.bytes, string.length, allocator_of(self), &segment, &text.count,
                              self->error);
    if (status)
        return status;
    text.segment = segment;
    status = add_text(self, reference, &text);
    knap_rouge_segments_free(segment, text.count, allocator_of(self));
    return status;
}

static const char not_text[] = "a text is a string or an array of strings";

static knap_status read_segments(reading *self, bool reference)
{
    size_t count = 0;
    kn_json_walk walk;
    for (kn_json_enter(&self->json, &walk, '['); kn_json_element(&self->json, &walk); count++) {
        kn_slice string;
        if (kn_json_peek(&self->json) != '"')
            return fail_in(self, not_text);
        if (!KN_ROOM(allocator_of(self), self->segment, count + 1))
            return kn_no_memory(self->error);
        if (!kn_json_string(&self->json, &string))
            return no_json(self);
        self->segment[count] = (knap_rouge_segment){string.bytes, string.length};
    }
    return add_text(self, reference, &(knap_rouge_text){self->segment, count});
}

/* The next value is a reference of the topic, or the summary of self->system. */
static knap_status read_text(reading *self, bool reference)
{
    switch (kn_json_peek(&self->json)) {
    case '"':
        return read_string(self, reference);
    case '[':
        return read_segments(self, reference);
    default:
        return fail_in(self, not_text);
    }
}

/* ---- Members ---- */

/* References that the topic already has, 0 for a new topic. */
static size_t references_of(const knap_rouge_set *set, const char *topic)
{
    size_t number = knap_rouge_set_find_topic(set, topic);
    return number < knap_rouge_set_topic_count(set) ? knap_rouge_set_reference_count(set, number) : 0;
}

/* Adds bytes and their number to a digest, eight at a time; the same on every machine. */
static uint64_t digest_of(uint64_t digest, const char *bytes, size_t length)
{
    const unsigned char *byte = (const unsigned char *)bytes;
    digest = (digest ^ length) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t at = 0; at < length; at += 8) {
        uint64_t eight = 0;
        if (length - at >= 8)
            for (size_t i = 0; i < 8; i++) /* one load */
                eight |= (uint64_t)byte[at + i] << 8 * i;
        else
            for (size_t i = 0; at + i < length; i++)
                eight |= (uint64_t)byte[at + i] << 8 * i;
        digest = (digest ^ eight) * UINT64_C(0x9e3779b97f4a7c15);
        digest ^= digest >> 32;
    }
    return digest;
}

/* Adds the next value to the digest: texts as they are when decoded. */
static bool add_to_digest(kn_json *json, uint64_t *digest)
{
    const char *start;
    kn_json_walk walk;
    kn_slice string;
    int byte = kn_json_peek(json);
    start = json->at;
    if (byte == '"') {
        if (!kn_json_string(json, &string))
            return false;
        *digest = digest_of(*digest, string.bytes, string.length);
    } else if (byte == '[') {
        *digest = ~digest_of(*digest, "[", 1); /* no text has this digest but by chance */
        for (kn_json_enter(json, &walk, '['); kn_json_element(json, &walk) && add_to_digest(json, digest);)
            ;
        *digest = ~digest_of(*digest, "]", 1);
    } else if (kn_json_skip(json)) {
        *digest = digest_of(*digest, start, (size_t)(json->at - start));
    }
    return !json->problem;
}

static knap_status read_references(reading *self, const char *value)
{
    size_t had = references_of(self->set, self->topic.bytes), count = 0;
    uint64_t digest = KN_HASH_START;
    kn_json_walk walk;
    knap_status status;
    go_to(self, value);
    if (kn_json_peek(&self->json) != '[')
        return fail_in(self, "\"refs\" is not an array");
    for (kn_json_enter(&self->json, &walk, '['); kn_json_element(&self->json, &walk); count++)
        if (!add_to_digest(&self->json, &digest))
            break;
    if (self->json.problem)
        return no_json(self);
    if (self->outline) {
        kn_rouge_outline(self->outline, KN_ROUGE_REFERENCES, self->number, self->topic.bytes);
        kn_put_count(self->outline, digest);
        kn_put_count(self->outline, count);
    }
    status = kn_rouge_check_references(&self->seen, self->topic.bytes, digest, had, count, self->path, self->number,
                                       self->error);
    if (status || had)
        return status;
    go_to(self, value);
    for (kn_json_enter(&self->json, &walk, '['); !status && kn_json_element(&self->json, &walk);)
        status = read_text(self, true);
    return status;
}

/* The next value is the summary of self->system. */
static knap_status read_peer(reading *self)
{
    if (self->outline) {
        kn_rouge_outline(self->outline, KN_ROUGE_PEER, self->number, self->topic.bytes);
        kn_put_name(self->outline, self->system.bytes);
    }
    return read_text(self, false);
}

/* "peers": {SYSTEM: TEXT, ...} */
static knap_status read_peers(reading *self, const char *value)
{
    knap_status status = KNAP_OK;
    kn_json_walk walk;
    kn_slice name;
    go_to(self, value);
    kn_json_enter(&self->json, &walk, '{');
    walk.unchecked = true; /* names that come twice were found before */
    while (!status && kn_json_member(&self->json, &walk, &name)) {
        self->system.length = 0;
        kn_text_add(&self->system, name.bytes, name.length);
        status = self->system.failed ? kn_no_memory(self->error) : read_peer(self);
    }
    return status;
}

/* The topic: a string, a whole number, or without an id the number of the line. */
static knap_status read_topic(reading *self, const char *value)
{
    double number;
    bool whole = false;
    char line[32];
    if (!value) {
        self->topic.length = 0;
        kn_text_add(&self->topic, line, (size_t)snprintf(line, sizeof line, "%zu", self->number));
        return self->topic.failed ? kn_no_memory(self->error) : KNAP_OK;
    }
    go_to(self, value);
    if (kn_json_peek(&self->json) == '"')
        return read_name(self, &self->topic);
    if (!kn_json_number(&self->json, &number, &whole) || !whole)
        return fail_in(self, "\"id\" is neither a string nor a whole number");
    self->topic.length = 0;
    if (number == 0)
        kn_text_byte(&self->topic, '0');
    else
        kn_text_add(&self->topic, value, (size_t)(self->json.at - value));
    return self->topic.failed ? kn_no_memory(self->error) : KNAP_OK;
}

static knap_status read_system(reading *self, const char *value)
{
    self->system.length = 0;
    kn_text_byte(&self->system, 'X');
    if (self->system.failed)
        return kn_no_memory(self->error);
    if (!value)
        return KNAP_OK;
    go_to(self, value);
    return kn_json_peek(&self->json) == '"' ? read_name(self, &self->system)
                                            : fail_in(self, "\"system\" is not a string");
}

/* ---- Lines ---- */

static bool is_name(const kn_slice *name, const char *wanted)
{
    return name->length == strlen(wanted) && memcmp(name->bytes, wanted, name->length) == 0;
}

/* Finds the members that are used, and checks all of the line. */
static knap_status find_members(reading *self, members *found)
{
    kn_json *json = &self->json;
    kn_json_walk walk;
    kn_slice name;
    bool object = kn_json_peek(json) == '{';
    if (object)
        for (kn_json_enter(json, &walk, '{'); kn_json_member(json, &walk, &name);) {
            const char **at = is_name(&name, "id")       ? &found->id
                              : is_name(&name, "refs")   ? &found->references
                              : is_name(&name, "system") ? &found->system
                              : is_name(&name, "peer")   ? &found->peer
                              : is_name(&name, "peers")  ? &found->peers
                                                         : NULL;
            kn_json_peek(json);
            if (at)
                *at = json->at;
            if (!kn_json_skip(json))
                break;
        }
    else
        kn_json_skip(json);
    if (json->problem)
        return no_json(self);
    if (kn_json_peek(json))
        kn_json_fail(json, "expected the end of the line");
    if (!json->ended) /* something follows the value */
        return no_json(self);
    return object ? KNAP_OK : fail_in(self, "not a JSON object");
}

static knap_status read_line(reading *self, const char *bytes)
{
    members found = {.id = NULL};
    knap_status status;
    kn_arena_clear(&self->json.decoded);
    go_to(self, bytes);
    status = find_members(self, &found);
    if (!status)
        status = read_topic(self, found.id);
    if (!status)
        status = read_system(self, found.system);
    if (!status && found.peers && *found.peers != '{')
        status = fail_in(self, "\"peers\" is not an object");
    if (!status && !found.references && !found.peer && !found.peers)
        status = fail_in(self, "none of \"refs\", \"peer\" and \"peers\" is there");
    if (!status && found.references)
        status = read_references(self, found.references);
    if (!status && found.peer) {
        go_to(self, found.peer);
        status = read_peer(self);
    }
    return status || !found.peers ? status : read_peers(self, found.peers);
}

knap_status kn_rouge_lines(knap_rouge_set *set, const char *path, kn_text *text, size_t begin, size_t before,
                           kn_text *outline, knap_error *error)
{
    const knap_allocator *allocator = knap_rouge_allocator(knap_rouge_set_scorer(set));
    reading self = {.set = set,
                    .path = path,
                    .number = before,
                    .error = error,
                    .outline = outline,
                    .topic = {.allocator = allocator},
                    .system = {.allocator = allocator}};
    char *at, *end;
    knap_status status = kn_json_pad(text) ? KNAP_OK : kn_no_memory(error);
    kn_rouge_seen_begin(&self.seen, allocator);
    kn_json_begin(&self.json, allocator);
    at = text->bytes + begin;
    end = text->bytes + text->length;
    while (!status && at < end) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        *stop = 0;
        self.number++;
        self.begin = at;
        self.end = stop;
        if (!kn_is_blank(at, stop))
            status = read_line(&self, at);
        at = stop + 1;
    }
    KN_RELEASE(allocator, self.segment);
    kn_text_free(&self.topic);
    kn_text_free(&self.system);
    kn_json_free(&self.json);
    kn_rouge_seen_free(&self.seen);
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
        status = kn_rouge_lines(set, path, &file, 0, 0, NULL, error);
    kn_text_free(&file);
    return status;
}
