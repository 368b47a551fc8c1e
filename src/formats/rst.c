/* rst.c - reStructuredText, read line by line: blocks follow from indentation and from the first characters of a line.
 *
 *     lines -> titles, lists, directives, tables, paragraphs -> text without marks (rst_inline.c) */
#include "formats/rst.h"
#include "base/utf8.h"
#include "formats/source_lines.h"
#include "formats/name.h"
#include "formats/rst_inline.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 8192, DEEPEST = 24, STYLES = 16, LONGEST_TABLE = 1000, MOST_NAMES = 4096 };

typedef struct reader {
    kn_extract *extract;
    kn_source_lines lines;
    kn_text raw; /* the open paragraph with its marks */
    kn_rst_names names;
    kn_rst_substitution *substitution;
    char style[STYLES]; /* the marks of titles by their level; negative with a line above too */
    unsigned styles;
    int depth;
} reader;

/* What the text of a part of the file is. */
typedef struct part {
    size_t at, end, indent; /* lines */
    knap_block kind;
    unsigned level; /* of list items */
} part;

static void read_part(reader *self, part in);

/* ---- Lines ---- */

static const char *line_text(const reader *self, size_t at, size_t *length)
{
    return kn_source_line_text(&self->lines, at, length);
}

static bool is_blank(const reader *self, size_t at)
{
    return kn_source_line_is_blank(&self->lines, at);
}

static bool starts(const reader *self, size_t at, const char *start)
{
    return kn_source_line_starts(&self->lines, at, start);
}

static size_t indent_of(const reader *self, size_t at)
{
    return self->lines.line[at].indent;
}

/* The first line from `at` on that is not indented by more than `indent`; blank lines before it belong to it. */
static size_t end_of_indented(const reader *self, size_t at, size_t end, size_t indent)
{
    size_t last = at;
    for (; at < end; at++) {
        if (is_blank(self, at))
            continue;
        if (indent_of(self, at) <= indent)
            break;
        last = at + 1;
    }
    return last;
}

static size_t least_indent(const reader *self, size_t at, size_t end)
{
    size_t least = (size_t)-1;
    for (; at < end; at++)
        if (!is_blank(self, at) && indent_of(self, at) < least)
            least = indent_of(self, at);
    return least;
}

/* The mark of a line that is nothing but three or more of one punctuation mark; 0 for other lines. */
static char adornment(const reader *self, size_t at)
{
    size_t length;
    const char *text = line_text(self, at, &length);
    if (length < 2 || !strchr("=-~^\"'`#*+.:_<>!$%&,;/|@", text[0]))
        return 0;
    for (size_t i = 1; i < length; i++)
        if (text[i] != text[0])
            return 0;
    return text[0];
}

static size_t width_of(const reader *self, size_t at)
{
    size_t length;
    const char *text = line_text(self, at, &length);
    return kn_utf8_count(text, length);
}

/* ---- Text ---- */

static void end_text(reader *self, knap_block kind, unsigned level)
{
    kn_rst_inline(self->extract, &self->names, self->raw.bytes ? self->raw.bytes : "", self->raw.length);
    self->extract->failed |= self->raw.failed;
    self->raw.length = 0;
    kn_extract_end(self->extract, kind, level);
}

static void add_line(reader *self, size_t at)
{
    size_t length;
    const char *text = line_text(self, at, &length);
    kn_join_line(&self->raw, text, length);
}

/* The lines as they are, one block. */
static void add_verbatim(reader *self, size_t at, size_t end, knap_block kind)
{
    for (; at < end; at++) {
        size_t length;
        const char *text = line_text(self, at, &length);
        kn_extract_add(self->extract, text, length);
        kn_extract_add(self->extract, " ", 1);
    }
    kn_extract_end(self->extract, kind, 0);
}

static void read_inner(reader *self, size_t at, size_t end, knap_block kind, unsigned level)
{
    size_t indent = least_indent(self, at, end);
    if (indent == (size_t)-1)
        return;
    if (self->depth >= DEEPEST)
        add_verbatim(self, at, end, kind);
    else
        read_part(self, (part){at, end, indent, kind, level});
}

/* ---- Titles ---- */

