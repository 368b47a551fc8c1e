/* lines.c - finds the lines of a text, with their columns, the marks of list items, and counts of their characters. It looks at one
 * line at a time. */
#include "text/lines.h"
#include "text/joins.h"
#include "text/marks.h"
#include "text/utf8.h"
#include "base/eights.h"

#include <unicode/uchar.h>

enum { TAB = 8, COLUMN_GAP = 3 };

static bool is_closer(int32_t code)
{
    return code == '"' || code == '\'' || code == ')' || code == ']' || code == '}' || code == 0x201D ||
           code == 0x2019 || code == 0xBB || code == 0x203A;
}

static bool is_terminator(int32_t code)
{
    return code == '.' || code == '!' || code == '?' || code == 0x2026 || code == 0x61F || code == 0x964 ||
           code == 0x965 || code == 0x6D4 || (code > 0x2FFF && u_hasBinaryProperty(code, UCHAR_S_TERM));
}

bool kn_ends_sentence(const char *text, size_t begin, size_t end)
{
    while (end > begin) {
        int32_t code = kn_utf8_previous(text, begin, &end);
        if (is_terminator(code))
            return true;
        if (!is_closer(code) && !kn_is_space(code))
            return false;
    }
    return false;
}

/* ---- Marks of items ---- */

static bool is_bullet(int32_t code)
{
    return code == '*' || code == '-' || code == '+' || code == 'o' || code == 0x2022 || code == 0x25AA ||
           code == 0xB7 || code == 0x25CF || code == 0x25CB || code == 0x25A0 || code == 0x2023 || code == 0x25E6 ||
           (code >= 0xF020 && code <= 0xF0FF); /* of a symbol font */
}

/* The number or letter at *at, which is moved behind it; 0: there is none. */
static uint32_t read_value(const char *text, size_t *at, size_t end, bool *letter)
{
    size_t start = *at;
    uint32_t value = 0;
    while (*at < end && *at - start < 3 && text[*at] >= '0' && text[*at] <= '9')
        value = value * 10 + (uint32_t)(text[(*at)++] - '0');
    *letter = *at == start;
    if (*letter && start < end && (text[start] | 32) >= 'a' && (text[start] | 32) <= 'z')
        value = (uint32_t)((text[(*at)++] | 32) - 'a') + 1;
    return value;
}

static kn_mark_kind read_mark(const char *text, size_t *at, size_t end, uint32_t *value)
{
    static const kn_mark_kind kinds[2][3] = {{KN_MARK_NUMBER, KN_MARK_NUMBER_CLOSED, KN_MARK_NUMBER_ROUND},
                                             {KN_MARK_LETTER, KN_MARK_LETTER_CLOSED, KN_MARK_LETTER_ROUND}};
    size_t start = *at;
    int32_t code = kn_utf8_next(text, at, end);
    bool letter;
    if ((code == '-' || code == '=') && *at < end && text[*at] == '>') { /* an arrow */
        *value = '>';
        (*at)++;
        return KN_MARK_BULLET;
    }
    if (is_bullet(code)) {
        *value = (uint32_t)code;
        while (code == '*' && *at < end && *at - start < 4 && text[*at] == '*') /* of an outline */
            (*at)++;
        if (*at < end && kn_is_space(kn_utf8_at(text, *at, end)))
            return KN_MARK_BULLET;
    }
    *at = start + (code == '(');
    *value = read_value(text, at, end, &letter);
    if (*value == 0 || *at >= end || (text[*at] != ')' && (text[*at] != '.' || code == '(')))
        return KN_MARK_NONE;
    code = code == '(' ? 2 : text[*at] == ')';
    (*at)++;
    return kinds[letter][code];
}

kn_item_mark kn_find_mark(const char *text, size_t begin, size_t end)
{
    kn_item_mark mark = {.text = begin};
    size_t at = begin;
    mark.kind = begin < end ? read_mark(text, &at, end, &mark.value) : KN_MARK_NONE;
    if (mark.kind == KN_MARK_NONE || at >= end || !kn_is_space(kn_utf8_at(text, at, end)))
        return (kn_item_mark){.text = begin};
    mark.text = kn_skip_space(text, at, end);
    for (at = begin; at < mark.text; mark.column++) {
        if (text[at] == '\t')
            mark.column += TAB - 1 - mark.column % TAB;
        kn_utf8_next(text, &at, mark.text);
    }
    return mark;
}

/* ---- What a line has ---- */

enum { OTHER, LETTER, UPPER, DIGIT, SIGN, SPACE };

