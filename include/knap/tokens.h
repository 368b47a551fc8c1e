/* knap/tokens.h - counts the tokens of a language model, with a vocabulary file that the user has.
 *
 *     vocabulary file -> tokenizer;  text -> pieces -> tokens
 *
 * Three kinds of files are recognised by their content:
 *   tiktoken rank files       lines "BASE64 RANK"; the scheme (how text is cut into pieces) is named by the file or by the caller;
 *   Hugging Face's tokenizer.json   with a BPE or a WordPiece model;
 *   SentencePiece models      tokenizer.model, spiece.model: unigram, BPE, words or characters.
 * The tokens are those of the original programs: tiktoken's encode_ordinary, encode(..., add_special_tokens=False) of
 * tokenizers without its truncation and padding, and EncodeAsIds of SentencePiece. What a file asks for and knap does not
 * support is an error that names it. docs/TOKENS.md lists what is supported.
 *
 * A text should be UTF-8. Each invalid sequence of bytes counts as U+FFFD, as Python's decode("utf-8", "replace") does.
 *
 * Threads: an open tokenizer may be used by any number of threads at the same time. Its allocator must then be thread-safe.
 * ICU, jansson and SentencePiece allocate by themselves. The rules for arguments and failures are in knap/base.h. */
#ifndef KNAP_TOKENS_H
#define KNAP_TOKENS_H

#include "knap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct knap_tokenizer knap_tokenizer;

/* Opens a vocabulary file. `scheme` is one of knap_tokenizer_schemes and needed for rank files only; NULL means the scheme
 * whose name is part of the file's name (cl100k_base.tiktoken). KNAP_USAGE for an unknown scheme or none, KNAP_BAD_INPUT for a
 * file that is damaged or asks for what is not supported. Close with knap_tokenizer_close. */
KNAP_API knap_status knap_tokenizer_open(const char *path, const char *scheme, const knap_allocator *allocator,
                                         knap_tokenizer **tokenizer, knap_error *error);
/* Counts the tokens of length > 0 bytes of valid UTF-8. Called by several threads at once where the work that counts has several. A
 * status other than KNAP_OK ends that work, with `error`. */
typedef knap_status (*knap_token_counter)(void *context, const char *text, size_t length, size_t *count,
                                          knap_error *error);
/* Makes a tokenizer of a function of the caller, for all calls that count tokens. Its tokens have no ids. `context` must outlive it. */
KNAP_API knap_status knap_tokenizer_open_function(knap_token_counter count, void *context,
                                                  const knap_allocator *allocator, knap_tokenizer **tokenizer,
                                                  knap_error *error);
KNAP_API void knap_tokenizer_close(knap_tokenizer *tokenizer);

/* Counts the tokens of a text. `text` may be NULL where `length` is 0. */
KNAP_API knap_status knap_tokenizer_count(const knap_tokenizer *tokenizer, const char *text, size_t length,
                                          size_t *count, knap_error *error);

#ifdef __cplusplus
}
#endif

#endif
