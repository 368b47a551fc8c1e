/* sentencepiece_library.cc - calls libsentencepiece. In C++ because it has no interface for C. */
#ifdef KNAP_WITH_SENTENCEPIECE
#include "tokens/sentencepiece.h"

#include <cstdio>
#include <new>
#include <sentencepiece_processor.h>
#include <string>
#include <vector>

using sentencepiece::SentencePieceProcessor;

static int report(const sentencepiece::util::Status &status, char *message, size_t size)
{
    if (status.ok())
        return 0;
    snprintf(message, size, "%s", status.error_message());
    return 1;
}

void *kn_sentencepiece_new(const char *bytes, size_t length, size_t *pieces, char *message, size_t size)
{
    SentencePieceProcessor *processor = new (std::nothrow) SentencePieceProcessor();
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
