/* fragments.c - tells whole sentences from pieces of them, by their characters alone. All readers share it: whatever a format or the lines
 * of a file have cut is found here. The end mark is not looked at: see kn_ends_sentence. */
#include "text/fragments.h"
#include "text/utf8.h"
#include "base/ascii.h"

#include <string.h>

#include <unicode/uchar.h>

enum { HEAD = 200, LONGEST_WORD = 40, RULE = 5, SHORT = 20 };

/* ---- The start ---- */

static bool is_opener(int32_t code)
{
    return code == '"' || code == '\'' || code == '(' || code == '[' || code == '`' || code == '.' || code == ' ' ||
           code == 0xAB || code == 0xBB || code == 0xBF || code == 0xA1 || (code >= 0x2010 && code <= 0x203A);
}

/* Marks that no sentence begins with: something is missing before them. */
static bool is_inner_mark(int32_t code)
{
    return code > 0 && code < 0x80 && strchr(",;:)]}|&*+=>#", code) != NULL;
}

/* The text has the word, in any case of its letters. */
static bool has_word(const char *text, size_t length, const char *word, size_t size)
{
    for (size_t at = 0; at + size <= length; at++)
        if ((text[at] | 32) == word[0] && kn_ascii_same_start(text + at, word, size) &&
            (at == 0 || !u_isalnum(kn_utf8_before(text, 0, at))) &&
            (at + size == length || !u_isalnum(kn_utf8_at(text, at + size, length))))
            return true;
    return false;
}

/* The word that a sentence begins with is a name that is written in lower case. */
static bool is_lower_name(kn_surroundings *around, size_t begin, size_t end)
{
    const char *word = around->text + begin;
    size_t length = end - begin;
    if (length > 3 || (length == 3 && word[1] != '.')) /* "i.e" */
        for (size_t i = 1; i < length; i++)
            if ((word[i] >= 'A' && word[i] <= 'Z') || strchr("0123456789_./()\\:@+=<>-", word[i]))
                return true; /* iPod, utf8, printf(3), git-bisect */
    if (kn_language_class(around->language, word, length, &around->failed) & KN_STOP)
        return false;
    return begin == 0 || has_word(around->text, begin < HEAD ? begin : HEAD, word, length) ||
           has_word(around->name, strlen(around->name), word, length);
}

/* The sentence goes on with one that was cut before it. */
static bool begins_inside(kn_surroundings *around, size_t begin, size_t end)
{
    const char *text = around->text;
    size_t at = begin, word;
    int32_t code = kn_utf8_at(text, at, end), before = 0;
    if (is_inner_mark(code))
        return true;
    while (at < end && is_opener(code)) {
        before = kn_utf8_next(text, &at, end);
        code = kn_utf8_at(text, at, end);
    }
    if (!u_islower(code) || (int32_t)u_totitle(code) == code)
        return false;
    for (word = at; word < end && word - at < LONGEST_WORD && !kn_is_space(kn_utf8_at(text, word, end));)
        kn_utf8_next(text, &word, end);
    if ((before == '\'' || before == 0x2019) && word - at <= 2 &&
        u_isupper(kn_utf8_at(text, kn_skip_space(text, word, end), end)))
        return false; /* 's Avonds */
    while (word > at + 1 && strchr(",.;:!?)]\"'`", text[word - 1])) {
        if (strchr("\"'`", text[word - 1]) && before == text[word - 1])
            return false; /* 'ls' prints */
        word--;
    }
    return !is_lower_name(around, at, word);
}

/* ---- The whole ---- */

enum { LETTER, SPACE, DIGIT, SIGN, SLASH, DASH, OPEN, CLOSE, MARK };

