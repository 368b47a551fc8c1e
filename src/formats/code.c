/* code.c - source code and data, which are no texts. The name alone does not decide: a file is code if most of its lines look like
 * code, or if its name says so and some of them do. Build files and settings are known by their names. */
#include "formats/code.h"
#include "formats/source_lines.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"

#include <string.h>

enum { HEAD = 16384, LEAST_LINES = 8, LONG_LINE = 1000 };

/* Letters alone end the names of other files too: the references of DUC are called D30001.M.100.T.C. */
static const char letters[] = "c h r m f y d s v";
static const char endings[] = "cc cpp cxx hpp hh hxx java js mjs cjs ts tsx jsx py pyi pyx rb go rs swift kt scala pl "
                              "pm php cs fs hs ml mli lua sh bash zsh ksh "
                              "fish awk jl sql css scss less vue svelte mm asm f90 f95 pas dart ex exs erl hrl clj "
                              "lisp el scm vb ps1 bat cmake gradle groovy tcl "
                              "vhd sv proto";

/* Files that hold no text, whatever their lines look like. */
static const char names[] = "makefile gnumakefile dockerfile containerfile cmakelists.txt meson.build rakefile gemfile "
                            "jenkinsfile vagrantfile justfile";
static const char data[] = "yml yaml ini cfg properties lock mk";

static bool starts(const char *line, size_t length, const char *word)
{
    return length >= strlen(word) && memcmp(line, word, strlen(word)) == 0;
}

/* Comments say nothing about whether a file is code. */
static bool is_comment(const char *line, size_t length)
{
    return starts(line, length, "//") || starts(line, length, "/*") || starts(line, length, "*") ||
           starts(line, length, "--") ||
           (line[0] == '#' && !starts(line, length, "#include") && !starts(line, length, "#define")) ||
           line[0] == ';' || line[0] == '%';
}

/* Whether an operator begins within the first `most` bytes: one test of a byte for most bytes of a text. */
static bool has_mark(const char *line, size_t length, size_t most)
{
    static const bool first[256] = {
        ['('] = 1, ['-'] = 1, [':'] = 1, ['='] = 1, ['&'] = 1, ['|'] = 1, ['['] = 1, ['"'] = 1};
    static const char *const marks[] = {"();", "->", "::", "==", "&&", "||", "=>", "[i]", "\":"};
    for (size_t at = 0; at < most; at++) {
        if (!first[(unsigned char)line[at]])
            continue;
        if (at && at + 1 < length && memcmp(line + at - 1, " = ", 3) == 0)
            return true;
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            if (starts(line + at, length - at, marks[i]))
                return true;
    }
    return most && most < length && starts(line + most - 1, length - most + 1, " = ");
}

static bool is_code(const char *line, size_t length)
{
    static const char *const words[] = {
        "#include", "#define", "import ",  "from ",    "def ",   "class ",  "function ", "return ", "if (",
        "for (",    "while (", "var ",     "let ",     "const ", "public ", "private ",  "static ", "elif ",
        "else:",    "try:",    "package ", "use ",     "fn ",    "func ",   "export ",   "local ",  "end",
        "void ",    "int ",    "struct ",  "typedef ", "echo ",  "fi",      "done",      "esac",    "then"};
    char last = line[length - 1];
    if (last == ';' || last == '{' || last == '}' || last == '(' ||
        (last == ':' && (starts(line, length, "def ") || starts(line, length, "if "))))
        return true;
    for (size_t i = 0; last != '.' && i < sizeof words / sizeof *words; i++)
        if (line[0] == words[i][0] && starts(line, length, words[i]))
            return true;
    return has_mark(line, length, length < 200 ? length : 200);
}

/* One long line without spaces: minified code, numbers, base64. */
static bool is_dense(const char *text, size_t length)
{
    size_t spaces = 0, ascii = 0, lines = 0;
    if (length < LONG_LINE)
        return false;
    for (size_t i = 0; i < length; i++) {
        spaces += text[i] == ' ';
        ascii += (unsigned char)text[i] < 0x80;
        lines += text[i] == '\n';
        if (spaces * 40 >= length) /* most texts, after a fifth of them */
            return false;
    }
    return ascii * 20 > length * 19 && lines * 60 < length;
}

