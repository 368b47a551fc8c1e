/* ranks.c - tiktoken's rank files: lines "BASE64 RANK", and Mistral's Tekken, the same as JSON. Two neighbours merge where their bytes
 * together are a token, and its rank decides the order. The scheme names the expression that cuts text into pieces; Tekken has it. */
#include "base/ascii.h"
#include "base/base64.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/symbols.h"
#include "tokens/hub.h"
#include "tokens/split.h"
#include "tokens/tokenizer.h"

#include <string.h>

/* A token of at most 8 bytes, in a table of its own: most pieces are found there with one look at memory. */
typedef struct short_token {
    uint64_t bytes;  /* the first one lowest, then zeros */
    uint32_t length; /* 0: a free place */
    uint32_t rank;
} short_token;

enum { SHORT = 8 };

typedef struct ranks {
    kn_token_splitter *splitter;
    kn_symbols token;    /* the bytes of each token */
    uint32_t *rank;      /* [token.count] */
    size_t longest;      /* bytes of the longest token */
    uint32_t byte[256];  /* the rank of each single byte */
    short_token *shorts; /* [slots], a power of two */
    size_t slots;
    uint32_t *two; /* [65536] the rank of each two bytes, or KN_NO_RANK: the first merges of every piece */
} ranks;

/* A name that contains another stands before it. */
static const char *const names[] = {"gpt2",       "r50k_base",     "p50k_base", "p50k_edit", "cl100k_base",
                                    "o200k_base", "o200k_harmony", "llama3",    "qwen",      NULL};
static kn_token_splitter *const splitters[] = {kn_split_gpt2,  kn_split_gpt2,   kn_split_gpt2,
                                               kn_split_gpt2,  kn_split_cl100k, kn_split_o200k,
                                               kn_split_o200k, kn_split_llama3, kn_split_qwen};

const char *const *knap_tokenizer_schemes(void)
{
    return names;
}

static void close_ranks(void *model, const knap_allocator *allocator)
{
    ranks *self = model;
    if (!self)
        return;
    kn_symbols_free(&self->token);
    KN_RELEASE(allocator, self->rank);
    kn_free(allocator, self->shorts, self->slots, sizeof *self->shorts);
    kn_free(allocator, self->two, 65536, sizeof *self->two);
    kn_free(allocator, self, 1, sizeof *self);
}

/* ---- Encoding ---- */

typedef struct piece {
    const ranks *ranks;
    const unsigned char *bytes;
} piece;

/* 1 to 8 bytes as a number, the first one lowest. */
static uint64_t pack_bytes(const unsigned char *bytes, size_t length)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (length >= 4) { /* the two halves may overlap: the same bytes meet at the same place */
        uint32_t low, high;
        memcpy(&low, bytes, 4);
        memcpy(&high, bytes + length - 4, 4);
        return low | (uint64_t)high << 8 * (length - 4);
    }
#endif
    uint64_t packed = 0;
    for (size_t i = 0; i < length; i++)
        packed |= (uint64_t)bytes[i] << 8 * i;
    return packed;
}

