/* text/stream.h - the words of texts, each text read once.
 *
 *     text -> words: place, folded form, stem, flags -> tf-idf vectors, document frequencies, ROUGE's words, flaws
 *
 * A word is what ICU finds between two boundaries, also in languages without spaces; everything that counts words is a view
 * of this stream. */
#ifndef KNAP_TEXT_STREAM_H
#define KNAP_TEXT_STREAM_H

#include "knap/text.h"
#include "base/symbols.h"

typedef struct kn_word {
    size_t begin, end;   /* bytes in the text that was read */
    uint32_t form, stem; /* numbers in the tables of the stream */
    unsigned flags;      /* KNAP_WORD_... */
} kn_word;

/* What is known of a form that is not a number. */
typedef struct kn_form {
    uint32_t stem;
    unsigned classes; /* KNAP_WORD_STOP... */
    uint32_t reading; /* in which `classes` was found */
} kn_form;

typedef struct kn_stream {
    const knap_allocator *allocator;
    kn_symbols form, stem; /* folded forms and stems, numbered in the order in which they were first seen */
    kn_form *about;        /* [form.count] */
    size_t about_capacity;
    const struct kn_lexicon *language; /* of the last text read */
    uint32_t readings;                 /* changes of language, the first one included: classes are of a language */
    kn_word *word;                     /* [count] */
    size_t count, capacity;
} kn_stream;

void kn_stream_begin(kn_stream *stream, const knap_allocator *allocator);
void kn_stream_free(kn_stream *stream);
/* Appends the words of a valid UTF-8 text. */
knap_status kn_stream_read(kn_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error);

#endif
