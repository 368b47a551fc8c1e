/* tokens/split.h - cuts text into pieces as the regular expressions of well-known tokenizers do, by hand-written matchers.
 * tests/tokens_split_test.c proves each of them equal to its expression, run by ICU. */
#pragma once

#include <stddef.h>

/* Returns the end of the piece that begins at text[at], at < length. The text is valid UTF-8. Every expression here matches at
 * every place, so the pieces follow each other without gaps. */
typedef size_t kn_token_splitter(const unsigned char *text, size_t at, size_t length);

kn_token_splitter kn_split_gpt2; /* GPT-2, r50k_base, p50k_base */
kn_token_splitter
    kn_split_cl100k; /* cl100k_base as tiktoken 0.9 and later has it: white space at the end of the text is one piece */
kn_token_splitter kn_split_llama3; /* cl100k_base before that, Llama 3 */
kn_token_splitter kn_split_qwen;   /* the same with one digit per piece */
kn_token_splitter kn_split_o200k;  /* o200k_base */
kn_token_splitter kn_split_tekken; /* the same without contractions and with one digit per piece: Mistral */

/* The splitter of an expression, compared byte by byte; NULL where it is none of those above. */
kn_token_splitter *kn_splitter_of(const char *expression);
