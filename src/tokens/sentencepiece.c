/* sentencepiece.c - reads a model of SentencePiece: a message of protocol buffers, of which the fields are read that change tokens. */
#include "tokens/sentencepiece.h"
#include "base/error.h"
#include "base/sort.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Protocol buffers ---- */

typedef struct message {
    const unsigned char *at, *end;
    bool bad;
} message;

typedef struct field {
    uint32_t number;
    uint64_t value; /* of a number */
    float real;     /* of four bytes */
    message bytes;  /* of a string or a message */
} field;

static uint64_t read_number(message *self)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && self->at < self->end; shift += 7) {
        unsigned char byte = *self->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80))
            return value;
    }
    self->bad = true;
    return 0;
}

static const unsigned char *read_bytes(message *self, uint64_t length)
{
    const unsigned char *at = self->at;
    if (length > (size_t)(self->end - at)) {
        self->bad = true;
        return NULL;
    }
    self->at += length;
    return at;
}

/* Four bytes as a number, the first one lowest. */
static uint32_t number_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The next field; false at the end, and if the message is damaged (`bad`). */
static bool next_field(message *self, field *found)
{
    enum { NUMBER, EIGHT, BYTES, FOUR = 5 };
    const unsigned char *at;
    if (self->bad || self->at == self->end)
        return false;
    uint64_t tag = read_number(self);
    *found = (field){.number = (uint32_t)(tag >> 3)};
    if ((tag & 7) == NUMBER) {
        found->value = read_number(self);
    } else if ((tag & 7) == BYTES && (at = read_bytes(self, found->value = read_number(self))) != NULL) {
        found->bytes = (message){at, at + found->value, false};
    } else if ((tag & 7) == FOUR && (at = read_bytes(self, 4)) != NULL) {
        uint32_t bits = number_at(at);
        memcpy(&found->real, &bits, 4);
    } else if ((tag & 7) != EIGHT || !read_bytes(self, 8)) {
        self->bad = true;
    }
    return !self->bad;
}

static const char *text_of(const message *bytes, size_t *length)
{
    *length = (size_t)(bytes->end - bytes->at);
    return (const char *)bytes->at;
}

/* ---- Keys ---- */

static bool keys_begin(kn_keys *keys, const knap_allocator *allocator, size_t bytes)
{
    keys->slots = 16;
    while (keys->slots < 2 * bytes)
        keys->slots *= 2;
    keys->slot = kn_new(allocator, keys->slots, sizeof *keys->slot);
    if (!keys->slot || !KN_ROOM(allocator, keys->symbol, bytes + 1))
        return false;
    keys->symbol[0] = KN_NO_SYMBOL;
    keys->nodes = 1;
    return true;
}

static void keys_add(kn_keys *keys, const char *key, size_t length, uint32_t symbol)
{
    uint32_t node = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t from = node << 8 | (unsigned char)key[i];
        size_t at = kn_keys_slot(keys, from);
        if (!keys->slot[at].to) {
            keys->slot[at] = (kn_key_slot){from, (uint32_t)keys->nodes};
            keys->symbol[keys->nodes++] = KN_NO_SYMBOL;
        }
        node = keys->slot[at].to;
    }
    keys->symbol[node] = symbol;
}

static void keys_free(kn_keys *keys, const knap_allocator *allocator)
{
    kn_free(allocator, keys->slot, keys->slots, sizeof *keys->slot);
    KN_RELEASE(allocator, keys->symbol);
}

/* ---- The file ---- */

static void close_pieces(void *model, const knap_allocator *allocator)
{
    kn_piece_model *self = model;
    if (!self)
        return;
    KN_RELEASE(allocator, self->rules.unit);
    KN_RELEASE(allocator, self->rules.texts);
    KN_RELEASE(allocator, self->id);
    KN_RELEASE(allocator, self->reserved);
    KN_RELEASE(allocator, self->rank);
    KN_RELEASE(allocator, self->score);
    KN_RELEASE(allocator, self->defined);
    KN_RELEASE(allocator, self->unused);
    keys_free(&self->keys, allocator);
    keys_free(&self->users, allocator);
    kn_symbols_free(&self->name);
    kn_free(allocator, self, 1, sizeof *self);
}

static knap_status refuse(const char *name, knap_error *error)
{
    return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "this SentencePiece model is damaged");
}

static uint32_t add_name(kn_piece_model *self, const char *text, size_t length)
{
    size_t before = self->name.count;
    uint32_t symbol = kn_symbols_add(&self->name, text, length);
    if (symbol != before || symbol == KN_NO_SYMBOL)
        return symbol;
    if (!KN_ROOM(self->allocator, self->id, before + 1) || !KN_ROOM(self->allocator, self->reserved, before + 1) ||
        !KN_ROOM(self->allocator, self->rank, before + 1) || !KN_ROOM(self->allocator, self->score, before + 1) ||
        !KN_ROOM(self->allocator, self->defined, before + 1) || !KN_ROOM(self->allocator, self->unused, before + 1))
        return KN_NO_SYMBOL;
    self->id[symbol] = self->reserved[symbol] = self->rank[symbol] = KN_NO_RANK;
    self->score[symbol] = 0;
    self->defined[symbol] = self->unused[symbol] = false;
    return symbol;
}

