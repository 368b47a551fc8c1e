/* foreign.c - finds the paragraphs that are not in the document's language: what translators have left in English, or what is
 * quoted. Few words show most paragraphs to be in the language; CLD2 sees the others only. */
#include "text/layout.h"
#include "text/marks.h"
#include "text/utf8.h"

#include <string.h>

enum { LOOK = 300, FEWEST_LETTERS = 60, FEWEST_WORDS = 12, ENOUGH = 4 };

/* What the start of a paragraph has. */
typedef struct sample {
    size_t ascii, other; /* letters */
    size_t words, english;
} sample;

/* One of the commonest words of English, which is none of another language in knap's list where it counts. */
static bool is_english(const char *word, size_t length)
{
    static const char *const words[] = {"the", "of", "and", "is", "to", "that", "with", "are", "for", "this"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (length == strlen(words[i]) && (word[0] | 32) == words[i][0] &&
            memcmp(word + 1, words[i] + 1, length - 1) == 0)
            return true;
    return false;
}

/* Looks until `enough` words of English were found. */
static sample look_at(const char *text, size_t begin, size_t end, size_t enough)
{
    sample found = {0};
    size_t stop = end - begin > LOOK ? begin + LOOK : end;
    for (size_t at = begin; at < stop && found.english < enough;) {
        size_t start = at;
        while (at < stop && (((text[at] | 32) >= 'a' && (text[at] | 32) <= 'z')))
            at++;
        found.ascii += at - start;
        if (at > start) {
            found.words++;
            found.english += is_english(text + start, at - start);
        } else {
            found.other += kn_utf8_next(text, &at, end) >= 0x80;
        }
    }
    return found;
}

/* Languages that are not written in Latin letters. */
static bool is_other_script(const char *code)
{
    static const char *const codes[] = {"el", "hi", "ar", "he", "ru", "uk", "fa", "bn", "zh", "ja", "ko", "th"};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (strcmp(code, codes[i]) == 0)
            return true;
    return false;
}

/* Whether text [begin, end) is in another language than that of the code. */
static bool is_foreign(const char *code, const char *text, size_t begin, size_t end)
{
    bool english = strcmp(code, "en") == 0;
    sample found = look_at(text, begin, end, english ? 1 : ENOUGH);
    const char *guess;
    if (found.english < ENOUGH && found.ascii + found.other < FEWEST_LETTERS)
        return false;
    if (is_other_script(code))
        return found.ascii > 20 * found.other;
    if (english ? found.english > 0 || found.words + found.other < FEWEST_WORDS : found.english < ENOUGH)
        return false;
    guess = knap_language_guess(text + begin, end - begin);
    return english ? strcmp(guess, "en") != 0 && strcmp(guess, "und") != 0 : strcmp(guess, "en") == 0;
}

void kn_foreign_find(kn_layout *layout, const knap_language *language, const char *text)
{
    const char *code = language->lexicon->code;
    size_t foreign = 0, all = 0;
    if (strcmp(code, "und") == 0)
        return;
    for (size_t i = 0; i < layout->paragraphs; i++) {
        kn_paragraph *paragraph = &layout->paragraph[i];
        if (paragraph->flags & KNAP_SENTENCE_FURNITURE)
            continue;
        paragraph->foreign = is_foreign(code, text, paragraph->body, paragraph->end);
        foreign += paragraph->foreign ? paragraph->end - paragraph->body : 0;
        all += paragraph->end - paragraph->body;
    }
    for (size_t i = 0; foreign * 3 > all * 2 && i < layout->paragraphs; i++)
        layout->paragraph[i].foreign = false; /* then the document is in the other language */
}