/* Counts the lines that look like code and the others, without comments. */
static void count_lines(const char *text, size_t head, size_t *code, size_t *other)
{
    *code = *other = 0;
    for (size_t at = 0; at < head;) {
        const char *newline = memchr(text + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - text) : head, begin = at;
        at = end + 1;
        while (begin < end && kn_ascii_space(text[begin]))
            begin++;
        while (end > begin && kn_ascii_space(text[end - 1]))
            end--;
        if (begin == end || is_comment(text + begin, end - begin))
            continue;
        if (is_code(text + begin, end - begin))
            ++*code;
        else
            ++*other;
    }
}

bool kn_code_named(const char *name, const char *text, size_t length)
{
    size_t code, other;
    bool letter = kn_name_ends(name, letters);
    if (kn_name_is(name, names) || kn_name_ends(name, data))
        return true;
    if (!letter && !kn_name_ends(name, endings))
        return false;
    count_lines(text, length < HEAD ? length : HEAD, &code, &other);
    return code > 0 && (letter ? code * 5 >= (code + other) * 2 : code * 12 >= code + other);
}

bool kn_code_is(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD, code, other;
    if (starts(text, length, "#!") || (is_dense(text, head) && !kn_name_ends(name, "txt text")))
        return true;
    count_lines(text, head, &code, &other);
    return code + other >= LEAST_LINES && code * 5 >= (code + other) * 3;
}

knap_status kn_code_refuse(const kn_source *source, const kn_output *output, knap_error *error)
{
    (void)output;
    return kn_fail_at(
        error, KNAP_BAD_INPUT, source->name, 0,
        "this is source code or data, not a text: name a text about it, read its comments with --format comments, or "
        "read it as it is with --format text");
}

/* ---- Comments ---- */

typedef struct reader {
    kn_extract *extract;
    kn_text raw;
    bool inside; /* a comment of several lines */
    char quote;  /* that ends a text of Python; 0: none */
} reader;

static void end_paragraph(reader *self)
{
    kn_extract_add(self->extract, self->raw.bytes ? self->raw.bytes : "", self->raw.length);
    self->extract->failed |= self->raw.failed;
    self->raw.length = 0;
    kn_extract_end(self->extract, KNAP_BLOCK_PARAGRAPH, 0);
}

/* A line of a comment without the marks around it; an empty one ends the paragraph. */
static void add_comment(reader *self, const char *text, size_t length)
{
    while (length && (kn_ascii_space(*text) || strchr("/*#!;-=", *text)))
        text++, length--;
    while (length && (kn_ascii_space(text[length - 1]) || strchr("/*#-=", text[length - 1])))
        length--;
    if (length)
        kn_join_line(&self->raw, text, length);
    else
        end_paragraph(self);
}

static size_t find(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (size_t at = 0; at + size <= length; at++)
        if (text[at] == word[0] && memcmp(text + at, word, size) == 0)
            return at;
    return length;
}

static void read_line(reader *self, const char *text, size_t length)
{
    const char *close = self->quote ? self->quote == '"' ? "\"\"\"" : "'''" : "*/";
    size_t at;
    if (self->inside) {
        at = find(text, length, close);
        add_comment(self, text, at);
        self->inside = at == length;
        return;
    }
    self->quote = starts(text, length, "\"\"\"") ? '"' : starts(text, length, "'''") ? '\'' : 0;
    if (self->quote || starts(text, length, "/*")) {
        size_t size = self->quote ? 3 : 2;
        close = self->quote == '"' ? "\"\"\"" : self->quote ? "'''" : "*/";
        end_paragraph(self);
        at = size + find(text + size, length - size, close);
        add_comment(self, text + size, at - size);
        self->inside = at == length;
    } else if (starts(text, length, "//") ||
               (text[0] == '#' && !starts(text, length, "#include") && !starts(text, length, "#!") &&
                !starts(text, length, "#if") && !starts(text, length, "#e") && !starts(text, length, "#define")) ||
               starts(text, length, "-- ") || starts(text, length, ";;")) {
        add_comment(self, text, length);
    } else {
        end_paragraph(self);
    }
}

static knap_status extract_comments(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.extract = extract, .raw = {.allocator = source->allocator}};
    kn_source_lines lines;
    bool found = kn_source_lines_find(&lines, source->bytes, source->length, source->allocator);
    for (size_t at = 0; found && at < lines.count && !extract->failed; at++) {
        size_t length;
        const char *text = kn_source_line_text(&lines, at, &length);
        if (length)
            read_line(&self, text, length);
        else
            end_paragraph(&self);
    }
    end_paragraph(&self);
    kn_source_lines_free(&lines);
    kn_text_free(&self.raw);
    return found ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_comments_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_comments, error);
}
