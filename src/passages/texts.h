/* passages/texts.h - the words of the texts of one instance, each text read once.
 *
 *     texts of the items -> words, pairs of words, shingles -> vectors, scores, near-duplicates, worths of words */
#pragma once

#include "core/instance.h"
#include "text/word_stream.h"

/* Distinct numbers of each item. */
typedef struct kn_sets {
    size_t *start; /* [items + 1] */
    uint32_t *id;  /* [start[items]] */
} kn_sets;

typedef struct kn_texts {
    const knap_allocator *allocator;
    kn_vocabulary vocabulary; /* the words of all instances that were read */
    kn_word_stream stream;    /* the words of one text; its stems are those of all texts of the instance */
    size_t items;
    kn_sets word;      /* stems other than function words, in the order of the text */
    float *times;      /* [word.start[items]] how often the item has the word */
    kn_sets pair;      /* adjacent words of which neither is a function word; empty unless wanted */
    kn_sets shingle;   /* hashes of adjacent words, function words too, rising; for near-duplicates */
    uint32_t *numbers; /* [items] hash of the set of numbers in the text */
    kn_symbols pairs;
    uint32_t *document_count; /* [words] items that have the word */
    uint32_t *pair_count;     /* [pairs.count] the same */
    double *idf;              /* [items + 1] of a word that so many items have */
    size_t words;             /* stems of the stream */
    uint32_t *query;          /* [query_words] distinct stems of the query */
    size_t query_words;
    uint32_t *mark; /* [words] 1 + the item that had the word last */
    size_t *place;  /* [words] where in `word` */
} kn_texts;

/* `self` is zero-initialised with an allocator, or was used before. Items without text have no words. */
knap_status kn_texts_read(kn_texts *self, const knap_instance *instance, knap_language *language, bool pairs,
                          knap_error *error);
void kn_texts_free(kn_texts *self);

/* The tf-idf weight of a word of the instance: ln((N + 1) / (items with it + 1/2)). */
double kn_texts_idf(const kn_texts *self, size_t word);
