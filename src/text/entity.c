/* entity.c - the characters of entities: numbers, and the names that occur in news files, captions and Markdown. */
#include "text/entity.h"
#include "base/ascii.h"

#include <string.h>

enum { LONGEST_ENTITY = 12 };

static int32_t named_code(const char *name, size_t length)
{
    /* 0: layout marks of DUC's files and of captions */
    static const struct {
        const char *name;
        int32_t code;
    } known[] = {{"amp", '&'},       {"lt", '<'},       {"gt", '>'},       {"quot", '"'},     {"apos", '\''},
                 {"nbsp", 0xA0},     {"md", 0x2014},    {"mdash", 0x2014}, {"ndash", 0x2013}, {"hyph", '-'},
                 {"blank", ' '},     {"sect", 0xA7},    {"para", 0xB6},    {"cent", 0xA2},    {"pound", 0xA3},
                 {"bull", 0x2022},   {"rsquo", 0x2019}, {"lsquo", 0x2018}, {"ldquo", 0x201C}, {"rdquo", 0x201D},
                 {"hellip", 0x2026}, {"ur", 0},         {"lr", 0},         {"ql", 0},         {"qr", 0},
                 {"qc", 0},          {"tl", 0},         {"cir", 0},        {"reg", 0xAE},     {"deg", 0xB0},
                 {"eacute", 0xE9},   {"egrave", 0xE8},  {"ntilde", 0xF1},  {"uuml", 0xFC},    {"ouml", 0xF6},
                 {"auml", 0xE4},     {"ccedil", 0xE7},  {"aacute", 0xE1},  {"iacute", 0xED},  {"oacute", 0xF3},
                 {"uacute", 0xFA},   {"agrave", 0xE0},  {"szlig", 0xDF},   {"copy", 0xA9},    {"trade", 0x2122},
                 {"times", 0xD7},    {"euro", 0x20AC},  {"laquo", 0xAB},   {"raquo", 0xBB},   {"middot", 0xB7},
                 {"rarr", 0x2192},   {"larr", 0x2190},  {"lrm", 0},        {"rlm", 0},        {"shy", 0},
                 {"zwj", 0},         {"zwnj", 0x200C},  {"ensp", ' '},     {"emsp", ' '},     {"thinsp", ' '}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && kn_ascii_same_start(known[i].name, name, length))
            return known[i].code;
    return -1;
}

static int32_t numeric_code(const char *digits, size_t length)
{
    int32_t code = 0;
    int base = length > 0 && (digits[0] == 'x' || digits[0] == 'X') ? 16 : 10;
    for (size_t i = base == 16; i < length; i++) {
        int digit = kn_ascii_digit(digits[i]) ? digits[i] - '0' : kn_ascii_lower(digits[i]) - 'a' + 10;
        if (digit < 0 || digit >= base || code > 0x10FFFF)
            return -1;
        code = code * base + digit;
    }
    return code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? code : -1;
}

int32_t kn_entity(const char *text, size_t *at, size_t end)
{
    size_t begin = *at + 1, stop = begin;
    int32_t code;
    while (stop < end && stop - *at < LONGEST_ENTITY &&
           (kn_ascii_letter(text[stop]) || kn_ascii_digit(text[stop]) || text[stop] == '#'))
        stop++;
    if (stop == begin || stop == end || text[stop] != ';')
        return -1;
    code =
        text[begin] == '#' ? numeric_code(text + begin + 1, stop - begin - 1) : named_code(text + begin, stop - begin);
    if (code >= 0)
        *at = stop + 1;
    return code;
}
