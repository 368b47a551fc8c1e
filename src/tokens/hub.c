/* hub.c - reads a tokenizer.json of Hugging Face and leads a text through its steps. Anything in the file that is not understood
 * is an error, so that no count is wrong without notice. post_processor, decoder, truncation and padding do not change the tokens
 * of a text and are not read. */
#include "tokens/hub.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>

typedef struct hub {
    const knap_allocator *allocator;
    kn_arena arena;
    kn_normalizer normalizer;
    kn_cutter cutter;
    kn_added_set raw, normalized; /* added tokens, found before and after normalization */
    kn_hub_model model;
} hub;

static void close_hub(void *model, const knap_allocator *allocator)
{
    hub *self = model;
    if (!self)
        return;
    kn_normalizer_free(&self->normalizer, allocator);
    kn_cutter_free(&self->cutter, allocator);
    kn_added_free(&self->raw);
    kn_added_free(&self->normalized);
    if (self->model.close)
        self->model.close(self->model.model, allocator);
    kn_arena_free(&self->arena);
    kn_free(allocator, self, 1, sizeof *self);
}

/* ---- Encoding ---- */

static knap_status encode_part(const hub *self, kn_scratch *scratch, const char *text, size_t length, bool first,
                               kn_sink *sink, knap_error *error)
{
    const char *bytes;
    const kn_text_pieces *pieces;
    knap_status status = kn_cut_pieces(&self->cutter, scratch, text, length, first, &bytes, &pieces, error);
    for (size_t i = 0; !status && i < pieces->count; i++)
        status = self->model.encode(self->model.model, &scratch->merger, bytes + pieces->range[i].begin,
                                    pieces->range[i].end - pieces->range[i].begin, sink, error);
    return status;
}

/* `first`: the part begins the text. */
static knap_status encode_normalized(const hub *self, kn_scratch *scratch, const char *text, size_t length, bool first,
                                     kn_sink *sink, knap_error *error)
{
    size_t done = 0, begin, end;
    const kn_added *token;
    knap_status status = kn_normalize(&self->normalizer, scratch, text, length, &text, &length, error);
    while (!status && (token = kn_added_find(&self->normalized, text, length, done, done, &begin, &end))) {
        if (begin > done)
            status = encode_part(self, scratch, text + done, begin - done, first && done == 0, sink, error);
        kn_sink_put(sink, token->id);
        done = end;
    }
    if (!status && done < length)
        status = encode_part(self, scratch, text + done, length - done, first && done == 0, sink, error);
    return status;
}

static knap_status encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text, size_t length,
                          kn_sink *sink, knap_error *error)
{
    const hub *self = tokenizer->model;
    size_t done = 0, begin, end;
    const kn_added *token;
    knap_status status = KNAP_OK;
    while (!status && (token = kn_added_find(&self->raw, text, length, done, done, &begin, &end))) {
        if (begin > done)
            status = encode_normalized(self, scratch, text + done, begin - done, done == 0, sink, error);
        kn_sink_put(sink, token->id);
        done = end;
    }
    if (!status && done < length)
        status = encode_normalized(self, scratch, text + done, length - done, done == 0, sink, error);
    return status;
}

/* ---- Reading ---- */

knap_status kn_hub_refuse(const kn_hub_file *file, const char *where, const char *format, ...)
{
    char what[400];
    va_list arguments;
    va_start(arguments, format);
    kn_print_list(what, sizeof what, format, arguments);
    va_end(arguments);
    return kn_fail_at(file->error, KNAP_BAD_INPUT, file->name, 0, "%s: %s", where, what);
}

knap_status kn_hub_members(const kn_hub_file *file, const char *where, const json_t *object, const char *const *known)
{
    const char *member;
    json_t *value;
    json_object_foreach((json_t *)object, member, value)
    {
        size_t i = 0;
        while (known[i] && strcmp(known[i], member) != 0)
            i++;
        if (!known[i])
            return kn_hub_refuse(file, where, "the member '%.100s' is not supported", member);
    }
    return KNAP_OK;
}

knap_status kn_hub_flag(const kn_hub_file *file, const char *where, const json_t *object, const char *member,
                        bool absent, bool *value)
{
    const json_t *found = json_object_get(object, member);
    *value = found ? json_is_true(found) : absent;
    if (found && !json_is_boolean(found))
        return kn_hub_refuse(file, where, "the member '%s' is neither true nor false", member);
    return KNAP_OK;
}

knap_status kn_hub_string(const kn_hub_file *file, const char *where, const json_t *object, const char *member,
                          const json_t **value)
{
    const json_t *found = json_object_get(object, member);
    *value = NULL;
    if (!found || json_is_null(found))
        return KNAP_OK;
    if (!json_is_string(found))
        return kn_hub_refuse(file, where, "the member '%s' is not a string", member);
    *value = found;
    return KNAP_OK;
}

