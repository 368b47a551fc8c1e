/* text/language.h - the inside of a knap_language: ICU's iterators, folding, stems, and the classes of words. */
#pragma once

#include "text/inner.h"
#include "base/symbols.h"
#include "text/fold.h"
#include "text/lexicon.h"
#include "text/stem.h"
#include "text/trim.h"

#include <unicode/ubrk.h>

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
    KN_FINAL = 32768,
    KN_ABBREVIATION = KN_TITLE | KN_NUMBERED | KN_ENDING | KN_HOUR | KN_FINAL
};

enum { KN_LAST_KIND = 0x2026 };

/* The classes of a folded form: those it always has, and those it has when written with a capital. */
typedef struct kn_word_class {
    uint16_t always, capital;
    uint16_t month; /* 1 to 12; 0: none, or of more than one */
} kn_word_class;

struct knap_language {
    const knap_allocator *allocator;
    const kn_lexicon *lexicon;
    UBreakIterator *sentences, *words;
    kn_folding folding;
    kn_stemmer stemmer;
    kn_trimmer trimmer;
    kn_symbols known;                     /* the folded forms of the lists */
    kn_word_class *class;                 /* [known.count] */
    UChar *unit;                          /* the current text in UTF-16 */
    unsigned char kind[KN_LAST_KIND + 1]; /* of characters, for ranges.c; 0: not asked for yet */
};

/* Fills language->unit with UTF-16 for valid UTF-8 and returns the number of units; SIZE_MAX when memory is
 * out. Line ends become spaces with `join_lines`. */
size_t kn_language_units(knap_language *language, const char *utf8, size_t length, bool join_lines);
/* Called with the bytes [begin, end) of a word; `number` says whether ICU calls it a number. A status other than KNAP_OK ends the
 * walk, which returns it. */
typedef knap_status (*kn_range_fn)(void *context, size_t begin, size_t end, bool number, knap_error *error);
/* Gives the words of valid UTF-8, in their order: those of kn_word_ranges, with elided words (l', qu') apart. */
knap_status kn_language_ranges(knap_language *language, const char *utf8, size_t length, kn_range_fn give,
                               void *context, knap_error *error);
/* Sets *word to the word utf8[begin..end) as it is written: place, folded form, which is valid until the next call and empty for
 * marks alone, KNAP_WORD_NUMBER and KNAP_WORD_CAPITAL. False when memory is out. */
bool kn_language_form(knap_language *language, const char *utf8, size_t begin, size_t end, bool number,
                      knap_word *word);
/* Adds the stem of such a word, valid until the next call, and its classes to its flags; they depend on the folded form and on
 * KNAP_WORD_NUMBER alone. `flags` are KNAP_WORDS_... Numbers have no stem; neither has a word with a full stop inside, which is
 * an abbreviation or a host: u.s is no plural. False when memory is out. */
bool kn_language_describe(knap_language *language, knap_word *word, unsigned flags);
/* As knap_language_words, for arguments that are known to be right. */
knap_status kn_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                              knap_word_fn callback, void *context, knap_error *error);
/* How many words a text has: those that knap_language_words gives, which are not made here. */
knap_status kn_language_count(knap_language *language, const char *utf8, size_t length, size_t *count,
                              knap_error *error);
/* The classes (KN_STOP...) of a word as written: folds it and looks it up. *failed is set when memory is out.
 */
unsigned kn_language_class(knap_language *language, const char *word, size_t length, bool *failed);
/* The same, as if it were written with a capital. */
unsigned kn_language_any_class(knap_language *language, const char *word, size_t length, bool *failed);

/* The month, 1 to 12, that a word names; 0: none. */
unsigned kn_language_month(knap_language *language, const char *word, size_t length, bool *failed);
