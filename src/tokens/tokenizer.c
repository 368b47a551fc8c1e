/* tokenizer.c - the public calls: recognises a vocabulary file, repairs text, hands out scratch memory. */
#include "tokens/tokenizer.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/file.h"

#include <unicode/utf8.h>

/* ICU counts UTF-16 units in 32 bits, and units of pieces are counted in 32 bits too. */
#define LONGEST_TEXT ((size_t)1 << 29)

/* ---- Scratch memory ---- */

void kn_scratch_free(kn_scratch *scratch)
{
    if (!scratch)
        return;
    const knap_allocator *allocator = scratch->allocator;
    kn_merger_end(&scratch->merger);
    kn_text_free(&scratch->repaired);
    KN_RELEASE(allocator, scratch->path);
    for (size_t i = 0; i < 2; i++) {
        kn_text_free(&scratch->buffer[i]);
        kn_text_free(&scratch->cut[i]);
        KN_RELEASE(allocator, scratch->pieces[i].range);
        KN_RELEASE(allocator, scratch->unit[i]);
    }
    kn_free(allocator, scratch, 1, sizeof *scratch);
}

kn_scratch *kn_scratch_new(const knap_allocator *allocator)
{
    kn_scratch *scratch = kn_new(allocator, 1, sizeof *scratch);
    if (!scratch)
        return NULL;
    scratch->allocator = allocator;
    scratch->repaired.allocator = allocator;
    for (size_t i = 0; i < 2; i++)
        scratch->buffer[i].allocator = scratch->cut[i].allocator = allocator;
    if (!kn_merger_begin(&scratch->merger, allocator)) {
        kn_scratch_free(scratch);
        return NULL;
    }
    return scratch;
}

/* The pool is the only thing that threads change: a slot is taken and filled by one atomic exchange. */
static kn_scratch *take_scratch(knap_tokenizer *tokenizer)
{
    for (size_t i = 0; i < KN_SCRATCH_POOL; i++) {
        kn_scratch *taken = atomic_exchange(&tokenizer->pool[i], NULL);
        if (taken)
            return taken;
    }
    return kn_scratch_new(tokenizer->allocator);
}

static void give_back(knap_tokenizer *tokenizer, kn_scratch *scratch)
{
    for (size_t i = 0; i < KN_SCRATCH_POOL; i++) {
        kn_scratch *none = NULL;
        if (atomic_compare_exchange_strong(&tokenizer->pool[i], &none, scratch))
            return;
    }
    kn_scratch_free(scratch);
}

/* ---- Opening ---- */

static bool is_json(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && kn_ascii_space(bytes[at]))
        at++;
    return at < length && bytes[at] == '{';
}

/* A rank file begins with a line of printable ASCII that has a space; a SentencePiece model begins with the bytes of its first
 * piece, whose tag is a line feed. */
static bool is_ranks(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && bytes[at] > ' ' && bytes[at] < 127)
        at++;
    return at > 0 && at + 1 < length && bytes[at] == ' ' && kn_ascii_digit(bytes[at + 1]);
}

static knap_status open_kind(knap_tokenizer *made, const char *name, const char *bytes, size_t length,
                             const char *scheme, knap_error *error)
{
    if (length == 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "the file is empty");
    if (is_ranks(bytes, length))
        return kn_ranks_open(made, name, bytes, length, scheme, error);
    if (scheme)
        return kn_fail_at(error, KNAP_USAGE, name, 0,
                          "the scheme '%s' is for tiktoken rank files, and this is none: leave the scheme out", scheme);
    if (is_json(bytes, length))
        return kn_hub_open(made, name, bytes, length, error);
    if (bytes[0] == '\n')
        return kn_sentencepiece_open(made, name, bytes, length, error);
    return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                      "this is no vocabulary file: expected tiktoken ranks (lines \"BASE64 RANK\"), a tokenizer.json "
                      "or a SentencePiece model");
}

knap_status knap_tokenizer_parse(const char *name, const char *bytes, size_t length, const char *scheme,
                                 const knap_allocator *allocator, knap_tokenizer **tokenizer, knap_error *error)
{
    KN_REQUIRE(tokenizer);
    *tokenizer = NULL;
    KN_REQUIRE(name);
    if (length)
        KN_REQUIRE(bytes);
    knap_tokenizer *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    knap_status status = open_kind(made, name, bytes, length, scheme, error);
    if (status)
        kn_free(allocator, made, 1, sizeof *made);
    else
        *tokenizer = made;
    return status;
}