static bool is_id(const json_t *value)
{
    return json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) < KN_NO_RANK;
}

/* Adds the name of a token, with NUL in place of what stands for it. */
static uint32_t add_name(const kn_hub_file *file, kn_symbols *names, const char *name, size_t length)
{
    const char utf8[] = {(char)0xEF, (char)0xB7, (char)(0x80 | (file->stand_in & 0x3F))};
    kn_text made = {.allocator = file->allocator};
    uint32_t symbol;
    if (!file->stand_in)
        return kn_symbols_add(names, name, length);
    kn_text_add(&made, "", 0);
    for (size_t i = 0; i < length;) {
        bool nul = i + sizeof utf8 <= length && memcmp(name + i, utf8, sizeof utf8) == 0;
        kn_text_add(&made, nul ? "" : name + i, 1);
        i += nul ? sizeof utf8 : 1;
    }
    symbol = made.failed ? KN_NO_SYMBOL : kn_symbols_add(names, made.bytes, made.length);
    kn_text_free(&made);
    return symbol;
}

knap_status kn_hub_vocabulary(const kn_hub_file *file, const json_t *vocab, kn_symbols *names, uint32_t **id)
{
    size_t count = json_object_size(vocab), length;
    const char *name;
    json_t *value;
    if (!json_is_object(vocab) || count == 0 || count >= KN_NO_RANK / 4)
        return kn_hub_refuse(file, "model", "the vocabulary is not an object of tokens and ids");
    uint32_t *ids = kn_new(file->allocator, count, sizeof *ids);
    knap_status status = ids ? KNAP_OK : kn_no_memory(file->error);
    json_object_keylen_foreach((json_t *)vocab, name, length, value)
    {
        uint32_t symbol = KN_NO_SYMBOL;
        if (!status && !is_id(value))
            status = kn_hub_refuse(file, "model", "the id of the token '%.100s' is not a number", name);
        if (!status && (symbol = add_name(file, names, name, length)) == KN_NO_SYMBOL)
            status = kn_no_memory(file->error);
        if (status)
            break;
        ids[symbol] = (uint32_t)json_integer_value(value);
    }
    if (status)
        kn_free(file->allocator, ids, count, sizeof *ids);
    else
        *id = ids;
    return status;
}

knap_status kn_hub_pattern(const kn_hub_file *file, const char *where, const json_t *value, kn_pattern *pattern)
{
    const json_t *text = json_object_get(value, "String"), *expression = json_object_get(value, "Regex");
    char problem[300] = "";
    *pattern = (kn_pattern){0};
    if (json_object_size(value) != 1 || (!json_is_string(text) && !json_is_string(expression)))
        return kn_hub_refuse(file, where, "expected a pattern {\"String\": ...} or {\"Regex\": ...}");
    if (json_is_string(text)) {
        pattern->length = json_string_length(text);
        if (pattern->length == 0)
            return kn_hub_refuse(file, where, "an empty pattern is not supported");
        pattern->literal = kn_arena_text(file->arena, json_string_value(text), pattern->length);
        return pattern->literal ? KNAP_OK : kn_no_memory(file->error);
    }
    knap_status status = kn_pattern_compile(pattern, json_string_value(expression), json_string_length(expression),
                                            file->allocator, problem, sizeof problem);
    if (status == KNAP_NO_MEMORY)
        return kn_no_memory(file->error);
    return status ? kn_hub_refuse(file, where, "%s", problem) : KNAP_OK;
}

static knap_status read_added(const kn_hub_file *file, hub *self, kn_scratch *scratch, const json_t *json,
                              size_t *strangers)
{
    static const char *const known[] = {"id",     "content",    "single_word", "lstrip",
                                        "rstrip", "normalized", "special",     NULL};
    const char *where = "added_tokens";
    const json_t *content = NULL;
    kn_added token = {0};
    bool normalized = false, special = false;
    knap_status status = json_is_object(json) ? kn_hub_members(file, where, json, known)
                                              : kn_hub_refuse(file, where, "expected objects");
    if (!status)
        status = kn_hub_string(file, where, json, "content", &content);
    if (!status && (!content || !is_id(json_object_get(json, "id"))))
        status = kn_hub_refuse(file, where, "a token without content or id");
    if (!status)
        status = kn_hub_flag(file, where, json, "single_word", false, &token.single_word);
    if (!status)
        status = kn_hub_flag(file, where, json, "lstrip", false, &token.left_strip);
    if (!status)
        status = kn_hub_flag(file, where, json, "rstrip", false, &token.right_strip);
    if (!status)
        status = kn_hub_flag(file, where, json, "special", false, &special);
    if (!status)
        status = kn_hub_flag(file, where, json, "normalized", !special, &normalized);
    if (status)
        return status;
    const char *text = json_string_value(content);
    size_t length = json_string_length(content);
    uint32_t symbol = kn_symbols_find(self->model.names, text, length);
    /* A token of the model's vocabulary keeps the id that it has there. */
    token.id =
        symbol == KN_NO_SYMBOL ? (uint32_t)json_integer_value(json_object_get(json, "id")) : self->model.id[symbol];
    *strangers += symbol == KN_NO_SYMBOL;
    if (normalized)
        status = kn_normalize(&self->normalizer, scratch, text, length, &text, &length, file->error);
    return status ? status
                  : kn_added_add(normalized ? &self->normalized : &self->raw, text, length, token, file->error);
}

