/* hub_wordpiece.c - the model WordPiece of a tokenizer.json: the longest token first, from left to right. */
#include "base/error.h"
#include "base/utf8.h"
#include "tokens/hub.h"

#include <string.h>

typedef struct wordpiece {
    kn_symbols names;
    uint32_t *id;     /* [names.count] */
    uint32_t unknown; /* its id */
    size_t most;      /* characters of a word; a longer one is unknown */
    size_t longest;   /* bytes of the longest token */
    const char *prefix;
    size_t prefix_length;
    kn_arena arena;
} wordpiece;

static void close_wordpiece(void *model, const knap_allocator *allocator)
{
    wordpiece *self = model;
    if (!self)
        return;
    kn_free(allocator, self->id, self->names.count, sizeof *self->id);
    kn_symbols_free(&self->names);
    kn_arena_free(&self->arena);
    kn_free(allocator, self, 1, sizeof *self);
}

/* The end of the longest token that begins at word[at]; sets *symbol. `at` if there is none. `name` has room for the prefix and
 * the longest token. */
static size_t longest_token(const wordpiece *self, char *name, const char *word, size_t at, size_t length,
                            uint32_t *symbol)
{
    size_t prefix = at > 0 ? self->prefix_length : 0, end = length;
    if (end - at > self->longest) { /* back to the start of a character */
        end = at + self->longest;
        while (end > at && ((unsigned char)word[end] & 0xC0) == 0x80)
            end--;
    }
    memcpy(name + self->prefix_length, word + at, end - at);
    for (; end > at; end--) {
        if (end < length && ((unsigned char)word[end] & 0xC0) == 0x80)
            continue;
        *symbol = kn_symbols_find(&self->names, name + self->prefix_length - prefix, prefix + end - at);
        if (*symbol != KN_NO_SYMBOL)
            return end;
    }
    return at;
}

static bool find_tokens(const wordpiece *self, kn_merger *merger, char *name, const char *word, size_t length)
{
    uint32_t symbol = KN_NO_SYMBOL;
    for (size_t at = 0, end; at < length; at = end) {
        end = longest_token(self, name, word, at, length, &symbol);
        if (end == at)
            return false;
        kn_merger_add(merger, (uint32_t)at, (uint32_t)end, self->id[symbol]);
    }
    return true;
}

static knap_status encode(const void *model, kn_merger *merger, const char *word, size_t length, kn_sink *sink,
                          knap_error *error)
{
    const wordpiece *self = model;
    const knap_allocator *allocator = self->names.arena.allocator;
    uint32_t place;
    const kn_cached *known = kn_merger_known(merger, word, length, &place);
    if (known) {
        for (size_t i = 0; i < known->count; i++)
            kn_sink_put(sink, known->id[i]);
        return KNAP_OK;
    }
    if (kn_utf8_count(word, length) > self->most) {
        kn_sink_put(sink, self->unknown);
        return KNAP_OK;
    }
    size_t room = self->prefix_length + length + 1;
    char small[512], *name = room <= sizeof small ? small : kn_new(allocator, room, 1);
    if (!name || !kn_merger_clear(merger, length)) {
        if (name != small)
            kn_free(allocator, name, room, 1);
        return kn_no_memory(error);
    }
    memcpy(name, self->prefix, self->prefix_length);
    if (!find_tokens(self, merger, name, word, length)) {
        merger->count = 0;
        kn_merger_add(merger, 0, (uint32_t)length, self->unknown);
    }
    if (name != small)
        kn_free(allocator, name, room, 1);
    for (size_t i = 0; i < merger->count; i++)
        kn_sink_put(sink, merger->unit[i].id);
    kn_merger_keep(merger, word, length, place);
    return KNAP_OK;
}

static knap_status read_settings(const kn_hub_file *file, wordpiece *self, const json_t *json)
{
    const char *where = "model WordPiece";
    const json_t *prefix = NULL, *unknown = NULL, *most = json_object_get(json, "max_input_chars_per_word");
    knap_status status = kn_hub_string(file, where, json, "continuing_subword_prefix", &prefix);
    if (!status)
        status = kn_hub_string(file, where, json, "unk_token", &unknown);
    if (status)
        return status;
    if (!prefix || !unknown || !json_is_integer(most) || json_integer_value(most) < 0)
        return kn_hub_refuse(file, where, "expected unk_token, continuing_subword_prefix and max_input_chars_per_word");
    self->prefix_length = json_string_length(prefix);
    self->prefix = kn_arena_text(&self->arena, json_string_value(prefix), self->prefix_length);
    if (!self->prefix)
        return kn_no_memory(file->error);
    if (self->prefix_length > 64)
        return kn_hub_refuse(file, where, "a continuing_subword_prefix of more than 64 bytes is not supported");
    self->most = (size_t)json_integer_value(most);
    uint32_t symbol = kn_symbols_find(&self->names, json_string_value(unknown), json_string_length(unknown));
    if (symbol == KN_NO_SYMBOL)
        return kn_hub_refuse(file, where, "the unk_token is not in the vocabulary");
    self->unknown = self->id[symbol];
    for (size_t i = 0; i < self->names.count; i++)
        self->longest = self->names.length[i] > self->longest ? self->names.length[i] : self->longest;
    return KNAP_OK;
}

knap_status kn_wordpiece_read(const kn_hub_file *file, const json_t *json, kn_hub_model *model)
{
    static const char *const known[] = {"type",  "unk_token", "continuing_subword_prefix", "max_input_chars_per_word",
                                        "vocab", NULL};
    wordpiece *self = kn_new(file->allocator, 1, sizeof *self);
    if (!self)
        return kn_no_memory(file->error);
    kn_symbols_begin(&self->names, file->allocator);
    self->arena.allocator = file->allocator;
    knap_status status = kn_hub_members(file, "model WordPiece", json, known);
    if (!status)
        status = kn_hub_vocabulary(file, json_object_get(json, "vocab"), &self->names, &self->id);
    if (!status)
        status = read_settings(file, self, json);
    if (status)
        close_wordpiece(self, file->allocator);
    else
        *model = (kn_hub_model){encode, close_wordpiece, "WordPiece", self, &self->names, self->id};
    return status;
}
