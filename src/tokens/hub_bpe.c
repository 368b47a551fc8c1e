/* hub_bpe.c - the model BPE of a tokenizer.json: characters, or bytes written as characters, are merged by a list of pairs. */
#include "base/utf8.h"
#include "base/error.h"
#include "tokens/classes.h"
#include "tokens/hub.h"

#include <string.h>

typedef struct pair {
    uint32_t left, right;
    uint32_t rank, id; /* rank KN_NO_RANK: a free place */
} pair;

typedef struct bpe {
    kn_symbols names;
    uint32_t *id; /* [names.count] */
    pair *pairs;  /* [slots], a power of two */
    size_t slots;
    uint32_t unknown; /* the id of unk_token, or KN_NO_RANK */
    bool fuse_unknown, byte_fallback, ignore_merges, byte_level;
    const char *suffix; /* end_of_word_suffix */
    size_t suffix_length;
    uint32_t byte[2][256];  /* byte level: the id of each byte, and of each byte with the suffix; KN_NO_RANK */
    uint32_t fallback[256]; /* the id of <0xXX>, or KN_NO_RANK */
    char written[256][2];   /* byte level: each byte as a character in UTF-8 */
    uint8_t written_length[256];
    kn_arena arena;
} bpe;

static void close_bpe(void *model, const knap_allocator *allocator)
{
    bpe *self = model;
    if (!self)
        return;
    size_t count = self->names.count;
    kn_free(allocator, self->id, count, sizeof *self->id);
    kn_free(allocator, self->pairs, self->slots, sizeof *self->pairs);
    kn_symbols_free(&self->names);
    kn_arena_free(&self->arena);
    kn_free(allocator, self, 1, sizeof *self);
}

/* ---- Encoding ---- */

static size_t first_slot(const bpe *self, uint32_t left, uint32_t right)
{
    uint64_t hash = ((uint64_t)left << 32 | right) * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(hash >> 32) & (self->slots - 1);
}

static pair *find_slot(const bpe *self, uint32_t left, uint32_t right)
{
    size_t at = first_slot(self, left, right);
    while (self->pairs[at].rank != KN_NO_RANK && (self->pairs[at].left != left || self->pairs[at].right != right))
        at = (at + 1) & (self->slots - 1);
    return &self->pairs[at];
}

static uint32_t find_merge(const void *context, const kn_unit *left, const kn_unit *right, uint32_t *id)
{
    const pair *found = find_slot(context, left->id, right->id);
    *id = found->id;
    return found->rank;
}

static uint32_t id_of(const bpe *self, const char *name, size_t length)
{
    uint32_t symbol = kn_symbols_find(&self->names, name, length);
    return symbol == KN_NO_SYMBOL ? KN_NO_RANK : self->id[symbol];
}

/* Units of unknown characters: one for each, or one for a run of them. It is added when the next known one comes. */
typedef struct waiting {
    bool waits;
    uint32_t begin, end;
} waiting;

static void add_unknown(const bpe *self, kn_merger *merger, waiting *run)
{
    if (run->waits)
        kn_merger_add(merger, run->begin, run->end, self->unknown);
    run->waits = false;
}

static void note_unknown(const bpe *self, kn_merger *merger, waiting *run, uint32_t begin, uint32_t end)
{
    if (self->unknown == KN_NO_RANK)
        return; /* without an unk_token, unknown characters are left out */
    if (run->waits && self->fuse_unknown) {
        run->end = end;
        return;
    }
    add_unknown(self, merger, run);
    run->waits = true;
    run->begin = begin;
    run->end = end;
}

/* The id of a character, with the suffix where it is the last one of its piece. */
static uint32_t id_of_character(const bpe *self, const char *text, size_t length, bool last)
{
    char name[4 + 64];
    if (!last || !self->suffix_length)
        return id_of(self, text, length);
    memcpy(name, text, length);
    memcpy(name + length, self->suffix, self->suffix_length);
    return id_of(self, name, length + self->suffix_length);
}

