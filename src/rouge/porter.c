/* porter.c - Porter's algorithm (Porter 1980) as ROUGE-1.5.5 implements it.
 *
 * Differs from the paper and from Snowball's `porter`: in step 2 `-logi` becomes `-log` and `-bli` becomes
 * `-ble`; in step 4 the suffixes `-ment` and `-ent` (or `-sion`, `-tion`) are tried after the others and on
 * what those left, so that a word can lose several; any byte that is not a vowel, digits too, is a consonant.
 * Exceptions are handled elsewhere (words.c). */
#include "rouge/porter.h"

#include <stdbool.h>
#include <string.h>

typedef struct rule {
    const char *suffix, *replacement;
} rule;

/* No suffix in these lists is the end of a later one, so the first that matches is the longest. */
static const rule STEP2[] = {{"ational", "ate"}, {"tional", "tion"}, {"enci", "ence"},   {"anci", "ance"},
                             {"izer", "ize"},    {"bli", "ble"},     {"alli", "al"},     {"entli", "ent"},
                             {"eli", "e"},       {"ousli", "ous"},   {"ization", "ize"}, {"ation", "ate"},
                             {"ator", "ate"},    {"alism", "al"},    {"iveness", "ive"}, {"fulness", "ful"},
                             {"ousness", "ous"}, {"aliti", "al"},    {"iviti", "ive"},   {"biliti", "ble"},
                             {"logi", "log"},    {NULL, NULL}};
static const rule STEP3[] = {{"icate", "ic"}, {"ative", ""}, {"alize", "al"}, {"iciti", "ic"},
                             {"ical", "ic"},  {"ful", ""},   {"ness", ""},    {NULL, NULL}};
static const rule STEP4[] = {{"al", ""},   {"ance", ""}, {"ence", ""},  {"er", ""},  {"ic", ""},  {"able", ""},
                             {"ible", ""}, {"ant", ""},  {"ement", ""}, {"ou", ""},  {"ism", ""}, {"ate", ""},
                             {"iti", ""},  {"ous", ""},  {"ive", ""},   {"ize", ""}, {NULL, NULL}};

static bool in(char byte, const char *set)
{
    return byte && strchr(set, byte);
}

static bool is_vowel(char byte)
{
    return in(byte, "aeiou");
}

/* The end of the consonants that start at `at`: one byte that may be y, then bytes that are neither vowel nor
 * y. */
static size_t skip_consonants(const char *word, size_t length, size_t at)
{
    if (at < length && !is_vowel(word[at]))
        for (at++; at < length && !in(word[at], "aeiouy"); at++)
            continue;
    return at;
}

/* The end of the vowels that start at `at`: one byte that may be y, then vowels. */
static size_t skip_vowels(const char *word, size_t length, size_t at)
{
    if (at < length && in(word[at], "aeiouy"))
        for (at++; at < length && is_vowel(word[at]); at++)
            continue;
    return at;
}

/* m of [C](VC)^m[V], counted up to 2. */
static int measure(const char *word, size_t length)
{
    size_t at = skip_consonants(word, length, 0);
    int m = 0;
    while (m < 2) {
        size_t after = skip_vowels(word, length, at);
        if (after == at || after == length)
            break;
        at = skip_consonants(word, length, after);
        m++;
    }
    return m;
}

static bool has_vowel(const char *word, size_t length)
{
    return skip_consonants(word, length, 0) < length;
}

/* Consonants, one vowel, one consonant other than w, x, y: "fil", "hop". */
static bool is_short(const char *word, size_t length)
{
    return length >= 3 && skip_consonants(word, length, 0) == length - 2 && in(word[length - 2], "aeiouy") &&
           !in(word[length - 1], "aeiouwxy");
}

static bool ends(const char *word, size_t length, const char *suffix)
{
    size_t size = strlen(suffix);
    return length >= size && memcmp(word + length - size, suffix, size) == 0;
}

/* Applies the one rule that fits, if what stands before its suffix has a measure above m. */
static size_t apply(char *word, size_t length, const rule *rules, int m)
{
    for (const rule *r = rules; r->suffix; r++) {
        if (!ends(word, length, r->suffix))
            continue;
        size_t stem = length - strlen(r->suffix), size = strlen(r->replacement);
        if (measure(word, stem) <= m)
            return length;
        memcpy(word + stem, r->replacement, size);
        return stem + size;
    }
    return length;
}

static size_t strip(const char *word, size_t length, const char *suffix)
{
    size_t stem = length - strlen(suffix);
    return measure(word, stem) > 1 ? stem : length;
}

static size_t step1(char *word, size_t length)
{
    size_t stem;
    if (ends(word, length, "sses") || ends(word, length, "ies"))
        length -= 2;
    else if (length >= 2 && word[length - 1] == 's' && word[length - 2] != 's')
        length--;
    if (ends(word, length, "eed"))
        return measure(word, length - 3) > 0 ? length - 1 : length;
    if (ends(word, length, "ed"))
        stem = length - 2;
    else if (ends(word, length, "ing"))
        stem = length - 3;
    else
        return length;
    if (!has_vowel(word, stem))
        return length;
    if (ends(word, stem, "at") || ends(word, stem, "bl") || ends(word, stem, "iz"))
        word[stem++] = 'e';
    else if (stem >= 2 && word[stem - 1] == word[stem - 2] && !in(word[stem - 1], "aeiouylsz"))
        stem--;
    else if (is_short(word, stem))
        word[stem++] = 'e';
    return stem;
}

static size_t step4(char *word, size_t length)
{
    length = apply(word, length, STEP4, 1);
    if (ends(word, length, "ment"))
        length = strip(word, length, "ment");
    if (ends(word, length, "ent"))
        return strip(word, length, "ent");
    if (ends(word, length, "sion") || ends(word, length, "tion"))
        return strip(word, length, "ion");
    return length;
}

static size_t step5(const char *word, size_t length)
{
    if (length > 0 && word[length - 1] == 'e') {
        size_t stem = length - 1;
        int m = measure(word, stem);
        if (m > 1 || (m == 1 && !is_short(word, stem)))
            length = stem;
    }
    if (ends(word, length, "ll") && measure(word, length) > 1)
        length--;
    return length;
}

size_t kn_rouge_stem(char *word, size_t length)
{
    bool initial_y = length > 0 && word[0] == 'y';
    if (length < 3)
        return length;
    if (initial_y)
        word[0] = 'Y'; /* never a vowel */
    length = step1(word, length);
    if (length > 0 && word[length - 1] == 'y' && has_vowel(word, length - 1))
        word[length - 1] = 'i';
    length = apply(word, length, STEP2, 0);
    length = apply(word, length, STEP3, 0);
    length = step4(word, length);
    length = step5(word, length);
    if (initial_y)
        word[0] = 'y';
    return length;
}
