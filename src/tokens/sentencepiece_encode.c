/* sentencepiece_encode.c - encodes text with a model of SentencePiece, as its library does: the same rules, the same ties.
 *
 * Unigram scores are summed over the whole text in single precision, as the original's are: sums over words would break ties
 * differently in long texts. Merges do not cross spaces in most models, so that words are encoded one by one and kept in a cache. */
#include "tokens/sentencepiece.h"
#include "base/error.h"

#include <string.h>

static size_t width_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* ---- Rules ---- */

/* A step in the double array, from the node at *at; false if no prefix goes on with this byte, or the array is damaged. */
static bool step(const kn_rules *rules, size_t *at, unsigned char byte)
{
    size_t next = *at ^ byte;
    if (next >= rules->count || (rules->unit[next] & 0x800000FFu) != byte)
        return false;
    *at = next ^ (rules->unit[next] >> 10) << ((rules->unit[next] & 0x200) >> 6);
    return *at < rules->count;
}

static bool is_prefix(const kn_rules *rules, size_t at, unsigned char byte)
{
    return rules->unit[at ^ byte] & 0x100;
}

static size_t root_of(const kn_rules *rules)
{
    return (rules->unit[0] >> 10) << ((rules->unit[0] & 0x200) >> 6);
}

/* The bytes of the longest prefix of the text that has a rule, and its replacement; 0 if none has. */
static size_t find_rule(const kn_rules *rules, const char *text, size_t length, const char **replaced)
{
    size_t at = rules->unit ? root_of(rules) : 0, longest = 0;
    for (size_t i = 0; rules->unit && i < length; i++) {
        size_t before = at;
        if (!step(rules, &at, (unsigned char)text[i]))
            break;
        if (is_prefix(rules, before, (unsigned char)text[i])) {
            size_t where = rules->unit[at] & 0x7FFFFFFF;
            *replaced = rules->texts + (where < rules->length ? where : rules->length);
            longest = i + 1;
        }
    }
    return longest;
}

void kn_rules_look(kn_rules *rules)
{
    for (unsigned first = 0; first < 128; first++) {
        size_t root = root_of(rules), at = root;
        bool plain = !step(rules, &at, (unsigned char)first),
             looked = !plain && is_prefix(rules, root, (unsigned char)first);
        for (unsigned second = 0; !plain && second < 128; second++) {
            size_t next = at;
            looked |= step(rules, &next, (unsigned char)second);
        }
        rules->ascii[first] = plain ? KN_PLAIN : looked ? KN_LOOKED_UP : KN_PLAIN_BEFORE_ASCII;
    }
}

/* The bytes of the longest piece of the user that the text begins with, and its symbol; 0 if there is none. */
static size_t find_user(const kn_piece_model *self, const char *text, size_t length, uint32_t *symbol)
{
    size_t longest = 0;
    uint32_t node = 0;
    if (!self->user[(unsigned char)text[0]])
        return 0;
    for (size_t i = 0; i < length && (node = kn_keys_next(&self->users, node, (unsigned char)text[i])) != 0; i++)
        if (self->users.symbol[node] != KN_NO_SYMBOL) {
            *symbol = self->users.symbol[node];
            longest = i + 1;
        }
    return longest;
}

/* What the beginning of the text becomes. Returns the bytes that are replaced. */
static size_t rewrite(const kn_piece_model *self, const char *text, size_t length, const char **made, size_t *count)
{
    uint32_t symbol;
    size_t used = find_user(self, text, length, &symbol);
    *made = text;
    if (!used && (used = find_rule(&self->rules, text, length, made)) != 0) {
        *count = strlen(*made);
        return used;
    }
    if (!used)
        used = width_of((unsigned char)text[0]);
    return *count = used;
}

static bool is_plain(const kn_piece_model *self, const char *text, size_t at, size_t length)
{
    unsigned char byte = (unsigned char)text[at];
    if (byte >= 0x80 || byte == ' ' || self->user[byte] || self->rules.ascii[byte] == KN_LOOKED_UP)
        return false;
    return self->rules.ascii[byte] == KN_PLAIN || at + 1 == length || (unsigned char)text[at + 1] < 0x80;
}

static void add_space(const kn_piece_model *self, kn_text *out)
{
    kn_text_add(out, self->escape ? "\xE2\x96\x81" : " ", self->escape ? 3 : 1);
}

static void add_made(const kn_piece_model *self, const char *made, size_t count, kn_text *out)
{
    for (size_t i = 0, run; i < count; i = run) {
        for (run = i; run < count && made[run] != ' ';)
            run++;
        kn_text_add(out, made + i, run - i);
        for (; run < count && made[run] == ' '; run++)
            add_space(self, out);
    }
}

