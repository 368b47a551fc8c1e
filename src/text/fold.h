/* text/fold.h - the folded form of a word: in lower case, composed (NFKC), apostrophes made straight. */
#pragma once

#include "base/memory.h"

#include <unicode/unorm2.h>

enum { KN_RIGHT_QUOTE = 0x2019 };

typedef struct kn_folding {
    const UNormalizer2 *rules; /* ICU's, never freed */
    UChar *unit;               /* a word in UTF-16, and folded */
    bool turkish;              /* I is the capital of ı, İ that of i */
    kn_text folded;            /* the last word, folded */
} kn_folding;

void kn_folding_begin(kn_folding *folding, const knap_allocator *allocator, UErrorCode *problem);
void kn_folding_free(kn_folding *folding);
/* Folds a word into folding->folded; false when memory is out. */
bool kn_fold(kn_folding *folding, const char *utf8, size_t length);
