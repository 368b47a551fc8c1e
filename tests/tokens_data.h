/* tokens_data.h - the vocabularies of tests/data/tokens, which tests/peers/tokens.py wrote. */
#pragma once

#include "check.h"
#include "tokens/inner.h"

static const char *const vocabularies[] = {"small.r50k_base.tiktoken",
                                           "small.cl100k_base.tiktoken",
                                           "small.o200k_base.tiktoken",
                                           "gpt2.json",
                                           "roberta.json",
                                           "regex.json",
                                           "merged.json",
                                           "metaspace.json",
                                           "fallback.json",
                                           "suffix.json",
                                           "whole.json",
                                           "bert_uncased.json",
                                           "bert_cased.json",
                                           "accents.json",
                                           "unigram.model",
                                           "bpe.model"};
enum { VOCABULARIES = sizeof vocabularies / sizeof *vocabularies };

/* Opens one of them; NULL for a SentencePiece model where knap was built without SentencePiece. */
static inline knap_tokenizer *open_vocabulary(const char *name)
{
    char path[200];
    knap_tokenizer *tokenizer;
    knap_error error;
    snprintf(path, sizeof path, "tests/data/tokens/%s", name);
    if (knap_tokenizer_open(path, NULL, NULL, &tokenizer, &error)) {
        if (!strstr(error.message, "without SentencePiece"))
            fail_msg("%s: %s", path, error.message);
        return NULL;
    }
    return tokenizer;
}

/* The bytes of a file, to be freed. */
static inline char *read_bytes(const char *name, size_t *length)
{
    char path[200];
    snprintf(path, sizeof path, "tests/data/tokens/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    assert_int_equal(fread(bytes, 1, *length, file), *length);
    bytes[*length] = 0;
    fclose(file);
    return bytes;
}