static unsigned level_of(reader *self, char mark, bool above)
{
    char style = above ? (char)-mark : mark;
    for (unsigned i = 0; i < self->styles; i++)
        if (self->style[i] == style)
            return i + 1;
    if (self->styles < STYLES)
        self->style[self->styles++] = style;
    return self->styles;
}

/* A title with a line under it, and perhaps above; returns the line after it, or `at` where there is none. */
static size_t read_title(reader *self, size_t at, size_t end)
{
    char mark = adornment(self, at);
    size_t width = width_of(self, at);
    if (mark && at + 2 < end && !is_blank(self, at + 1) && adornment(self, at + 2) == mark &&
        !adornment(self, at + 1) && width + 2 >= width_of(self, at + 1)) {
        add_line(self, at + 1);
        end_text(self, KNAP_BLOCK_HEADING, level_of(self, mark, true));
        return at + 3;
    }
    if (at + 1 < end && !mark && indent_of(self, at + 1) == indent_of(self, at)) {
        mark = adornment(self, at + 1);
        if (mark && (width_of(self, at + 1) >= width || width_of(self, at + 1) >= 4) &&
            width_of(self, at + 1) + 4 >= width && width_of(self, at + 1) <= 2 * width + 40) {
            add_line(self, at);
            end_text(self, KNAP_BLOCK_HEADING, level_of(self, mark, false));
            return at + 2;
        }
    }
    return at;
}

/* ---- Tables ---- */

/* A border of a simple table: "=====  ====". */
static bool is_border(const reader *self, size_t at)
{
    size_t length, gaps = 0;
    const char *text = line_text(self, at, &length);
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '=' && text[i] != ' ')
            return false;
        gaps += text[i] == ' ' && text[i - 1] == '=';
    }
    return length > 2 && gaps > 0;
}

static size_t read_table(reader *self, size_t at, size_t end)
{
    size_t to = at, most = end - at > LONGEST_TABLE ? at + LONGEST_TABLE : end;
    if (starts(self, at, "+-") || starts(self, at, "+=")) {
        while (to < end && (starts(self, to, "+") || starts(self, to, "|")))
            to++;
        if (to == at + 1)
            return at;
    } else if (is_border(self, at)) {
        for (to = at + 1; to < most && !(is_border(self, to) && is_blank(self, to + 1));)
            to++;
        to = to < most ? to + 1 : at + 1;
    }
    for (; at < to; at++) {
        size_t length, begin = 0;
        const char *text = line_text(self, at, &length);
        if (text[0] == '+' || is_border(self, at))
            continue;
        if (length > 1 && text[0] == '|' && text[length - 1] == '|') {
            begin = 1;
            length--;
        }
        kn_rst_inline(self->extract, &self->names, text + begin, length - begin);
        kn_extract_end(self->extract, KNAP_BLOCK_TABLE, 0);
    }
    return to;
}

/* ---- Lists ---- */

/* The columns of the mark of a list item and the spaces behind it; 0 where the line begins with none. */
static size_t item_mark(const reader *self, size_t at, size_t end)
{
    size_t length, i = 0, first;
    const char *text = line_text(self, at, &length);
    bool numbered = false;
    if (length > 2 && strchr("-*+", text[0]) && text[1] == ' ') {
        i = 1;
    } else if (length > 4 && memcmp(text, "\xE2\x80\xA2 ", 4) == 0) {
        i = 3;
    } else {
        i = length > 0 && text[0] == '(';
        first = i;
        while (i < length && kn_ascii_digit(text[i]) && i < first + 3)
            i++;
        if (i == first && i < length && (kn_ascii_letter(text[i]) || text[i] == '#'))
            i++;
        if (i == first || i + 1 >= length || !strchr(text[0] == '(' ? ")" : ".)", text[i]) || text[i + 1] != ' ')
            return 0;
        numbered = true;
        i++;
    }
    while (i < length && text[i] == ' ')
        i++;
    /* "A. Smith wrote" is no item: the next line would be indented */
    if (numbered && at + 1 < end && !is_blank(self, at + 1) && indent_of(self, at + 1) <= indent_of(self, at) &&
        item_mark(self, at + 1, at + 1) == 0)
        return 0;
    return i;
}

