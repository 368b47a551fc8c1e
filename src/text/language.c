/* language.c - opening a language: its iterators, its stemmer, its word classes; and guessing which one a
 * text is in. */
#include "text/language.h"
#include "text/utf8.h"
#include "base/error.h"

#include <string.h>

#include <libstemmer.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

const char *const *knap_language_codes(void)
{
    static const char *const codes[] = {"en", "fr", "cs", "el", "hi", "ar", "he", "und", NULL};
    return codes;
}

const char *knap_language_code(const knap_language *language)
{
    return language->lexicon->code;
}

static const kn_lexicon *find_lexicon(const char *code)
{
    for (const kn_lexicon *row = kn_lexicons; row->code; row++)
        if (strcmp(row->code, code) == 0)
            return row;
    return NULL;
}

/* Adds `class` to every word of a space-separated list; one written with a capital has the class only with
 * it. In the list of months a bar ends each month. */
static bool add_words(knap_language *language, const char *list, uint16_t class)
{
    uint16_t month = class == KN_MONTH;
    while (list && *list) {
        size_t length = strcspn(list, " |");
        size_t before = language->known.count;
        bool capital = u_isupper(kn_utf8_at(list, 0, length));
        kn_word_class *grown;
        uint32_t symbol;
        if (!kn_language_fold(language, list, length))
            return false;
        grown = kn_grow(language->allocator, language->class, &language->class_capacity, before + 1, sizeof *grown);
        if (!grown)
            return false;
        language->class = grown;
        symbol = kn_symbols_add(&language->known, language->folded.bytes, language->folded.length);
        if (symbol == KN_NO_SYMBOL)
            return false;
        if (symbol == before)
            grown[symbol] = (kn_word_class){0, 0, 0};
        if (month >= 1 && month <= 12)
            grown[symbol].month = month;
        if (capital)
            grown[symbol].capital |= class;
        else
            grown[symbol].always |= class;
        list += length;
        for (; *list == ' ' || *list == '|'; list++)
            month = (uint16_t)(month + (*list == '|'));
    }
    return true;
}

static bool add_lists(knap_language *language)
{
    const kn_lexicon *row = language->lexicon;
    return add_words(language, row->stop, KN_STOP) && add_words(language, row->pronouns, KN_STOP | KN_PRONOUN) &&
           add_words(language, row->openers, KN_OPENER) && add_words(language, row->titles, KN_TITLE) &&
           add_words(language, row->numbered, KN_NUMBERED) && add_words(language, row->endings, KN_ENDING) &&
           add_words(language, row->hours, KN_HOUR) && add_words(language, row->months, KN_MONTH) &&
           add_words(language, row->days, KN_DAY) && add_words(language, row->dated, KN_DATED) &&
           add_words(language, row->bylines, KN_BYLINE) && add_words(language, row->elided, KN_ELIDED) &&
           add_words(language, row->speech, KN_SPEECH) && add_words(language, row->back, KN_BACK) &&
           add_words(language, row->speakers, KN_SPEAKER);
}

static knap_status open_icu(knap_language *language, knap_error *error)
{
    const char *code = language->lexicon->code;
    const char *locale = strcmp(code, "und") == 0 ? "" : code;
    UErrorCode problem = U_ZERO_ERROR;
    language->sentences = ubrk_open(UBRK_SENTENCE, locale, NULL, 0, &problem);
    language->words = ubrk_open(UBRK_WORD, locale, NULL, 0, &problem);
    language->folding = unorm2_getNFKCCasefoldInstance(&problem);
    if (problem == U_MEMORY_ALLOCATION_ERROR)
        return kn_no_memory(error);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_IO, "ICU cannot open its rules for '%s': %s", code, u_errorName(problem));
    if (language->lexicon->stemmer && !(language->stemmer = sb_stemmer_new(language->lexicon->stemmer, "UTF_8")))
        return kn_fail(error, KNAP_IO, "this libstemmer has no stemmer called '%s'", language->lexicon->stemmer);
    return KNAP_OK;
}

knap_status knap_language_open(const char *code, const knap_allocator *allocator, knap_language **language,
                               knap_error *error)
{
    const kn_lexicon *lexicon = find_lexicon(code);
    knap_language *opened;
    knap_status status;
    if (!lexicon)
        return kn_fail(error, KNAP_USAGE, "no language '%s'; there are en, fr, cs, el, hi, ar, he, and und for others",
                       code);
    opened = kn_new(allocator, 1, sizeof *opened);
    if (!opened)
        return kn_no_memory(error);
    opened->allocator = opened->folded.allocator = allocator;
    opened->lexicon = lexicon;
    kn_symbols_begin(&opened->known, allocator);
    kn_symbols_begin(&opened->cache, allocator);
    status = open_icu(opened, error);
    if (status == KNAP_OK && !add_lists(opened))
        status = kn_no_memory(error);
    if (status != KNAP_OK) {
        knap_language_close(opened);
        return status;
    }
    *language = opened;
    return KNAP_OK;
}

