/* text/trim.h - finds the parts of a sentence that a reader does not need out of context: a connective
 * that opens it, brackets, an attribution to a pronoun at its end, a slug or heading run into it. Nothing
 * is reworded; the first letter of the rest is capitalised. */
#pragma once

#include "text/inner.h"
#include "base/memory.h"
#include "text/clauses.h"
#include "text/lexicon.h"

/* Cuts of a form, and forms of a sentence: the safe cuts, with each clause, with all of them. */
enum { KN_MOST_CUTS = 8, KN_MOST_FORMS = 2 + KN_MOST_CLAUSES };

typedef struct kn_phrase {
    const char *text;
    size_t size;
} kn_phrase;

typedef struct kn_phrases {
    kn_phrase *phrase; /* [count] */
    size_t count;
    bool first[256]; /* bytes that a phrase begins with */
} kn_phrases;

/* The phrases of a language, made from the lists of its lexicon. */
typedef struct kn_trimmer {
    const knap_allocator *allocator;
    kn_phrases connectives, bound, set_apart, attributions, future;
    kn_clauses clauses;
} kn_trimmer;

typedef struct kn_form {
    knap_cut cut[KN_MOST_CUTS + KN_MOST_CLAUSES]; /* [count] in order */
    size_t count;
} kn_form;

/* False when memory is out; the trimmer is to be freed in any case. */
bool kn_trimmer_begin(kn_trimmer *trimmer, const kn_lexicon *lexicon, const knap_allocator *allocator);
void kn_trimmer_free(kn_trimmer *trimmer);

/* Finds what can be cut from a sentence, valid UTF-8 with single spaces, by the rules of the language:
 * cut[count], in order, with text between them. Returns count; 0 where nothing can be cut or too little
 * would be left. */
size_t kn_trim_find(const kn_trimmer *trimmer, const char *text, size_t length, knap_cut *cut);
/* The forms in which a sentence may be picked other than whole, into form[KN_MOST_FORMS]: with the safe cuts of kn_trim_find and,
 * with `clauses`, without clauses (clauses.h) as well. Returns how many. */
size_t kn_trim_forms(const kn_trimmer *trimmer, const char *text, size_t length, bool clauses, kn_form *form);
/* Writes the sentence without the cuts into `made`, which has room for length + 4 bytes; returns the
 * length of what is left. */
size_t kn_trim_apply(const char *text, size_t length, const knap_cut *cut, size_t count, char *made);

/* Whether the word at text[at] announces future events, by the language's words for that. */
bool kn_tells_future(const kn_trimmer *trimmer, const char *text, size_t at, size_t length);
