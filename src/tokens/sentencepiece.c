/* sentencepiece.c - models of SentencePiece, encoded by its own library. */
#include "tokens/sentencepiece.h"
#include "base/error.h"
#include "base/library.h"
#include "tokens/tokenizer.h"

#ifdef KNAP_WITH_SENTENCEPIECE
static void put(void *context, uint32_t id)
{
    kn_sink_put(context, id);
}

static knap_status encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text, size_t length,
                          kn_sink *sink, knap_error *error)
{
    char message[200] = "";
    (void)scratch;
    if (kn_sentencepiece_encode(tokenizer->model, text, length, put, sink, message, sizeof message))
        return kn_fail(error, KNAP_BAD_INPUT, "SentencePiece cannot encode the text: %s", message);
    return KNAP_OK;
}

static void close_model(void *model, const knap_allocator *allocator)
{
    (void)allocator;
    kn_sentencepiece_free(model);
}

knap_status kn_sentencepiece_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                                  knap_error *error)
{
    static const kn_tokenizer_kind kind = {encode, close_model};
    static const char *const names[] = {KN_SENTENCEPIECE_CONSTRUCT, KN_SENTENCEPIECE_DESTROY, KN_SENTENCEPIECE_MESSAGE};
    kn_sentencepiece_functions library;
    const char *missing;
    char message[200] = "";
    size_t size = 0;
    void *model;
    if (!kn_load_functions(KNAP_SENTENCEPIECE, names, sizeof names / sizeof *names, &library, &missing))
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "SentencePiece models need the library %s: %s%s",
                          KNAP_SENTENCEPIECE, missing ? "it has no function " : "install it", missing ? missing : "");
    model = kn_sentencepiece_new(&library, bytes, length, &size, message, sizeof message);
    if (!model)
        return kn_fail_at(error, KNAP_BAD_INPUT, name, 0, "SentencePiece cannot load this model: %s", message);
    tokenizer->kind = &kind;
    tokenizer->name = "SentencePiece";
    tokenizer->model = model;
    tokenizer->size = size;
    return KNAP_OK;
}
#else
knap_status kn_sentencepiece_open(knap_tokenizer *tokenizer, const char *name, const char *bytes, size_t length,
                                  knap_error *error)
{
    (void)tokenizer;
    (void)bytes;
    (void)length;
    return kn_fail_at(error, KNAP_BAD_INPUT, name, 0,
                      "this looks like a SentencePiece model, and knap was built without SentencePiece: build it with "
                      "WITH_SENTENCEPIECE=ON and the package libsentencepiece-dev");
}
#endif
