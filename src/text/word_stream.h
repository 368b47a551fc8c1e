/* text/word_stream.h - the words of texts, each text read once.
 *
 *     text -> words: place, folded form, stem, flags -> tf-idf vectors, document frequencies, ROUGE's words, flaws
 *
 * A word is what ICU finds between two boundaries, also in languages without spaces; everything that counts words is a view of
 * this stream. */
#pragma once

#include "text/inner.h"
#include "text/vocabulary.h"

typedef struct kn_word {
    size_t begin, end;   /* bytes in the text that was read */
    uint32_t form, stem; /* numbers in the stream */
    unsigned flags;      /* KNAP_WORD_... */
    uint32_t
        written; /* number in the `main` shelf; KN_NO_SYMBOL: it is of another language, has a stem of another one, or
                          * other words are written the same */
} kn_word;

typedef struct kn_word_stream {
    const knap_allocator *allocator;
    kn_vocabulary *vocabulary; /* shared; NULL: `own` */
    kn_vocabulary own;
    uint32_t number;         /* of the stream in the vocabulary */
    kn_name_list form, stem; /* folded forms and stems, numbered in the order in which they were first seen */
    uint32_t *stem_of;       /* [form.count] of a form that is not a number: KN_NO_SYMBOL if not known */
    kn_shelf *main;          /* words of the language of the first text */
    kn_shelf *shelf;         /* words of the language of the last text */
    kn_word *word;           /* [count] */
    size_t count;
} kn_word_stream;

/* Begins without words. A stream that shares a vocabulary must be read to its end before the next one begins; the vocabulary
 * must live as long. Without one (NULL) it has its own. */
void kn_stream_begin(kn_word_stream *stream, kn_vocabulary *shared, const knap_allocator *allocator);
void kn_stream_free(kn_word_stream *stream);
static inline kn_vocabulary *kn_stream_vocabulary(kn_word_stream *stream)
{
    return stream->vocabulary ? stream->vocabulary : &stream->own;
}

/* Names the main language, which otherwise is that of the first text. False when memory is out. */
bool kn_stream_set_main(kn_word_stream *stream, const knap_language *language);
/* Appends the words of a valid UTF-8 text. */
knap_status kn_stream_read(kn_word_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error);
