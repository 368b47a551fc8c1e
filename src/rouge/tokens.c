/* tokens.c - cuts, splits and stems text as ROUGE-1.5.5 does: bytes, ASCII, no locale. */
#include "rouge/tokens.h"

#include "base/error.h"
#include "rouge/porter.h"

#include <string.h>

/* ---- Words of a segment ---- */

enum { SHORT_WORD = 128, UNSTEMMED = 3 /* words up to this length are not stemmed */ };

static bool is_space(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* The byte in lower case if it can be in a word, 0 otherwise. */
static char word_byte(char byte)
{
    unsigned small = (unsigned char)byte | 0x20u;
    if (small - 'a' < 26)
        return (char)small;
    return byte >= '0' && byte <= '9' ? byte : 0;
}

/* `word` is in lower case and has room for its own length twice: the second half is for the stem. */
static int emit_word(const knap_rouge *rouge, char *word, size_t length, knap_rouge_emit emit, void *sink)
{
    char *stem = word + length;
    uint32_t form;
    if (rouge->stopword.count && kn_symbols_find(&rouge->stopword, word, length) != KN_NO_SYMBOL)
        return 0;
    if (!rouge->options.stem || length <= UNSTEMMED)
        return emit(sink, word, length, word, length);
    form = kn_symbols_find(&rouge->form, word, length);
    if (form != KN_NO_SYMBOL) {
        uint32_t base = rouge->base[form];
        return emit(sink, word, length, rouge->bases.name[base], rouge->bases.length[base]);
    }
    memcpy(stem, word, length);
    return emit(sink, word, length, stem, kn_rouge_stem(stem, length));
}

/* A word of more than SHORT_WORD bytes. */
static int emit_long_word(const knap_rouge *rouge, const char *bytes, size_t length, knap_rouge_emit emit, void *sink)
{
    char *word = kn_new(rouge->allocator, length, 2);
    int result;
    if (!word)
        return -1;
    for (size_t i = 0; i < length; i++)
        word[i] = word_byte(bytes[i]);
    result = emit_word(rouge, word, length, emit, sink);
    kn_free(rouge->allocator, word, length, 2);
    return result;
}

typedef struct filter {
    const knap_rouge *rouge;
    knap_rouge_emit emit;
    void *sink;
} filter;

static int without_stopwords(void *context, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    filter *to = context;
    if (kn_symbols_find(&to->rouge->stopword, word, word_length) != KN_NO_SYMBOL)
        return 0;
    return to->emit(to->sink, word, word_length, stem, stem_length);
}

int knap_rouge_tokens(const knap_rouge *rouge, const char *bytes, size_t length, knap_rouge_emit emit, void *sink)
{
    if (!rouge || !emit || (length && !bytes))
        return -1;
    size_t at = 0;
    if (rouge->tokenizer) {
        filter to = {rouge, emit, sink};
        return rouge->tokenizer(rouge->tokenizer_context, bytes, length, without_stopwords, &to);
    }
    while (at < length) {
        char word[2 * SHORT_WORD], byte;
        size_t count = 0;
        int result;
        while (at < length && !word_byte(bytes[at]))
            at++;
        for (; at < length && (byte = word_byte(bytes[at])); at++, count++)
            if (count < SHORT_WORD)
                word[count] = byte;
        if (count == 0)
            break;
        result = count <= SHORT_WORD ? emit_word(rouge, word, count, emit, sink)
                                     : emit_long_word(rouge, bytes + at - count, count, emit, sink);
        if (result != 0)
            return result;
    }
    return 0;
}

/* ---- The length limit ---- */

/* The fields that Perl's split(/\s+/) finds, which is what ROUGE-1.5.5 calls words: white space at the start
 * of a segment makes an empty first field. Stops after `limit` fields; *bytes is then where they end. */
static size_t count_fields(const knap_rouge_segment *segment, size_t limit, size_t *bytes)
{
    size_t at = 0, fields = 0, length = segment->length;
    while (length > 0 && is_space(segment->bytes[length - 1]))
        length--;
    while (fields < limit && at < length) {
        while (at < length && !is_space(segment->bytes[at]))
            at++;
        *bytes = at;
        fields++;
        while (at < length && is_space(segment->bytes[at]))
            at++;
    }
    return fields;
}

/* The first `whole` segments are within the limit, and of the next one its first `part` bytes. */
typedef struct cut {
    size_t whole, part;
} cut;

static cut cut_bytes(const knap_rouge_text *text, size_t limit)
{
    cut at = {0, 0};
    size_t used = 0;
    for (; at.whole < text->count; at.whole++) {
        size_t length = text->segment[at.whole].length;
        if (length >= limit - used) {
            at.part = limit - used;
            break;
        }
        used += length;
    }
    return at;
}

static cut cut_words(const knap_rouge_text *text, size_t limit)
{
    cut at = {0, 0};
    size_t used = 0;
    for (; at.whole < text->count; at.whole++) {
        size_t fields = count_fields(&text->segment[at.whole], limit - used, &at.part);
        if (fields >= limit - used)
            return at;
        used += fields;
    }
    at.part = 0;
    return at;
}

/* ---- Numbers ---- */

typedef struct sink {
    kn_symbols *vocabulary;
    bool grow;
    const knap_allocator *allocator;
    uint32_t **array;
    size_t *count;
} sink;

static int take_token(void *context, const char *word, size_t word_length, const char *stem, size_t stem_length)
{
    sink *to = context;
    uint32_t symbol = to->grow ? kn_symbols_add(to->vocabulary, stem, stem_length)
                               : kn_symbols_find(to->vocabulary, stem, stem_length);
    (void)word;
    (void)word_length;
    if (to->grow && symbol == KN_NO_SYMBOL)
        return -1;
    if (!KN_ROOM(to->allocator, *to->array, *to->count + 1))
        return -1;
    (*to->array)[(*to->count)++] = symbol;
    return 0;
}

/* Adds the segments that the common subsequences see; *total counts their tokens. */
static bool add_segments(const knap_rouge *rouge, const knap_rouge_text *text, cut limit, sink *to,
                         kn_rouge_tokens *tokens)
{
    size_t bytes = rouge->options.bytes;
    bool beyond = bytes && kn_rouge_needs_lcs(rouge);
    for (size_t i = 0; i < text->count; i++) {
        size_t length = text->segment[i].length;
        bool last = beyond ? length >= bytes : i == limit.whole;
        if (last)
            length = beyond ? bytes : limit.part;
        if (knap_rouge_tokens(rouge, text->segment[i].bytes, length, take_token, to) != 0)
            return false;
        if (!KN_ROOM(tokens->allocator, tokens->segment_start, tokens->segments + 2))
            return false;
        tokens->segment_start[++tokens->segments] = *to->count;
        if (last)
            break;
    }
    return true;
}

/* Adds the sequence within the limit: whole segments, then the part of the next one that is within it. */
static bool add_sequence(const knap_rouge *rouge, const knap_rouge_text *text, cut limit, sink *to,
                         kn_rouge_tokens *tokens)
{
    size_t whole = tokens->segment_start[limit.whole < tokens->segments ? limit.whole : tokens->segments];
    if (!KN_ROOM(tokens->allocator, tokens->token, whole + 1))
        return false;
    if (whole)
        memcpy(tokens->token, tokens->in_segment, whole * sizeof *tokens->token);
    tokens->count = whole;
    to->array = &tokens->token;
    to->count = &tokens->count;
    return limit.part == 0 ||
           knap_rouge_tokens(rouge, text->segment[limit.whole].bytes, limit.part, take_token, to) == 0;
}

knap_status kn_rouge_tokenize(const knap_rouge *rouge, const knap_rouge_text *text, kn_symbols *vocabulary, bool grow,
                              kn_rouge_tokens *tokens, knap_error *error)
{
    const knap_rouge_options *options = &rouge->options;
    size_t total = 0;
    cut limit = {text->count, 0};
    sink to = {vocabulary, grow, rouge->allocator, &tokens->in_segment, &total};
    if (options->bytes)
        limit = cut_bytes(text, options->bytes);
    else if (options->words)
        limit = cut_words(text, options->words);
    tokens->allocator = rouge->allocator;
    tokens->count = tokens->segments = 0;
    if (!KN_ROOM(tokens->allocator, tokens->segment_start, 1))
        return kn_no_memory(error);
    tokens->segment_start[0] = 0;
    if (!add_segments(rouge, text, limit, &to, tokens) || !add_sequence(rouge, text, limit, &to, tokens))
        return kn_no_memory(error);
    return KNAP_OK;
}

void kn_rouge_tokens_free(kn_rouge_tokens *tokens)
{
    KN_RELEASE(tokens->allocator, tokens->token);
    KN_RELEASE(tokens->allocator, tokens->in_segment);
    KN_RELEASE(tokens->allocator, tokens->segment_start);
    memset(tokens, 0, sizeof *tokens);
}
