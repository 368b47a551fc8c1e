/* pattern.c - regular expressions of tokenizer files, by ICU.
 *
 * An expression is translated construct by construct, and what is not known to mean the same in Oniguruma and in ICU is refused:
 * anchors, '.', \w, \b, look-behind, back references, options, set operations. */
#include "tokens/pattern.h"
#include "base/ascii.h"
#include "base/error.h"
#include "base/number.h"
#include "tokens/classes.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/uregex.h>

enum { MOST_STEPS = 500 }; /* of one match, in ICU's units of about a millisecond */
#include <unicode/ustring.h>
#include <unicode/utext.h>

/* ---- Translation ---- */

typedef struct translation {
    const unsigned char *text;
    size_t at, length;
    kn_text out;
    char *problem; /* [size] */
    size_t size;
    int depth;
} translation;

static bool refuse(translation *self, const char *what)
{
    kn_print(self->problem, self->size, "%s in the expression '%.200s'", what, (const char *)self->text);
    return false;
}

static int peek(const translation *self, size_t ahead)
{
    return self->at + ahead < self->length ? self->text[self->at + ahead] : -1;
}

static void put_literal(translation *self, int32_t code)
{
    kn_text_format(&self->out, "\\x{%X}", (unsigned)code);
}

static bool is_category(const char *name)
{
    static const char *const categories[] = {
        "L",   "Lu",       "Ll",       "Lt",     "Lm",    "Lo",    "M",        "Mn",     "Mc",     "Me",  "N",
        "Nd",  "Nl",       "No",       "P",      "Pc",    "Pd",    "Ps",       "Pe",     "Pi",     "Pf",  "Po",
        "S",   "Sm",       "Sc",       "Sk",     "So",    "Z",     "Zs",       "Zl",     "Zp",     "Cc",  "Cf",
        "Han", "Hiragana", "Katakana", "Hangul", "Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Thai"};
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        if (strcmp(categories[i], name) == 0)
            return true;
    return false;
}

/* Whether a category has this name: "Lu" and "L" for upper-case letters. */
static bool is_named(unsigned category, const char *name)
{
    static const char *const names[U_CHAR_CATEGORY_COUNT] = {
        [U_UPPERCASE_LETTER] = "Lu",     [U_LOWERCASE_LETTER] = "Ll", [U_MODIFIER_LETTER] = "Lm",
        [U_OTHER_LETTER] = "Lo",         [U_NON_SPACING_MARK] = "Mn", [U_COMBINING_SPACING_MARK] = "Mc",
        [U_DECIMAL_DIGIT_NUMBER] = "Nd", [U_DASH_PUNCTUATION] = "Pd", [U_OTHER_PUNCTUATION] = "Po",
        [U_MATH_SYMBOL] = "Sm",          [U_OTHER_SYMBOL] = "So"};
    return names[category] && strncmp(names[category], name, strlen(name)) == 0;
}

/* \p{NAME} or \P{NAME}, with the characters that ICU does not know yet. */
static void put_property(translation *self, bool negated, const char *name)
{
    size_t count;
    const kn_category_range *later = kn_later_categories(&count);
    kn_text_format(&self->out, "[%s\\p{%s}", negated ? "^" : "", name);
    for (size_t i = 0; i < count; i++)
        if (is_named(later[i].category, name))
            kn_text_format(&self->out, "\\x{%X}-\\x{%X}", (unsigned)later[i].begin, (unsigned)later[i].end);
    kn_text_byte(&self->out, ']');
}

/* \p{NAME} after its backslash. */
static bool translate_property(translation *self)
{
    char name[16];
    size_t count = 0;
    int letter = peek(self, 0);
    if (peek(self, 1) != '{')
        return refuse(self, "\\p without {NAME} is not supported");
    self->at += 2;
    while (peek(self, 0) >= 0 && peek(self, 0) != '}' && count + 1 < sizeof name)
        name[count++] = (char)self->text[self->at++];
    name[count] = 0;
    if (peek(self, 0) != '}' || !is_category(name))
        return refuse(self, "a property other than general categories and some scripts is not supported");
    self->at++;
    put_property(self, letter == 'P', name);
    return true;
}

