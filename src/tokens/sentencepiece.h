/* tokens/sentencepiece.h - the calls of libsentencepiece that are used. The only file that knows the library is
 * sentencepiece_library.cc, because it has no interface for C. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The functions of the library that are not virtual, by the names that C++ gives them. */
#define KN_SENTENCEPIECE_CONSTRUCT "_ZN13sentencepiece22SentencePieceProcessorC1Ev"
#define KN_SENTENCEPIECE_DESTROY "_ZN13sentencepiece4util6StatusD1Ev"
#define KN_SENTENCEPIECE_MESSAGE "_ZNK13sentencepiece4util6Status13error_messageEv"
typedef struct kn_sentencepiece_functions {
    void *(*construct)(void *processor);
    void *(*destroy)(void *status);
    const char *(*message)(const void *status);
} kn_sentencepiece_functions;

/* Loads a model from the bytes of its file, and sets *pieces to the size of its vocabulary. NULL, with a message, if it cannot. */
void *kn_sentencepiece_new(const kn_sentencepiece_functions *library, const char *bytes, size_t length, size_t *pieces,
                           char *message, size_t size);
void kn_sentencepiece_free(void *processor);
/* Calls `put` for the id of each token of a text. Returns 0, or another number and a message. Several threads may use one model. */
int kn_sentencepiece_encode(const void *processor, const char *text, size_t length,
                            void (*put)(void *context, uint32_t id), void *context, char *message, size_t size);

#ifdef __cplusplus
}
#endif
