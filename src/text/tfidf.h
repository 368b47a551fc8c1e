/* text/tfidf.h - the inside of a knap_idf. */
#pragma once

#include "knap/text.h"
#include "base/symbols.h"

/* A stem that a document was counted for, and the value of `last` before. */
typedef struct kn_idf_change {
    uint32_t stem;
    size_t last;
} kn_idf_change;

struct knap_idf {
    const knap_allocator *allocator;
    kn_symbols stems;
    size_t *count; /* [stems.count] documents with the stem */
    size_t *last;  /* [stems.count] the last document, from 1, that it was counted for */
    size_t documents;
    kn_idf_change *change; /* [changes] what the document under way has changed; see knap_idf_add */
    size_t changes;
};