static bool begins_with_space(const kn_added_set *set)
{
    for (size_t i = 0; i < set->content.count; i++)
        if (u_isUWhiteSpace((unsigned char)set->content.name[i][0]))
            return true;
    return false;
}

static bool strips_right(const kn_added_set *set)
{
    for (size_t i = 0; i < set->content.count; i++)
        if (set->token[i].right_strip)
            return true;
    return false;
}

static knap_status read_all_added(const kn_hub_file *file, hub *self, const json_t *list, size_t *strangers)
{
    kn_scratch *scratch = kn_scratch_new(file->allocator); /* for the normalizer */
    knap_status status = scratch ? KNAP_OK : kn_no_memory(file->error);
    if (list && !json_is_array(list))
        status = kn_hub_refuse(file, "added_tokens", "expected a list");
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = read_added(file, self, scratch, json_array_get(list, i), strangers);
    kn_scratch_free(scratch);
    if (!status && ((begins_with_space(&self->raw) && strips_right(&self->raw)) ||
                    (begins_with_space(&self->normalized) && strips_right(&self->normalized))))
        status = kn_hub_refuse(file, "added_tokens",
                               "tokens that begin with white space beside tokens with rstrip are not supported");
    return status;
}

static knap_status read_model(const kn_hub_file *file, hub *self, const json_t *json)
{
    const char *type = json_string_value(json_object_get(json, "type"));
    if (!json_is_object(json))
        return kn_hub_refuse(file, "model", "it is missing: this is not a tokenizer.json");
    if (!type && json_object_get(json, "merges")) /* files of early versions have no type */
        type = "BPE";
    if (!type && json_object_get(json, "max_input_chars_per_word"))
        type = "WordPiece";
    if (type && strcmp(type, "BPE") == 0)
        return kn_bpe_read(file, json, self->cutter.byte_level, &self->model);
    if (type && strcmp(type, "WordPiece") == 0 && self->cutter.byte_level)
        return kn_hub_refuse(file, "model WordPiece", "the pre_tokenizer ByteLevel with this model is not supported");
    if (type && strcmp(type, "WordPiece") == 0)
        return kn_wordpiece_read(file, json, &self->model);
    return kn_hub_refuse(file, "model", "the type '%.100s' is not supported: expected BPE or WordPiece%s",
                         type ? type : "", type && strcmp(type, "Unigram") == 0 ? "; use its SentencePiece model" : "");
}

static knap_status read_file(const kn_hub_file *file, hub *self, const json_t *json, size_t *strangers)
{
    static const char *const known[] = {"version",       "truncation",     "padding", "added_tokens", "normalizer",
                                        "pre_tokenizer", "post_processor", "decoder", "model",        NULL};
    const char *version = json_string_value(json_object_get(json, "version"));
    knap_status status = KNAP_OK;
    if (!json_is_object(json) || !json_object_get(json, "model"))
        return kn_hub_refuse(file, "tokenizer.json", "expected an object with the member 'model'");
    status = kn_hub_members(file, "tokenizer.json", json, known);
    if (!status && version && strcmp(version, "1.0") != 0)
        status = kn_hub_refuse(file, "version", "'%.50s' is not supported: expected 1.0", version);
    if (!status)
        status = kn_normalizer_read(file, json_object_get(json, "normalizer"), &self->normalizer);
    if (!status)
        status = kn_cutter_read(file, json_object_get(json, "pre_tokenizer"), &self->cutter);
    if (!status)
        status = read_model(file, self, json_object_get(json, "model"));
    return status ? status : read_all_added(file, self, json_object_get(json, "added_tokens"), strangers);
}

/* ---- Keys with a NUL character ----
 *
 * jansson reads "\u0000" in values and refuses it in keys. There, a noncharacter of Unicode that the file does not have stands for it. */

