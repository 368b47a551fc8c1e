/* text/fragments.h - tells whole sentences from pieces of them. */
#pragma once

#include "text/language.h"

#include <stdbool.h>

/* What sentences are judged by besides themselves. */
typedef struct kn_surroundings {
    knap_language *language;
    const char *text; /* of the document */
    const char *name; /* of its file */
    bool failed;      /* memory is out */
} kn_surroundings;

/* Sets KNAP_SENTENCE_FRAGMENT for those of a document's sentences that are pieces of one, or no prose: they begin in lower case or with a
 * mark, have a bracket without its partner, or are mostly code, paths, options or figures. A name in lower case may begin a sentence: one
 * with marks or digits in it, and one that the file's name or the start of the document has. In a text that begins most sentences in lower
 * case, all may. */
void kn_fragments_mark(kn_surroundings *around, knap_sentence *sentence, size_t count);
