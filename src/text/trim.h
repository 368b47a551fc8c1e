/* text/trim.h - finds the parts of a sentence that a reader does not need out of context: a connective
 * that opens it, brackets, an attribution to a pronoun at its end, a slug or heading run into it. Nothing
 * is reworded; the first letter of the rest is capitalised. */
#ifndef KNAP_TEXT_TRIM_H
#define KNAP_TEXT_TRIM_H

#include "knap/text.h"
#include "text/lexicon.h"

enum { KN_MOST_CUTS = 8 };

/* Finds what can be cut from a sentence, valid UTF-8 with single spaces, by the rules of the language:
 * cut[count], in order, with text between them. Returns count; 0 where nothing can be cut or too little
 * would be left. */
size_t kn_trim_find(const kn_lexicon *lexicon, const char *text, size_t length, knap_cut *cut);
/* Writes the sentence without the cuts into `made`, which has room for length + 4 bytes; returns the
 * length of what is left. */
size_t kn_trim_apply(const char *text, size_t length, const knap_cut *cut, size_t count, char *made);

/* Whether the text announces future events, by the language's words for that. */
bool kn_tells_future(const kn_lexicon *lexicon, const char *text, size_t length);

#endif
