/* entity.c - character references of HTML. The names are those of libxml2, which are all of HTML 4, and some of HTML 5 that people
 * write. Without libxml2 only the latter are known. */
#include "formats/entity.h"
#include "base/ascii.h"
#include "base/library.h"
#include "text/utf8.h"

#include <string.h>

#include <libxml/HTMLparser.h>

#define FUNCTIONS(X) X(htmlEntityLookup)
typedef struct libxml2 {
    FUNCTIONS(KN_FUNCTION_FIELD)
} libxml2;

size_t kn_entity_length(const char *text, size_t length)
{
    size_t at = 1;
    if (length < 3 || text[0] != '&')
        return 0;
    at += text[1] == '#';
    while (at < length && at < KN_LONGEST_ENTITY && (kn_ascii_letter(text[at]) || kn_ascii_digit(text[at])))
        at++;
    return at > 1 && at < length && text[at] == ';' ? at + 1 : 0;
}

static int32_t numbered(const char *text, size_t length)
{
    bool hex = length > 3 && (text[2] == 'x' || text[2] == 'X');
    int32_t code = 0;
    for (size_t i = 2 + hex; i + 1 < length && code <= 0x10FFFF; i++) {
        char lower = kn_ascii_lower(text[i]);
        if (!kn_ascii_digit(lower) && !(hex && lower >= 'a' && lower <= 'f'))
            return 0;
        code = code * (hex ? 16 : 10) + (kn_ascii_digit(lower) ? lower - '0' : lower - 'a' + 10);
    }
    return code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? code : 0;
}

static int32_t named(const char *name)
{
    static const struct {
        const char *name;
        int32_t code;
    } known[] = {{"amp", '&'},       {"lt", '<'},       {"gt", '>'},       {"quot", '"'},    {"nbsp", 0xA0},
                 {"apos", '\''},     {"num", '#'},      {"ast", '*'},      {"lowbar", '_'},  {"grave", '`'},
                 {"lbrack", '['},    {"rbrack", ']'},   {"lsqb", '['},     {"rsqb", ']'},    {"lcub", '{'},
                 {"rcub", '}'},      {"lbrace", '{'},   {"rbrace", '}'},   {"lpar", '('},    {"rpar", ')'},
                 {"vert", '|'},      {"verbar", '|'},   {"bsol", '\\'},    {"sol", '/'},     {"excl", '!'},
                 {"quest", '?'},     {"colon", ':'},    {"semi", ';'},     {"comma", ','},   {"period", '.'},
                 {"commat", '@'},    {"dollar", '$'},   {"percnt", '%'},   {"plus", '+'},    {"equals", '='},
                 {"hyphen", 0x2010}, {"check", 0x2713}, {"cross", 0x2717}, {"star", 0x2606}, {"starf", 0x2605},
                 {"NewLine", ' '},   {"Tab", ' '},      {"nbhy", 0x2011},  {"mldr", 0x2026}, {"horbar", 0x2015}};
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    const htmlEntityDesc *found;
    const char *missing;
    libxml2 lib;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].code;
    if (!kn_load_functions(KNAP_LIBXML2, names, 1, &lib, &missing))
        return 0;
    found = lib.htmlEntityLookup((const xmlChar *)name);
    return found ? (int32_t)found->value : 0;
}

size_t kn_entity(const char *text, size_t length, char bytes[4])
{
    char name[KN_LONGEST_ENTITY + 1];
    int32_t code;
    if (length < 4 || length > KN_LONGEST_ENTITY)
        return 0;
    if (text[1] == '#') {
        code = numbered(text, length);
    } else {
        memcpy(name, text + 1, length - 2);
        name[length - 2] = 0;
        code = named(name);
    }
    return code ? kn_utf8_write(code, bytes) : 0;
}
