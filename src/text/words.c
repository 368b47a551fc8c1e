/* words.c - the words of a text: folded forms, stems, classes. */
#include "text/language.h"
#include "text/ranges.h"
#include "text/utf8.h"
#include "base/eights.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_STEMMED = 200 }; /* bytes; longer strings are not words */

/* The classes that the lists give a folded form, as KNAP_WORD_... */
static unsigned class_flags(const knap_language *language, const char *folded, size_t length)
{
    uint32_t symbol = kn_symbols_find(&language->known, folded, length);
    unsigned class = symbol == KN_NO_SYMBOL ? 0 : language->class[symbol].always;
    return (class & KN_STOP ? KNAP_WORD_STOP : 0u) | (class & KN_PRONOUN ? KNAP_WORD_PRONOUN : 0u) |
           (class & KN_BACK ? KNAP_WORD_BACK : 0u) | (class & KN_SPEAKER ? KNAP_WORD_SPEAKER : 0u);
}

/* How the word is written: a number, a capital. */
static unsigned form_flags(int32_t first, bool number)
{
    bool capital = first < 0x80 ? first >= 'A' && first <= 'Z' : u_isupper(first);
    return (number ? KNAP_WORD_NUMBER : 0u) | (capital ? KNAP_WORD_CAPITAL : 0u);
}

bool kn_language_describe(knap_language *language, knap_word *word, unsigned flags)
{
    bool stemmed = !(flags & KNAP_WORDS_NO_STEM) && !(word->flags & KNAP_WORD_NUMBER) &&
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

bool kn_language_form(knap_language *language, const char *utf8, size_t begin, size_t end, bool number, knap_word *word)
{
    kn_folding *folding = &language->folding;
    if (!kn_fold(folding, utf8 + begin, end - begin))
        return false;
    *word = (knap_word){.begin = begin,
                        .end = end,
                        .folded = folding->folded.bytes,
                        .folded_length = folding->folded.length,
                        .flags = form_flags(kn_utf8_at(utf8, begin, end), number)};
    return true;
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

/* A walk that gives an elided word and the word behind it one after the other. */
typedef struct eliding {
    knap_language *language;
    const char *utf8;
    kn_range_fn give;
    void *context;
} eliding;

/* A kn_range_fn. */
static knap_status give_elided(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    const eliding *walk = context;
    bool failed = false;
    size_t middle = elision(walk->language, walk->utf8, begin, end, &failed);
    knap_status done = failed ? kn_no_memory(error) : KNAP_OK;
    if (!done && middle > begin) {
        size_t apostrophe = middle;
        kn_utf8_previous(walk->utf8, begin, &apostrophe);
        done = walk->give(walk->context, begin, apostrophe, number, error);
    }
    return done ? done : walk->give(walk->context, middle, end, number, error);
}

knap_status kn_language_ranges(knap_language *language, const char *utf8, size_t length, kn_range_fn give,
                               void *context, knap_error *error)
{
    eliding walk = {language, utf8, give, context};
    if (!language->lexicon->elided)
        return kn_word_ranges(language, utf8, length, give, context, error);
    return kn_word_ranges(language, utf8, length, give_elided, &walk, error);
}

typedef struct describing {
    knap_language *language;
    const char *utf8;
    unsigned flags;
    knap_word_fn callback;
    void *context;
} describing;

/* A kn_range_fn. */
static knap_status give_described(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    const describing *self = context;
    knap_word word;
    if (!kn_language_form(self->language, self->utf8, begin, end, number, &word))
        return kn_no_memory(error);
    if (word.folded_length == 0)
        return KNAP_OK; /* only marks, which folding removes */
    if (!kn_language_describe(self->language, &word, self->flags))
        return kn_no_memory(error);
    if (self->flags & KNAP_WORDS_NO_STOP && word.flags & KNAP_WORD_STOP)
        return KNAP_OK;
    return self->callback(self->context, &word) ? kn_fail(error, KNAP_CANCELLED, "cancelled") : KNAP_OK;
}

knap_status kn_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                              knap_word_fn callback, void *context, knap_error *error)
{
    describing self = {language, utf8, flags, callback, context};
    return kn_language_ranges(language, utf8, length, give_described, &self, error);
}

typedef struct counting {
    knap_language *language;
    const char *utf8;
    size_t *count;
} counting;

/* A kn_range_fn. Only words beyond ASCII may have nothing but marks, which folding removes. */
static knap_status count_word(void *context, size_t begin, size_t end, bool number, knap_error *error)
{
    const counting *self = context;
    kn_folding *folding = &self->language->folding;
    bool ascii = kn_ascii_end(self->utf8, begin, end, 0) == end;
    (void)number;
    if (!ascii && !kn_fold(folding, self->utf8 + begin, end - begin))
        return kn_no_memory(error);
    *self->count += ascii || folding->folded.length > 0;
    return KNAP_OK;
}

static knap_status check_utf8(const char *utf8, size_t length, knap_error *error)
{
    return kn_utf8_all_valid(utf8, length) ? KNAP_OK : kn_fail(error, KNAP_USAGE, "the text is not valid UTF-8");
}

knap_status kn_language_count(knap_language *language, const char *utf8, size_t length, size_t *count,
                              knap_error *error)
{
    counting self = {language, utf8, count};
    knap_status status = check_utf8(utf8, length, error);
    return status ? status : kn_language_ranges(language, utf8, length, count_word, &self, error);
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
    knap_status status = check_utf8(utf8, length, error);
    return status ? status : kn_language_words(language, utf8, length, flags, callback, context, error);
}
