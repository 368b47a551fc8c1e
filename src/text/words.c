/* words.c - the words of a text: ICU's boundaries, folded forms, stems, classes. */
#include "text/language.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <libstemmer.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

enum {
    LONGEST_STEMMED = 200,   /* bytes; what is longer is no word of any language */
    LARGEST_CACHE = 1 << 16, /* stems kept */
    RIGHT_QUOTE = 0x2019
};

size_t kn_language_units(knap_language *language, const char *utf8, size_t length, bool join_lines)
{
    UChar *unit = kn_grow(language->allocator, language->unit, &language->unit_capacity, length + 1, sizeof *unit);
    size_t count = 0, at = 0;
    if (!unit)
        return SIZE_MAX;
    language->unit = unit;
    while (at < length) {
        int32_t code = (unsigned char)utf8[at];
        if (code < 0x80)
            at++;
        else
            code = kn_utf8_next(utf8, &at, length);
        if (join_lines && kn_is_line_end(code))
            code = ' ';
        if (code < 0x10000) {
            unit[count++] = (UChar)code;
        } else {
            unit[count++] = U16_LEAD(code);
            unit[count++] = U16_TRAIL(code);
        }
    }
    return count;
}

static bool fold_ascii(kn_text *folded, const char *utf8, size_t length)
{
    char *bytes = kn_grow(folded->allocator, folded->bytes, &folded->capacity, length + 1, 1);
    if (!bytes) {
        folded->failed = 0;
        return false;
    }
    folded->bytes = bytes;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (char)(utf8[i] >= 'A' && utf8[i] <= 'Z' ? utf8[i] + 32 : utf8[i]);
    bytes[length] = 0;
    folded->length = length;
    return true;
}

/* Room in fold_unit for the word in UTF-16 and, behind it, folded: one character becomes at most 18. */
static bool reserve_fold(knap_language *language, size_t room)
{
    UChar *grown = kn_grow(language->allocator, language->fold_unit, &language->fold_capacity, room, sizeof *grown);
    if (grown)
        language->fold_unit = grown;
    return grown != NULL;
}

static bool fold_any(knap_language *language, const char *utf8, size_t length)
{
    kn_text *folded = &language->folded;
    UErrorCode problem = U_ZERO_ERROR;
    int32_t units = 0, folded_units, bytes = 0;
    char *text;
    if (!reserve_fold(language, 3 * length + 64))
        return false;
    u_strFromUTF8WithSub(language->fold_unit, (int32_t)length, &units, utf8, (int32_t)length, 0xFFFD, NULL, &problem);
    for (int32_t i = 0; i < units; i++)
        if (language->fold_unit[i] == RIGHT_QUOTE)
            language->fold_unit[i] = '\'';
    folded_units = unorm2_normalize(language->folding, language->fold_unit, units, language->fold_unit + length,
                                    (int32_t)(2 * length + 64), &problem);
    if (problem == U_BUFFER_OVERFLOW_ERROR) {
        problem = U_ZERO_ERROR;
        if (!reserve_fold(language, length + (size_t)folded_units + 1))
            return false;
        folded_units = unorm2_normalize(language->folding, language->fold_unit, units, language->fold_unit + length,
                                        folded_units + 1, &problem);
    }
    text = kn_grow(folded->allocator, folded->bytes, &folded->capacity, 3 * (size_t)folded_units + 1, 1);
    if (!text || U_FAILURE(problem))
        return false;
    folded->bytes = text;
    u_strToUTF8WithSub(text, 3 * folded_units + 1, &bytes, language->fold_unit + length, folded_units, 0xFFFD, NULL,
                       &problem);
    folded->length = (size_t)bytes;
    return U_SUCCESS(problem);
}

bool kn_language_fold(knap_language *language, const char *utf8, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)utf8[i] >= 0x80)
            return fold_any(language, utf8, length);
    return fold_ascii(&language->folded, utf8, length);
}

static void forget_stems(knap_language *language)
{
    kn_symbols_free(&language->cache);
    kn_symbols_begin(&language->cache, language->allocator);
}

/* The stem of language->folded, from the cache or into it; false when memory is out. */
static bool find_stem(knap_language *language, kn_stem *stem)
{
    const kn_text *folded = &language->folded;
    kn_symbols *cache = &language->cache;
    size_t known = cache->count;
    uint32_t symbol;
    kn_stem *grown;
    const char *text = folded->bytes;
    size_t length = folded->length;
    if (known >= LARGEST_CACHE) {
        forget_stems(language);
        known = 0;
    }
    grown = kn_grow(language->allocator, language->stem, &language->stem_capacity, known + 1, sizeof *grown);
    if (!grown)
        return false;
    language->stem = grown;
    symbol = kn_symbols_add(cache, folded->bytes, folded->length);
    if (symbol == KN_NO_SYMBOL)
        return false;
    if (symbol == known) {
        if (language->stemmer) {
            const sb_symbol *found = sb_stemmer_stem(language->stemmer, (const sb_symbol *)text, (int)length);
            /* A stem of nothing would make all such words one. */
            if (found && sb_stemmer_length(language->stemmer) > 0) {
                text = (const char *)found;
                length = (size_t)sb_stemmer_length(language->stemmer);
            }
        } else if (strcmp(language->lexicon->code, "cs") == 0) {
            length = kn_czech_stem(text, length);
        }
        grown[symbol].text = kn_arena_text(&cache->arena, text, length);
        grown[symbol].length = (uint32_t)length;
    }
    *stem = grown[symbol];
    /* Out of memory half-way leaves an entry without a stem: start the cache afresh. */
    if (!stem->text)
        forget_stems(language);
    return stem->text != NULL;
}

