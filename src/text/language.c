/* language.c - opens a language: its iterators, its folding and stems, its word classes. */
#include "text/language.h"
#include "text/utf8.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

#include <unicode/uchar.h>
#include <unicode/utf16.h>

const char *knap_language_code(const knap_language *language)
{
    if (!language)
        return NULL;
    return language->lexicon->code;
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
        uint32_t symbol;
        if (!kn_fold(&language->folding, list, length))
            return false;
        if (!KN_ROOM(language->allocator, language->class, before + 1))
            return false;
        symbol = kn_symbols_add(&language->known, language->folding.folded.bytes, language->folding.folded.length);
        if (symbol == KN_NO_SYMBOL)
            return false;
        if (symbol == before)
            language->class[symbol] = (kn_word_class){0, 0, 0};
        if (month >= 1 && month <= 12)
            language->class[symbol].month = month;
        if (capital)
            language->class[symbol].capital |= class;
        else
            language->class[symbol].always |= class;
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
           add_words(language, row->finals, KN_FINAL) && add_words(language, row->hours, KN_HOUR) &&
           add_words(language, row->months, KN_MONTH) && add_words(language, row->days, KN_DAY) &&
           add_words(language, row->dated, KN_DATED) && add_words(language, row->bylines, KN_BYLINE) &&
           add_words(language, row->elided, KN_ELIDED) && add_words(language, row->speech, KN_SPEECH) &&
           add_words(language, row->back, KN_BACK) && add_words(language, row->speakers, KN_SPEAKER);
}

static knap_status open_icu(knap_language *language, knap_error *error)
{
    const char *code = language->lexicon->code;
    const char *locale = strcmp(code, "und") == 0 ? "" : code;
    UErrorCode problem = U_ZERO_ERROR;
    language->sentences = ubrk_open(UBRK_SENTENCE, locale, NULL, 0, &problem);
    language->words = ubrk_open(UBRK_WORD, locale, NULL, 0, &problem);
    kn_folding_begin(&language->folding, language->allocator, &problem);
    language->folding.turkish = strcmp(code, "tr") == 0;
    if (problem == U_MEMORY_ALLOCATION_ERROR)
        return kn_no_memory(error);
    if (U_FAILURE(problem))
        return kn_fail(error, KNAP_IO, "ICU cannot open its rules for '%s': %s", code, u_errorName(problem));
    if (!kn_stemmer_begin(&language->stemmer, language->lexicon->stemmer, strcmp(code, "cs") == 0, language->allocator))
        return kn_stemmer_exists(language->lexicon->stemmer)
                   ? kn_no_memory(error)
                   : kn_fail(error, KNAP_IO, "libstemmer has no stemmer called '%s': install version 2.2 or later",
                             language->lexicon->stemmer);
    return KNAP_OK;
}

/* KNAP_USAGE, with the list of the codes that there are. */
static knap_status unknown_code(const char *code, knap_error *error)
{
    char list[256];
    size_t length = 0;
    list[0] = 0;
    for (const char *const *each = knap_language_codes(); *each && length < sizeof list; each++)
        length += (size_t)snprintf(list + length, sizeof list - length, " %s", *each);
    return kn_fail(error, KNAP_USAGE, "no language '%s'; expected one of:%s (und: any other language)", code, list);
}

knap_status knap_language_open(const char *code, const knap_allocator *allocator, knap_language **language,
                               knap_error *error)
{
    KN_REQUIRE(language);
    *language = NULL;
    KN_REQUIRE(code);
    const kn_lexicon *lexicon = kn_lexicon_find(code);
    knap_language *opened;
    knap_status status;
    if (!lexicon)
        return unknown_code(code, error);
    opened = kn_new(allocator, 1, sizeof *opened);
    if (!opened)
        return kn_no_memory(error);
    opened->allocator = opened->folding.folded.allocator = opened->stemmer.allocator = allocator;
    opened->trimmer.allocator = allocator;
    opened->lexicon = lexicon;
    kn_symbols_begin(&opened->known, allocator);
    kn_symbols_begin(&opened->stemmer.cache, allocator);
    status = open_icu(opened, error);
    if (!status && (!add_lists(opened) || !kn_trimmer_begin(&opened->trimmer, lexicon, allocator)))
        status = kn_no_memory(error);
    if (status) {
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
    kn_folding_free(&language->folding);
    kn_stemmer_free(&language->stemmer);
    kn_trimmer_free(&language->trimmer);
    kn_symbols_free(&language->known);
    KN_RELEASE(allocator, language->class);
    KN_RELEASE(allocator, language->unit);
    kn_free(allocator, language, 1, sizeof *language);
}

static const kn_word_class *find_class(knap_language *language, const char *word, size_t length, bool *failed)
{
    static const kn_word_class none = {0, 0, 0};
    uint32_t symbol;
    if (!kn_fold(&language->folding, word, length)) {
        *failed = true;
        return &none;
    }
    symbol = kn_symbols_find(&language->known, language->folding.folded.bytes, language->folding.folded.length);
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

size_t kn_language_units(knap_language *language, const char *utf8, size_t length, bool join_lines)
{
    size_t count = 0, at = 0;
    if (!KN_ROOM(language->allocator, language->unit, length + 1))
        return SIZE_MAX;
    while (at < length) {
        int32_t code = (unsigned char)utf8[at];
        if (code < 0x80)
            at++;
        else
            code = kn_utf8_next(utf8, &at, length);
        if (join_lines && kn_is_line_end(code))
            code = ' ';
        if (code < 0x10000) {
            language->unit[count++] = (UChar)code;
        } else {
            language->unit[count++] = U16_LEAD(code);
            language->unit[count++] = U16_TRAIL(code);
        }
    }
    return count;
}