static bool translate_escape(translation *self)
{
    int c = peek(self, 1);
    self->at++;
    if (c == 'p' || c == 'P')
        return translate_property(self);
    self->at++;
    switch (c) {
    case 's':
    case 'S':
    case 'd':
    case 'D':
        kn_text_format(&self->out, "\\%c", c);
        return true;
    case 'n':
        put_literal(self, '\n');
        return true;
    case 'r':
        put_literal(self, '\r');
        return true;
    case 't':
        put_literal(self, '\t');
        return true;
    default:
        if (c <= ' ' || c >= 127 || kn_ascii_letter((char)c) || kn_ascii_digit((char)c))
            return refuse(self, "an escape other than \\s \\S \\d \\D \\p \\P \\n \\r \\t is not supported");
        put_literal(self, c);
        return true;
    }
}

/* [...] */
static bool translate_class(translation *self)
{
    bool first = true, can_begin = false,
         ends = false; /* whether the last character can begin a range, or ends one now */
    kn_text_byte(&self->out, '[');
    self->at++;
    if (peek(self, 0) == '^') {
        kn_text_byte(&self->out, '^');
        self->at++;
    }
    for (;; first = false) {
        int c = peek(self, 0);
        if (c < 0 || (c == ']' && first))
            return refuse(self, "a set of characters without end, or one that begins with ']',");
        if (c == ']')
            break;
        if (c == '[' || (c == '&' && peek(self, 1) == '&'))
            return refuse(self, "a set inside a set is not supported");
        if (c == '\\') {
            if (ends || !translate_escape(self))
                return ends ? refuse(self, "a range up to an escape is not supported") : false;
            can_begin = false;
        } else if (c == '-' && !first && !ends && peek(self, 1) != ']') {
            if (!can_begin)
                return refuse(self, "a '-' that is no range between two characters is not supported");
            kn_text_byte(&self->out, '-');
            self->at++;
            ends = true;
        } else {
            put_literal(self, kn_code_next(self->text, &self->at));
            can_begin = !ends;
            ends = false;
        }
    }
    self->at++;
    kn_text_byte(&self->out, ']');
    return true;
}

/* ? * + {m} {m,} {m,n} after an atom, and a possessive + or a lazy ? after the first three. */
static bool translate_quantifier(translation *self)
{
    int c = peek(self, 0);
    if (c == '?' || c == '*' || c == '+') {
        kn_text_byte(&self->out, c);
        self->at++;
        c = peek(self, 0);
        if (c == '?' || c == '+') {
            kn_text_byte(&self->out, c);
            self->at++;
        }
    } else if (c == '{') {
        if (peek(self, 1) < '0' || peek(self, 1) > '9')
            return refuse(self, "a '{' that is no repetition {m}, {m,} or {m,n} is not supported");
        for (c = peek(self, 0); c != '}'; c = peek(self, 0)) {
            if (c != '{' && c != ',' && (c < '0' || c > '9'))
                return refuse(self, "a '{' that is no repetition {m}, {m,} or {m,n} is not supported");
            kn_text_byte(&self->out, c);
            self->at++;
        }
        kn_text_byte(&self->out, '}');
        self->at++;
    } else {
        return true;
    }
    c = peek(self, 0);
    if (c == '?' || c == '*' || c == '+' || c == '{')
        return refuse(self, "two repetitions one after the other are not supported");
    return true;
}

static bool begins(const translation *self, const char *with)
{
    size_t length = strlen(with);
    return self->length - self->at >= length && memcmp(self->text + self->at, with, length) == 0;
}

