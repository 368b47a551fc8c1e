/* text/sentences.h - finds the ends of the sentences of a paragraph. */
#pragma once

#include "text/language.h"

typedef struct kn_sentence_end {
    size_t end;      /* after the last character of a sentence, closing quotes included */
    bool open_quote; /* inside a quotation there */
} kn_sentence_end;

typedef struct kn_cuts {
    const knap_allocator *allocator;
    kn_sentence_end *cut;
    size_t count;
} kn_cuts;

/* Informal writing, as in messages: sentences may begin in lower case. */
bool kn_is_casual(const knap_language *language, const char *text, size_t length);
/* Appends the ends of the sentences of text [begin, end), which has no white space around it; the last is
 * `end`. */
knap_status kn_cuts_find(kn_cuts *cuts, knap_language *language, const char *text, size_t begin, size_t end,
                         bool casual, knap_error *error);
void kn_cuts_free(kn_cuts *cuts);