/* The place of a short token, or the free place where it would be. */
static short_token *short_slot(const ranks *self, uint64_t bytes, size_t length)
{
    size_t at = (size_t)(((bytes ^ (uint64_t)length << 59) * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (self->slots - 1);
    while (self->shorts[at].length && (self->shorts[at].bytes != bytes || self->shorts[at].length != length))
        at = (at + 1) & (self->slots - 1);
    return &self->shorts[at];
}

static uint32_t rank_of(const ranks *self, const unsigned char *bytes, size_t length)
{
    if (length <= SHORT) {
        const short_token *found = short_slot(self, pack_bytes(bytes, length), length);
        return found->length ? found->rank : KN_NO_RANK;
    }
    if (length > self->longest)
        return KN_NO_RANK;
    uint32_t symbol = kn_symbols_find(&self->token, (const char *)bytes, length);
    return symbol == KN_NO_SYMBOL ? KN_NO_RANK : self->rank[symbol];
}

static uint32_t find_merge(const void *context, const kn_unit *left, const kn_unit *right, uint32_t *id)
{
    const piece *self = context;
    const unsigned char *bytes = self->bytes + left->begin;
    size_t length = right->end - left->begin;
    return *id = length == 2 ? self->ranks->two[bytes[0] << 8 | bytes[1]] : rank_of(self->ranks, bytes, length);
}

/* Long pieces are looked for in the cache first, which is faster than the table of all tokens. */
static bool encode_piece(const ranks *self, kn_merger *merger, const unsigned char *bytes, size_t length, kn_sink *sink)
{
    uint32_t whole = length <= SHORT ? rank_of(self, bytes, length) : KN_NO_RANK, place;
    if (whole != KN_NO_RANK) {
        kn_sink_put(sink, whole);
        return true;
    }
    const kn_cached *known = kn_merger_known(merger, (const char *)bytes, length, &place);
    if (known) {
        for (size_t i = 0; i < known->count; i++)
            kn_sink_put(sink, known->id[i]);
        return true;
    }
    if (!kn_merger_clear(merger, length))
        return false;
    if (length > SHORT && (whole = rank_of(self, bytes, length)) != KN_NO_RANK) {
        kn_merger_add(merger, 0, (uint32_t)length, whole);
    } else {
        for (uint32_t i = 0; i < length; i++)
            kn_merger_add(merger, i, i + 1, self->byte[bytes[i]]);
        if (!kn_merger_run(merger, find_merge, &(piece){self, bytes}))
            return false;
    }
    for (size_t i = 0; i < merger->count; i++)
        kn_sink_put(sink, merger->unit[i].id);
    kn_merger_keep(merger, (const char *)bytes, length, place);
    return true;
}

static knap_status encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text, size_t length,
                          kn_sink *sink, knap_error *error)
{
    const ranks *self = tokenizer->model;
    knap_status status = KNAP_OK;
    if (self->splitter == kn_split_qwen) /* as its original program does */
        status = kn_compose(scratch, text, length, &text, &length, error);
    if (status)
        return status;
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t at = 0, end; at < length; at = end) {
        end = self->splitter(bytes, at, length);
        if (!encode_piece(self, &scratch->merger, bytes + at, end - at, sink))
            return kn_no_memory(error);
    }
    return KNAP_OK;
}

/* ---- Reading ---- */

static bool parse_rank(const char *text, size_t length, uint32_t *rank)
{
    uint64_t value = 0;
    if (length == 0 || length > 10)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!kn_ascii_digit(text[i]))
            return false;
        value = value * 10 + (uint64_t)(text[i] - '0');
    }
    *rank = (uint32_t)value;
    return value < KN_NO_RANK;
}

/* A token in base64. `line` is 0 if the file has no lines; `wrong` is the message if it is no base64. */
static knap_status add_token(ranks *self, kn_text *bytes, const char *name, size_t line, const char *text,
                             size_t encoded, uint32_t rank, const char *wrong, knap_error *error)
{
    bytes->length = 0;
    kn_text_add(bytes, text, encoded); /* room for the decoded token, which is shorter */
    if (bytes->failed)
        return kn_no_memory(error);
    size_t decoded = kn_base64_decode(text, encoded, bytes->bytes);
    if (!decoded)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, line, "%s", wrong);
    uint32_t before = (uint32_t)self->token.count, symbol = kn_symbols_add(&self->token, bytes->bytes, decoded);
    if (symbol == KN_NO_SYMBOL || !KN_ROOM(self->token.arena.allocator, self->rank, (size_t)before + 1))
        return kn_no_memory(error);
    if (symbol != before)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, line, "the token of rank %u is there twice", rank);
    self->rank[symbol] = rank;
    self->longest = decoded > self->longest ? decoded : self->longest;
    return KNAP_OK;
}

static knap_status add_line(ranks *self, kn_text *bytes, const char *name, size_t line, const char *text, size_t length,
                            knap_error *error)
{
    static const char wrong[] = "expected a token in base64, a space and its rank: this is not a tiktoken rank file";
    const char *space = memchr(text, ' ', length);
    size_t encoded = space ? (size_t)(space - text) : length;
    uint32_t rank;
    if (!space || !parse_rank(space + 1, length - encoded - 1, &rank))
        return kn_fail_at(error, KNAP_BAD_INPUT, name, line, "%s", wrong);
    return add_token(self, bytes, name, line, text, encoded, rank, wrong, error);
}