/* <0xXX> for each byte of a character, and of the suffix; false if one of them is not in the vocabulary. */
static bool add_bytes(const bpe *self, kn_merger *merger, const char *piece, uint32_t begin, uint32_t end, bool last)
{
    size_t suffix = last ? self->suffix_length : 0;
    for (uint32_t i = begin; i < end; i++)
        if (self->fallback[(unsigned char)piece[i]] == KN_NO_RANK)
            return false;
    for (size_t i = 0; i < suffix; i++)
        if (self->fallback[(unsigned char)self->suffix[i]] == KN_NO_RANK)
            return false;
    for (uint32_t i = begin; i < end; i++)
        kn_merger_add(merger, i, i + 1, self->fallback[(unsigned char)piece[i]]);
    for (size_t i = 0; i < suffix; i++)
        kn_merger_add(merger, end, end, self->fallback[(unsigned char)self->suffix[i]]);
    return true;
}

static void add_units(const bpe *self, kn_merger *merger, const char *piece, size_t length)
{
    waiting run = {false, 0, 0};
    for (size_t at = 0; at < length;) {
        uint32_t begin = (uint32_t)at, id;
        if (self->byte_level)
            at++;
        else
            kn_code_next((const unsigned char *)piece, &at);
        bool last = at == length;
        if (self->byte_level)
            id = self->byte[last && self->suffix_length][(unsigned char)piece[begin]];
        else
            id = id_of_character(self, piece + begin, at - begin, last);
        if (id != KN_NO_RANK) {
            add_unknown(self, merger, &run);
            kn_merger_add(merger, begin, (uint32_t)at, id);
        } else if (!self->byte_fallback || !add_bytes(self, merger, piece, begin, (uint32_t)at, last)) {
            note_unknown(self, merger, &run, begin, (uint32_t)at);
        }
    }
    add_unknown(self, merger, &run);
}

/* The id of a whole piece that is a token. */
static uint32_t whole_id(const bpe *self, const char *piece, size_t length)
{
    char name[512];
    size_t made = 0;
    if (!self->byte_level)
        return id_of(self, piece, length);
    if (length > sizeof name / 2)
        return KN_NO_RANK; /* longer than any token that kn_bpe_read accepts with ignore_merges */
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)piece[i];
        memcpy(name + made, self->written[byte], 2);
        made += self->written_length[byte];
    }
    return id_of(self, name, made);
}

static knap_status encode(const void *model, kn_merger *merger, const char *piece, size_t length, kn_sink *sink,
                          knap_error *error)
{
    const bpe *self = model;
    uint32_t place;
    const kn_cached *known = kn_merger_known(merger, piece, length, &place);
    if (known) {
        for (size_t i = 0; i < known->count; i++)
            kn_sink_put(sink, known->id[i]);
        return KNAP_OK;
    }
    if (!kn_merger_clear(merger, length + self->suffix_length))
        return kn_no_memory(error);
    uint32_t whole = self->ignore_merges ? whole_id(self, piece, length) : KN_NO_RANK;
    if (whole != KN_NO_RANK) {
        kn_merger_add(merger, 0, (uint32_t)length, whole);
    } else {
        add_units(self, merger, piece, length);
        if (!kn_merger_run(merger, find_merge, self))
            return kn_no_memory(error);
    }
    for (size_t i = 0; i < merger->count; i++)
        kn_sink_put(sink, merger->unit[i].id);
    kn_merger_keep(merger, piece, length, place);
    return KNAP_OK;
}

/* ---- Reading ---- */

/* GPT-2's way to write bytes as printable characters: those that are printable in Latin-1 are themselves, the others follow
 * from U+0100 on. */
