/* text/vocabulary.h - words that several streams share. Each written word is folded, stemmed and looked up once per language.
 *
 * Folded forms, stems and tokens are numbered twice: in the vocabulary, and in each stream in the order in which the stream meets
 * them. So what a stream gives does not depend on what was read before it. A vocabulary numbers for one stream at a time. */
#pragma once

#include "base/symbols.h"

struct kn_lexicon;

/* The names that a stream has met, by its own numbers. The bytes are the vocabulary's. */
typedef struct kn_name_list {
    const char **name; /* [count] */
    uint32_t *length;  /* [count] */
    size_t count;
} kn_name_list;

void kn_name_list_free(kn_name_list *names, const knap_allocator *allocator);

/* Names of all streams, and their numbers in the current one. */
typedef struct kn_numbering {
    kn_symbols all;
    struct kn_local {
        uint32_t stream; /* the last one that it was numbered for; 0: none */
        uint32_t number; /* in that stream */
    } * local;           /* [all.count] */
} kn_numbering;

/* A word as it is written, in one language. */
typedef struct kn_written {
    bool described;      /* false: nothing else is set */
    uint32_t form, stem; /* numbers in the vocabulary; form KN_NO_SYMBOL: it has only marks, and is no word */
    unsigned flags;      /* KNAP_WORD_... */
    /* Number in the vocabulary of the one token that it is for the caller; KN_NO_SYMBOL: not known, or not one */
    uint32_t token;
    unsigned char note;          /* what the caller notes with it */
    uint32_t stream;             /* the last one that it was numbered for; 0: none */
    uint32_t own_form, own_stem; /* numbers in that stream */
    bool foreign;                /* there its form has the stem of another language */
} kn_written;

/* The written words of a language. */
typedef struct kn_shelf {
    const struct kn_lexicon *language;
    kn_symbols written;
    kn_written *entry; /* [written.count] */
} kn_shelf;

typedef struct kn_vocabulary {
    const knap_allocator *allocator;
    kn_numbering form, stem, token;
    kn_shelf **shelf; /* [shelves] */
    size_t shelves;
    uint32_t streams; /* that it has numbered for */
} kn_vocabulary;

void kn_vocabulary_begin(kn_vocabulary *vocabulary, const knap_allocator *allocator);
void kn_vocabulary_free(kn_vocabulary *vocabulary);
/* Whether it takes so much memory, some 20 MB, that its owner should begin another one. */
static inline bool kn_vocabulary_is_large(const kn_vocabulary *vocabulary)
{
    return vocabulary->form.all.count > 1 << 17;
}
/* The words of a language; NULL when memory is out. */
kn_shelf *kn_vocabulary_shelf(kn_vocabulary *vocabulary, const struct kn_lexicon *language);
/* The number of a name in the vocabulary, new or not; KN_NO_SYMBOL when memory is out. */
uint32_t kn_numbering_add(kn_numbering *numbering, const char *name, size_t length);
/* Appends a name to those of the stream and returns its number; KN_NO_SYMBOL when memory is out. */
uint32_t kn_numbering_append(kn_numbering *numbering, uint32_t symbol, uint32_t stream, kn_name_list *names);

/* The stream's number of a name of the vocabulary, new or not; KN_NO_SYMBOL when memory is out. */
static inline uint32_t kn_number_of(kn_numbering *numbering, uint32_t symbol, uint32_t stream, kn_name_list *names)
{
    const struct kn_local *local = &numbering->local[symbol];
    return local->stream == stream ? local->number : kn_numbering_append(numbering, symbol, stream, names);
}