static size_t read_item(reader *self, const part *in, size_t at, size_t mark)
{
    kn_source_line *line = &self->lines.line[at];
    size_t end = end_of_indented(self, at + 1, in->end, in->indent);
    size_t width = kn_utf8_count(self->lines.text + line->begin, mark);
    line->begin += mark;
    line->indent += width;
    read_inner(self, at, end > at ? end : at + 1,
               in->kind == KNAP_BLOCK_PARAGRAPH || in->kind == KNAP_BLOCK_QUOTE ? KNAP_BLOCK_ITEM : in->kind,
               in->level + 1);
    return end > at ? end : at + 1;
}

/* A term and its definition. The colon makes the definition depend on the term. */
static size_t read_definition(reader *self, const part *in, size_t at, size_t term)
{
    size_t end = end_of_indented(self, at + 1, in->end, in->indent), length;
    kn_source_line *line = &self->lines.line[at];
    const char *text = line_text(self, at, &length);
    bool item = in->kind == KNAP_BLOCK_PARAGRAPH || in->kind == KNAP_BLOCK_ITEM || in->kind == KNAP_BLOCK_QUOTE;
    kn_rst_inline(self->extract, &self->names, text, term);
    if (term && !strchr(":.", text[term - 1]))
        kn_extract_add(self->extract, ":", 1);
    kn_extract_end(self->extract, item ? KNAP_BLOCK_ITEM : in->kind, item ? in->level + 1 : 0);
    line->begin += term;
    while (line->begin < line->end && self->lines.text[line->begin] == ' ')
        line->begin++;
    line->indent = at + 1 < end ? least_indent(self, at + 1, end) : in->indent + 4;
    read_inner(self, at, end > at ? end : at + 1, item ? KNAP_BLOCK_ITEM : in->kind, in->level + 2);
    return end > at ? end : at + 1;
}

/* The length of the option of "-o FILE  description" or of the whole line where the description is below it; 0: no option. */
static size_t option_length(const reader *self, size_t at, size_t end, size_t indent)
{
    size_t length;
    const char *text = line_text(self, at, &length);
    if (length < 2 || text[0] != '-' || !(kn_ascii_letter(text[1]) || kn_ascii_digit(text[1]) || text[1] == '-'))
        return 0;
    for (size_t i = 1; i + 1 < length; i++)
        if (text[i] == ' ' && text[i + 1] == ' ')
            return i;
    return at + 1 < end && !is_blank(self, at + 1) && indent_of(self, at + 1) > indent ? length : 0;
}

/* ---- Explicit markup ---- */

/* ":name: value" lines at the start of the content of a directive, and blank lines. */
static size_t skip_options(const reader *self, size_t at, size_t end)
{
    while (at < end && starts(self, at, ":") && !starts(self, at, ":`"))
        at++;
    return at;
}

