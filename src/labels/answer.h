/* labels/answer.h - what of an answer each text contains. */
#pragma once

#include "knap/labels.h"
#include "text/inner.h"
#include "base/symbols.h"

/* One answer and the texts it is looked for in. Its memory is used again for the next one: zero-initialise with an allocator. */
typedef struct kn_answer {
    const knap_allocator *allocator;
    kn_symbols concepts; /* stems, and pairs of stems with a 0x1f between them */
    kn_text pair, last;  /* scratch; the stem before, empty at the start of a text */
    bool learning;       /* the words are those of the answer */
    bool failed;
    size_t *start;  /* [items + 1] */
    uint32_t *id;   /* [start[items]] concepts that each text has, rising within a text */
    uint32_t *seen; /* [concepts] 1 + the last text that has it */
    size_t *count;  /* [concepts] texts that have it */
    double *cap;    /* [concepts] its weight, 0 where no text has it */
    size_t items, ids, text;
} kn_answer;

/* Finds the concepts of the answer in text[count]; texts may be NULL. */
knap_status kn_answer_find(kn_answer *self, knap_language *language, const char *answer, const char *const *text,
                           size_t count, knap_error *error);
void kn_answer_free(kn_answer *self);
