/* counter.c - tokenizers of the caller: a function that counts. Its tokens have no ids. */
#include "base/error.h"
#include "tokens/tokenizer.h"

typedef struct counter {
    knap_token_counter count;
    void *context;
} counter;

static knap_status encode(const knap_tokenizer *tokenizer, kn_scratch *scratch, const char *text, size_t length,
                          kn_sink *sink, knap_error *error)
{
    const counter *self = tokenizer->model;
    (void)scratch;
    if (sink->capacity)
        return kn_fail(error, KNAP_USAGE, "a tokenizer that is a function counts tokens and has no ids for them");
    return self->count(self->context, text, length, &sink->count, error);
}

static void close_counter(void *model, const knap_allocator *allocator)
{
    kn_free(allocator, model, 1, sizeof(counter));
}

knap_status knap_tokenizer_open_function(knap_token_counter count, void *context, const knap_allocator *allocator,
                                         knap_tokenizer **tokenizer, knap_error *error)
{
    static const kn_tokenizer_kind kind = {encode, close_counter};
    KN_REQUIRE(tokenizer);
    *tokenizer = NULL;
    KN_REQUIRE(count);
    knap_tokenizer *made = kn_new(allocator, 1, sizeof *made);
    counter *model = kn_new(allocator, 1, sizeof *model);
    if (!made || !model) {
        kn_free(allocator, made, 1, sizeof *made);
        kn_free(allocator, model, 1, sizeof *model);
        return kn_no_memory(error);
    }
    *model = (counter){.count = count, .context = context};
    made->allocator = allocator;
    made->kind = &kind;
    made->name = "function";
    made->model = model;
    *tokenizer = made;
    return KNAP_OK;
}
