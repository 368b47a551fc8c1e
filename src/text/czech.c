/* czech.c - a light stemmer for Czech, which Snowball lacks: it removes the longest case ending, if enough
 * of the word is left. Endings only, no derivation: "volebního", "volebnímu" and "volební" have the same
 * stem, "volič" and "volba" do not. */
#include "text/czech.h"
#include "base/utf8.h"

#include <string.h>

/* Case endings of nouns and adjectives; the longest that fits is taken. */
static const char *const endings[] = {
    "ovými",  "ového",  "ovému",  "ových",  "ovém", "ovým", "ovou",  "ové",  "ová",  "ový", "ejšími", "ějšími",
    "ejšího", "ějšího", "ejších", "ějších", "ejší", "ější", "atech", "ětem", "etem", "aty", "ata",    "atům",
    "ámi",    "ami",    "emi",    "ěmi",    "ími",  "ými",  "ého",   "ího",  "ému",  "ímu", "ách",    "ech",
    "ích",    "ých",    "ům",     "em",     "ém",   "ím",   "ým",    "ám",   "am",   "ou",  "ovi",    "ové",
    "y",      "ý",      "i",      "í",      "a",    "á",    "e",     "é",    "ě",    "o",   "u",      "ů"};

enum { LEAST_LETTERS = 3 };

size_t kn_czech_stem(const char *word, size_t length)
{
    size_t letters = kn_utf8_count(word, length), best = length;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]), ending_letters;
        if (size >= length || memcmp(word + length - size, endings[i], size) != 0)
            continue;
        ending_letters = kn_utf8_count(endings[i], size);
        if (letters >= ending_letters + LEAST_LETTERS + (ending_letters > 1) && length - size < best)
            best = length - size;
    }
    return best;
}