static knap_status read_lines(ranks *self, const char *name, const char *bytes, size_t length, knap_error *error)
{
    kn_text token = {.allocator = self->token.arena.allocator};
    knap_status status = KNAP_OK;
    size_t line = 1;
    for (size_t at = 0; at < length && !status; line++) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t stop = end ? (size_t)(end - bytes) : length, next = end ? stop + 1 : length;
        if (stop > at && bytes[stop - 1] == '\r')
            stop--;
        if (stop > at)
            status = add_line(self, &token, name, line, bytes + at, stop - at, error);
        at = next;
    }
    kn_text_free(&token);
    return status;
}

static bool rank_after(const void *context, uint32_t a, uint32_t b)
{
    const uint32_t *rank = context;
    return rank[a] > rank[b] || (rank[a] == rank[b] && a > b);
}

static knap_status check_ranks(const ranks *self, const char *name, knap_error *error)
{
    const knap_allocator *allocator = self->token.arena.allocator;
    size_t count = self->token.count;
    uint32_t *order = kn_new(allocator, count, sizeof *order), twice = KN_NO_RANK;
    if (!order)
        return kn_no_memory(error);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    kn_sort_by(order, count, rank_after, self->rank);
    for (size_t i = 1; i < count; i++)
        if (self->rank[order[i]] == self->rank[order[i - 1]])
            twice = self->rank[order[i]];
    kn_free(allocator, order, count, sizeof *order);
    if (twice != KN_NO_RANK)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "two tokens have the rank %u", twice);
    return KNAP_OK;
}

static knap_status index_short(ranks *self, knap_error *error)
{
    size_t slots = 16;
    while (slots < 2 * self->token.count)
        slots *= 2;
    self->shorts = kn_new(self->token.arena.allocator, slots, sizeof *self->shorts);
    if (!self->shorts)
        return kn_no_memory(error);
    self->slots = slots;
    for (size_t i = 0; i < self->token.count; i++) {
        size_t length = self->token.length[i];
        if (length <= SHORT) {
            uint64_t bytes = pack_bytes((const unsigned char *)self->token.name[i], length);
            *short_slot(self, bytes, length) = (short_token){bytes, (uint32_t)length, self->rank[i]};
        }
    }
    return KNAP_OK;
}

static knap_status index_bytes(ranks *self, const char *name, knap_error *error)
{
    self->two = kn_new(self->token.arena.allocator, 65536, sizeof *self->two);
    if (!self->two)
        return kn_no_memory(error);
    for (size_t i = 0; i < 256; i++) {
        unsigned char byte = (unsigned char)i;
        self->byte[i] = rank_of(self, &byte, 1);
        if (self->byte[i] == KN_NO_RANK)
            return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                              "the file has no token for the byte %zu: a rank file has all 256 bytes", i);
    }
    for (size_t i = 0; i < 65536; i++) {
        unsigned char bytes[2] = {(unsigned char)(i >> 8), (unsigned char)i};
        self->two[i] = rank_of(self, bytes, 2);
    }
    return KNAP_OK;
}

/* The index of the scheme: by its name, or by the longest name that the file's name contains. */
static knap_status find_scheme(const char *name, const char *scheme, size_t *found, knap_error *error)
{
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    for (size_t i = 0; names[i]; i++)
        if (scheme ? strcmp(names[i], scheme) == 0 : strstr(file, names[i]) != NULL) {
            *found = i;
            return KNAP_OK;
        }
    if (scheme)
        return kn_fail(error, KNAP_USAGE,
                       "'%s' is not a scheme of rank files: use gpt2, r50k_base, p50k_base, p50k_edit, cl100k_base, "
                       "o200k_base, o200k_harmony, llama3 or qwen",
                       scheme);
    return kn_fail_at(
        error, KNAP_USAGE, name, 0,
        "the name of a rank file tells how text is cut, such as cl100k_base.tiktoken: rename the file, or "
        "name the scheme: gpt2, r50k_base, p50k_base, p50k_edit, cl100k_base, o200k_base, o200k_harmony, "
        "llama3 or qwen");
}

