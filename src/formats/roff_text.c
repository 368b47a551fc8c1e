/* roff_text.c - text of roff without its escapes: fonts, sizes, special characters, strings. */
#include "formats/accent.h"
#include "formats/roff_page.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Strings inside strings, and strings that a line may use. */
enum { DEEPEST = 4, MOST_EXPANSIONS = 500 };

typedef struct text {
    kn_roff *page;
    kn_text *to;
    const char *bytes;
    size_t at, length;
    int depth; /* of strings inside strings */
} text;

static void replace(text *self);

size_t kn_roff_split(const char *bytes, size_t length, kn_roff_word *argument)
{
    size_t count = 0, at = 0;
    while (count < KN_ROFF_ARGUMENTS) {
        bool quoted;
        size_t begin;
        while (at < length && (bytes[at] == ' ' || bytes[at] == '\t'))
            at++;
        if (at >= length || (bytes[at] == '\\' && at + 1 < length && bytes[at + 1] == '"'))
            return count;
        quoted = bytes[at] == '"';
        at += quoted;
        begin = at;
        while (at < length && (quoted ? bytes[at] != '"' || (at + 1 < length && bytes[at + 1] == '"')
                                      : bytes[at] != ' ' && bytes[at] != '\t'))
            at += quoted && bytes[at] == '"' ? 2 : bytes[at] == '\\' && at + 1 < length && bytes[at + 1] != '"' ? 2 : 1;
        at = at < length ? at : length;
        argument[count++] = (kn_roff_word){bytes + begin, at - begin};
        at += quoted && at < length;
    }
    return count;
}

/* ---- Special characters ---- */

static const struct {
    const char *name, *text;
} special[] = {
    {"aq", "'"},
    {"dq", "\""},
    {"lq", "\xE2\x80\x9C"},
    {"rq", "\xE2\x80\x9D"},
    {"oq", "\xE2\x80\x98"},
    {"cq", "\xE2\x80\x99"},
    {"em", "\xE2\x80\x94"},
    {"en", "\xE2\x80\x93"},
    {"hy", "-"},
    {"bu", "\xE2\x80\xA2"},
    {"co", "\xC2\xA9"},
    {"rg", "\xC2\xAE"},
    {"tm", "\xE2\x84\xA2"},
    {"de", "\xC2\xB0"},
    {"mu", "\xC3\x97"},
    {"di", "\xC3\xB7"},
    {"+-", "\xC2\xB1"},
    {"<=", "\xE2\x89\xA4"},
    {">=", "\xE2\x89\xA5"},
    {"!=", "\xE2\x89\xA0"},
    {"==", "\xE2\x89\xA1"},
    {"~=", "\xE2\x89\x88"},
    {"->", "\xE2\x86\x92"},
    {"<-", "\xE2\x86\x90"},
    {"ua", "\xE2\x86\x91"},
    {"da", "\xE2\x86\x93"},
    {"ti", "~"},
    {"ha", "^"},
    {"ga", "`"},
    {"aa", "\xC2\xB4"},
    {"ul", "_"},
    {"rs", "\\"},
    {"at", "@"},
    {"sh", "#"},
    {"Do", "$"},
    {"lB", "["},
    {"rB", "]"},
    {"lC", "{"},
    {"rC", "}"},
    {"la", "<"},
    {"ra", ">"},
    {"Fo", "\xC2\xAB"},
    {"Fc", "\xC2\xBB"},
    {"fo", "\xE2\x80\xB9"},
    {"fc", "\xE2\x80\xBA"},
    {"bq", "\xE2\x80\x9A"},
    {"Bq", "\xE2\x80\x9E"},
    {"ss", "\xC3\x9F"},
    {"AE", "\xC3\x86"},
    {"ae", "\xC3\xA6"},
    {"OE", "\xC5\x92"},
    {"oe", "\xC5\x93"},
    {"/o", "\xC3\xB8"},
    {"/O", "\xC3\x98"},
    {"/l", "\xC5\x82"},
    {"/L", "\xC5\x81"},
    {"oa", "\xC3\xA5"},
    {"oA", "\xC3\x85"},
    {"Po", "\xC2\xA3"},
    {"Eu", "\xE2\x82\xAC"},
    {"eu", "\xE2\x82\xAC"},
    {"sc", "\xC2\xA7"},
    {"ps", "\xC2\xB6"},
    {"dg", "\xE2\x80\xA0"},
    {"dd", "\xE2\x80\xA1"},
    {"r!", "\xC2\xA1"},
    {"r?", "\xC2\xBF"},
    {"12", "\xC2\xBD"},
    {"14", "\xC2\xBC"},
    {"34", "\xC2\xBE"},
    {"*a", "\xCE\xB1"},
    {"*b", "\xCE\xB2"},
    {"*p", "\xCF\x80"},
    {"*m", "\xCE\xBC"},
    {"mc", "\xC2\xB5"},
    {"if", "\xE2\x88\x9E"},
    {"pl", "+"},
    {"mi", "\xE2\x88\x92"},
    {"eq", "="},
    {"br", "|"},
    {"bv", "|"},
    {"or", "|"},
    {"ba", "|"},
    {"sl", "/"},
    {"tno", "\xC2\xAC"},
    {"no", "\xC2\xAC"},
    {"R", "\xC2\xAE"},
    {"Tm", "\xE2\x84\xA2"},
    {"Aq", "'"},
    {"OK", "\xE2\x9C\x93"},
};

