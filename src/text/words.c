/* words.c - the words of a text: ICU's boundaries, folded forms, stems, classes. */
#include "text/language.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_STEMMED = 200 }; /* bytes; what is longer is no word of any language */

/* The classes that the lists give a folded form, as KNAP_WORD_... */
static unsigned class_flags(const knap_language *language, const char *folded, size_t length)
{
    uint32_t symbol = kn_symbols_find(&language->known, folded, length);
    unsigned class = symbol == KN_NO_SYMBOL ? 0 : language->class[symbol].always;
    return (class & KN_STOP ? KNAP_WORD_STOP : 0u) | (class & KN_PRONOUN ? KNAP_WORD_PRONOUN : 0u) |
           (class & KN_BACK ? KNAP_WORD_BACK : 0u) | (class & KN_SPEAKER ? KNAP_WORD_SPEAKER : 0u);
}

/* How the word is written: a number, a capital. */
static unsigned form_flags(int32_t first, int32_t status)
{
    bool number = status >= UBRK_WORD_NUMBER && status < UBRK_WORD_NUMBER_LIMIT;
    bool capital = first < 0x80 ? first >= 'A' && first <= 'Z' : u_isupper(first);
    return (number ? KNAP_WORD_NUMBER : 0u) | (capital ? KNAP_WORD_CAPITAL : 0u);
}

typedef struct word_walk {
    knap_language *language;
    const char *utf8;
    unsigned flags;
    knap_word_fn callback;
    void *context;
} word_walk;

/* Finds the classes and the stem of a word. Numbers have no stem; neither has a word with a full stop inside, which is an
 * abbreviation or a host: u.s is no plural. */
static bool describe(const word_walk *walk, knap_word *word)
{
    knap_language *language = walk->language;
    bool stemmed = !(walk->flags & KNAP_WORDS_NO_STEM) && !(word->flags & KNAP_WORD_NUMBER) &&
                   word->folded_length <= LONGEST_STEMMED && !memchr(word->folded, '.', word->folded_length);
    kn_stem *stem = stemmed ? kn_stemmer_find(&language->stemmer, word->folded, word->folded_length) : NULL;
    if (stemmed && !stem)
        return false;
    if (stem && !stem->known) {
        stem->classes = (uint16_t)class_flags(language, word->folded, word->folded_length);
        stem->known = true;
    }
    word->flags |= stem ? stem->classes : class_flags(language, word->folded, word->folded_length);
    word->stem = stem ? stem->text : word->folded;
    word->stem_length = stem ? stem->length : word->folded_length;
    return true;
}

static knap_status give_word(const word_walk *walk, size_t begin, size_t end, int32_t status, knap_error *error)
{
    kn_folding *folding = &walk->language->folding;
    knap_word word = {.begin = begin, .end = end};
    if (!kn_fold(folding, walk->utf8 + begin, end - begin))
        return kn_no_memory(error);
    if (folding->folded.length == 0)
        return KNAP_OK; /* nothing but marks that folding takes away */
    word.folded = folding->folded.bytes;
    word.folded_length = folding->folded.length;
    word.flags = form_flags(kn_utf8_at(walk->utf8, begin, end), status);
    if (!describe(walk, &word))
        return kn_no_memory(error);
    if (walk->flags & KNAP_WORDS_NO_STOP && word.flags & KNAP_WORD_STOP)
        return KNAP_OK;
    return walk->callback(walk->context, &word) ? kn_fail(error, KNAP_CANCELLED, "cancelled") : KNAP_OK;
}

/* The end of an elided word (l', qu') at the start of [begin, end), its apostrophe included; `begin` if there
 * is none. */
static size_t elision(knap_language *language, const char *utf8, size_t begin, size_t end, bool *failed)
{
    for (size_t at = begin; at < end;) {
        size_t start = at;
        int32_t code = kn_utf8_next(utf8, &at, end);
        if (code == '\'' || code == KN_RIGHT_QUOTE) {
            bool elided = at < end && (kn_language_class(language, utf8 + begin, start - begin, failed) & KN_ELIDED);
            return elided ? at : begin;
        }
    }
    return begin;
}

static knap_status give_words(const word_walk *walk, size_t begin, size_t end, int32_t status, knap_error *error)
{
    bool failed = false;
    size_t middle = walk->language->lexicon->elided ? elision(walk->language, walk->utf8, begin, end, &failed) : begin;
    knap_status done = failed ? kn_no_memory(error) : KNAP_OK;
    if (!done && middle > begin) {
        size_t apostrophe = middle;
        kn_utf8_previous(walk->utf8, begin, &apostrophe);
        done = give_word(walk, begin, apostrophe, status, error);
    }
    return done ? done : give_word(walk, middle, end, status, error);
}

/* Moves the byte position on by UTF-16 units; says whether it passed a letter or a digit. */
static bool advance(const char *utf8, size_t length, size_t *at, size_t units)
{
    bool solid = false;
    while (units) {
        int32_t code = kn_utf8_next(utf8, at, length);
        units -= code >= 0x10000 ? 2 : 1;
        solid = solid || (code < 0x80 ? (code >= '0' && code <= '9') || ((code | 32) >= 'a' && (code | 32) <= 'z')
                                      : u_isalnum(code) || u_hasBinaryProperty(code, UCHAR_ALPHABETIC));
    }
    return solid;
}

knap_status kn_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                              knap_word_fn callback, void *context, knap_error *error)
{
    word_walk walk = {language, utf8, flags, callback, context};
    UErrorCode problem = U_ZERO_ERROR;
    size_t units = kn_language_units(language, utf8, length, false), byte = 0;
    int32_t from = 0, to;
    if (units == SIZE_MAX)
        return kn_no_memory(error);
    if (units > INT32_MAX)
        return kn_fail(error, KNAP_BAD_INPUT, "a text of more than 2 GB cannot be cut into words");
    ubrk_setText(language->words, language->unit, (int32_t)units, &problem);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_NO_MEMORY, "ICU cannot take the text: %s", u_errorName(problem));
    while ((to = ubrk_next(language->words)) != UBRK_DONE) {
        size_t begin = byte;
        int32_t status = ubrk_getRuleStatus(language->words);
        bool solid = advance(utf8, length, &byte, (size_t)(to - from));
        from = to;
        if (solid) {
            knap_status done = give_words(&walk, begin, byte, status, error);
            if (done)
                return done;
        }
    }
    return KNAP_OK;
}

knap_status knap_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                                knap_word_fn callback, void *context, knap_error *error)
{
    KN_REQUIRE(language);
    KN_REQUIRE(callback);
    if (length)
        KN_REQUIRE(utf8);
    if (flags & ~(unsigned)(KNAP_WORDS_NO_STOP | KNAP_WORDS_NO_STEM))
        return kn_fail(error, KNAP_USAGE, "flags %#x: expected KNAP_WORDS_NO_STOP, KNAP_WORDS_NO_STEM or both", flags);
    if (!kn_utf8_all_valid(utf8, length))
        return kn_fail(error, KNAP_USAGE, "the text is not valid UTF-8");
    return kn_language_words(language, utf8, length, flags, callback, context, error);
}
