/* tokens/inner.h - what knap's own programs and other layers use of this layer beyond knap/tokens.h: vocabularies in memory,
 * ids of tokens. */
#pragma once

#include "base/inner.h"
#include "knap/tokens.h"

/* The same for the bytes of such a file. `name` stands for it in messages and may name the scheme. */
knap_status knap_tokenizer_parse(const char *name, const char *bytes, size_t length, const char *scheme,
                                 const knap_allocator *allocator, knap_tokenizer **tokenizer,
                                 knap_error *error);

/* The schemes of rank files, ending with NULL; static. */
const char *const *knap_tokenizer_schemes(void);
/* What it is: a scheme, "tekken", "BPE", "WordPiece", "SentencePiece" or "function"; a static string. */
const char *knap_tokenizer_kind(const knap_tokenizer *tokenizer);
/* The number of tokens in the vocabulary, added tokens included; 0 for a function. */
size_t knap_tokenizer_size(const knap_tokenizer *tokenizer);

/* Writes the ids of the first `capacity` tokens to id[capacity] and sets *count to the number of all tokens of the text. `id`
 * may be NULL where `capacity` is 0. A text has at most as many tokens as bytes, except that normalizers of a tokenizer.json
 * can make it longer. */
knap_status knap_tokenizer_encode(const knap_tokenizer *tokenizer, const char *text, size_t length,
                                  uint32_t *id, size_t capacity, size_t *count, knap_error *error);
