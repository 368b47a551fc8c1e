/* text/stem.h - the stems of a language's words: Snowball's, or our own for Czech. */
#pragma once

#include "base/symbols.h"

struct sb_stemmer;

typedef struct kn_stem {
    const char *text;
    uint32_t length;
    bool known;       /* `classes` is set; the caller of kn_stemmer_find sets both */
    uint16_t classes; /* of the folded form */
} kn_stem;

/* Stems once computed are kept. */
typedef struct kn_stemmer {
    const knap_allocator *allocator;
    struct sb_stemmer *snowball; /* or NULL */
    bool czech;                  /* with neither, a word is its own stem */
    kn_symbols cache;            /* folded forms met */
    kn_stem *stem;               /* [cache.count] */
} kn_stemmer;

/* `snowball` is the name of a Snowball stemmer, or NULL. False if this libstemmer does not have it, or when memory is out. */
bool kn_stemmer_begin(kn_stemmer *stemmer, const char *snowball, bool czech, const knap_allocator *allocator);
/* Whether this libstemmer has the stemmer. */
bool kn_stemmer_exists(const char *snowball);
void kn_stemmer_free(kn_stemmer *stemmer);
/* The stem of a folded word, valid until the next call; NULL when memory is out. */
kn_stem *kn_stemmer_find(kn_stemmer *stemmer, const char *folded, size_t length);
