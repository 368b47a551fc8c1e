/* text/tfidf.h - the inside of a knap_idf. */
#pragma once

#include "knap/text.h"
#include "base/symbols.h"

struct knap_idf {
    const knap_allocator *allocator;
    kn_symbols stems;
    size_t *count; /* [stems.count] documents with the stem */
    size_t *last;  /* [stems.count] the last document, from 1, that it was counted for */
    size_t documents;
};
