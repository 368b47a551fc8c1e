/* split.c - the matchers of well-known tokenizers. The comments number the alternatives of each expression. */
#include "tokens/split.h"
#include "base/ascii.h"
#include "tokens/classes.h"

#include <stdbool.h>
#include <string.h>

static size_t run_of(const unsigned char *text, size_t at, size_t length, unsigned wanted)
{
    size_t next;
    while (at < length && kn_class_at(text, at, &next) & wanted)
        at = next;
    return at;
}

/* [^\s\p{L}\p{N}]* */
static size_t run_of_symbols(const unsigned char *text, size_t at, size_t length)
{
    size_t next;
    while (at < length && !(kn_class_at(text, at, &next) & (KN_SPACE | KN_LETTER | KN_NUMERAL)))
        at = next;
    return at;
}

/* The end of 's 't 're 've 'm 'll 'd at the apostrophe text[at]; `at` if there is none. Without regard to case, s is also U+017F. */
static size_t contraction(const unsigned char *text, size_t at, size_t length, bool any_case)
{
    if (at + 1 >= length || text[at] != '\'')
        return at;
    char one = (char)text[at + 1], two = at + 2 < length ? (char)text[at + 2] : 0;
    if (any_case && (unsigned char)one == 0xC5 && (unsigned char)two == 0xBF)
        return at + 3;
    if (any_case) {
        one = kn_ascii_lower(one);
        two = kn_ascii_lower(two);
    }
    if (one == 's' || one == 'd' || one == 'm' || one == 't')
        return at + 2;
    if ((one == 'l' && two == 'l') || ((one == 'v' || one == 'r') && two == 'e'))
        return at + 3;
    return at;
}

/* \s+(?!\S)|\s at the white space text[at]: all of a run at the end of the text, else all but its last character; a single
 * character as it is. With `lines`, \s*[\r\n]+ comes first: up to the last line end of the run. */
static size_t white_space(const unsigned char *text, size_t at, size_t length, bool lines)
{
    size_t end = at, last = at, next, line_end = 0;
    while (end < length) {
        unsigned class = kn_class_at(text, end, &next);
        if (!(class & KN_SPACE))
            break;
        last = end;
        end = next;
        if (class & KN_NEWLINE)
            line_end = end;
    }
    if (lines && line_end)
        return line_end;
    return end < length && last > at ? last : end;
}

/* 1 '(?:[sdmt]|ll|ve|re) | 2 ?\p{L}+ | 3 ?\p{N}+ | 4 ?[^\s\p{L}\p{N}]+ | 5 \s+(?!\S) | 6 \s+ (2 to 4 with an optional space) */
size_t kn_split_gpt2(const unsigned char *text, size_t at, size_t length)
{
    size_t next, end = contraction(text, at, length, false), start = at;
    if (end > at)
        return end;
    if (text[at] == ' ' && at + 1 < length)
        start = at + 1;
    unsigned class = kn_class_at(text, start, &next);
    if (class & KN_LETTER)
        return run_of(text, next, length, KN_LETTER);
    if (class & KN_NUMERAL)
        return run_of(text, next, length, KN_NUMERAL);
    if (!(class & KN_SPACE))
        return run_of_symbols(text, next, length);
    return white_space(text, at, length, false);
}

/* Alternatives 3 to 5 of cl100k: \p{N}{1,digits} | ?[^\s\p{L}\p{N}]+[\r\n]* with an optional space; `at` where none matches. */
static size_t digits_or_symbols(const unsigned char *text, size_t at, size_t length, unsigned class, int digits,
                                bool slash)
{
    size_t next, end = at;
    if (class & KN_NUMERAL) {
        for (int i = 0; i < digits && end < length && kn_class_at(text, end, &next) & KN_NUMERAL; i++)
            end = next;
        return end;
    }
    size_t start = text[at] == ' ' ? at + 1 : at;
    end = run_of_symbols(text, start, length);
    if (end == start)
        return at;
    while (end < length && (text[end] == '\r' || text[end] == '\n' || (slash && text[end] == '/')))
        end++;
    return end;
}

/* 1 (?i:'s|'t|'re|'ve|'m|'ll|'d) | 2 [^\r\n\p{L}\p{N}]?\p{L}+ | 3 \p{N}{1,3} | 4 ?[^\s\p{L}\p{N}]+[\r\n]* with an optional
 * space | 5 \s*[\r\n]+ | 6 \s+(?!\S) | 7 \s+; `whole_end`: \s+$ before 5. */
