/* lexicon.c - the table of languages. Their words are in lexicon_GROUP.c. */
#include "text/lexicon.h"
#include "text/inner.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

/* Any other language: abbreviations that many have in common, nothing else. */
static const kn_lexicon unknown = {
    .code = "und",
    .titles = "Mr Mrs Ms Dr Prof Gen St",
    .numbered = "No no Nr nr p pp",
    .endings = "U.S Inc Corp Co Ltd",
};

#define KN_ROW(code) &kn_lexicon_##code,
#define KN_CODE(code) #code,

static const kn_lexicon *const rows[] = {KN_LANGUAGES(KN_ROW) & unknown, NULL};

const char *const *knap_language_codes(void)
{
    static const char *const codes[] = {KN_LANGUAGES(KN_CODE) "und", NULL};
    return codes;
}

const kn_lexicon *kn_lexicon_find(const char *code)
{
    for (size_t i = 0; rows[i]; i++)
        if (strcmp(rows[i]->code, code) == 0)
            return rows[i];
    return NULL;
}

static bool in_list(const char *list, const char *word, size_t length)
{
    const char *at = list;
    while (at && (at = strstr(at, word)) != NULL) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
        at += length;
    }
    return false;
}

bool kn_is_function_word(const char *language, const char *word, size_t length)
{
    const kn_lexicon *row = kn_lexicon_find(language);
    return in_list(row->stop, word, length) || in_list(row->pronouns, word, length);
}

/* Whether a list with bars between its phrases has the word, in capitals or not. */
static bool is_phrase(const char *list, const char *word, size_t length)
{
    while (list && *list) {
        size_t size = strcspn(list, "|"), a = 0, b = 0;
        while (a < size && b < length &&
               u_tolower(kn_utf8_next(list, &a, size)) == u_tolower(kn_utf8_next(word, &b, length)))
            ;
        if (a == size && b == length && u_tolower(kn_utf8_before(list, 0, a)) == u_tolower(kn_utf8_before(word, 0, b)))
            return true;
        list += size + (list[size] == '|');
    }
    return false;
}

bool kn_is_connective(const char *language, const char *word, size_t length)
{
    const kn_lexicon *row = kn_lexicon_find(language);
    return is_phrase(row->connectives, word, length) || is_phrase(row->set_apart, word, length);
}

double kn_magnitude(const char *language, const char *word, size_t length)
{
    double power = 1000;
    for (const char *at = kn_lexicon_find(language)->magnitudes; at && *at && length;) {
        size_t size = strcspn(at, " |");
        if (size == length && memcmp(at, word, length) == 0)
            return power;
        at += size;
        power *= *at == '|' ? 1000 : 1;
        at += *at != 0;
    }
    return 1;
}
