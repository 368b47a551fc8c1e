/* sentencepiece_library.cc - calls libsentencepiece. In C++ because it has no interface for C.
 *
 * The library is loaded when it is needed: to link it takes 0.4 ms of each start of the program. Its functions are virtual, except
 * for three. Those are defined here under the names that C++ gives them, and call the library's, which were found by the same
 * names. They are hidden, so that the library itself does not call them. */
#ifdef KNAP_WITH_SENTENCEPIECE
#include "tokens/sentencepiece.h"

#include <atomic>
#include <cstdio>
#include <new>
#include <sentencepiece_processor.h>
#include <string>
#include <vector>

using sentencepiece::SentencePieceProcessor;

/* Set before any object of the library is made, always to the same functions. */
static std::atomic<void *(*)(void *)> construct, destroy;
static std::atomic<const char *(*)(const void *)> get_message;

#define HIDDEN __attribute__((visibility("hidden")))
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
#define NAMED(name) __asm__(TEXT(__USER_LABEL_PREFIX__) name)

extern "C" {
HIDDEN void *construct_processor(void *self) NAMED(KN_SENTENCEPIECE_CONSTRUCT);
HIDDEN void *destroy_status(void *self) NAMED(KN_SENTENCEPIECE_DESTROY);
HIDDEN const char *get_status_message(const void *self) NAMED(KN_SENTENCEPIECE_MESSAGE);

void *construct_processor(void *self)
{
    return construct.load()(self);
}

void *destroy_status(void *self)
{
    return destroy.load()(self);
}

const char *get_status_message(const void *self)
{
    return get_message.load()(self);
}
}

static int report(const sentencepiece::util::Status &status, char *message, size_t size)
{
    if (status.ok())
        return 0;
    snprintf(message, size, "%s", status.error_message());
    return 1;
}

void *kn_sentencepiece_new(const kn_sentencepiece_functions *library, const char *bytes, size_t length, size_t *pieces,
                           char *message, size_t size)
{
    construct = library->construct;
    destroy = library->destroy;
    get_message = library->message;
    /* volatile: the compiler must not know the class, or it would call functions by their names */
    SentencePieceProcessor *volatile made = new (std::nothrow) SentencePieceProcessor(), *processor = made;
    if (!processor) {
        snprintf(message, size, "out of memory");
        return nullptr;
    }
    if (report(processor->LoadFromSerializedProto(std::string_view(bytes, length)), message, size)) {
        delete processor;
        return nullptr;
    }
    *pieces = static_cast<size_t>(processor->GetPieceSize());
    return processor;
}

void kn_sentencepiece_free(void *processor)
{
    delete static_cast<SentencePieceProcessor *>(processor);
}

int kn_sentencepiece_encode(const void *processor, const char *text, size_t length,
                            void (*put)(void *context, uint32_t id), void *context, char *message, size_t size)
{
    std::vector<int> ids;
    const SentencePieceProcessor *self = static_cast<const SentencePieceProcessor *>(processor);
    if (report(self->Encode(std::string_view(text, length), &ids), message, size))
        return 1;
    for (int id : ids)
        put(context, static_cast<uint32_t>(id));
    return 0;
}
#endif