/* An empty table of ranks; NULL when memory is out. */
static ranks *new_ranks(const knap_tokenizer *tokenizer, kn_token_splitter *splitter)
{
    ranks *self = kn_new(tokenizer->allocator, 1, sizeof *self);
    if (self) {
        self->splitter = splitter;
        kn_symbols_begin(&self->token, tokenizer->allocator);
    }
    return self;
}

/* Gives the tokenizer the tokens that were read, or frees them after a failure. */
static knap_status use_ranks(knap_tokenizer *tokenizer, ranks *self, const char *name, const char *scheme,
                             knap_status status, knap_error *error)
{
    static const kn_tokenizer_kind kind = {encode, close_ranks};
    if (!status)
        status = check_ranks(self, name, error);
    if (!status)
        status = index_short(self, error);
    if (!status)
        status = index_bytes(self, name, error);
    if (status) {
        close_ranks(self, tokenizer->allocator);
        return status;
    }
    tokenizer->kind = &kind;
    tokenizer->name = scheme;
    tokenizer->model = self;
    tokenizer->size = self->token.count;
    return KNAP_OK;
}

knap_status kn_ranks_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                          const char *scheme, knap_error *error)
{
    size_t found = 0;
    knap_status status = find_scheme(name, scheme, &found, error);
    ranks *self = status ? NULL : new_ranks(tokenizer, splitters[found]);
    if (status || !self)
        return status ? status : kn_no_memory(error);
    status = read_lines(self, name, bytes, length, error);
    return use_ranks(tokenizer, self, name, names[found], status, error);
}

/* ---- Tekken ---- */

bool kn_is_tekken(const json_t *json)
{
    return json_is_object(json_object_get(json, "config")) && json_is_array(json_object_get(json, "vocab"));
}

/* The tokens of the vocabulary without those that are cut off for special tokens, whose ids come first. */
static knap_status read_tekken(ranks *self, const char *name, const json_t *json, knap_error *error)
{
    static const char wrong[] =
        "\"vocab\": expected {\"rank\": NUMBER, \"token_bytes\": BASE64} by rising ranks from 0";
    const json_t *config = json_object_get(json, "config"), *vocab = json_object_get(json, "vocab");
    json_int_t size = json_integer_value(json_object_get(config, "default_vocab_size"));
    json_int_t special = json_integer_value(json_object_get(config, "default_num_special_tokens"));
    kn_text bytes = {.allocator = self->token.arena.allocator};
    knap_status status = KNAP_OK;
    if (special < 0 || size <= special || (uint64_t)(size - special) > json_array_size(vocab))
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                          "\"default_vocab_size\" and \"default_num_special_tokens\" do not fit %zu tokens",
                          json_array_size(vocab));
    for (size_t i = 0; !status && i < (size_t)(size - special); i++) {
        const json_t *token = json_array_get(vocab, i), *text = json_object_get(token, "token_bytes");
        if (!json_is_string(text) || json_integer_value(json_object_get(token, "rank")) != (json_int_t)i)
            status = kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "%s", wrong);
        else
            status = add_token(self, &bytes, name, 0, json_string_value(text), json_string_length(text),
                               (uint32_t)(i + (size_t)special), wrong, error);
    }
    kn_text_free(&bytes);
    return status;
}

knap_status kn_tekken_open(knap_tokenizer *tokenizer, const char *name, const json_t *json, knap_error *error)
{
    const char *pattern = json_string_value(json_object_get(json_object_get(json, "config"), "pattern"));
    kn_token_splitter *splitter = pattern ? kn_splitter_of(pattern) : NULL;
    ranks *self;
    if (!splitter)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "\"pattern\": the expression '%.200s' is not supported",
                          pattern ? pattern : "");
    self = new_ranks(tokenizer, splitter);
    return self ? use_ranks(tokenizer, self, name, "tekken", read_tekken(self, name, json, error), error)
                : kn_no_memory(error);
}
