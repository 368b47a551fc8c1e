/* rouge/scorer.h - the options, word lists and measures that every part of this layer uses. */
#pragma once

#include "base/symbols.h"
#include "rouge/inner.h"

enum { KN_ROUGE_MAX_N = 9, KN_ROUGE_MEASURES = KN_ROUGE_MAX_N + 4 };

typedef enum kn_rouge_kind { KN_ROUGE_N, KN_ROUGE_L, KN_ROUGE_W, KN_ROUGE_S, KN_ROUGE_SU } kn_rouge_kind;

typedef struct kn_rouge_measure {
    kn_rouge_kind kind;
    size_t n; /* of KN_ROUGE_N */
    char name[40];
} kn_rouge_measure;

struct knap_rouge {
    const knap_allocator *allocator;
    knap_rouge_options options;
    kn_rouge_measure measure[KN_ROUGE_MEASURES];
    size_t measures;
    kn_symbols form; /* irregular forms */
    uint32_t *base;  /* [form.count] their bases, numbers in `bases` */
    kn_symbols bases;
    kn_symbols stopword;
    knap_rouge_tokenizer tokenizer; /* NULL: ROUGE-1.5.5's */
    void *tokenizer_context;
    void (*tokenizer_free)(void *context); /* NULL: the context is the caller's */
};

/* As knap_rouge_set_tokenizer; the scorer frees the context by `release` when it is done with it. */
void kn_rouge_take_tokenizer(knap_rouge *rouge, knap_rouge_tokenizer tokenizer, void *context,
                             void (*release)(void *context));

/* KNAP_USAGE where a text, a segment or its bytes are NULL. */
knap_status kn_rouge_check_text(const knap_rouge_text *text, knap_error *error);
/* Whether a measure of the scorer compares segments with segments. */
bool kn_rouge_needs_lcs(const knap_rouge *rouge);
