/* ids.c - tokenizers for tests/peers/tokens.py: ids are not part of the public library. Results are 0 or the status of the error. */
#include "tokens/inner.h"

int peer_open(const char *path, const char *scheme, knap_tokenizer **tokenizer, knap_error *error);
int peer_encode(const knap_tokenizer *tokenizer, const char *text, size_t length, uint32_t *id, size_t capacity,
                size_t *count, knap_error *error);
void peer_close(knap_tokenizer *tokenizer);

int peer_open(const char *path, const char *scheme, knap_tokenizer **tokenizer, knap_error *error)
{
    return (int)knap_tokenizer_open(path, scheme, NULL, tokenizer, error);
}

int peer_encode(const knap_tokenizer *tokenizer, const char *text, size_t length, uint32_t *id, size_t capacity,
                size_t *count, knap_error *error)
{
    return (int)knap_tokenizer_encode(tokenizer, text, length, id, capacity, count, error);
}

void peer_close(knap_tokenizer *tokenizer)
{
    knap_tokenizer_close(tokenizer);
}
