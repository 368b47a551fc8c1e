/* dependence.c - finds sentences that refer to the text before them. */
#include "summarize/dependence.h"

#include <string.h>

static bool is_back_pronoun(const kn_word *word)
{
    return word->flags & KNAP_WORD_BACK && word->flags & KNAP_WORD_PRONOUN;
}

static bool starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* "... is a win," he said: a quotation whose speaker, among the last three words, is a pronoun. */
static bool quotes_someone(const kn_word *word, size_t count, const char *text)
{
    bool quoted = starts(text, "\"") || starts(text, "\xe2\x80\x9c") || starts(text, "\xc2\xab") ||
                  starts(text, "''") || starts(text, "``");
    for (size_t i = count > 3 ? count - 3 : 0; quoted && i < count; i++)
        if (is_back_pronoun(&word[i]))
            return true;
    return false;
}

/* "He said", "But"; "If he had", "In their view": a function word and a pronoun that points back; an aside
 * in brackets. */
static bool points_back(const kn_word *word, size_t count, const char *text)
{
    unsigned first = count ? word[0].flags : 0;
    return first & KNAP_WORD_BACK || (first & KNAP_WORD_STOP && count > 1 && is_back_pronoun(&word[1])) ||
           text[0] == '(' || quotes_someone(word, count, text);
}

void kn_dependence_mark(kn_story *story)
{
    for (size_t i = 0; i < kn_story_rows(story); i++) {
        kn_story_line *line = &story->line[i];
        const kn_word *word = story->stream.word + line->first_word;
        size_t count = line->end_word - line->first_word;
        line->points_back = points_back(word, count, line->text);
        line->speaks = false;
        for (size_t w = 0; w < count; w++)
            line->speaks = line->speaks || word[w].flags & KNAP_WORD_SPEAKER;
    }
}