static const unsigned char CLASS[256] = {
    ['\t'] = SPACE, ['\n'] = SPACE, ['\v'] = SPACE, ['\f'] = SPACE, ['\r'] = SPACE, [' '] = SPACE, ['0'] = DIGIT,
    ['1'] = DIGIT,  ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,  ['5'] = DIGIT,  ['6'] = DIGIT, ['7'] = DIGIT,
    ['8'] = DIGIT,  ['9'] = DIGIT,  ['{'] = SIGN,   ['}'] = SIGN,   ['<'] = SIGN,   ['>'] = SIGN,  ['='] = SIGN,
    ['|'] = SIGN,   ['\\'] = SIGN,  ['@'] = SIGN,   ['#'] = SIGN,   ['$'] = SIGN,   ['^'] = SIGN,  ['&'] = SIGN,
    ['*'] = SIGN,   ['_'] = SIGN,   ['+'] = SIGN,   ['~'] = SIGN,   ['/'] = SLASH,  ['-'] = DASH,  ['('] = OPEN,
    ['['] = OPEN,   [')'] = CLOSE,  [']'] = CLOSE,  ['.'] = MARK,   [','] = MARK,   [':'] = MARK,  [';'] = MARK,
    ['!'] = MARK,   ['?'] = MARK,   ['"'] = MARK,   ['\''] = MARK,  ['%'] = MARK,   ['`'] = MARK};

/* What a word has. */
enum { HAS_LETTER = 1, HAS_DIGIT = 2, IS_CODE = 4 };

/* What the words of a sentence are. */
typedef struct tally {
    size_t words, code;        /* code: also paths, options and figures */
    size_t signs, open, close; /* brackets */
    size_t run;                /* of the same mark */
    bool rule;                 /* a long one */
    unsigned word;             /* what the word has that is being read */
} tally;

static inline void end_word(tally *self)
{
    self->words += self->word != 0;
    self->code += self->word == HAS_DIGIT || self->word >= IS_CODE;
    self->word = 0;
}

/* A character that is no letter and no space. */
static void add_mark(tally *self, const char *text, size_t begin, size_t at, size_t word)
{
    char byte = text[at];
    self->run = at > begin && text[at - 1] == byte ? self->run + 1 : 1;
    self->rule = self->rule || (self->run >= RULE && !strchr("!?0123456789", byte));
    switch (CLASS[(unsigned char)byte]) {
    case DIGIT:
        self->word |= HAS_DIGIT;
        break;
    case SIGN:
        self->signs++;
        self->word |= IS_CODE;
        break;
    case SLASH:
    case DASH: /* of a path or an option */
        if ((at == word && kn_ascii_letter(text[at + 1])) || self->run == 2)
            self->word |= IS_CODE;
        break;
    case OPEN:
        self->open += at == word || text[at - 1] != ':';
        self->signs += byte == '[';
        break;
    case CLOSE: /* neither "a)" nor ":-)", and no space is before it */
        self->close += at > word && (at - word > 2 || self->open > self->close);
        self->signs += byte == ']';
        break;
    default:
        break;
    }
}

static bool is_code(const char *text, size_t begin, size_t end)
{
    tally all = {0};
    size_t word = begin;
    for (size_t at = begin; at < end; at++) {
        size_t start = at;
        while (at < end && CLASS[(unsigned char)text[at]] == LETTER)
            at++;
        all.word |= at > start ? HAS_LETTER : 0;
        if (at == end)
            break;
        if (CLASS[(unsigned char)text[at]] == SPACE) {
            end_word(&all);
            word = at + 1;
        } else {
            add_mark(&all, text, begin, at, word);
        }
    }
    end_word(&all);
    return all.rule || all.open != all.close || (all.words > 2 && all.code * 2 > all.words) ||
           (end - begin > SHORT && all.signs * 8 > end - begin);
}

/* Prose, and items of lists, which are picked where there is no other. */
static bool is_judged(const knap_sentence *sentence)
{
    return !(sentence->flags & KNAP_SENTENCE_FURNITURE) || sentence->block == KNAP_BLOCK_ITEM;
}

void kn_fragments_mark(kn_surroundings *around, knap_sentence *sentence, size_t count)
{
    size_t inside = 0, all = 0;
    for (size_t i = 0; i < count; i++) {
        knap_sentence *one = &sentence[i];
        if (!is_judged(one))
            continue;
        all++;
        if (begins_inside(around, one->body, one->end)) {
            one->flags |= KNAP_SENTENCE_FRAGMENT;
            inside++;
        }
    }
    for (size_t i = 0; i < count; i++) {
        knap_sentence *one = &sentence[i];
        if (inside * 4 > all * 3)
            one->flags &= ~(unsigned)KNAP_SENTENCE_FRAGMENT; /* a habit of the writer */
        if (is_judged(one) && !(one->flags & KNAP_SENTENCE_FRAGMENT) && is_code(around->text, one->body, one->end))
            one->flags |= KNAP_SENTENCE_FRAGMENT;
    }
}