static knap_status read_piece(kn_piece_model *self, const char *name, message bytes, knap_error *error)
{
    uint64_t type = KN_NORMAL;
    uint32_t number = (uint32_t)self->count++;
    const char *text = "";
    size_t length = 0;
    float score = 0;
    field found;
    while (next_field(&bytes, &found)) {
        if (found.number == 1)
            text = text_of(&found.bytes, &length);
        else if (found.number == 2)
            score = found.real;
        else if (found.number == 3)
            type = found.value;
    }
    if (bytes.bad || length == 0 || type < KN_NORMAL || type > KN_BYTE || !isfinite(score))
        return refuse(name, error);
    bool reserved = type == KN_UNKNOWN || type == KN_CONTROL || type == KN_BYTE;
    uint32_t symbol = add_name(self, text, length), *id;
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    id = reserved ? &self->reserved[symbol] : &self->id[symbol];
    if (*id != KN_NO_RANK)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "the piece '%.*s' is defined twice",
                          (int)(length < 100 ? length : 100), text);
    *id = number;
    if (type == KN_UNKNOWN)
        self->unknown = number;
    if (!reserved)
        self->score[symbol] = score;
    self->defined[symbol] |= type == KN_USER_DEFINED;
    self->unused[symbol] |= type == KN_UNUSED;
    if (type == KN_NORMAL) {
        self->least = fminf(self->least, score);
        self->most = fmaxf(self->most, score);
    }
    return KNAP_OK;
}

static knap_status read_rules(kn_piece_model *self, const char *name, message bytes, knap_error *error)
{
    kn_rules *rules = &self->rules;
    size_t length, size;
    const char *all = text_of(&bytes, &length);
    if (length == 0)
        return KNAP_OK;
    size = length < 4 ? 0 : number_at(bytes.at);
    if (length < 4 || size > length - 4 || size % 4 || size == 0 || all[length - 1] != 0 || rules->unit)
        return refuse(name, error);
    rules->count = size / 4;
    rules->length = length - 4 - size;
    if (!KN_ROOM(self->allocator, rules->unit, rules->count) ||
        !KN_ROOM(self->allocator, rules->texts, rules->length + 1))
        return kn_no_memory(error);
    for (size_t i = 0; i < rules->count; i++)
        rules->unit[i] = number_at(bytes.at + 4 + 4 * i);
    memcpy(rules->texts, all + 4 + size, rules->length);
    rules->texts[rules->length] = 0;
    kn_rules_look(rules);
    return KNAP_OK;
}

static knap_status read_trainer(kn_piece_model *self, const char *name, message bytes, knap_error *error)
{
    field found;
    while (next_field(&bytes, &found)) {
        if (found.number == 3)
            self->type = found.value >= KN_UNIGRAM && found.value <= KN_CHARACTERS ? (kn_model_type)found.value : 0;
        else if (found.number == 24)
            self->suffix = found.value != 0;
        else if (found.number == 35)
            self->fallback = found.value != 0;
    }
    return bytes.bad || !self->type ? refuse(name, error) : KNAP_OK;
}

static knap_status read_normalizer(kn_piece_model *self, const char *name, message bytes, knap_error *error)
{
    knap_status status = KNAP_OK;
    field found;
    while (!status && next_field(&bytes, &found)) {
        if (found.number == 2)
            status = read_rules(self, name, found.bytes, error);
        else if (found.number == 3)
            self->prefix = found.value != 0;
        else if (found.number == 4)
            self->trim = found.value != 0;
        else if (found.number == 5)
            self->escape = found.value != 0;
    }
    return status || !bytes.bad ? status : refuse(name, error);
}

static knap_status read_file(kn_piece_model *self, const char *name, message bytes, knap_error *error)
{
    knap_status status = KNAP_OK;
    field found;
    while (!status && next_field(&bytes, &found)) {
        if (found.number == 1)
            status = read_piece(self, name, found.bytes, error);
        else if (found.number == 2)
            status = read_trainer(self, name, found.bytes, error);
        else if (found.number == 3)
            status = read_normalizer(self, name, found.bytes, error);
    }
    if (!status && (bytes.bad || self->count == 0))
        status = refuse(name, error);
    if (!status && self->unknown == KN_NO_RANK)
        status =
            kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "this SentencePiece model has no piece for what is unknown");
    return status;
}

/* ---- What encoding looks up ---- */