static void normalize(const kn_piece_model *self, const char *text, size_t length, kn_text *out)
{
    const char *made;
    size_t at = 0, count, wide = self->escape ? 3 : 1;
    bool after_space = self->trim;
    out->length = 0;
    for (size_t used; self->trim && at < length; at += used) {
        used = rewrite(self, text + at, length - at, &made, &count);
        if (count != 1 || *made != ' ')
            break;
    }
    if (at == length)
        return;
    if (self->prefix && !self->suffix)
        add_space(self, out);
    while (at < length) {
        size_t run = at;
        while (at < length && is_plain(self, text, at, length))
            at++;
        if (at > run) {
            kn_text_add(out, text + run, at - run);
            after_space = false;
            continue;
        }
        at += rewrite(self, text + at, length - at, &made, &count);
        for (; after_space && count && *made == ' '; made++)
            count--;
        add_made(self, made, count, out);
        if (count)
            after_space = self->trim && made[count - 1] == ' ';
    }
    while (self->trim && out->length >= wide &&
           memcmp(out->bytes + out->length - wide, self->escape ? "\xE2\x96\x81" : " ", wide) == 0)
        out->length -= wide;
    if (self->prefix && self->suffix)
        add_space(self, out);
}

/* ---- Tokens ---- */

typedef struct output {
    const kn_piece_model *pieces;
    kn_sink *sink;
    bool unknown; /* the last token; a run of unknown ones is one token */
} output;

static void put(output *self, uint32_t id)
{
    bool unknown = id == self->pieces->unknown;
    if (!unknown || !self->unknown)
        kn_sink_put(self->sink, id);
    self->unknown = unknown;
}

/* A piece that is not in the vocabulary. */
static void put_unknown(output *self, const char *text, size_t length)
{
    if (!self->pieces->fallback)
        put(self, self->pieces->unknown);
    for (size_t i = 0; self->pieces->fallback && i < length; i++)
        kn_sink_put(self->sink, self->pieces->byte[(unsigned char)text[i]]);
}

/* The id of a text; KN_NO_RANK if it is not in the vocabulary. */
static uint32_t id_of(const kn_piece_model *self, uint32_t symbol)
{
    if (symbol == KN_NO_SYMBOL)
        return KN_NO_RANK;
    uint32_t id = self->reserved[symbol] != KN_NO_RANK ? self->reserved[symbol] : self->id[symbol];
    return id == self->unknown ? KN_NO_RANK : id;
}

static void put_text(output *self, const char *text, size_t length)
{
    uint32_t id = id_of(self->pieces, kn_symbols_find(&self->pieces->name, text, length));
    if (id == KN_NO_RANK)
        put_unknown(self, text, length);
    else
        put(self, id);
}

/* ---- Unigram ---- */

#define NOWHERE UINT32_MAX

static void offer(kn_path *end, double score, uint32_t begin, uint32_t symbol)
{
    if (end->begin != NOWHERE && !(score > (double)end->score))
        return;
    end->score = (float)score;
    end->begin = begin;
    end->symbol = symbol;
}

static void offer_pieces(const kn_piece_model *self, kn_path *path, const char *text, size_t length, size_t begin)
{
    static const double BONUS = -0.1;
    float before = path[begin].score;
    size_t first = width_of((unsigned char)text[begin]);
    uint32_t node = 0, symbol;
    bool single = false;
    for (size_t end = begin; end < length && (node = kn_keys_next(&self->keys, node, (unsigned char)text[end])) != 0;) {
        end++;
        symbol = self->keys.symbol[node];
        if (symbol == KN_NO_SYMBOL)
            continue;
        offer(&path[end],
              before + (self->defined[symbol] ? (double)((float)(end - begin) * self->most) + BONUS
                                              : (double)self->score[symbol]),
              (uint32_t)begin, symbol);
        single |= end - begin == first;
    }
    if (!single)
        offer(&path[begin + first], (double)(self->least - 10 + before), (uint32_t)begin, KN_NO_SYMBOL);
}

static bool encode_unigram(const kn_piece_model *self, kn_scratch *scratch, const char *text, size_t length,
                           output *out)
{
    uint32_t next = NOWHERE;
    if (!KN_ROOM(scratch->allocator, scratch->path, length + 1))
        return false;
    kn_path *path = scratch->path;
    for (size_t i = 0; i <= length; i++)
        path[i].begin = NOWHERE;
    path[0].score = 0;
    for (size_t at = 0; at < length; at += width_of((unsigned char)text[at]))
        offer_pieces(self, path, text, length, at);
    for (uint32_t end = (uint32_t)length; end > 0;) { /* turns the links around */
        uint32_t begin = path[end].begin;
        path[end].begin = next;
        next = end;
        end = begin;
    }
    for (uint32_t begin = 0, end = next; end != NOWHERE; begin = end, end = path[end].begin) {
        if (path[end].symbol == KN_NO_SYMBOL)
            put_unknown(out, text + begin, end - begin);
        else
            put(out, self->id[path[end].symbol]);
    }
    return true;
}

