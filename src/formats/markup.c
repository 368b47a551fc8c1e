/* markup.c - marks inside the lines of light markup. */
#include "formats/markup.h"
#include "base/ascii.h"

#include <string.h>

enum { LONGEST_SPAN = 400, DEEPEST = 4 };

static bool is_word(char byte)
{
    return kn_ascii_letter(byte) || kn_ascii_digit(byte) || (unsigned char)byte >= 0x80;
}

/* Where the mark at `at` closes; 0 where it opens nothing. */
static size_t find_close(const char *text, size_t at, size_t length)
{
    size_t end = length - at > LONGEST_SPAN ? at + LONGEST_SPAN : length;
    if ((at && is_word(text[at - 1])) || at + 2 >= length || kn_ascii_space(text[at + 1]) || text[at + 1] == text[at])
        return 0;
    for (size_t i = at + 2; i < end; i++)
        if (text[i] == text[at] && !kn_ascii_space(text[i - 1]) && (i + 1 == length || !is_word(text[i + 1])))
            return i;
    return 0;
}

/* The length of what follows the scheme of an address, "://x.example/a/b/": its marks are its own. */
static size_t address_length(const char *text, size_t at, size_t length, const char *marks)
{
    size_t end = at + 3;
    if (length - at < 4 || memcmp(text + at, "://", 3) != 0)
        return 0;
    while (end < length && !kn_ascii_space(text[end]) && text[end] && !strchr("[]<>\"", text[end]))
        end++;
    while (end > at + 3 && text[end - 1] != '/' && strchr(marks, text[end - 1]))
        end--;
    return end - at;
}

static void add(kn_extract *extract, const char *text, size_t length, const char *marks, kn_markup_fn special,
                int depth)
{
    size_t begin = 0;
    for (size_t at = 0; at < length;) {
        size_t close = 0, used = 0;
        if ((unsigned char)text[at] >= 0x80 || kn_ascii_letter(text[at]) || text[at] == ' ') {
            if (!(at == 0 || text[at - 1] == ' ') || text[at] == ' ' || (unsigned char)text[at] >= 0x80) {
                at++;
                continue;
            }
        }
        used = address_length(text, at, length, marks);
        if (used) {
            at += used;
            continue;
        }
        if (text[at] && strchr(marks, text[at]) && depth < DEEPEST)
            close = find_close(text, at, length);
        if (!close) {
            kn_extract_add(extract, text + begin, at - begin);
            begin = at;
            used = special(extract, text, at, length);
            at += used ? used : 1;
            begin = used ? at : begin;
            continue;
        }
        kn_extract_add(extract, text + begin, at - begin);
        add(extract, text + at + 1, close - at - 1, marks, special, depth + 1);
        at = begin = close + 1;
    }
    kn_extract_add(extract, text + begin, length - begin);
}

void kn_markup_add(kn_extract *extract, const char *text, size_t length, const char *marks, kn_markup_fn special)
{
    add(extract, text, length, marks, special, 0);
}

size_t kn_markup_rule(const char *line, size_t length, const char *marks)
{
    if (length < 3 || !line[0] || !strchr(marks, line[0]))
        return 0;
    for (size_t i = 1; i < length; i++)
        if (line[i] != line[0])
            return 0;
    return length;
}
