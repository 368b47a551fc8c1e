/* guess.c - the language that a text is in. */
#include "text/lexicon.h"
#include "text/utf8.h"
#include "knap/text.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

enum { GUESS_BYTES = 8192, GUESS_WORDS = 400, CLEAR_LEAD = 15, LONGEST_FUNCTION_WORD = 24 };

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
    if (!utf8)
        return "und";
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