/* A directive: `name` and `argument` stand in line `at`, its content in the lines up to `end`. */
static void read_directive(reader *self, const part *in, size_t at, size_t end, const char *name, size_t length,
                           size_t argument)
{
    static const char code[] = "code code-block sourcecode literalinclude parsed-literal highlight math raw doctest "
                               "testcode testoutput testsetup "
                               "prompt console graphviz mermaid plot ipython command-output program-output "
                               "productionlist digraph uml plantuml "
                               "jinja exec sphinx_argparse_cli";
    static const char dropped[] =
        "image contents index sectnum include meta currentmodule module default-role role target-notes header footer "
        "autosummary automodule autoclass autofunction automethod autoexception autodata autoattribute py:module "
        "py:currentmodule default-domain tabularcolumns highlightlang spelling todo todolist section-numbering unicode "
        "date "
        "youtube video moduleauthor sectionauthor codeauthor title click argparse";
    static const char notes[] = "versionadded versionchanged deprecated versionremoved deprecated-removed";
    static const char titled[] =
        "topic admonition sidebar rubric tab-item tab dropdown card grid-item-card collapse details";
    static const char prose[] = "note warning tip important hint caution danger attention error epigraph highlights "
                                "pull-quote compound centered glossary";
    static const char named[] = "container only grid tab-set tabs hlist ifconfig cssclass rst-class";
    kn_source_line *line = &self->lines.line[at];
    size_t content = skip_options(self, at + 1, end);
    bool object = memchr(name, ':', length) != NULL ||
                  kn_is_among(name, length,
                              "function method class attribute data exception option envvar describe confval "
                              "cmdoption program staticmethod classmethod decorator property object macro type "
                              "signature setting event");
    line->begin = argument;
    if (kn_is_among(name, length, code)) {
        add_verbatim(self, content, end, KNAP_BLOCK_CODE);
    } else if (kn_is_among(name, length, dropped)) {
        return;
    } else if (kn_is_among(name, length, "toctree seealso")) {
        add_verbatim(self, content, end, KNAP_BLOCK_FURNITURE);
    } else if (kn_is_among(name, length, "table csv-table list-table flat-table")) {
        if (!is_blank(self, at)) {
            add_line(self, at);
            end_text(self, KNAP_BLOCK_CAPTION, 0);
        }
        add_verbatim(self, content, end, KNAP_BLOCK_TABLE);
    } else if (kn_is_among(name, length, "figure")) {
        read_inner(self, content, end, KNAP_BLOCK_CAPTION, 0);
    } else if (kn_is_among(name, length, titled)) {
        add_line(self, at);
        end_text(self, KNAP_BLOCK_HEADING, 0);
        read_inner(self, content, end, in->kind, in->level);
    } else if (object) {
        add_verbatim(self, at, at + 1, KNAP_BLOCK_CODE);
        read_inner(self, content, end, in->kind, in->level);
    } else if (kn_is_among(name, length, named)) { /* the argument is not shown */
        read_inner(self, content, end, in->kind, in->level);
    } else if (kn_is_among(name, length, notes) || kn_is_among(name, length, prose)) {
        knap_block kind = kn_is_among(name, length, notes) ? KNAP_BLOCK_NOTE : in->kind;
        size_t first = content < end ? least_indent(self, content, end) : in->indent + 3;
        /* the text may begin in the line of the directive */
        line->indent = first == (size_t)-1 ? in->indent + 3 : first;
        read_inner(self, is_blank(self, at) || kind == KNAP_BLOCK_NOTE ? content : at, end, kind, in->level);
    } else {
        add_verbatim(self, content, end, KNAP_BLOCK_FURNITURE);
    }
}

/* Lines that begin with ".. ": directives, footnotes, citations, targets, substitutions and comments. */
static size_t read_explicit(reader *self, const part *in, size_t at)
{
    size_t end = end_of_indented(self, at + 1, in->end, in->indent), length, name = 3;
    kn_source_line *line = &self->lines.line[at];
    const char *text = line_text(self, at, &length), *close;
    end = end > at ? end : at + 1;
    while (name < length && text[name] == ' ')
        name++;
    if (name >= length || text[name] == '_' || text[name] == '|')
        return end;
    close = text[name] == '[' ? memchr(text + name, ']', length - name) : NULL;
    if (close) {
        knap_block kind =
            kn_ascii_digit(text[name + 1]) || strchr("#*", text[name + 1]) ? KNAP_BLOCK_NOTE : KNAP_BLOCK_REFERENCE;
        size_t first = at + 1 < end ? least_indent(self, at + 1, end) : in->indent + 3;
        line->begin += (size_t)(close + 1 - text);
        while (line->begin < line->end && self->lines.text[line->begin] == ' ')
            line->begin++;
        line->indent = first == (size_t)-1 ? in->indent + 3 : first;
        read_inner(self, at, end, kind, 0);
        return end;
    }
    for (size_t i = name;
         i + 1 < length && (kn_ascii_letter(text[i]) || kn_ascii_digit(text[i]) || strchr("-_+.:", text[i])); i++)
        if (text[i] == ':' && text[i + 1] == ':') {
            size_t argument = i + 2;
            while (argument < length && text[argument] == ' ')
                argument++;
            read_directive(self, in, at, end, text + name, i - name, line->begin + argument);
            break;
        }
    return end;
}

/* ":name: value", its length up to the second colon; 0: no field. */
static size_t field_length(const reader *self, size_t at)
{
    size_t length;
    const char *text = line_text(self, at, &length);
    if (length < 3 || text[0] != ':' || text[1] == ' ' || text[1] == ':')
        return 0;
    for (size_t i = 1; i < length && i < 80; i++) {
        if (text[i] == '`')
            return 0;
        if (text[i] == ':' && (i + 1 == length || text[i + 1] == ' '))
            return i + 1;
    }
    return 0;
}