enum { ESCAPE = 6 };

/* The first of the noncharacters from U+FDD0 on whose escape and whose bytes are not in the file; 0: the file has all of them. */
static unsigned find_stand_in(const char *bytes, size_t length)
{
    for (unsigned code = 0xFDD0; code <= 0xFDEF; code++) {
        const char utf8[] = {(char)0xEF, (char)0xB7, (char)(0x80 | (code & 0x3F))};
        char escape[ESCAPE + 1];
        bool found = false;
        snprintf(escape, sizeof escape, "\\u%04x", code);
        for (size_t i = 0; i + ESCAPE <= length && !found; i++) {
            found = memcmp(bytes + i, utf8, sizeof utf8) == 0 ||
                    (bytes[i] == '\\' && strncasecmp(bytes + i, escape, ESCAPE) == 0);
        }
        if (!found)
            return code;
    }
    return 0;
}

/* Writes the stand-in for each NUL in the string that begins at `at`, where it is a key. Returns the end of the string. */
static size_t replace_in_key(char *bytes, size_t at, size_t length, unsigned code)
{
    size_t end = at + 1, after;
    char escape[ESCAPE + 1];
    snprintf(escape, sizeof escape, "\\u%04x", code);
    while (end < length && bytes[end] != '"')
        end += bytes[end] == '\\' ? 2 : 1;
    for (after = end + 1; after < length && kn_ascii_space(bytes[after]);)
        after++;
    if (after >= length || bytes[after] != ':')
        return end + 1;
    for (size_t i = at + 1; i + ESCAPE <= end;) {
        if (memcmp(bytes + i, "\\u0000", ESCAPE) == 0)
            memcpy(bytes + i, escape, ESCAPE);
        i += bytes[i] == '\\' ? 2 : 1;
    }
    return end + 1;
}

static bool has_nul(const char *bytes, size_t length)
{
    for (size_t i = 0; i + ESCAPE <= length; i++)
        if (bytes[i] == '\\' && memcmp(bytes + i, "\\u0000", ESCAPE) == 0)
            return true;
    return false;
}

/* NULL where memory is out (`failed`), and after a problem. */
static json_t *load(const char *bytes, size_t length, const knap_allocator *allocator, unsigned *stand_in, bool *failed,
                    json_error_t *problem)
{
    kn_text copy = {.allocator = allocator};
    json_t *json;
    *failed = false;
    *stand_in = has_nul(bytes, length) ? find_stand_in(bytes, length) : 0;
    if (!*stand_in)
        return json_loadb(bytes, length, JSON_ALLOW_NUL, problem);
    kn_text_add(&copy, bytes, length);
    for (size_t at = 0; !copy.failed && at < length;)
        at = copy.bytes[at] == '"' ? replace_in_key(copy.bytes, at, length, *stand_in) : at + 1;
    *failed = copy.failed;
    json = copy.failed ? NULL : json_loadb(copy.bytes, length, JSON_ALLOW_NUL, problem);
    kn_text_free(&copy);
    return json;
}

knap_status kn_hub_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                        knap_error *error)
{
    static const kn_tokenizer_kind kind = {encode, close_hub};
    json_error_t problem;
    size_t strangers = 0;
    unsigned stand_in;
    bool failed;
    json_t *json = load(bytes, length, tokenizer->allocator, &stand_in, &failed, &problem);
    if (!json)
        return failed || json_error_code(&problem) == json_error_out_of_memory
                   ? kn_no_memory(error)
                   : kn_fail_at(error, KNAP_BAD_INPUT, name, (size_t)problem.line, "not valid JSON: %s", problem.text);
    if (kn_is_tekken(json)) {
        knap_status opened = kn_tekken_open(tokenizer, name, json, error);
        json_decref(json);
        return opened;
    }
    hub *self = kn_new(tokenizer->allocator, 1, sizeof *self);
    if (!self) {
        json_decref(json);
        return kn_no_memory(error);
    }
    self->allocator = tokenizer->allocator;
    self->arena.allocator = tokenizer->allocator;
    kn_added_begin(&self->raw, tokenizer->allocator);
    kn_added_begin(&self->normalized, tokenizer->allocator);
    kn_hub_file file = {name, tokenizer->allocator, &self->arena, error, stand_in};
    knap_status status = read_file(&file, self, json, &strangers);
    json_decref(json);
    if (status) {
        close_hub(self, tokenizer->allocator);
        return status;
    }
    tokenizer->kind = &kind;
    tokenizer->name = self->model.name;
    tokenizer->model = self;
    tokenizer->size = self->model.names->count + strangers;
    return KNAP_OK;
}