static unsigned word_flags(const knap_language *language, int32_t first, int32_t status)
{
    unsigned flags = 0;
    uint32_t symbol = kn_symbols_find(&language->known, language->folded.bytes, language->folded.length);
    if (status >= UBRK_WORD_NUMBER && status < UBRK_WORD_NUMBER_LIMIT)
        flags |= KNAP_WORD_NUMBER;
    if (first < 0x80 ? (first >= 'A' && first <= 'Z') : u_isupper(first))
        flags |= KNAP_WORD_CAPITAL;
    if (symbol != KN_NO_SYMBOL) {
        if (language->class[symbol].always & KN_STOP)
            flags |= KNAP_WORD_STOP;
        if (language->class[symbol].always & KN_PRONOUN)
            flags |= KNAP_WORD_PRONOUN;
        if (language->class[symbol].always & KN_BACK)
            flags |= KNAP_WORD_BACK;
        if (language->class[symbol].always & KN_SPEAKER)
            flags |= KNAP_WORD_SPEAKER;
    }
    return flags;
}

typedef struct word_walk {
    knap_language *language;
    const char *utf8;
    unsigned flags;
    knap_word_fn callback;
    void *context;
} word_walk;

static knap_status give_word(const word_walk *walk, size_t begin, size_t end, int32_t status, knap_error *error)
{
    knap_language *language = walk->language;
    knap_word word = {.begin = begin, .end = end};
    kn_stem stem;
    if (!kn_language_fold(language, walk->utf8 + begin, end - begin))
        return kn_no_memory(error);
    if (language->folded.length == 0)
        return KNAP_OK; /* nothing but marks that folding takes away */
    word.flags = word_flags(language, kn_utf8_at(walk->utf8, begin, end), status);
    if ((walk->flags & KNAP_WORDS_NO_STOP) && (word.flags & KNAP_WORD_STOP))
        return KNAP_OK;
    stem = (kn_stem){language->folded.bytes, 0};
    word.stem_length = language->folded.length;
    /* A word with a full stop inside is an abbreviation or a host: u.s is no plural. */
    if (!(walk->flags & KNAP_WORDS_NO_STEM) && !(word.flags & KNAP_WORD_NUMBER) &&
        language->folded.length <= LONGEST_STEMMED && !memchr(language->folded.bytes, '.', language->folded.length)) {
        if (!find_stem(language, &stem))
            return kn_no_memory(error);
        word.stem_length = stem.length;
    }
    word.folded = language->folded.bytes;
    word.folded_length = language->folded.length;
    word.stem = stem.text;
    if (walk->callback(walk->context, &word))
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    return KNAP_OK;
}

/* The end of an elided word (l', qu') at the start of [begin, end), its apostrophe included; `begin` if there
 * is none. */
static size_t elision(knap_language *language, const char *utf8, size_t begin, size_t end, bool *failed)
{
    for (size_t at = begin; at < end;) {
        size_t start = at;
        int32_t code = kn_utf8_next(utf8, &at, end);
        if (code == '\'' || code == RIGHT_QUOTE) {
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
    if (done == KNAP_OK && middle > begin) {
        size_t apostrophe = middle;
        kn_utf8_previous(walk->utf8, begin, &apostrophe);
        done = give_word(walk, begin, apostrophe, status, error);
    }
    return done == KNAP_OK ? give_word(walk, middle, end, status, error) : done;
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

knap_status knap_language_words(knap_language *language, const char *utf8, size_t length, unsigned flags,
                                knap_word_fn callback, void *context, knap_error *error)
{
    word_walk walk = {language, utf8, flags, callback, context};
    UErrorCode problem = U_ZERO_ERROR;
    size_t units = kn_language_units(language, utf8, length, false), byte = 0;
    int32_t from = 0, to;
    if (units == SIZE_MAX)
        return kn_no_memory(error);
    ubrk_setText(language->words, language->unit, (int32_t)units, &problem);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_NO_MEMORY, "ICU cannot take the text: %s", u_errorName(problem));
    while ((to = ubrk_next(language->words)) != UBRK_DONE) {
        size_t begin = byte;
        int32_t status = ubrk_getRuleStatus(language->words);
        bool solid = advance(utf8, length, &byte, (size_t)(to - from));
        from = to;
        if (solid && status >= UBRK_WORD_NUMBER) {
            knap_status done = give_words(&walk, begin, byte, status, error);
            if (done != KNAP_OK)
                return done;
        }
    }
    return KNAP_OK;
}