static size_t read_field(reader *self, const part *in, size_t at, size_t name)
{
    size_t end = end_of_indented(self, at + 1, in->end, in->indent), length;
    const char *text = line_text(self, at, &length);
    char value[32] = "";
    end = end > at ? end : at + 1;
    if (name == 6 && kn_ascii_same_start(text, ":date:", 6) && length - name < sizeof value) {
        memcpy(value, text + name, length - name);
        self->extract->date = kn_date_of_name(value);
    }
    add_verbatim(self, at, end, KNAP_BLOCK_FURNITURE);
    return end;
}

/* ---- Paragraphs ---- */

/* A paragraph, and the literal block that "::" at its end announces. */
static size_t read_paragraph(reader *self, const part *in, size_t at)
{
    size_t to = at, end;
    bool literal;
    while (to < in->end && !is_blank(self, to) && (to == at || indent_of(self, to) == in->indent))
        add_line(self, to++);
    literal = self->raw.length >= 2 && memcmp(self->raw.bytes + self->raw.length - 2, "::", 2) == 0;
    if (literal)
        self->raw.length -= self->raw.length == 2 ? 2 : 1;
    end_text(self, in->kind, in->kind == KNAP_BLOCK_ITEM ? in->level : 0);
    if (!literal)
        return to;
    end = end_of_indented(self, to, in->end, in->indent);
    if (end > to)
        add_verbatim(self, to, end, KNAP_BLOCK_CODE);
    return end > to ? end : to;
}

static size_t read_block(reader *self, const part *in, size_t at)
{
    size_t length, end, mark;
    const char *text = line_text(self, at, &length);
    if (indent_of(self, at) > in->indent) {
        end = end_of_indented(self, at, in->end, in->indent);
        read_inner(self, at, end, in->kind == KNAP_BLOCK_PARAGRAPH ? KNAP_BLOCK_QUOTE : in->kind, in->level);
        return end;
    }
    if (starts(self, at, "..") && (length == 2 || text[2] == ' '))
        return read_explicit(self, in, at);
    if (starts(self, at, "__ "))
        return at + 1;
    if ((end = read_table(self, at, in->end)) > at || (end = read_title(self, at, in->end)) > at)
        return end;
    if (adornment(self, at) && length > 2)
        return at + (memcmp(text, "::", length < 2 ? length : 2) != 0 || length > 2); /* a rule */
    if ((mark = item_mark(self, at, in->end)) > 0)
        return read_item(self, in, at, mark);
    if ((mark = option_length(self, at, in->end, in->indent)) > 0)
        return read_definition(self, in, at, mark);
    if ((mark = field_length(self, at)) > 0)
        return read_field(self, in, at, mark);
    if (starts(self, at, ">>> ") || starts(self, at, "| ")) {
        for (end = at; end < in->end && !is_blank(self, end);)
            end++;
        add_verbatim(self, at, end, text[0] == '>' ? KNAP_BLOCK_CODE : KNAP_BLOCK_QUOTE);
        return end;
    }
    if (at + 1 < in->end && !is_blank(self, at + 1) && indent_of(self, at + 1) > in->indent &&
        !(length >= 2 && memcmp(text + length - 2, "::", 2) == 0))
        return read_definition(self, in, at, length);
    return read_paragraph(self, in, at);
}

static void read_part(reader *self, part in)
{
    self->depth++;
    for (size_t at = in.at; at < in.end && !self->extract->failed;) {
        if (is_blank(self, at))
            at++;
        else
            at = read_block(self, &in, at);
    }
    self->depth--;
}

/* ---- The file ---- */

