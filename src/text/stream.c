/* stream.c - keeps the words of texts. */
#include "text/stream.h"
#include "text/language.h"
#include "base/error.h"

void kn_stream_begin(kn_stream *stream, const knap_allocator *allocator)
{
    *stream = (kn_stream){.allocator = allocator};
    kn_symbols_begin(&stream->form, allocator);
    kn_symbols_begin(&stream->stem, allocator);
}

void kn_stream_free(kn_stream *stream)
{
    kn_symbols_free(&stream->form);
    kn_symbols_free(&stream->stem);
    kn_free(stream->allocator, stream->stem_of, stream->stem_of_capacity, sizeof *stream->stem_of);
    kn_free(stream->allocator, stream->word, stream->capacity, sizeof *stream->word);
}

/* Room for one more word and one more form. */
static bool reserve(kn_stream *self)
{
    size_t forms = self->form.count;
    kn_word *word = kn_grow(self->allocator, self->word, &self->capacity, self->count + 1, sizeof *word);
    uint32_t *stem_of;
    if (!word)
        return false;
    self->word = word;
    stem_of = kn_grow(self->allocator, self->stem_of, &self->stem_of_capacity, forms + 1, sizeof *stem_of);
    if (!stem_of)
        return false;
    self->stem_of = stem_of;
    stem_of[forms] = KN_NO_SYMBOL;
    return true;
}

/* The number of a word's stem; looked up by its letters only for numbers and new forms. */
static uint32_t find_stem(kn_stream *self, const knap_word *word, uint32_t form)
{
    bool number = word->flags & KNAP_WORD_NUMBER;
    uint32_t stem = number ? KN_NO_SYMBOL : self->stem_of[form];
    if (stem == KN_NO_SYMBOL)
        stem = kn_symbols_add(&self->stem, word->stem, word->stem_length);
    if (!number)
        self->stem_of[form] = stem;
    return stem;
}

static int keep_word(void *context, const knap_word *word)
{
    kn_stream *self = context;
    uint32_t form, stem;
    if (!reserve(self))
        return 1;
    form = kn_symbols_add(&self->form, word->folded, word->folded_length);
    if (form == KN_NO_SYMBOL)
        return 1;
    stem = find_stem(self, word, form);
    if (stem == KN_NO_SYMBOL)
        return 1;
    self->word[self->count++] = (kn_word){word->begin, word->end, form, stem, word->flags};
    return 0;
}

knap_status kn_stream_read(kn_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error)
{
    knap_status status = kn_language_words(language, utf8, length, 0, keep_word, stream, error);
    return status == KNAP_CANCELLED ? kn_no_memory(error) : status;
}
