/* shapes.c - tells text from code, tables, pages and other lines that are not prose. First each line is looked at alone, then the
 * lines between two blank ones together: a line of a table may look like prose, a table does not. */
#include "text/shapes.h"
#include "text/utf8.h"

#include <string.h>

#include <unicode/uchar.h>

enum { LONGEST_FIELD = 24, LONGEST_CODE = 130 };

bool kn_has_head(const char *text, size_t begin, size_t end, const char *head)
{
    size_t length = strlen(head);
    return end - begin >= length && memcmp(text + begin, head, length) == 0;
}

static bool has(const char *text, const kn_line *line, const char *piece)
{
    size_t length = strlen(piece),
           end = line->end - line->begin > KN_LINE_LOOK ? line->begin + KN_LINE_LOOK : line->end;
    const char *at = text + line->begin, *last = text + end;
    while ((size_t)(last - at) >= length && (at = memchr(at, piece[0], (size_t)(last - at) - length + 1)) != NULL) {
        if (memcmp(at, piece, length) == 0)
            return true;
        at++;
    }
    return false;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool begins_with_one(const char *text, const kn_line *line, const char *const *heads, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (heads[i][0] == text[line->begin] && kn_has_head(text, line->begin, line->end, heads[i]))
            return true;
    return false;
}

#define BEGINS_WITH(text, line, heads) begins_with_one(text, line, heads, sizeof(heads) / sizeof *(heads))

/* ---- Lines that show alone what they are ---- */

/* "Introduction . . . . . 3" */
static bool is_contents(const char *text, const kn_line *line)
{
    size_t at = line->end, dots = 0;
    while (at > line->begin && (is_digit(text[at - 1]) || strchr("ivxl", text[at - 1])))
        at--;
    if (at == line->end || line->end - at > 5)
        return false;
    for (; at > line->begin && (text[at - 1] == '.' || text[at - 1] == ' ' || text[at - 1] == '_'); at--)
        dots += text[at - 1] != ' ';
    return dots >= 4 && at > line->begin;
}

/* " -- Name <name@host>  date", "2019-01-02  Name  <name@host>", "name (1.0-1) unstable; urgency=low" */
static bool is_change_sign(const char *text, const kn_line *line)
{
    size_t at = line->begin;
    if (has(text, line, "; urgency="))
        return true;
    if (!has(text, line, "@") || !has(text, line, "<"))
        return false;
    if (kn_has_head(text, at, line->end, "-- "))
        return true;
    return line->end - at > 12 && is_digit(text[at]) && is_digit(text[at + 3]) && text[at + 4] == '-' &&
           is_digit(text[at + 5]) && text[at + 7] == '-' && is_digit(text[at + 8]);
}

static bool is_copyright(const char *text, const kn_line *line)
{
    static const char *const heads[] = {"Copyright (C)",
                                        "Copyright (c)",
                                        "Copyright \xC2\xA9",
                                        "\xC2\xA9 ",
                                        "(C) Copyright",
                                        "(c) Copyright",
                                        "(C) 19",
                                        "(C) 20",
                                        "(c) 19",
                                        "(c) 20",
                                        "Copyright 19",
                                        "Copyright 20",
                                        "COPYRIGHT (C)",
                                        "All rights reserved",
                                        "Copyright: "};
    return BEGINS_WITH(text, line, heads);
}

/* A line of a copyright notice that the line before has begun. */
static bool goes_on_signed(const char *text, const kn_line *before, const kn_line *line)
{
    return before->shape == KN_SHAPE_SIGNED && !line->after_blank && text[before->end - 1] != '>' &&
           (!before->ends_sentence || is_digit(text[line->begin]) || line->lower);
}

/* The foot of a page: "Author      Standards Track      [Page 7]"; or "- 7 -". */
static bool is_page_foot(const char *text, const kn_line *line)
{
    const char *bytes = text + line->begin;
    size_t length = line->end - line->begin;
    if (text[line->end - 1] == ']' && has(text, line, "[Page "))
        return true;
    if (line->letters == 0 && line->digits > 0 && line->digits < 5 && line->words <= 3 && line->after_blank)
        return bytes[0] == '-' && bytes[length - 1] == '-';
    return kn_has_head(text, line->begin, line->end, "Page ") && line->words <= 4 && is_digit(bytes[length - 1]) &&
           line->letters <= 6;
}

bool kn_is_manual_head(const kn_line *line, const char *text)
{
    size_t length = line->end - line->begin, name = 0;
    const char *bytes = text + line->begin;
    while (name < length && bytes[name] != '(' && bytes[name] != ' ')
        name++;
    if (name == 0 || name >= length || bytes[name] != '(')
        return false;
    while (name < length && bytes[name] != ')' && bytes[name] != ' ')
        name++;
    name++;
    return name * 2 < length && bytes[name - 1] == ')' && memcmp(bytes, bytes + length - name, name) == 0;
}

static bool is_command(const char *text, const kn_line *line)
{
    static const char *const heads[] = {"$ ",    ">>> ", "% ",   "# ./",    "./",       "#include", "#define", "#!/",
                                        "sudo ", "//",   "/*",   "*/",      "apt-get ", "git ",     "gcc ",    "cmake ",
                                        "make ", "pip ", "npm ", "import ", "#ifdef",   "#endif",   "tar ",    "cd "};
    return BEGINS_WITH(text, line, heads) && !line->ends_sentence;
}

/* Marks of source code that prose does not have. */
static bool has_code_marks(const char *text, const kn_line *line)
{
    char last = text[line->end - 1];
    size_t length = line->end - line->begin;
    if (last == '{' || last == '}' || last == '\\' || (last == ';' && length > 1 && text[line->end - 2] == ')'))
        return true;
    if (line->signs < 2 || line->ends_sentence)
        return false;
    return has(text, line, "->") || has(text, line, "::") || has(text, line, "==") || has(text, line, " = ") ||
           has(text, line, "&&") || has(text, line, "</") || has(text, line, "/>") || has(text, line, " | ") ||
           has(text, line, ":=");
}

static bool is_code(const char *text, const kn_line *line)
{
    uint32_t all = (uint32_t)line->letters + line->digits + line->signs;
    if (line->width > LONGEST_CODE)
        return false;
    if (is_command(text, line) || has_code_marks(text, line))
        return true;
    return line->signs >= 3 && (uint32_t)line->signs * 6 >= all && !line->ends_sentence;
}

/* Cells: between bars, apart by wide spaces, or figures. */
static bool is_cells(const char *text, const kn_line *line)
{
    char first = text[line->begin], last = text[line->end - 1];
    if (line->width > KN_WIDEST)
        return false;
    if (first == '|' && last == '|')
        return true;
    if (line->digits > line->letters && line->words >= 3)
        return true;
    return line->gaps >= 2 || (line->gaps == 1 && !line->ends_sentence);
}

static kn_shape shape_alone(const char *text, const kn_line *line)
{
    char first = text[line->begin];
    if (is_page_foot(text, line))
        return KN_SHAPE_PAGE;
    if (line->letters + line->digits == 0 && line->mark == KN_MARK_NONE && line->width - line->indent <= KN_LINE_LOOK)
        return KN_SHAPE_RULE;
    if (is_contents(text, line))
        return KN_SHAPE_CONTENTS;
    if (first == '>' && !kn_has_head(text, line->begin, line->end, ">>> "))
        return KN_SHAPE_QUOTED;
    if (is_change_sign(text, line) || is_copyright(text, line))
        return KN_SHAPE_SIGNED;
    return KN_SHAPE_TEXT;
}

/* Several fields to be filled in, "Dear {{name}}", or a grammar: mostly signs, though it may end with a full stop. */
static bool is_template(const char *text, const kn_line *line)
{
    size_t fields = 0;
    for (size_t at = line->begin; at + 1 < line->end && fields < 2; at++)
        fields += text[at] == '{' && (text[at + 1] == '{' || text[at + 1] == '%');
    return fields > 1 || (line->signs >= 6 && line->signs * 4 >= line->letters + line->digits + line->signs);
}

kn_shape kn_shape_of(const char *text, size_t begin, size_t end)
{
    kn_line line = kn_look_at_line(text, begin, end);
    kn_shape alone = line.begin < line.end ? shape_alone(text, &line) : KN_SHAPE_RULE;
    if (alone == KN_SHAPE_TEXT && line.words == 1 && has(text, &line, "://")) /* an address */
        return KN_SHAPE_CODE;
    if (alone == KN_SHAPE_TEXT && line.words >= 10 && line.letters * 2 < line.words * 3) /* single characters: a sample of a font */
        return KN_SHAPE_TABLE;
    if (alone == KN_SHAPE_TEXT && line.digits > line.letters && line.words >= 3) /* figures */
        return KN_SHAPE_TABLE;
    return alone == KN_SHAPE_TEXT && (is_code(text, &line) || is_template(text, &line)) ? KN_SHAPE_CODE : alone;
}

/* ---- Fields ---- */

/* "Subject: text" */
static bool is_field(const char *text, const kn_line *line)
{
    size_t at = line->begin;
    while (at < line->end && at - line->begin < LONGEST_FIELD &&
           (((text[at] | 32) >= 'a' && (text[at] | 32) <= 'z') || text[at] == '-'))
        at++;
    return at > line->begin + 1 && at < line->end && text[at] == ':' && line->indent == 0 &&
           u_isupper(kn_utf8_at(text, line->begin, line->end)) && !line->ends_sentence;
}

/* Fields that stand before a message or a record. */
static bool is_known_field(const char *text, const kn_line *line)
{
    static const char *const heads[] = {"From: ",     "To: ",         "Subject: ", "Date: ",    "Message-I",
                                        "Reply-To: ", "Author: ",     "Authors: ", "Package: ", "Source: ",
                                        "Files: ",    "Maintainer: ", "Version: ", "Format: ",  "License: ",
                                        "Homepage: ", "Title: ",      "Copyright: "};
    return BEGINS_WITH(text, line, heads);
}

/* The field, whose value is a name, has a text of its own in the lines below it. */
static bool has_text_below(const char *text, const kn_line *line)
{
    static const char *const heads[] = {"License: ", "Description: "};
    return BEGINS_WITH(text, line, heads);
}

/* The end of the fields that the group at `first` begins with: two at least, their continued lines indented. `first` if there are
 * none. */
static size_t fields_end(const kn_lines *lines, const char *text, size_t first, size_t end)
{
    size_t at = first, fields = 0;
    bool known = first == 0;
    for (; at < end && (is_field(text, &lines->line[at]) || is_known_field(text, &lines->line[at]) ||
                        (at > first && lines->line[at].indent > 0));
         at++) {
        fields += lines->line[at].indent == 0;
        known = known || is_known_field(text, &lines->line[at]);
    }
    return known && fields > 1 && (at == end || fields > 2) ? at : first;
}

/* ---- Patches ---- */

/* A line of a patch whose header came before. */
static bool goes_on_in_patch(const char *text, const kn_line *line)
{
    static const char *const heads[] = {"diff ",     "index ",    "Index: ",     "new file ", "deleted file ",
                                        "old mode ", "new mode ", "similarity ", "rename ",   "====="};
    if (line->indent > 0)
        return true;
    return (strchr("+-@\\", text[line->begin]) && !kn_has_head(text, line->begin, line->end, "-- ") &&
            line->end - line->begin != 2) ||
           BEGINS_WITH(text, line, heads);
}

static bool opens_patch(const char *text, const kn_line *line, const kn_line *next)
{
    return kn_has_head(text, line->begin, line->end, "@@ -") ||
           kn_has_head(text, line->begin, line->end, "diff --git ") ||
           (next && kn_has_head(text, line->begin, line->end, "--- ") &&
            kn_has_head(text, next->begin, next->end, "+++ "));
}

/* ---- Groups ---- */

typedef struct group {
    size_t first, end;
    size_t text, code, cells, gapped, finished, filled;
    bool centred, deep;
} group;

/* As far from the left as from the right edge. */
static bool is_centred(const kn_line *line, uint32_t indent, uint32_t width)
{
    uint32_t right = width > line->width ? width - line->width : 0;
    return line->indent >= indent + 6 && line->indent <= right + 8 && right <= line->indent + 16 && line->words <= 12 &&
           line->gaps == 0 && line->letters * 2 > line->digits;
}

static group look_at_group(const kn_lines *lines, const char *text, size_t first, uint32_t indent, uint32_t width)
{
    group found = {.first = first, .end = first, .centred = true, .deep = true};
    do {
        const kn_line *line = &lines->line[found.end];
        bool plain = line->shape == KN_SHAPE_TEXT, cells = plain && is_cells(text, line);
        found.text += plain;
        found.cells += cells;
        found.gapped += plain && line->gaps > 0;
        found.code += line->shape == KN_SHAPE_CODE || (plain && !cells && is_code(text, line));
        found.finished += line->ends_sentence;
        found.filled += (uint32_t)line->width * 10 >= width * 8 && line->words > 4;
        found.centred = found.centred && is_centred(line, indent, width) && !line->ends_sentence;
        found.deep = found.deep && line->indent >= indent + 4;
        found.end++;
    } while (found.end < lines->count && !lines->line[found.end].after_blank);
    return found;
}

static void set_shape(kn_lines *lines, const group *all, kn_shape shape)
{
    for (size_t i = all->first; i < all->end; i++)
        if (lines->line[i].shape == KN_SHAPE_TEXT || lines->line[i].shape == KN_SHAPE_RULE)
            lines->line[i].shape = (uint8_t)shape;
}

/* Whether the lines of an indented group are not sentences: short, without an end, and no item of a list. */
static bool is_set_apart(const kn_lines *lines, const group *all, uint32_t width)
{
    if (!all->deep || width > LONGEST_CODE || all->finished || all->filled * 2 > all->end - all->first)
        return false;
    for (size_t i = all->first; i < all->end; i++)
        if (lines->line[i].mark != KN_MARK_NONE)
            return false;
    return true;
}

static void settle_group(kn_lines *lines, const group *all, uint32_t width)
{
    size_t count = all->end - all->first;
    if (all->centred && count <= 4 && width >= 40)
        set_shape(lines, all, KN_SHAPE_TITLE);
    else if ((all->cells >= 2 && all->cells * 3 >= all->text * 2) || (all->gapped >= 3 && all->gapped * 4 >= count * 3))
        set_shape(lines, all, KN_SHAPE_TABLE);
    else if (all->code && all->code * 2 >= all->text && all->finished * 3 <= count)
        set_shape(lines, all, KN_SHAPE_CODE);
    else if (is_set_apart(lines, all, width))
        set_shape(lines, all, KN_SHAPE_CODE);
}

void kn_shapes_find(kn_lines *lines, const char *text, uint32_t indent, uint32_t width)
{
    bool patch = false;
    for (size_t i = 0; i < lines->count; i++) {
        kn_line *line = &lines->line[i];
        patch =
            (patch && goes_on_in_patch(text, line)) || opens_patch(text, line, i + 1 < lines->count ? line + 1 : NULL);
        line->shape = (uint8_t)(patch ? KN_SHAPE_CODE : shape_alone(text, line));
        if (line->shape == KN_SHAPE_TEXT && i > 0 && goes_on_signed(text, line - 1, line))
            line->shape = KN_SHAPE_SIGNED;
        if (line->after_page && line->shape == KN_SHAPE_TEXT && line->gaps && !line->ends_sentence)
            line->shape = KN_SHAPE_PAGE;
    }
    for (size_t first = 0; first < lines->count;) {
        group all = look_at_group(lines, text, first, indent, width);
        size_t end = fields_end(lines, text, first, all.end);
        for (bool below = false; first < end; first++) {
            kn_line *line = &lines->line[first];
            if (line->indent == 0 || !below)
                line->shape = KN_SHAPE_SIGNED;
            below = line->indent == 0 ? has_text_below(text, line) : below;
        }
        settle_group(lines, &all, width);
        first = all.end;
    }
}