/* ".. |name| replace:: text"; the text is empty for other kinds. */
static bool find_names(reader *self)
{
    for (size_t at = 0; at < self->lines.count && self->names.count < MOST_NAMES; at++) {
        size_t length;
        const char *text = line_text(self, at, &length), *close, *kind;
        kn_rst_substitution found;
        if (!starts(self, at, ".. |") || (close = memchr(text + 4, '|', length - 4)) == NULL)
            continue;
        found = (kn_rst_substitution){.name = text + 4, .name_length = (size_t)(close - text) - 4, .text = ""};
        kind = close + 1;
        while (kind < text + length && *kind == ' ')
            kind++;
        if ((size_t)(text + length - kind) > 9 && memcmp(kind, "replace::", 9) == 0) {
            found.text = kind + 9;
            found.text_length = (size_t)(text + length - found.text);
        }
        if (!KN_ROOM(self->lines.allocator, self->substitution, self->names.count + 1))
            return false;
        self->substitution[self->names.count++] = found;
    }
    if (self->names.count)
        qsort(self->substitution, self->names.count, sizeof *self->substitution, kn_rst_compare_names);
    self->names.list = self->substitution;
    return true;
}

/* The fields before the text of a PEP: "PEP: 8", "Title: ...". */
static size_t read_header(reader *self)
{
    size_t at = 0;
    if (!starts(self, 0, "PEP: "))
        return 0;
    for (; !is_blank(self, at); at++) {
        bool title = starts(self, at, "Title: ");
        self->lines.line[at].begin += title ? 7 : 0;
        add_line(self, at);
        end_text(self, title ? KNAP_BLOCK_HEADING : KNAP_BLOCK_FURNITURE, title ? 1 : 0);
    }
    level_of(self, 1, true); /* the title is of the first level */
    return at;
}

static knap_status extract_rst(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.extract = extract, .raw = {.allocator = source->allocator}};
    bool found =
        kn_source_lines_find(&self.lines, source->bytes, source->length, source->allocator) && find_names(&self);
    if (found)
        read_part(&self, (part){.at = read_header(&self), .end = self.lines.count});
    kn_source_lines_free(&self.lines);
    KN_RELEASE(source->allocator, self.substitution);
    kn_text_free(&self.raw);
    return found ? KNAP_OK : kn_no_memory(error);
}

knap_status kn_rst_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_rst, error);
}

/* ---- Recognising ---- */

enum { SIGN_DIRECTIVE = 1, SIGN_TARGET = 2, SIGN_ROLE = 4, SIGN_LINK = 8, SIGN_LITERAL = 16, SIGN_TITLE = 32 };

static unsigned line_signs(const char *line, size_t length)
{
    unsigned signs = 0;
    if (length > 5 && memcmp(line, ".. ", 3) == 0) {
        size_t i = 3;
        while (i < length && (kn_ascii_letter(line[i]) || line[i] == '-'))
            i++;
        if (i > 4 && i + 1 < length && line[i] == ':' && line[i + 1] == ':')
            signs |= SIGN_DIRECTIVE;
        if ((line[3] == '_' && memchr(line, ':', length)) || line[3] == '|')
            signs |= SIGN_TARGET;
    }
    for (const char *at = line, *end = line + length; (at = memchr(at, '`', (size_t)(end - at))) != NULL; at++) {
        if (at + 1 < end && at[1] == '_')
            signs |= SIGN_LINK;
        if (at > line + 2 && at[-1] == ':' && kn_ascii_letter(at[-2]))
            signs |= SIGN_ROLE;
    }
    if (length > 2 && line[length - 1] == ':' && line[length - 2] == ':')
        signs |= SIGN_LITERAL;
    if (length > 3 && (line[0] == '=' || line[0] == '-' || line[0] == '~' || line[0] == '*') && line[1] == line[0] &&
        line[2] == line[0])
        signs |= SIGN_TITLE;
    return signs;
}

bool kn_rst_is(const char *name, const char *text, size_t length)
{
    size_t head = length < HEAD ? length : HEAD;
    unsigned signs = 0, kinds = 0;
    if (kn_name_ends(name, "rst rest") || (name && strstr(name, ".rst.txt"))) /* as Sphinx writes sources */
        return true;
    if (!memchr(text, '`', head) && !memchr(text, ':', head))
        return false;
    for (size_t at = 0; at < head;) {
        const char *newline = memchr(text + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - text) : head;
        signs |= line_signs(text + at, end - at);
        at = end + 1;
    }
    for (unsigned left = signs; left; left &= left - 1)
        kinds++;
    return (signs & (SIGN_DIRECTIVE | SIGN_TARGET | SIGN_ROLE | SIGN_LINK)) != 0 && kinds >= 3;
}
