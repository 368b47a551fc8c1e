/* text/language.h - the insides of a knap_language: ICU's iterators, Snowball's stemmer, and what class of
 * word a folded form is. */
#ifndef KNAP_TEXT_LANGUAGE_H
#define KNAP_TEXT_LANGUAGE_H

#include "knap/text.h"
#include "base/symbols.h"
#include "text/lexicon.h"

#include <unicode/ubrk.h>
#include <unicode/unorm2.h>

struct sb_stemmer;

enum {
    KN_STOP = 1,
    KN_PRONOUN = 2,
    KN_OPENER = 4,
    KN_TITLE = 8,
    KN_NUMBERED = 16,
    KN_ENDING = 32,
    KN_HOUR = 64,
    KN_MONTH = 128,
    KN_DAY = 256,
    KN_DATED = 512,
    KN_BYLINE = 1024,
    KN_ELIDED = 2048,
    KN_SPEECH = 4096,
    KN_BACK = 8192,
    KN_SPEAKER = 16384,
    KN_ABBREVIATION = KN_TITLE | KN_NUMBERED | KN_ENDING | KN_HOUR
};

/* What the lists say of a folded form: `always`, and `capital` when it is written with one. */
typedef struct kn_word_class {
    uint16_t always, capital;
    uint16_t month; /* 1 to 12; 0: none, or of more than one */
} kn_word_class;

/* A stem once computed, by the number of its folded form in the cache. */
typedef struct kn_stem {
    const char *text;
    uint32_t length;
} kn_stem;

struct knap_language {
    const knap_allocator *allocator;
    const kn_lexicon *lexicon;
    UBreakIterator *sentences, *words;
    const UNormalizer2 *folding; /* ICU's, never freed */
    struct sb_stemmer *stemmer;
    kn_symbols known;     /* the folded forms of the lists */
    kn_word_class *class; /* [known.count] */
    size_t class_capacity;
    kn_symbols cache; /* folded forms met */
    kn_stem *stem;    /* [cache.count] */
    size_t stem_capacity;
    UChar *unit; /* the text at hand in UTF-16 */
    size_t unit_capacity;
    UChar *fold_unit; /* a word folded, in UTF-16 */
    size_t fold_capacity;
    kn_text folded; /* a word folded */
};

/* Fills language->unit with UTF-16 for valid UTF-8 and returns the number of units; SIZE_MAX when memory is
 * out. Line ends become spaces with `join_lines`. */
size_t kn_language_units(knap_language *language, const char *utf8, size_t length, bool join_lines);
/* Folds a word into language->folded; false when memory is out. */
bool kn_language_fold(knap_language *language, const char *utf8, size_t length);
/* The classes (KN_STOP...) of a word as written: folds it and looks it up. *failed is set when memory is out.
 */
unsigned kn_language_class(knap_language *language, const char *word, size_t length, bool *failed);
/* The same, as if it were written with a capital. */
unsigned kn_language_any_class(knap_language *language, const char *word, size_t length, bool *failed);

/* The month, 1 to 12, that a word names; 0: none. */
unsigned kn_language_month(knap_language *language, const char *word, size_t length, bool *failed);

/* Czech has no Snowball stemmer: the number of bytes left of a folded word without its case ending. */
size_t kn_czech_stem(const char *word, size_t length);

#endif