knap_status knap_tokenizer_open(const char *path, const char *scheme, const knap_allocator *allocator,
                                knap_tokenizer **tokenizer, knap_error *error)
{
    KN_REQUIRE(tokenizer);
    *tokenizer = NULL;
    KN_REQUIRE(path);
    kn_text bytes = {.allocator = allocator};
    knap_status status = kn_read_file(path, NULL, &bytes, error);
    if (!status)
        status = knap_tokenizer_parse(path, bytes.bytes ? bytes.bytes : "", bytes.length, scheme, allocator, tokenizer,
                                      error);
    kn_text_free(&bytes);
    return status;
}

void knap_tokenizer_close(knap_tokenizer *tokenizer)
{
    if (!tokenizer)
        return;
    for (size_t i = 0; i < KN_SCRATCH_POOL; i++)
        kn_scratch_free(tokenizer->pool[i]);
    tokenizer->kind->close(tokenizer->model, tokenizer->allocator);
    kn_free(tokenizer->allocator, tokenizer, 1, sizeof *tokenizer);
}

const char *knap_tokenizer_kind(const knap_tokenizer *tokenizer)
{
    return tokenizer ? tokenizer->name : NULL;
}

size_t knap_tokenizer_size(const knap_tokenizer *tokenizer)
{
    return tokenizer ? tokenizer->size : 0;
}

/* ---- Encoding ---- */

/* The first byte of an invalid sequence at or after `at`, or `length`. Sets *after to its end. */
static size_t find_invalid(const uint8_t *bytes, size_t at, size_t length, size_t *after)
{
    int32_t next = (int32_t)at, end = (int32_t)length;
    while (next < end) {
        int32_t start = next;
        UChar32 code = bytes[next];
        if (code < 0x80) {
            next++;
            continue;
        }
        U8_NEXT(bytes, next, end, code);
        if (code < 0) {
            *after = (size_t)next;
            return (size_t)start;
        }
    }
    return *after = length;
}

static knap_status repair(kn_scratch *scratch, const char **text, size_t *length, knap_error *error)
{
    size_t after, at = 0, invalid = find_invalid((const uint8_t *)*text, 0, *length, &after);
    if (invalid == *length)
        return KNAP_OK;
    scratch->repaired.length = 0;
    while (at < *length) {
        kn_text_add(&scratch->repaired, *text + at, invalid - at);
        if (invalid < *length)
            kn_text_add(&scratch->repaired, "\xEF\xBF\xBD", 3);
        at = after;
        if (at < *length)
            invalid = find_invalid((const uint8_t *)*text, at, *length, &after);
    }
    if (scratch->repaired.failed) {
        scratch->repaired.failed = false;
        return kn_no_memory(error);
    }
    *text = scratch->repaired.bytes;
    *length = scratch->repaired.length;
    return KNAP_OK;
}

knap_status knap_tokenizer_encode(const knap_tokenizer *tokenizer, const char *text, size_t length, uint32_t *id,
                                  size_t capacity, size_t *count, knap_error *error)
{
    KN_REQUIRE(count);
    *count = 0;
    KN_REQUIRE(tokenizer);
    if (length)
        KN_REQUIRE(text);
    if (capacity)
        KN_REQUIRE(id);
    if (length > LONGEST_TEXT)
        return kn_fail(error, KNAP_BAD_INPUT, "a text of more than 512 MB cannot be cut into tokens");
    if (length == 0)
        return KNAP_OK;
    knap_tokenizer *self = (knap_tokenizer *)tokenizer; /* its pool changes, in a way that threads may share */
    kn_scratch *scratch = take_scratch(self);
    if (!scratch)
        return kn_no_memory(error);
    kn_sink sink = {id, capacity, 0};
    knap_status status = repair(scratch, &text, &length, error);
    if (!status)
        status = tokenizer->kind->encode(tokenizer, scratch, text, length, &sink, error);
    give_back(self, scratch);
    *count = status ? 0 : sink.count;
    return status;
}

knap_status knap_tokenizer_count(const knap_tokenizer *tokenizer, const char *text, size_t length, size_t *count,
                                 knap_error *error)
{
    return knap_tokenizer_encode(tokenizer, text, length, NULL, 0, count, error);
}