static const uint8_t CLASS[128] = {
    ['\t'] = SPACE, [' '] = SPACE,  ['{'] = SIGN,   ['}'] = SIGN,   ['['] = SIGN,   [']'] = SIGN,   ['<'] = SIGN,
    ['>'] = SIGN,   ['='] = SIGN,   ['|'] = SIGN,   ['\\'] = SIGN,  ['/'] = SIGN,   ['_'] = SIGN,   ['$'] = SIGN,
    ['#'] = SIGN,   ['@'] = SIGN,   ['^'] = SIGN,   ['~'] = SIGN,   ['*'] = SIGN,   ['+'] = SIGN,   ['&'] = SIGN,
    ['%'] = SIGN,   [';'] = SIGN,   ['0'] = DIGIT,  ['1'] = DIGIT,  ['2'] = DIGIT,  ['3'] = DIGIT,  ['4'] = DIGIT,
    ['5'] = DIGIT,  ['6'] = DIGIT,  ['7'] = DIGIT,  ['8'] = DIGIT,  ['9'] = DIGIT,  ['A'] = UPPER,  ['B'] = UPPER,
    ['C'] = UPPER,  ['D'] = UPPER,  ['E'] = UPPER,  ['F'] = UPPER,  ['G'] = UPPER,  ['H'] = UPPER,  ['I'] = UPPER,
    ['J'] = UPPER,  ['K'] = UPPER,  ['L'] = UPPER,  ['M'] = UPPER,  ['N'] = UPPER,  ['O'] = UPPER,  ['P'] = UPPER,
    ['Q'] = UPPER,  ['R'] = UPPER,  ['S'] = UPPER,  ['T'] = UPPER,  ['U'] = UPPER,  ['V'] = UPPER,  ['W'] = UPPER,
    ['X'] = UPPER,  ['Y'] = UPPER,  ['Z'] = UPPER,  ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER,
    ['e'] = LETTER, ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER, ['k'] = LETTER,
    ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER,
    ['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER,
    ['z'] = LETTER,
};

/* The class of a character beyond ASCII. */
static int class_of(int32_t code)
{
    if (code >= 0x2500 && code < 0x25A0) /* boxes */
        return SIGN;
    if (kn_is_space(code))
        return SPACE;
    return u_isupper(code) ? UPPER : u_isalpha(code) ? LETTER : OTHER;
}

/* Counts what the start of the line has. White space parts columns if it is wide and most of the line's is not. */
static void count_characters(kn_line *line, const char *text, size_t begin)
{
    size_t end = line->end - begin > KN_LINE_LOOK ? begin + KN_LINE_LOOK : line->end, spaces = 0, wide = 0, gaps = 0,
           tag = 0;
    uint16_t count[SPACE + 1] = {0};
    for (size_t at = begin; at < end;) {
        size_t start = at;
        bool ascii = (unsigned char)text[at] < 0x80; /* most characters */
        int class = ascii ? CLASS[(unsigned char)text[at++]] : class_of(kn_utf8_next(text, &at, line->end));
        if (class != SPACE) {
            count[class]++;
            continue;
        }
        while (at < end && (text[at] == ' ' || text[at] == '\t'))
            at++;
        spaces++;
        wide += at - start > 1;
        if (at - start > 1 && tag == 0)
            tag = at;
        gaps += at - start >= COLUMN_GAP || text[start] == '\t';
    }
    line->letters = (uint16_t)(count[LETTER] + count[UPPER]);
    line->upper = count[UPPER];
    line->digits = count[DIGIT];
    line->signs = count[SIGN];
    line->words = (uint16_t)(spaces + 1);
    if (wide <= gaps + 1 || wide * 2 <= spaces) /* else it was filled up with spaces */
        line->gaps = (uint16_t)gaps;
    if (line->mark == KN_MARK_NONE && tag)
        line->tag = (uint16_t)(tag - begin);
}

/* Two columns wide; a line may be broken before and after it. */
static bool is_wide_letter(int32_t code)
{
    return kn_is_ideograph(code) || (code >= 0xFF00 && code < 0xFF61);
}

/* Sets width and first word of a line whose begin, end and indent are known. */
static void measure(kn_line *line, const char *text)
{
    size_t at = kn_ascii_end(text, line->begin, line->end, ' '); /* one column each; of white space, only ' ' */
    line->width = line->indent + (uint32_t)(at - line->begin);
    if (at > line->begin) {
        const char *space = memchr(text + line->begin, ' ', at - line->begin);
        line->first_word = space ? (uint32_t)(space - (text + line->begin)) : 0;
    }
    while (at < line->end) {
        int32_t code;
        if (text[at] > ' ') { /* most characters: not white space, and one byte long */
            at++;
            line->width++;
            continue;
        }
        code = kn_utf8_next(text, &at, line->end);
        if ((kn_is_space(code) || is_wide_letter(code)) && line->first_word == 0)
            line->first_word = line->width - line->indent;
        line->width += is_wide_letter(code) ? 2 : 1;
    }
    if (line->first_word == 0)
        line->first_word = is_wide_letter(kn_utf8_at(text, line->begin, line->end)) ? 2 : line->width - line->indent;
}

static bool ends_divided(const char *text, size_t begin, size_t end)
{
    int32_t code = kn_utf8_previous(text, begin, &end);
    return kn_is_hyphen(code) && u_isalpha(kn_utf8_before(text, begin, end));
}

kn_line kn_look_at_line(const char *text, size_t begin, size_t end)
{
    size_t start = begin;
    kn_line line = {.end = kn_trim_space(text, begin, end)};
    kn_item_mark mark;
    while (start < line.end) {
        size_t next = start;
        int32_t code = kn_utf8_next(text, &next, line.end);
        if (!kn_is_space(code))
            break;
        line.indent += code == '\t' ? TAB - line.indent % TAB : 1;
        start = next;
    }
    line.begin = start;
    measure(&line, text);
    mark = kn_find_mark(text, line.begin, line.end);
    line.mark = (uint8_t)mark.kind;
    line.item = mark.column;
    count_characters(&line, text, mark.text);
    line.ends_sentence = kn_ends_sentence(text, line.begin, line.end);
    line.divided = ends_divided(text, line.begin, line.end);
    line.lower = u_islower(kn_utf8_at(text, line.begin, line.end));
    line.wide = is_wide_letter(kn_utf8_at(text, line.begin, line.end));
    return line;
}

static kn_line *add_line(kn_lines *lines, const char *text, size_t begin, size_t end)
{
    if (!KN_ROOM(lines->allocator, lines->line, lines->count + 1))
        return NULL;
    lines->line[lines->count] = kn_look_at_line(text, begin, end);
    return &lines->line[lines->count++];
}

/* The end of the line that begins at `begin`; *next is where the next one begins. */
static size_t find_end(const char *text, size_t begin, size_t length, size_t *next, bool *page)
{
    size_t end = begin;
    *next = begin;
    while (*next < length) {
        int32_t code;
        end = *next = kn_ascii_end(text, *next, length, '\r' + 1);
        if (*next == length)
            break;
        code = kn_utf8_next(text, next, length);
        if (kn_is_line_end(code)) {
            *next += code == '\r' && *next < length && text[*next] == '\n';
            *page = code == '\f';
            break;
        }
        end = *next;
    }
    return end;
}

/* ---- Marks in sequence ---- */

enum { INDENTS = 64 };

/* A letter and a few other marks are those of an item only where there are several. */
static bool is_weak(const kn_line *line, const char *text)
{
    if (line->mark == KN_MARK_BULLET)
        return text[line->begin] == 'o' || text[line->begin] == '+';
    return line->mark != KN_MARK_NUMBER && line->mark != KN_MARK_NUMBER_CLOSED;
}

/* An item "2." is one of a list if "1." is before it at the same indent: other lines begin with a number or an initial, too. An
 * item with a bullet is one if there is another. */
static void find_sequences(kn_lines *lines, const char *text)
{
    uint32_t last[KN_MARK_KINDS][INDENTS] = {{0}};
    size_t place[KN_MARK_KINDS][INDENTS];
    for (size_t i = 0; i < lines->count; i++) {
        kn_line *line = &lines->line[i];
        uint32_t indent = line->indent < INDENTS ? line->indent : INDENTS - 1, value;
        if (line->mark == KN_MARK_NONE)
            continue;
        value = kn_find_mark(text, line->begin, line->end).value;
        if (line->mark == KN_MARK_BULLET ? last[line->mark][indent] == value
                                         : value > 1 && last[line->mark][indent] + 1 == value)
            line->listed = lines->line[place[line->mark][indent]].listed = true;
        last[line->mark][indent] = value;
        place[line->mark][indent] = i;
    }
    for (size_t i = 0; i < lines->count; i++)
        if (lines->line[i].mark != KN_MARK_NONE && !lines->line[i].listed && is_weak(&lines->line[i], text))
            lines->line[i].mark = KN_MARK_NONE;
}

bool kn_lines_find(kn_lines *lines, const char *text, size_t length)
{
    bool after_blank = true, page = false;
    size_t next;
    for (size_t begin = 0; begin < length; begin = next) {
        bool feed = false;
        size_t end = find_end(text, begin, length, &next, &feed);
        kn_line *line;
        if (kn_skip_space(text, begin, end) == end) {
            after_blank = true;
            page = page || feed;
            continue;
        }
        line = add_line(lines, text, begin, end);
        if (!line)
            return false;
        line->after_blank = after_blank;
        line->after_page = page;
        page = feed;
        after_blank = false;
    }
    find_sequences(lines, text);
    return true;
}

void kn_lines_free(kn_lines *lines)
{
    KN_RELEASE(lines->allocator, lines->line);
    *lines = (kn_lines){.allocator = lines->allocator};
}