static size_t split_cl100k(const unsigned char *text, size_t at, size_t length, int digits, bool whole_end)
{
    size_t next, end = contraction(text, at, length, true), after;
    if (end > at)
        return end;
    unsigned class = kn_class_at(text, at, &next);
    if (class & KN_LETTER)
        return run_of(text, next, length, KN_LETTER);
    if (!(class & (KN_NEWLINE | KN_NUMERAL)) && next < length && kn_class_at(text, next, &after) & KN_LETTER)
        return run_of(text, after, length, KN_LETTER);
    end = digits_or_symbols(text, at, length, class, digits, false);
    if (end > at)
        return end;
    if (whole_end && run_of(text, at, length, KN_SPACE) == length)
        return length;
    return white_space(text, at, length, true);
}

size_t kn_split_cl100k(const unsigned char *text, size_t at, size_t length)
{
    return split_cl100k(text, at, length, 3, true);
}

size_t kn_split_llama3(const unsigned char *text, size_t at, size_t length)
{
    return split_cl100k(text, at, length, 3, false);
}

size_t kn_split_qwen(const unsigned char *text, size_t at, size_t length)
{
    return split_cl100k(text, at, length, 1, false);
}

/* What the two alternatives for words of o200k match after their optional first character:
 * `mixed` [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+ and `upper` [\p{Lu}...]+, the second one only where the
 * first does not match. 0: no match. */
typedef struct word_ends {
    size_t mixed, upper;
} word_ends;

static word_ends o200k_word(const unsigned char *text, size_t at, size_t length)
{
    word_ends ends = {0, 0};
    size_t end = at, next;
    while (end < length) {
        unsigned class = kn_class_at(text, end, &next);
        if (!(class & KN_UPPER))
            break;
        end = next;
        if (class & KN_LOWER)
            ends.mixed = end; /* where the first part ends if it has to give characters back to the second */
    }
    size_t lower = run_of(text, end, length, KN_LOWER);
    if (lower > end)
        ends.mixed = lower;
    ends.upper = end > at ? end : 0;
    return ends;
}

/* 1 P?[UPPER]*[LOWER]+C? | 2 P?[UPPER]+[LOWER]*C? | 3 \p{N}{1,3} | 4 ?[^\s\p{L}\p{N}]+[\r\n/]* with an optional space |
 * 5 \s*[\r\n]+ | 6 \s+(?!\S) | 7 \s+, where P is [^\r\n\p{L}\p{N}] and C (?i:'s|'t|'re|'ve|'m|'ll|'d). A mark is in P, UPPER and
 * LOWER, so that 1 and 2 are tried with and without P. `digits`: 3, or 1 as in Tekken, which has no C either. */
static size_t split_o200k(const unsigned char *text, size_t at, size_t length, int digits, bool contractions)
{
    size_t next, end = 0;
    unsigned class = kn_class_at(text, at, &next);
    bool prefix = !(class & (KN_NEWLINE | KN_LETTER | KN_NUMERAL)), word = class & (KN_UPPER | KN_LOWER);
    if (prefix || word) {
        word_ends with = {0, 0}, without = {0, 0};
        if (prefix)
            with = o200k_word(text, next, length);
        if (word && !with.mixed)
            without = o200k_word(text, at, length);
        end = with.mixed ? with.mixed : without.mixed ? without.mixed : with.upper ? with.upper : without.upper;
        if (end)
            return contractions ? contraction(text, end, length, true) : end;
    }
    end = digits_or_symbols(text, at, length, class, digits, true);
    return end > at ? end : white_space(text, at, length, true);
}

size_t kn_split_o200k(const unsigned char *text, size_t at, size_t length)
{
    return split_o200k(text, at, length, 3, true);
}

size_t kn_split_tekken(const unsigned char *text, size_t at, size_t length)
{
    return split_o200k(text, at, length, 1, false);
}

static const struct {
    const char *expression;
    kn_token_splitter *splitter;
} expressions[] = {
    {"'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+", kn_split_gpt2},
    {"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
     "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     kn_split_llama3},
    {"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
     "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     kn_split_qwen},
    {"[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+"
     "(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
     "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*"
     "(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     kn_split_o200k},
    {"[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|"
     "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|"
     "\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     kn_split_tekken},
};

kn_token_splitter *kn_splitter_of(const char *expression)
{
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        if (strcmp(expressions[i].expression, expression) == 0)
            return expressions[i].splitter;
    return NULL;
}