static knap_status find_bytes(kn_piece_model *self, const char *name, knap_error *error)
{
    for (unsigned byte = 0; self->fallback && byte < 256; byte++) {
        char text[8];
        int length = snprintf(text, sizeof text, "<0x%02X>", byte);
        uint32_t symbol = kn_symbols_find(&self->name, text, (size_t)length);
        if (symbol == KN_NO_SYMBOL || self->reserved[symbol] == KN_NO_RANK)
            return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "this SentencePiece model has no piece %s", text);
        self->byte[byte] = self->reserved[symbol];
    }
    return KNAP_OK;
}

static knap_status make_keys(kn_piece_model *self, knap_error *error)
{
    size_t bytes = 0, users = 0;
    for (size_t i = 0; i < self->name.count; i++) {
        bytes += self->name.length[i];
        users += self->defined[i] ? self->name.length[i] : 0;
    }
    if (bytes >= (size_t)1 << 24) /* a node and a byte are a number of 32 bits */
        return kn_fail(error, KNAP_BAD_INPUT, "the pieces of the SentencePiece model have more than 16 MB");
    if (!keys_begin(&self->users, self->allocator, users) ||
        (self->type == KN_UNIGRAM && !keys_begin(&self->keys, self->allocator, bytes)))
        return kn_no_memory(error);
    for (uint32_t i = 0; i < self->name.count; i++) {
        if (self->defined[i]) {
            keys_add(&self->users, self->name.name[i], self->name.length[i], i);
            self->user[(unsigned char)self->name.name[i][0]] = true;
        }
        if (self->type == KN_UNIGRAM && self->id[i] != KN_NO_RANK && !self->unused[i])
            keys_add(&self->keys, self->name.name[i], self->name.length[i], i);
    }
    return KNAP_OK;
}

/* Whether a space stands behind another character in a piece. */
static bool has_inner_space(const kn_piece_model *self, const char *text, size_t length)
{
    const char *space = self->escape ? "\xE2\x96\x81" : " ";
    size_t wide = strlen(space), at = 0;
    while (at + wide <= length && memcmp(text + at, space, wide) == 0)
        at += wide;
    for (; at + wide <= length; at++)
        if (memcmp(text + at, space, wide) == 0)
            return true;
    return false;
}

/* Ranks of merges by falling score; equal scores have one rank. */
static knap_status rank_pieces(kn_piece_model *self, const char *name, knap_error *error)
{
    size_t n = self->name.count;
    double *key = kn_new(self->allocator, n, sizeof *key);
    uint32_t *order = kn_new(self->allocator, n, sizeof *order), rank = 0;
    uint64_t *scratch = kn_new(self->allocator, kn_order_scratch(n), sizeof *scratch);
    knap_status status = key && order && scratch ? KNAP_OK : kn_no_memory(error);
    self->apart = true;
    for (size_t i = 0; !status && i < n; i++) {
        key[i] = -(double)self->score[i];
        if (self->unused[i])
            status = kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                                "the piece '%.100s' is marked as unused, which is not supported with merges",
                                self->name.name[i]);
        if (self->id[i] != KN_NO_RANK && has_inner_space(self, self->name.name[i], self->name.length[i]))
            self->apart = false;
    }
    if (!status)
        kn_order(key, n, order, scratch);
    for (size_t i = 0; !status && i < n; i++) {
        rank += i > 0 && key[order[i]] > key[order[i - 1]];
        self->rank[order[i]] = self->id[order[i]] == KN_NO_RANK ? KN_NO_RANK : rank;
    }
    kn_free(self->allocator, key, n, sizeof *key);
    kn_free(self->allocator, order, n, sizeof *order);
    kn_free(self->allocator, scratch, kn_order_scratch(n), sizeof *scratch);
    return status;
}

knap_status kn_sentencepiece_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                                  knap_error *error)
{
    static const kn_tokenizer_kind kind = {kn_sentencepiece_encode, close_pieces};
    const unsigned char *at = (const unsigned char *)bytes;
    kn_piece_model *self = kn_new(tokenizer->allocator, 1, sizeof *self);
    if (!self)
        return kn_no_memory(error);
    *self = (kn_piece_model){.allocator = tokenizer->allocator,
                             .type = KN_UNIGRAM,
                             .prefix = true,
                             .trim = true,
                             .escape = true,
                             .unknown = KN_NO_RANK,
                             .least = FLT_MAX,
                             .most = FLT_MIN}; /* the least number above 0, as the original has it */
    kn_symbols_begin(&self->name, tokenizer->allocator);
    knap_status status = read_file(self, name, (message){at, at + length, false}, error);
    if (!status)
        status = find_bytes(self, name, error);
    if (!status)
        status = make_keys(self, error);
    if (!status && self->type == KN_MERGES)
        status = rank_pieces(self, name, error);
    if (status) {
        close_pieces(self, tokenizer->allocator);
        return status;
    }
    tokenizer->kind = &kind;
    tokenizer->name = "SentencePiece";
    tokenizer->model = self;
    tokenizer->size = self->count;
    return KNAP_OK;
}