void knap_language_close(knap_language *language)
{
    const knap_allocator *allocator;
    if (!language)
        return;
    allocator = language->allocator;
    ubrk_close(language->sentences);
    ubrk_close(language->words);
    sb_stemmer_delete(language->stemmer);
    kn_symbols_free(&language->known);
    kn_symbols_free(&language->cache);
    kn_free(allocator, language->class, language->class_capacity, sizeof *language->class);
    kn_free(allocator, language->stem, language->stem_capacity, sizeof *language->stem);
    kn_free(allocator, language->unit, language->unit_capacity, sizeof *language->unit);
    kn_free(allocator, language->fold_unit, language->fold_capacity, sizeof *language->fold_unit);
    kn_text_free(&language->folded);
    kn_free(allocator, language, 1, sizeof *language);
}

static const kn_word_class *find_class(knap_language *language, const char *word, size_t length, bool *failed)
{
    static const kn_word_class none = {0, 0, 0};
    uint32_t symbol;
    if (!kn_language_fold(language, word, length)) {
        *failed = true;
        return &none;
    }
    symbol = kn_symbols_find(&language->known, language->folded.bytes, language->folded.length);
    return symbol == KN_NO_SYMBOL ? &none : &language->class[symbol];
}

unsigned kn_language_class(knap_language *language, const char *word, size_t length, bool *failed)
{
    const kn_word_class *found = find_class(language, word, length, failed);
    return u_isupper(kn_utf8_at(word, 0, length)) ? found->always | (unsigned)found->capital : found->always;
}

unsigned kn_language_any_class(knap_language *language, const char *word, size_t length, bool *failed)
{
    const kn_word_class *found = find_class(language, word, length, failed);
    return found->always | (unsigned)found->capital;
}

unsigned kn_language_month(knap_language *language, const char *word, size_t length, bool *failed)
{
    return find_class(language, word, length, failed)->month;
}

/* ---- Guessing ---- */

enum { GUESS_BYTES = 8192, GUESS_WORDS = 400, CLEAR_LEAD = 15, LONGEST_FUNCTION_WORD = 24 };

static bool in_list(const char *list, const char *word, size_t length)
{
    const char *at = list;
    while ((at = strstr(at, word)) != NULL) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
        at += length;
    }
    return false;
}

bool kn_is_function_word(const char *language, const char *word, size_t length)
{
    const kn_lexicon *row = find_lexicon(language);
    return in_list(row->stop, word, length) || in_list(row->pronouns, word, length);
}

/* Among the languages in Latin letters, the one with the most function words among the first words. */
static const char *guess_latin(const char *utf8, size_t length)
{
    static const char *const codes[] = {"en", "fr", "cs"};
    size_t hits[3] = {0, 0, 0}, words = 0, best = 0, at = 0;
    while (at < length && words < GUESS_WORDS) {
        char word[LONGEST_FUNCTION_WORD + 5];
        size_t size = 0;
        int32_t code = 0;
        while (at < length && u_isalpha(code = kn_utf8_next(utf8, &at, length)))
            if (size < LONGEST_FUNCTION_WORD)
                size += kn_utf8_write(u_tolower(code), word + size);
        if (size == 0)
            continue;
        word[size] = 0;
        words++;
        for (size_t i = 0; i < 3; i++) {
            hits[i] += kn_is_function_word(codes[i], word, size);
            if (hits[i] > hits[best])
                best = i;
        }
        if (hits[best] >= CLEAR_LEAD && hits[best] >= 2 * hits[(best + 1) % 3] &&
            hits[best] >= 2 * hits[(best + 2) % 3])
            break;
    }
    return words >= 50 && hits[best] * 10 < words ? "und" : codes[best];
}

const char *knap_language_guess(const char *utf8, size_t length)
{
    static const struct {
        UScriptCode script;
        const char *code;
    } scripts[] = {{USCRIPT_GREEK, "el"}, {USCRIPT_DEVANAGARI, "hi"}, {USCRIPT_ARABIC, "ar"}, {USCRIPT_HEBREW, "he"}};
    size_t letters[4] = {0, 0, 0, 0}, latin = 0, other = 0, best = 0;
    if (length > GUESS_BYTES)
        length = kn_trim_space(utf8, 0, GUESS_BYTES - 4);
    for (size_t at = 0; at < length;) {
        UErrorCode problem = U_ZERO_ERROR;
        int32_t code = kn_utf8_next(utf8, &at, length);
        UScriptCode script;
        size_t i = 0;
        if (!u_isalpha(code))
            continue;
        script = code < 0x250 ? USCRIPT_LATIN : uscript_getScript(code, &problem);
        while (i < 4 && scripts[i].script != script)
            i++;
        if (i < 4)
            letters[i]++;
        else if (script == USCRIPT_LATIN)
            latin++;
        else
            other++;
    }
    for (size_t i = 1; i < 4; i++)
        if (letters[i] > letters[best])
            best = i;
    if (latin >= letters[best] && latin >= other)
        return guess_latin(utf8, length);
    return letters[best] >= other ? scripts[best].code : "und";
}