static void write_bytes(bpe *self)
{
    int32_t next = 0x100;
    for (int32_t byte = 0; byte < 256; byte++) {
        bool printable = (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
        self->written_length[byte] = (uint8_t)kn_utf8_write(printable ? byte : next, self->written[byte]);
        next += !printable;
    }
}

static knap_status index_bytes(const kn_hub_file *file, bpe *self)
{
    char name[2 + 64];
    write_bytes(self);
    for (size_t byte = 0; byte < 256; byte++) {
        size_t length = self->written_length[byte];
        memcpy(name, self->written[byte], length);
        self->byte[0][byte] = id_of(self, name, length);
        memcpy(name + length, self->suffix, self->suffix_length);
        self->byte[1][byte] = id_of(self, name, length + self->suffix_length);
        for (size_t k = 0; k < 2; k++)
            if (self->byte_level && self->byte_fallback && self->byte[k][byte] == KN_NO_RANK)
                return kn_hub_refuse(file, "model BPE",
                                     "byte_fallback with ByteLevel and no token for byte %zu is not supported", byte);
    }
    for (unsigned byte = 0; byte < 256; byte++) {
        static const char digits[] = "0123456789ABCDEF";
        char code[] = {'<', '0', 'x', digits[byte >> 4], digits[byte & 15], '>'};
        self->fallback[byte] = id_of(self, code, sizeof code);
    }
    return KNAP_OK;
}

/* Splits a merge, "LEFT RIGHT" or ["LEFT", "RIGHT"], into its two parts. */
static bool merge_parts(const json_t *merge, const char *part[2], size_t length[2])
{
    if (json_is_array(merge) && json_array_size(merge) == 2) {
        for (size_t i = 0; i < 2; i++) {
            part[i] = json_string_value(json_array_get(merge, i));
            length[i] = json_string_length(json_array_get(merge, i));
        }
        return part[0] && part[1];
    }
    const char *text = json_string_value(merge), *space = text ? memchr(text, ' ', json_string_length(merge)) : NULL;
    if (!space)
        return false;
    part[0] = text;
    length[0] = (size_t)(space - text);
    part[1] = space + 1;
    length[1] = json_string_length(merge) - length[0] - 1;
    return !memchr(part[1], ' ', length[1]);
}

static knap_status add_merge(const kn_hub_file *file, bpe *self, kn_text *joined, const json_t *merge, uint32_t rank)
{
    const char *part[2];
    size_t length[2];
    uint32_t id[2];
    if (!merge_parts(merge, part, length))
        return kn_hub_refuse(file, "model BPE", "merge %u is not a pair of tokens", rank);
    joined->length = 0;
    for (size_t i = 0; i < 2; i++) {
        id[i] = id_of(self, part[i], length[i]);
        kn_text_add(joined, part[i], length[i]);
    }
    if (joined->failed)
        return kn_no_memory(file->error);
    uint32_t made = id_of(self, joined->bytes, joined->length);
    if (id[0] == KN_NO_RANK || id[1] == KN_NO_RANK || made == KN_NO_RANK)
        return kn_hub_refuse(file, "model BPE", "merge %u has a token that is not in the vocabulary", rank);
    *find_slot(self, id[0], id[1]) = (pair){id[0], id[1], rank, made};
    return KNAP_OK;
}

static knap_status read_merges(const kn_hub_file *file, bpe *self, const json_t *merges)
{
    kn_text joined = {.allocator = file->allocator};
    size_t count = json_array_size(merges), slots = 16;
    knap_status status = KNAP_OK;
    if (!json_is_array(merges) || count >= KN_NO_RANK / 4)
        return kn_hub_refuse(file, "model BPE", "it has no list of merges");
    while (slots < 2 * count)
        slots *= 2;
    self->pairs = kn_new(file->allocator, slots, sizeof *self->pairs);
    if (!self->pairs)
        return kn_no_memory(file->error);
    self->slots = slots;
    for (size_t i = 0; i < slots; i++)
        self->pairs[i].rank = KN_NO_RANK;
    for (size_t i = 0; i < count && !status; i++)
        status = add_merge(file, self, &joined, json_array_get(merges, i), (uint32_t)i);
    kn_text_free(&joined);
    return status;
}

static knap_status read_settings(const kn_hub_file *file, bpe *self, const json_t *json)
{
    const char *where = "model BPE";
    const json_t *prefix = NULL, *suffix = NULL, *dropout = json_object_get(json, "dropout");
    knap_status status = kn_hub_flag(file, where, json, "fuse_unk", false, &self->fuse_unknown);
    if (!status)
        status = kn_hub_flag(file, where, json, "byte_fallback", false, &self->byte_fallback);
    if (!status)
        status = kn_hub_flag(file, where, json, "ignore_merges", false, &self->ignore_merges);
    if (!status)
        status = kn_hub_string(file, where, json, "continuing_subword_prefix", &prefix);
    if (!status)
        status = kn_hub_string(file, where, json, "end_of_word_suffix", &suffix);
    if (!status && dropout && !json_is_null(dropout) && json_number_value(dropout) != 0)
        status = kn_hub_refuse(file, where, "dropout is random and not supported");
    if (!status && prefix && json_string_length(prefix) > 0)
        status = kn_hub_refuse(file, where, "continuing_subword_prefix is not supported");
    if (status || !suffix)
        return status;
    self->suffix_length = json_string_length(suffix);
    if (self->suffix_length > 64)
        return kn_hub_refuse(file, where, "an end_of_word_suffix of more than 64 bytes is not supported");
    self->suffix = kn_arena_text(&self->arena, json_string_value(suffix), self->suffix_length);
    return self->suffix ? KNAP_OK : kn_no_memory(file->error);
}

static knap_status read_unknown(const kn_hub_file *file, bpe *self, const json_t *json)
{
    const json_t *token = NULL;
    knap_status status = kn_hub_string(file, "model BPE", json, "unk_token", &token);
    self->unknown = KN_NO_RANK;
    if (status || !token)
        return status;
    self->unknown = id_of(self, json_string_value(token), json_string_length(token));
    if (self->unknown == KN_NO_RANK)
        return kn_hub_refuse(file, "model BPE", "the unk_token is not in the vocabulary");
    return KNAP_OK;
}

/* A piece is looked up whole only where it is short; no token may be longer than that. */
static knap_status check_lengths(const kn_hub_file *file, const bpe *self)
{
    for (size_t i = 0; i < self->names.count && self->ignore_merges && self->byte_level; i++)
        if (self->names.length[i] > 256)
            return kn_hub_refuse(file, "model BPE",
                                 "a token of more than 256 bytes with ignore_merges is not supported");
    return KNAP_OK;
}

knap_status kn_bpe_read(const kn_hub_file *file, const json_t *json, bool byte_level, kn_hub_model *model)
{
    static const char *const known[] = {"type",
                                        "dropout",
                                        "unk_token",
                                        "continuing_subword_prefix",
                                        "vocab",
                                        "merges",
                                        "ignore_merges",
                                        "end_of_word_suffix",
                                        "fuse_unk",
                                        "byte_fallback",
                                        NULL};
    bpe *self = kn_new(file->allocator, 1, sizeof *self);
    if (!self)
        return kn_no_memory(file->error);
    kn_symbols_begin(&self->names, file->allocator);
    self->arena.allocator = file->allocator;
    self->byte_level = byte_level;
    self->suffix = "";
    knap_status status = kn_hub_members(file, "model BPE", json, known);
    if (!status)
        status = kn_hub_vocabulary(file, json_object_get(json, "vocab"), &self->names, &self->id);
    if (!status)
        status = read_settings(file, self, json);
    if (!status)
        status = read_unknown(file, self, json);
    if (!status)
        status = read_merges(file, self, json_object_get(json, "merges"));
    if (!status)
        status = index_bytes(file, self);
    if (!status)
        status = check_lengths(file, self);
    if (status)
        close_bpe(self, file->allocator);
    else
        *model = (kn_hub_model){encode, close_bpe, "BPE", self, &self->names, self->id};
    return status;
}
