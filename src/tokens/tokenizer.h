/* tokens/tokenizer.h - what the kinds of tokenizers share: the object, the sink of ids, scratch memory.
 *
 *     text (valid UTF-8) -> kind->encode -> sink */
#pragma once

#include "base/memory.h"
#include "tokens/inner.h"
#include "tokens/merge.h"

#include <stdatomic.h>

/* Where the tokens go. Tokens past the capacity are counted only. */
typedef struct kn_sink {
    uint32_t *id;
    size_t capacity, count;
} kn_sink;

static inline void kn_sink_put(kn_sink *sink, uint32_t id)
{
    if (sink->count < sink->capacity)
        sink->id[sink->count] = id;
    sink->count++;
}

typedef struct kn_range {
    size_t begin, end;
} kn_range;

/* Pieces of a text, in its order. */
typedef struct kn_text_pieces {
    kn_range *range; /* [count] */
    size_t count;
} kn_text_pieces;

/* The best way to a place in a text, by unigram scores. */
typedef struct kn_path {
    float score;
    uint32_t begin; /* of the last piece on the way; afterwards the end of the next one */
    uint32_t symbol;
} kn_path;

/* Memory of one call at a time, kept for the next call. */
typedef struct kn_scratch {
    const knap_allocator *allocator;
    kn_merger merger;
    kn_text repaired;  /* the text without invalid bytes */
    kn_text buffer[2]; /* normalization, one step after the other */
    kn_text cut[2];    /* pre-tokenization, the same */
    kn_text_pieces pieces[2];
    uint16_t *unit[2]; /* UTF-16 for ICU */
    kn_path *path;     /* of SentencePiece: one per byte of the text */
} kn_scratch;

/* NULL when memory is out. */
kn_scratch *kn_scratch_new(const knap_allocator *allocator);
/* NULL is allowed. */
void kn_scratch_free(kn_scratch *scratch);

typedef struct kn_tokenizer_kind {
    knap_status (*encode)(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text, size_t length,
                          kn_sink *sink, knap_error *error);
    void (*close)(void *model, const knap_allocator *allocator);
} kn_tokenizer_kind;

enum { KN_SCRATCH_POOL = 16 };

struct knap_tokenizer {
    const knap_allocator *allocator;
    const kn_tokenizer_kind *kind;
    const char *name;
    void *model; /* what `kind` made */
    size_t size;
    _Atomic(kn_scratch *) pool[KN_SCRATCH_POOL]; /* free scratch memory */
};

/* Sets *result, *made to the text in the form NFC: `text` itself or a buffer of the scratch memory. */
knap_status kn_compose(kn_scratch *scratch, const char *text, size_t length, const char **result, size_t *made,
                       knap_error *error);

/* Each fills kind, name, model and size, or leaves them alone and fails. `name` is for messages. */
knap_status kn_ranks_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                          const char *scheme, knap_error *error);
knap_status kn_hub_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                        knap_error *error);
knap_status kn_sentencepiece_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                                  knap_error *error);