static void add_special(text *self, const char *name, size_t length)
{
    char bytes[8];
    size_t size = 0;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strlen(special[i].name) == length && memcmp(special[i].name, name, length) == 0) {
            kn_text_add(self->to, special[i].text, strlen(special[i].text));
            return;
        }
    if (length == 2 && kn_ascii_letter(name[1]) && !kn_ascii_letter(name[0]))
        size = kn_accented(name[1], name[0], bytes);
    else if (length >= 5 && length < 8 && name[0] == 'u') {
        char digits[8] = "";
        long code;
        memcpy(digits, name + 1, length - 1);
        code = strtol(digits, NULL, 16);
        size = code > ' ' && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? kn_utf8_write((int32_t)code, bytes)
                                                                                  : 0;
    }
    kn_text_add(self->to, bytes, size);
}

static void add_string(text *self, const char *name, size_t length)
{
    const kn_roff *page = self->page;
    for (size_t i = page->strings; i-- > 0;)
        if (page->string[i].length == length && memcmp(page->string[i].text, name, length) == 0) {
            text inner = {self->page, self->to, page->value[i].text, 0, page->value[i].length, self->depth + 1};
            if (self->depth < DEEPEST && ++self->page->expansions < MOST_EXPANSIONS)
                replace(&inner);
            return;
        }
    add_special(self, name, length);
}

/* ---- Escapes ---- */

/* Goes on to the end of a character of several bytes. */
static void end_character(text *self)
{
    while (self->at < self->length && ((unsigned char)self->bytes[self->at] & 0xC0) == 0x80)
        self->at++;
}

/* The name behind an escape: one character, "(xx" or "[name]". */
static kn_roff_word read_name(text *self)
{
    const char *bytes = self->bytes + self->at;
    size_t left = self->length - self->at, size = left ? 1 : 0;
    const char *close;
    if (left && bytes[0] == '(') {
        size = left < 3 ? left : 3;
        self->at += size;
        end_character(self);
        return (kn_roff_word){bytes + 1, size - 1};
    }
    if (left && bytes[0] == '[' && (close = memchr(bytes, ']', left)) != NULL) {
        self->at += (size_t)(close - bytes) + 1;
        return (kn_roff_word){bytes + 1, (size_t)(close - bytes) - 1};
    }
    self->at += size;
    end_character(self);
    return (kn_roff_word){bytes, size};
}

/* An argument in quotes: \h'2m'. */
static void skip_quoted(text *self)
{
    char quote = self->at < self->length ? self->bytes[self->at] : 0;
    const char *close = quote ? memchr(self->bytes + self->at + 1, quote, self->length - self->at - 1) : NULL;
    self->at = close ? (size_t)(close - self->bytes) + 1 : self->at;
    if (close)
        end_character(self); /* the quote may be a character of several bytes */
}