/* The expression up to its end or to the ')' of a group. */
static bool translate_group(translation *self)
{
    /* Without regard to case, some letters equal two others (ss and U+00DF) in one library and not in the other. */
    static const char *const any_case[] = {"(?i:'s|'t|'re|'ve|'m|'ll|'d)", "(?i:[sdmt]|ll|ve|re)", NULL};
    static const char *const groups[] = {"(?:", "(?=", "(?!", NULL};
    const char *open = NULL;
    for (size_t i = 0; any_case[i]; i++)
        if (begins(self, any_case[i])) {
            kn_text_add(&self->out, any_case[i], strlen(any_case[i]));
            self->at += strlen(any_case[i]);
            return translate_quantifier(self);
        }
    for (size_t i = 0; groups[i]; i++)
        if (begins(self, groups[i]))
            open = groups[i];
    if (!open && peek(self, 1) == '?')
        return refuse(self, "a group other than (...), (?:...), (?=...), (?!...) is not supported");
    open = open ? open : "(";
    kn_text_add(&self->out, open, strlen(open));
    self->at += strlen(open);
    self->depth++;
    return true;
}

static bool translate(translation *self)
{
    while (self->at < self->length) {
        int c = peek(self, 0);
        bool fine = true, atom = true;
        if (c == '(' || c == '|') {
            atom = false;
            if (c == '(')
                fine = translate_group(self);
            else {
                kn_text_byte(&self->out, '|');
                self->at++;
            }
        } else if (c == ')') {
            if (--self->depth < 0)
                return refuse(self, "a ')' without '('");
            kn_text_byte(&self->out, ')');
            self->at++;
        } else if (c == '[') {
            fine = translate_class(self);
        } else if (c == '\\') {
            fine = translate_escape(self);
        } else if (c == '.' || c == '^' || c == '$') {
            return refuse(self, "'.', '^' or '$' is not supported");
        } else if (c == '?' || c == '*' || c == '+' || c == '{') {
            return refuse(self, "a repetition of nothing");
        } else {
            put_literal(self, kn_code_next(self->text, &self->at));
        }
        if (!fine || (atom && !translate_quantifier(self)))
            return false;
    }
    return self->depth == 0 || refuse(self, "a '(' without ')'");
}

/* ---- Compilation ---- */

static knap_status compile(kn_pattern *pattern, const kn_text *expression, const knap_allocator *allocator,
                           char *problem, size_t size)
{
    static const char *const names[] = {KN_REGEX_FUNCTIONS(KN_FUNCTION_NAME)};
    UErrorCode code = U_ZERO_ERROR;
    int32_t length = (int32_t)expression->length;
    const char *missing;
    UChar *units;
    if (!kn_load_functions(KNAP_ICU_I18N, names, sizeof names / sizeof *names, &pattern->icu, &missing)) {
        kn_print(problem, size, "its expression needs the library %s%s%s: install it", KNAP_ICU_I18N,
                 missing ? " with the function " : "", missing ? missing : "");
        return KNAP_BAD_INPUT;
    }
    units = kn_new(allocator, expression->length + 1, sizeof *units);
    if (!units)
        return KNAP_NO_MEMORY;
    u_charsToUChars(expression->bytes, units, length); /* the translation is ASCII */
    pattern->regex = pattern->icu.uregex_open(units, length, 0, NULL, &code);
    kn_free(allocator, units, expression->length + 1, sizeof *units);
    if (code == U_MEMORY_ALLOCATION_ERROR)
        return KNAP_NO_MEMORY;
    if (U_SUCCESS(code))
        return KNAP_OK;
    kn_print(problem, size, "ICU does not accept the expression '%.200s': %s", expression->bytes, u_errorName(code));
    return KNAP_BAD_INPUT;
}

knap_status kn_pattern_compile(kn_pattern *pattern, const char *expression, size_t length,
                               const knap_allocator *allocator, char *problem, size_t size)
{
    *pattern = (kn_pattern){0};
    pattern->splitter = memchr(expression, 0, length) ? NULL : kn_splitter_of(expression);
    if (pattern->splitter)
        return KNAP_OK;
    translation self = {.text = (const unsigned char *)expression,
                        .length = length,
                        .out = {.allocator = allocator},
                        .problem = problem,
                        .size = size};
    knap_status status = KNAP_BAD_INPUT;
    if (length == 0 || length > 10000)
        kn_print(problem, size, "an expression of %zu bytes is not supported", length);
    else if (translate(&self))
        status = self.out.failed ? KNAP_NO_MEMORY : compile(pattern, &self.out, allocator, problem, size);
    else if (self.out.failed)
        status = KNAP_NO_MEMORY;
    kn_text_free(&self.out);
    return status;
}

