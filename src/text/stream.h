/* text/stream.h - the words of texts, each text read once.
 *
 *     text -> words: place, folded form, stem, flags -> tf-idf vectors, document frequencies, ROUGE's words, flaws
 *
 * A word is what ICU finds between two boundaries, also in languages without spaces; everything that counts words is a view of
 * this stream. */
#ifndef KNAP_TEXT_STREAM_H
#define KNAP_TEXT_STREAM_H

#include "knap/text.h"
#include "base/symbols.h"

typedef struct kn_word {
    size_t begin, end;   /* bytes in the text that was read */
    uint32_t form, stem; /* numbers in the tables of the stream */
    unsigned flags;      /* KNAP_WORD_... */
    uint32_t written;    /* number in the table of the stream; KN_NO_SYMBOL if other words are written the same */
} kn_word;

/* What is known of a word as it is written. */
typedef struct kn_written {
    uint32_t form; /* KN_NO_SYMBOL: it has only marks, and is no word */
    uint32_t stem;
    unsigned flags;   /* KNAP_WORD_... */
    uint32_t reading; /* in which it was described; 0: none */
} kn_written;

typedef struct kn_stream {
    const knap_allocator *allocator;
    kn_symbols written;    /* words as they are written: each is folded, stemmed and looked up once */
    kn_symbols form, stem; /* folded forms and stems; all are numbered in the order in which they were first seen */
    kn_written *about;     /* [written.count] */
    uint32_t *stem_of;     /* [form.count] of a form that is not a number: KN_NO_SYMBOL if not known */
    const struct kn_lexicon *language; /* of the last text read */
    uint32_t readings;                 /* changes of language, the first one included: flags are of a language */
    kn_word *word;                     /* [count] */
    size_t count, capacity;
} kn_stream;

void kn_stream_begin(kn_stream *stream, const knap_allocator *allocator);
void kn_stream_free(kn_stream *stream);
/* Appends the words of a valid UTF-8 text. */
knap_status kn_stream_read(kn_stream *stream, knap_language *language, const char *utf8, size_t length,
                           knap_error *error);

#endif