/* ---- Merges ---- */

#define FROZEN 0x80000000u /* in the id of a unit: a piece of the user */

typedef struct word {
    const kn_piece_model *pieces;
    const char *text;
} word;

static uint32_t find_merge(const void *context, const kn_unit *left, const kn_unit *right, uint32_t *id)
{
    const word *self = context;
    if ((left->id != KN_NO_SYMBOL && left->id & FROZEN) || (right->id != KN_NO_SYMBOL && right->id & FROZEN))
        return KN_NO_RANK;
    *id = kn_symbols_find(&self->pieces->name, self->text + left->begin, right->end - left->begin);
    return *id == KN_NO_SYMBOL ? KN_NO_RANK : self->pieces->rank[*id];
}

/* Ids in place of symbols, and bytes in place of unknown units. From behind: what is written never reaches what is still to be read,
 * because a unit has as many bytes as tokens, or more. There is room for a unit per byte. */
static void finish(const kn_piece_model *self, kn_merger *merger, const char *text, size_t length)
{
    size_t to = length;
    for (size_t i = merger->count; i-- > 0;) {
        kn_unit unit = merger->unit[i];
        uint32_t id = id_of(self, unit.id == KN_NO_SYMBOL ? unit.id : unit.id & ~FROZEN);
        if (id != KN_NO_RANK || !self->fallback) {
            merger->unit[--to].id = id == KN_NO_RANK ? self->unknown : id;
            continue;
        }
        for (uint32_t byte = unit.end; byte-- > unit.begin;)
            merger->unit[--to].id = self->byte[(unsigned char)text[byte]];
    }
    merger->count = length - to;
    memmove(merger->unit, merger->unit + to, merger->count * sizeof *merger->unit);
}

static bool encode_word(const kn_piece_model *self, kn_merger *merger, const char *text, size_t length, output *out)
{
    uint32_t place, symbol = 0;
    const kn_cached *known = kn_merger_known(merger, text, length, &place);
    for (size_t i = 0; known && i < known->count; i++)
        put(out, known->id[i]);
    if (known)
        return true;
    if (!kn_merger_clear(merger, length))
        return false;
    for (size_t at = 0, used; at < length; at += used) {
        used = find_user(self, text + at, length - at, &symbol);
        if (used) {
            symbol |= FROZEN;
        } else {
            used = width_of((unsigned char)text[at]);
            symbol = kn_symbols_find(&self->name, text + at, used);
        }
        kn_merger_add(merger, (uint32_t)at, (uint32_t)(at + used), symbol);
    }
    if (!kn_merger_run(merger, find_merge, &(word){self, text}))
        return false;
    finish(self, merger, text, length);
    for (size_t i = 0; i < merger->count; i++)
        put(out, merger->unit[i].id);
    kn_merger_keep(merger, text, length, place);
    return true;
}

/* The end of the word at `at`: spaces and what follows up to the next space. `every`: one space is enough for a new word. */
static size_t word_end(const kn_piece_model *self, const char *text, size_t at, size_t length, bool every)
{
    const char *space = self->escape ? "\xE2\x96\x81" : " ";
    size_t wide = self->escape ? 3 : 1, end = at;
    while (end + wide <= length && memcmp(text + end, space, wide) == 0 && !(every && end > at))
        end += wide;
    while (end < length && !(text[end] == *space && end + wide <= length && memcmp(text + end, space, wide) == 0))
        end++;
    return end;
}

static bool encode_normalized(const kn_piece_model *self, kn_scratch *scratch, const char *text, size_t length,
                              output *out)
{
    if (self->type == KN_UNIGRAM)
        return encode_unigram(self, scratch, text, length, out);
    for (size_t at = 0, end; at < length; at = end) {
        uint32_t symbol;
        if (self->type == KN_MERGES) {
            end = self->apart ? word_end(self, text, at, length, false) : length;
            if (!encode_word(self, &scratch->merger, text + at, end - at, out))
                return false;
            continue;
        }
        if (self->type == KN_WORDS)
            end = word_end(self, text, at, length, true);
        else if ((end = at + find_user(self, text + at, length - at, &symbol)) == at)
            end = at + width_of((unsigned char)text[at]);
        put_text(out, text + at, end - at);
    }
    return true;
}

knap_status kn_sentencepiece_encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text,
                                    size_t length, kn_sink *sink, knap_error *error)
{
    const kn_piece_model *self = tokenizer->model;
    kn_text *out = &scratch->buffer[0];
    normalize(self, text, length, out);
    if (out->failed) {
        out->failed = false;
        return kn_no_memory(error);
    }
    if (out->length > UINT32_MAX - 1)
        return kn_fail(error, KNAP_BAD_INPUT, "the text is too long for a SentencePiece model");
    return encode_normalized(self, scratch, out->bytes, out->length, &(output){self, sink, false})
               ? KNAP_OK
               : kn_no_memory(error);
}
