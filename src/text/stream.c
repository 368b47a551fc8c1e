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
    kn_free(stream->allocator, stream->about, stream->about_capacity, sizeof *stream->about);
    kn_free(stream->allocator, stream->word, stream->capacity, sizeof *stream->word);
}

typedef struct reading {
    kn_stream *stream;
    knap_language *language;
} reading;

/* Room for one more word and one more form. */
static bool reserve(kn_stream *self)
{
    size_t forms = self->form.count;
    kn_word *word = kn_grow(self->allocator, self->word, &self->capacity, self->count + 1, sizeof *word);
    kn_form *about;
    if (!word)
        return false;
    self->word = word;
    about = kn_grow(self->allocator, self->about, &self->about_capacity, forms + 1, sizeof *about);
    if (!about)
        return false;
    self->about = about;
    about[forms] = (kn_form){KN_NO_SYMBOL, 0, 0};
    return true;
}

/* Sets the stem and the classes of a word by its letters. A form keeps the stem that it was first given, in whatever language. */
static bool look_up(kn_stream *self, knap_language *language, knap_word *word, uint32_t form, uint32_t *stem)
{
    bool number = word->flags & KNAP_WORD_NUMBER;
    kn_form *about = &self->about[form];
    if (!kn_language_describe(language, word, 0))
        return false;
    *stem = number ? KN_NO_SYMBOL : about->stem;
    if (*stem == KN_NO_SYMBOL)
        *stem = kn_symbols_add(&self->stem, word->stem, word->stem_length);
    if (!number) {
        about->stem = *stem;
        about->classes = word->flags & ~(unsigned)KNAP_WORD_CAPITAL;
        about->reading = self->readings;
    }
    return *stem != KN_NO_SYMBOL;
}

/* A kn_form_fn. */
static knap_status keep_word(void *context, knap_word *word, knap_error *error)
{
    const reading *read = context;
    kn_stream *self = read->stream;
    uint32_t form, stem;
    if (!reserve(self))
        return kn_no_memory(error);
    form = kn_symbols_add(&self->form, word->folded, word->folded_length);
    if (form == KN_NO_SYMBOL)
        return kn_no_memory(error);
    if (word->flags & KNAP_WORD_NUMBER || self->about[form].reading != self->readings) {
        if (!look_up(self, read->language, word, form, &stem))
            return kn_no_memory(error);
    } else {
        stem = self->about[form].stem;
        word->flags |= self->about[form].classes;
    }
    self->word[self->count++] = (kn_word){word->begin, word->end, form, stem, word->flags};
    return KNAP_OK;
}

knap_status kn_stream_read(kn_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error)
{
    reading read = {stream, language};
    if (stream->language != language->lexicon) {
        stream->language = language->lexicon;
        stream->readings++;
    }
    return kn_language_forms(language, utf8, length, keep_word, &read, error);
}
