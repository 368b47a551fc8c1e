/* czech.c - a light stemmer for Czech, which Snowball lacks: it removes the longest case ending, if enough
 * of the word is left. Endings only, no derivation: "volebního", "volebnímu" and "volební" have the same
 * stem, "volič" and "volba" do not. */
#include "text/czech.h"

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
    size_t letters = 0, best = length;
    for (size_t i = 0; i < length; i++)
        letters += ((unsigned char)word[i] & 0xC0) != 0x80;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]), ending_letters = 0;
        if (size >= length || memcmp(word + length - size, endings[i], size) != 0)
            continue;
        for (size_t j = 0; j < size; j++)
            ending_letters += ((unsigned char)endings[i][j] & 0xC0) != 0x80;
        if (letters >= ending_letters + LEAST_LETTERS + (ending_letters > 1) && length - size < best)
            best = length - size;
    }
    return best;
}