void kn_pattern_free(kn_pattern *pattern)
{
    if (pattern->regex)
        pattern->icu.uregex_close(pattern->regex);
    pattern->regex = NULL;
}

/* ---- Search ---- */

static knap_status icu_failure(UErrorCode code, knap_error *error)
{
    if (code == U_MEMORY_ALLOCATION_ERROR)
        return kn_no_memory(error);
    return kn_fail(error, KNAP_BAD_INPUT, "ICU cannot match the tokenizer's expression in this text: %s",
                   u_errorName(code));
}

knap_status kn_search_begin(kn_search *search, const kn_pattern *pattern, knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    *search = (kn_search){.pattern = pattern};
    if (!pattern->regex)
        return KNAP_OK;
    search->regex = pattern->icu.uregex_clone(pattern->regex, &code);
    if (U_SUCCESS(code)) /* an expression such as (a|a)*b tries all ways to read a text, which does not end */
        pattern->icu.uregex_setTimeLimit(search->regex, MOST_STEPS, &code);
    if (U_SUCCESS(code))
        search->utext = utext_openUTF8(NULL, "", 0, &code);
    return U_FAILURE(code) ? icu_failure(code, error) : KNAP_OK;
}

knap_status kn_search_text(kn_search *search, const char *text, size_t length, knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    search->text = text;
    search->length = length;
    if (!search->regex)
        return KNAP_OK;
    utext_openUTF8(search->utext, text, (int64_t)length, &code);
    search->pattern->icu.uregex_setUText(search->regex, search->utext, &code);
    return U_FAILURE(code) ? icu_failure(code, error) : KNAP_OK;
}

static void find_literal(const kn_search *search, size_t from, size_t *begin, size_t *end)
{
    const char *text = search->text, *literal = search->pattern->literal;
    size_t size = search->pattern->length;
    while (search->length - from >= size) {
        const char *found = memchr(text + from, literal[0], search->length - from - size + 1);
        if (!found)
            break;
        from = (size_t)(found - text);
        if (memcmp(found, literal, size) == 0) {
            *begin = from;
            *end = from + size;
            return;
        }
        from++;
    }
}

knap_status kn_search_next(kn_search *search, size_t from, size_t *begin, size_t *end, knap_error *error)
{
    UErrorCode code = U_ZERO_ERROR;
    *begin = *end = search->length;
    if (from >= search->length)
        return KNAP_OK;
    if (search->pattern->literal) {
        find_literal(search, from, begin, end);
    } else if (search->pattern->splitter) {
        *begin = from;
        *end = search->pattern->splitter((const unsigned char *)search->text, from, search->length);
    } else {
        /* ICU goes on after its last match, which ended at `from` */
        const kn_regex_library *icu = &search->pattern->icu;
        bool found =
            from == 0 ? icu->uregex_find64(search->regex, 0, &code) : icu->uregex_findNext(search->regex, &code);
        if (found) {
            *begin = (size_t)icu->uregex_start64(search->regex, 0, &code);
            *end = (size_t)icu->uregex_end64(search->regex, 0, &code);
        }
        if (U_FAILURE(code))
            return icu_failure(code, error);
        if (found && *begin == *end)
            return kn_fail(error, KNAP_BAD_INPUT,
                           "the tokenizer's expression matches the empty text, which is not supported");
    }
    return KNAP_OK;
}

void kn_search_end(kn_search *search)
{
    if (search->regex)
        search->pattern->icu.uregex_close(search->regex);
    if (search->utext)
        utext_close(search->utext);
}