static void skip_size(text *self)
{
    if (self->at < self->length && (self->bytes[self->at] == '+' || self->bytes[self->at] == '-'))
        self->at++;
    if (self->at < self->length && (self->bytes[self->at] == '(' || self->bytes[self->at] == '[')) {
        read_name(self);
    } else if (self->at < self->length && self->bytes[self->at] == '\'') {
        skip_quoted(self);
    } else {
        self->at += self->at < self->length;
        if (self->at < self->length && self->at > 0 && strchr("123", self->bytes[self->at - 1]) &&
            kn_ascii_digit(self->bytes[self->at]))
            self->at++;
        end_character(self);
    }
}

static void skip_note_mark(text *self)
{
    size_t at = self->at;
    if (at >= self->length || self->bytes[at++] != '[')
        return;
    while (at < self->length && kn_ascii_digit(self->bytes[at]))
        at++;
    if (at < self->length && self->bytes[at] == ']')
        self->at = at + 1;
}

static void replace_escape(text *self)
{
    char kind = self->bytes[self->at++];
    kn_roff_word name;
    switch (kind) {
    case 'f':
    case 'F':
    case 'm':
    case 'M':
    case 'n':
    case 'g':
    case 'k':
    case '$':
        read_name(self);
        break;
    case 's':
        skip_size(self);
        break;
    case '*':
        name = read_name(self);
        add_string(self, name.text, name.length);
        break;
    case '(':
    case '[':
        self->at--;
        name = read_name(self);
        add_special(self, name.text, name.length);
        break;
    case 'v':
    case 'h':
    case 'w':
    case 'l':
    case 'L':
    case 'o':
    case 'D':
    case 'X':
    case 'Y':
    case 'Z':
    case 'b':
    case 'N':
    case 'H':
    case 'S':
    case 'x':
    case 'A':
    case 'B':
    case 'R':
        skip_quoted(self);
        break;
    case 'u': /* DocBook sets the marks of notes up: \u[1]\d */
        skip_note_mark(self);
        break;
    case '"':
    case '#':
        self->at = self->length;
        break;
    case 'c':
        self->page->continued = self->at >= self->length;
        break;
    case ' ':
    case '~':
    case '0':
    case 't':
        kn_text_byte(self->to, ' ');
        break;
    case 'e':
    case '\\':
        kn_text_byte(self->to, '\\');
        break;
    case '-':
    case '.':
    case '\'':
    case '`':
    case '_':
        kn_text_byte(self->to, kind);
        break;
    default: /* \& \/ \, \| \^ \% \: \) \{ \} \p \u \d \z and others print nothing */
        if ((unsigned char)kind >= 0x80)
            self->at--; /* a character of several bytes is text */
        break;
    }
}

static void replace(text *self)
{
    while (self->at < self->length) {
        const char *found = memchr(self->bytes + self->at, '\\', self->length - self->at);
        size_t end = found ? (size_t)(found - self->bytes) : self->length;
        kn_text_add(self->to, self->bytes + self->at, end - self->at);
        self->at = end + 1;
        if (found && self->at < self->length)
            replace_escape(self);
    }
}

void kn_roff_argument(kn_roff *page, const kn_roff_word *argument, kn_text *to)
{
    const char *at = argument->text, *end = at + argument->length, *quote;
    bool quoted = argument->length && at[-1] == '"';
    while (quoted && (quote = memchr(at, '"', (size_t)(end - at))) != NULL && quote + 1 < end && quote[1] == '"') {
        kn_roff_text(page, at, (size_t)(quote + 1 - at), to);
        at = quote + 2;
    }
    kn_roff_text(page, at, (size_t)(end - at), to);
}

void kn_roff_text(kn_roff *page, const char *bytes, size_t length, kn_text *to)
{
    text self = {page, to, bytes, 0, length, 0};
    page->expansions = 0;
    replace(&self);
}
