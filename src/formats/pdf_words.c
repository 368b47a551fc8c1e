/* pdf_words.c - words that a line end divides: the rest of the text tells whether the hyphen belongs to the word. */
#include "formats/pdf_lines.h"
#include "base/ascii.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_WORD = 64, WHOLE_WORD = 4 };

static bool is_letter(char byte)
{
    return kn_ascii_letter(byte) || (unsigned char)byte >= 0x80;
}

size_t kn_pdf_title_key(const char *text, size_t length, char *key)
{
    size_t size = 0;
    for (size_t i = 0; i < length && size < KN_PDF_LONGEST_TITLE; i++)
        if (is_letter(text[i]) || kn_ascii_digit(text[i]))
            key[size++] = kn_ascii_lower(text[i]);
    return size;
}

/* The hyphen that ends the line, in bytes: '-', the soft hyphen or U+2010; 0 where none divides a word. */
static size_t end_hyphen(const char *text, const kn_pdf_line *line)
{
    size_t size = 0, length = line->end - line->begin;
    const char *end = text + line->end;
    if (length > 1 && end[-1] == '-')
        size = 1;
    else if (length > 2 && memcmp(end - 2, "\xC2\xAD", 2) == 0)
        size = 2;
    else if (length > 3 && memcmp(end - 3, "\xE2\x80\x90", 3) == 0)
        size = 3;
    return size && u_isalpha(kn_utf8_before(text, line->begin, line->end - size)) ? size : 0;
}

/* The letters, hyphens inside included, that end before `at`, and those that begin at it. */
static size_t word_begin(const char *text, size_t begin, size_t at)
{
    while (at > begin && is_letter(text[at - 1]))
        at--;
    return at;
}

static size_t word_end(const char *text, size_t at, size_t end)
{
    while (at < end && is_letter(text[at]))
        at++;
    return at;
}

/* Appends [begin, end) in lower case to a word of at most LONGEST_WORD bytes. */
static size_t append(char *word, size_t size, const char *text, size_t begin, size_t end)
{
    for (; begin < end && size < LONGEST_WORD; begin++)
        word[size++] = kn_ascii_lower(text[begin]);
    return size;
}

static void add_words(kn_pdf_words *words, const char *text, const kn_pdf_line *line, size_t last)
{
    for (size_t at = line->begin; at < last;) {
        size_t first = at, end = word_end(text, at, last);
        while (end > first && end + 1 < last && text[end] == '-' && is_letter(text[end + 1]))
            end = word_end(text, end + 1, last); /* long-term is one word */
        if (end > first && !(end == last && last < line->end)) {
            char word[LONGEST_WORD];
            size_t size = append(word, 0, text, first, end);
            words->failed |= kn_symbols_add(&words->known, word, size) == KN_NO_SYMBOL;
        }
        at = end > first ? end : at + 1;
    }
}

void kn_pdf_words_begin(kn_pdf_words *words, const kn_pdf_text *pages)
{
    bool divided = false;
    words->failed = false;
    kn_symbols_begin(&words->known, pages->text.allocator);
    for (size_t i = 0; i < pages->lines && !divided; i++)
        divided = end_hyphen(pages->text.bytes, &pages->line[i]) > 0;
    for (size_t i = 0; divided && i < pages->lines && !words->failed; i++) {
        const kn_pdf_line *line = &pages->line[i];
        add_words(words, pages->text.bytes, line, line->end - end_hyphen(pages->text.bytes, line));
    }
}

void kn_pdf_words_free(kn_pdf_words *words)
{
    kn_symbols_free(&words->known);
}

static bool is_known(const kn_pdf_words *words, const char *word, size_t size)
{
    return kn_symbols_find(&words->known, word, size) != KN_NO_SYMBOL;
}

/* Whether the hyphen between two halves of a word stays: "long-term", but not "com-mittee". A word that the text has elsewhere
 * decides; of two halves that are words themselves and not short the hyphen stays. */
static bool keeps_hyphen(const kn_pdf_words *words, const char *text, size_t before, size_t hyphen,
                         const kn_pdf_line *next)
{
    char word[LONGEST_WORD];
    size_t after = word_end(text, next->begin, next->end);
    size_t first = append(word, 0, text, before, hyphen), size;
    bool halves = hyphen - before >= WHOLE_WORD && after - next->begin >= WHOLE_WORD && is_known(words, word, first);
    size = append(word, first, text, next->begin, after);
    if (is_known(words, word, size))
        return false;
    size = append(word, append(word, first, "-", 0, 1), text, next->begin, after);
    if (is_known(words, word, size))
        return true;
    size = append(word, 0, text, next->begin, after);
    return halves && is_known(words, word, size);
}

/* Whether a word can go on in the next line: in small letters, or in capitals if it has nothing else. */
static bool goes_on(const char *text, const kn_pdf_line *line, size_t hyphen, const kn_pdf_line *next)
{
    size_t at = next->begin;
    int32_t first = at < next->end ? kn_utf8_next(text, &at, next->end) : 0;
    return u_islower(first) || (u_isupper(first) && u_isupper(kn_utf8_at(text, at, next->end)) &&
                                u_isupper(kn_utf8_before(text, line->begin, hyphen)));
}

/* A path or an address that goes on in the next line: "/usr/", "and/" of "and/or". */
static bool ends_in_path(const char *text, const kn_pdf_line *line)
{
    return line->end - line->begin > 1 && text[line->end - 1] == '/' && text[line->end - 2] != ' ';
}

void kn_pdf_add_line(const kn_pdf_words *words, const kn_pdf_text *pages, size_t begin, const kn_pdf_line *line,
                     const kn_pdf_line *next, kn_extract *extract)
{
    const char *text = pages->text.bytes;
    size_t hyphen = next ? end_hyphen(text, line) : 0, at = line->end - hyphen;
    if (hyphen && goes_on(text, line, at, next)) {
        kn_extract_add(extract, text + begin, at - begin);
        if (keeps_hyphen(words, text, word_begin(text, begin, at), at, next))
            kn_extract_add(extract, "-", 1);
        return;
    }
    kn_extract_add(extract, text + begin, line->end - begin);
    if (next && !hyphen && !ends_in_path(text, line))
        kn_extract_add(extract, " ", 1);
}
