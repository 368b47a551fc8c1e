/* summarize/embedded.h - models/default.knap as constants: tables that are used where they are, not parsed at each start.
 * cmake/embed_model.c writes them when knap is built. */
#pragma once

#include "core/model.h"
#include "summarize/summarizer.h"
#include "text/tfidf.h"

/* Of the hashes of the embedded tables. It need not be secret: nobody can add words to them. */
static const uint64_t KN_EMBEDDED_KEY = UINT64_C(0x5851f42d4c957f2d);

enum { KN_EMBEDDED_TABLES = 7 };

typedef struct kn_embedded {
    const char *head; /* the model file up to its sections, with a last line in place of the checksum */
    size_t head_length;
    const kn_section *section; /* [sections] lent */
    size_t sections;
    knap_idf idf;
    knap_summarizer
        tables;        /* words, single, standalone and style alone are set; as in `idf`, tables have no names yet */
    const char *names; /* of all words, by kn_embedded_tables, a 0 after each */
    size_t words;
} kn_embedded;

extern const kn_embedded kn_embedded_model;

/* The tables of words in the order in which their names are stored. */
static inline void kn_embedded_tables(knap_summarizer *self, knap_idf *idf, kn_symbols *table[KN_EMBEDDED_TABLES])
{
    kn_symbols *all[KN_EMBEDDED_TABLES] = {&idf->stems,
                                           &self->standalone.word,
                                           &self->style.word,
                                           &self->words.background.word,
                                           &self->words.indicator,
                                           &self->single.background.word,
                                           &self->single.indicator};
    memcpy(table, all, sizeof all);
}
