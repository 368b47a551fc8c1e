/* word_stream.c - keeps the words of texts. */
#include "text/word_stream.h"
#include "text/language.h"
#include "base/error.h"

void kn_stream_begin(kn_word_stream *stream, kn_vocabulary *shared, const knap_allocator *allocator)
{
    *stream = (kn_word_stream){.allocator = allocator, .vocabulary = shared};
    kn_vocabulary_begin(&stream->own, allocator);
    stream->number = ++kn_stream_vocabulary(stream)->streams;
}

void kn_stream_free(kn_word_stream *stream)
{
    kn_name_list_free(&stream->form, stream->allocator);
    kn_name_list_free(&stream->stem, stream->allocator);
    KN_RELEASE(stream->allocator, stream->stem_of);
    KN_RELEASE(stream->allocator, stream->word);
    kn_vocabulary_free(&stream->own);
}

typedef struct reading {
    kn_word_stream *stream;
    knap_language *language;
    const char *utf8;
} reading;

/* Folds a word, finds its stem and its flags. False when memory is out. */
static bool describe(const reading *read, size_t begin, size_t end, bool number, kn_written *entry)
{
    kn_vocabulary *vocabulary = kn_stream_vocabulary(read->stream);
    knap_word word;
    *entry = (kn_written){.form = KN_NO_SYMBOL, .stem = KN_NO_SYMBOL, .token = KN_NO_SYMBOL};
    if (!kn_language_form(read->language, read->utf8, begin, end, number, &word))
        return false;
    if (word.folded_length > 0) {
        entry->form = kn_numbering_add(&vocabulary->form, word.folded, word.folded_length);
        if (entry->form == KN_NO_SYMBOL || !kn_language_describe(read->language, &word, 0))
            return false;
        entry->stem = kn_numbering_add(&vocabulary->stem, word.stem, word.stem_length);
        if (entry->stem == KN_NO_SYMBOL)
            return false;
    }
    entry->flags = word.flags;
    entry->described = true;
    return true;
}

/* Gives the form and the stem of a word their numbers in the stream. A form keeps the stem that it was first given, in whatever
 * language. False when memory is out. */
static bool number_entry(kn_word_stream *self, kn_written *entry)
{
    kn_vocabulary *vocabulary = kn_stream_vocabulary(self);
    size_t known = self->form.count;
    bool number = entry->flags & KNAP_WORD_NUMBER;
    uint32_t form, stem;
    if (!KN_ROOM(self->allocator, self->stem_of, known + 1))
        return false;
    form = kn_number_of(&vocabulary->form, entry->form, self->number, &self->form);
    if (form == KN_NO_SYMBOL)
        return false;
    if (form == known)
        self->stem_of[form] = KN_NO_SYMBOL;
    stem = number ? KN_NO_SYMBOL : self->stem_of[form];
    if (stem == KN_NO_SYMBOL)
        stem = kn_number_of(&vocabulary->stem, entry->stem, self->number, &self->stem);
    if (stem == KN_NO_SYMBOL)
        return false;
    if (!number)
        self->stem_of[form] = stem;
    entry->foreign = self->stem.name[stem] != vocabulary->stem.all.name[entry->stem];
    entry->own_form = form;
    entry->own_stem = stem;
    entry->stream = self->number;
    return true;
}

/* The number of a word as it is written, new or not; KN_NO_SYMBOL when memory is out. */
static uint32_t number_written(kn_word_stream *self, const char *text, size_t length)
{
    kn_shelf *shelf = self->shelf;
    size_t known = shelf->written.count;
    uint32_t written;
    if (!KN_ROOM(self->allocator, shelf->entry, known + 1))
        return KN_NO_SYMBOL;
    written = kn_symbols_add(&shelf->written, text, length);
    if (written == known)
        shelf->entry[written].described = false;
    return written;
}

/* A kn_range_fn. */
static knap_status keep_word(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    const reading *read = context;
    kn_word_stream *self = read->stream;
    uint32_t written;
    kn_written *entry, other;
    if (!KN_ROOM(self->allocator, self->word, self->count + 1))
        return kn_no_memory(error);
    written = number_written(self, read->utf8 + begin, end - begin);
    if (written == KN_NO_SYMBOL)
        return kn_no_memory(error);
    entry = &self->shelf->entry[written];
    if (!entry->described && !describe(read, begin, end, number, entry))
        return kn_no_memory(error);
    if (number != ((entry->flags & KNAP_WORD_NUMBER) != 0)) {
        entry = &other;
        written = KN_NO_SYMBOL;
        if (!describe(read, begin, end, number, entry))
            return kn_no_memory(error);
    }
    if (entry->form == KN_NO_SYMBOL)
        return KNAP_OK;
    if (entry->stream != self->number && !number_entry(self, entry))
        return kn_no_memory(error);
    self->word[self->count++] =
        (kn_word){begin,           end,          entry->own_form,
                  entry->own_stem, entry->flags, self->shelf == self->main && !entry->foreign ? written : KN_NO_SYMBOL};
    return KNAP_OK;
}

bool kn_stream_set_main(kn_word_stream *stream, const knap_language *language)
{
    stream->main = kn_vocabulary_shelf(kn_stream_vocabulary(stream), language->lexicon);
    return stream->main != NULL;
}

knap_status kn_stream_read(kn_word_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error)
{
    reading read = {stream, language, utf8};
    if (!stream->main && !kn_stream_set_main(stream, language))
        return kn_no_memory(error);
    if (!stream->shelf || stream->shelf->language != language->lexicon)
        stream->shelf = kn_vocabulary_shelf(kn_stream_vocabulary(stream), language->lexicon);
    if (!stream->shelf)
        return kn_no_memory(error);
    return kn_language_ranges(language, utf8, length, keep_word, &read, error);
}
