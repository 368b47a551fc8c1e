/* stream.c - keeps the words of texts. */
#include "text/stream.h"
#include "text/language.h"
#include "base/error.h"

void kn_stream_begin(kn_stream *stream, const knap_allocator *allocator)
{
    *stream = (kn_stream){.allocator = allocator};
    kn_symbols_begin(&stream->written, allocator);
    kn_symbols_begin(&stream->form, allocator);
    kn_symbols_begin(&stream->stem, allocator);
}

void kn_stream_free(kn_stream *stream)
{
    kn_symbols_free(&stream->written);
    kn_symbols_free(&stream->form);
    kn_symbols_free(&stream->stem);
    KN_RELEASE(stream->allocator, stream->about);
    KN_RELEASE(stream->allocator, stream->stem_of);
    kn_free(stream->allocator, stream->word, stream->capacity, sizeof *stream->word);
}

typedef struct reading {
    kn_stream *stream;
    knap_language *language;
    const char *utf8;
} reading;

/* The number of a folded form; KN_NO_SYMBOL when memory is out. */
static uint32_t number_form(kn_stream *self, const knap_word *word)
{
    size_t known = self->form.count;
    uint32_t form;
    if (!KN_ROOM(self->allocator, self->stem_of, known + 1))
        return KN_NO_SYMBOL;
    form = kn_symbols_add(&self->form, word->folded, word->folded_length);
    if (form == known)
        self->stem_of[form] = KN_NO_SYMBOL;
    return form;
}

/* Folds a word, finds its stem and its flags. A form keeps the stem that it was first given, in whatever language. False when memory
 * is out. */
static bool describe(const reading *read, size_t begin, size_t end, bool number, kn_written *about)
{
    kn_stream *self = read->stream;
    knap_word word;
    uint32_t form, stem;
    if (!kn_language_form(read->language, read->utf8, begin, end, number, &word))
        return false;
    if (word.folded_length == 0) {
        *about = (kn_written){KN_NO_SYMBOL, KN_NO_SYMBOL, word.flags, self->readings};
        return true;
    }
    form = number_form(self, &word);
    if (form == KN_NO_SYMBOL || !kn_language_describe(read->language, &word, 0))
        return false;
    stem = number ? KN_NO_SYMBOL : self->stem_of[form];
    if (stem == KN_NO_SYMBOL)
        stem = kn_symbols_add(&self->stem, word.stem, word.stem_length);
    if (stem == KN_NO_SYMBOL)
        return false;
    if (!number)
        self->stem_of[form] = stem;
    *about = (kn_written){form, stem, word.flags, self->readings};
    return true;
}

/* The number of a word as it is written, new or not; KN_NO_SYMBOL when memory is out. */
static uint32_t number_written(kn_stream *self, const char *text, size_t length)
{
    size_t known = self->written.count;
    uint32_t written;
    if (!KN_ROOM(self->allocator, self->about, known + 1))
        return KN_NO_SYMBOL;
    written = kn_symbols_add(&self->written, text, length);
    if (written == known)
        self->about[written] = (kn_written){.reading = 0};
    return written;
}

/* A kn_range_fn. */
static knap_status keep_word(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    const reading *read = context;
    kn_stream *self = read->stream;
    kn_word *word = kn_grow(self->allocator, self->word, &self->capacity, self->count + 1, sizeof *word);
    uint32_t written;
    kn_written about;
    if (!word)
        return kn_no_memory(error);
    self->word = word;
    written = number_written(self, read->utf8 + begin, end - begin);
    if (written == KN_NO_SYMBOL)
        return kn_no_memory(error);
    about = self->about[written];
    if (about.reading != self->readings || number != ((about.flags & KNAP_WORD_NUMBER) != 0)) {
        bool first = about.reading == 0;
        if (!describe(read, begin, end, number, &about))
            return kn_no_memory(error);
        if (first || number == ((self->about[written].flags & KNAP_WORD_NUMBER) != 0))
            self->about[written] = about;
        else
            written = KN_NO_SYMBOL;
    }
    if (about.form != KN_NO_SYMBOL)
        word[self->count++] = (kn_word){begin, end, about.form, about.stem, about.flags, written};
    return KNAP_OK;
}

knap_status kn_stream_read(kn_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error)
{
    reading read = {stream, language, utf8};
    if (stream->language != language->lexicon) {
        stream->language = language->lexicon;
        stream->readings++;
    }
    return kn_language_ranges(language, utf8, length, keep_word, &read, error);
}
