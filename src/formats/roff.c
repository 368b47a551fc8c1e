/* roff.c - manual pages: the requests of roff and the macros of man. Paragraphs are filled, tags of items end in a colon, so that what
 * they tag is never picked alone. */
#include "formats/roff.h"
#include "formats/name.h"
#include "formats/roff_page.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"
#include "text/layout.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 8192, LONGEST_NAME = 16 };

/* .TH name section date source manual */
static void read_header(kn_roff *page, const kn_roff_word *argument, size_t count)
{
    char date[32] = "";
    kn_roff_title(page, count ? argument[0].text : "", count ? argument[0].length : 0,
                  count > 1 ? argument[1].text : "", count > 1 ? argument[1].length : 0);
    if (count > 2 && argument[2].length < sizeof date) {
        memcpy(date, argument[2].text, argument[2].length);
        page->extract->date = kn_date_of_name(date);
    }
    for (size_t i = 2; i < count; i++) {
        page->line.length = 0;
        kn_roff_argument(page, &argument[i], &page->line);
        kn_extract_add(page->extract, page->line.bytes ? page->line.bytes : "", page->line.length);
        kn_extract_add(page->extract, " ", 1);
    }
    kn_extract_end(page->extract, KNAP_BLOCK_FURNITURE, 0);
}

/* ---- Macros ---- */

/* The arguments as text: with a space between them, or none for macros that change the font for each. */
static void add_arguments(kn_roff *page, const kn_roff_word *argument, size_t count, bool spaces)
{
    page->line.length = 0;
    for (size_t i = 0; i < count; i++) {
        if (i && spaces)
            kn_text_byte(&page->line, ' ');
        kn_roff_argument(page, &argument[i], &page->line);
    }
    kn_roff_add(page, page->line.bytes ? page->line.bytes : "", page->line.length);
}

/* Bullets and numbers: what they mark stands alone. */
static bool is_bullet(const char *text, size_t length)
{
    size_t digits = 0;
    for (; length && *text == ' '; length--)
        text++;
    while (digits < length && (kn_ascii_digit(text[digits]) || text[digits] == '('))
        digits++;
    return length == 0 || (length == 1 && strchr("*-o+", text[0])) || (length <= 3 && (unsigned char)text[0] >= 0x80) ||
           (digits && length - digits <= 1) || (length == 2 && strchr(".)", text[1]));
}

/* .IP [tag [indent]] */
static void begin_indented(kn_roff *page, const kn_roff_word *argument, size_t count)
{
    kn_roff_end_paragraph(page);
    page->line.length = 0;
    if (count)
        kn_roff_argument(page, &argument[0], &page->line);
    if (count == 0 || page->line.length == 0)
        return; /* the item goes on */
    if (is_bullet(page->line.bytes, page->line.length)) {
        page->body_level = page->base_level + 1;
        return;
    }
    kn_roff_add_tag(page, page->line.bytes, page->line.length, page->base_level + 1);
    page->body_level = page->base_level + 2;
}

static void set_verbatim(kn_roff *page, bool on)
{
    kn_roff_end_paragraph(page);
    page->verbatim = on;
}

static void define_string(kn_roff *page, const kn_roff_word *argument, const char *text, size_t length)
{
    size_t begin = (size_t)(argument[0].text - text) + argument[0].length;
    while (begin < length && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    begin += begin < length && text[begin] == '"';
    if (page->strings == KN_ROFF_STRINGS)
        return;
    page->string[page->strings] = argument[0];
    page->value[page->strings++] = (kn_roff_word){text + begin, length - begin};
}

/* Macros of man that set text. */
static bool run_text(kn_roff *page, const char *name, const kn_roff_word *argument, size_t count)
{
    if (kn_is_one_of(name, "B I R SM SB CW C L"))
        add_arguments(page, argument, count, true);
    else if (kn_is_one_of(name, "BR RB IR RI BI IB"))
        add_arguments(page, argument, count, false);
    else if (kn_is_one_of(name, "MR") && count > 1) {
        kn_text joined = {.allocator = page->line.allocator};
        kn_text_format(&joined, "%.*s(%.*s)%.*s", (int)argument[0].length, argument[0].text, (int)argument[1].length,
                       argument[1].text, count > 2 ? (int)argument[2].length : 0, count > 2 ? argument[2].text : "");
        kn_roff_add(page, joined.bytes ? joined.bytes : "", joined.length);
        page->extract->failed |= joined.failed;
        kn_text_free(&joined);
    } else if (kn_is_one_of(name, "UE ME")) { /* the punctuation behind a link */
        page->joined = count > 0;
        add_arguments(page, argument, count, false);
    } else if (kn_is_one_of(name, "SY OP")) {
        knap_block kept = page->section;
        if (name[0] == 'S')
            kn_roff_end_paragraph(page);
        add_arguments(page, argument, count, true);
        page->section = kept;
    } else {
        return false;
    }
    return true;
}

static bool run_man(kn_roff *page, const char *name, const char *text, size_t length)
{
    kn_roff_word argument[KN_ROFF_ARGUMENTS];
    size_t count = kn_roff_split(text, length, argument);
    if (kn_is_one_of(name, "TH")) {
        read_header(page, argument, count);
    } else if (kn_is_one_of(name, "SH SS")) {
        page->line.length = 0;
        for (size_t i = 0; i < count; i++) {
            kn_text_add(&page->line, " ", i > 0);
            kn_roff_argument(page, &argument[i], &page->line);
        }
        kn_roff_section(page, page->line.bytes ? page->line.bytes : "", page->line.length, name[1] == 'H' ? 2 : 3);
        page->tag_level = 0;
    } else if (kn_is_one_of(name, "PP P LP HP")) {
        kn_roff_end_paragraph(page);
        page->body_level = page->base_level;
    } else if (kn_is_one_of(name, "TP TQ")) {
        kn_roff_end_paragraph(page);
        page->tag_level = page->base_level + 1;
        page->body_level = page->base_level + 2;
    } else if (kn_is_one_of(name, "IP")) {
        begin_indented(page, argument, count);
    } else if (kn_is_one_of(name, "RS")) {
        kn_roff_begin_indented(page);
    } else if (kn_is_one_of(name, "RE")) {
        kn_roff_unindent(page);
    } else if (kn_is_one_of(name, "nf EX Vb CS DS")) {
        set_verbatim(page, true);
    } else if (kn_is_one_of(name, "fi EE Ve CE DE")) {
        set_verbatim(page, false);
    } else if (kn_is_one_of(name, "sp Sp")) {
        kn_roff_end_paragraph(page);
    } else if (kn_is_one_of(name, "TS")) {
        kn_roff_end_paragraph(page);
        page->table = true;
    } else if (kn_is_one_of(name, "ds") && count) {
        define_string(page, argument, text, length);
    } else if (kn_is_one_of(name, "so") && count) {
        page->other_page = argument[0].text;
        page->other_length = argument[0].length;
    } else {
        return run_text(page, name, argument, count);
    }
    return true;
}

/* ---- Lines ---- */

static void run_line(kn_roff *page, const char *text, size_t length, int depth);

static size_t braces(const char *text, size_t length, char brace)
{
    size_t count = 0;
    for (size_t i = 0; i + 1 < length; i++)
        count += text[i] == '\\' && text[i + 1] == brace;
    return count;
}

/* .if, .ie and .el: conditions on nroff hold, and that groff runs; others do not. */
static void run_condition(kn_roff *page, const char *name, const char *text, size_t length, int depth)
{
    size_t at = 0;
    bool not, holds;
    if (strcmp(name, "el") != 0) {
        not = length && text[0] == '!';
        at += not ;
        holds = at < length && (text[at] == 'n' || (length - at >= 5 && memcmp(text + at, "\\n(.g", 5) == 0) ||
                                (length - at >= 6 && memcmp(text + at, "\\n[.g]", 6) == 0));
        while (at < length && text[at] != ' ' && !(text[at] == '\\' && at + 1 < length && text[at + 1] == '{'))
            at++;
        holds = holds != not ;
        if (name[1] == 'e')
            page->condition = holds;
    } else {
        holds = !page->condition;
    }
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (!holds) {
        size_t open = braces(text, length, '{'), close = braces(text, length, '}');
        page->skip = open > close ? open - close : 0;
        return;
    }
    if (length - at >= 2 && text[at] == '\\' && text[at + 1] == '{')
        at += 2;
    if (at < length && depth < 3)
        run_line(page, text + at, length - at, depth + 1);
}

static void run_request(kn_roff *page, const char *text, size_t length, int depth)
{
    char name[LONGEST_NAME + 1];
    size_t at = 1, size = 0;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    while (at < length && text[at] != ' ' && text[at] != '\t' && text[at] != '\\' && size < LONGEST_NAME)
        name[size++] = text[at++];
    name[size] = 0;
    while (at < length && (text[at] == ' ' || text[at] == '\t'))
        at++;
    if (kn_is_one_of(name, "if ie el"))
        run_condition(page, name, text + at, length - at, depth);
    else if (!run_man(page, name, text + at, length - at))
        kn_mdoc_run(page, name, text + at, length - at);
}

static void run_line(kn_roff *page, const char *text, size_t length, int depth)
{
    if (length && (text[0] == '.' || text[0] == '\'')) {
        run_request(page, text, length, depth);
        return;
    }
    page->line.length = 0;
    kn_roff_text(page, text, length, &page->line);
    kn_roff_add(page, page->line.bytes ? page->line.bytes : "", page->line.length);
}

/* "tab(;);" in the layout of a table names the byte between its cells; a character of several bytes divides nothing. */
static void read_divider(const char *text, size_t length, char *divider)
{
    for (size_t at = 0; at + 5 < length; at++)
        if (memcmp(text + at, "tab(", 4) == 0 && (unsigned char)text[at + 4] < 0x80) {
            *divider = text[at + 4];
            return;
        }
}

/* The lines of a table of tbl up to .TE: the options and the layout end in ";" and "."; cells are divided by tabs. */
static size_t read_table(kn_roff *page, size_t at)
{
    bool layout = true;
    char divider = '\t';
    for (at++; at < page->lines.count; at++) {
        size_t length;
        const char *text = kn_source_line_text(&page->lines, at, &length);
        if (kn_source_line_starts(&page->lines, at, ".TE"))
            break;
        if (layout) {
            read_divider(text, length, &divider);
            layout = !(length && text[length - 1] == '.');
            continue;
        }
        if (length == 0 || text[0] == '.' || text[0] == '_' || text[0] == '=')
            continue;
        page->line.length = 0;
        kn_roff_text(page, text, length, &page->line);
        for (size_t i = 0, begin = 0; i <= page->line.length; i++)
            if (i == page->line.length || page->line.bytes[i] == divider) {
                bool mark = i - begin == 2 && page->line.bytes[begin] == 'T'; /* T{ and T} around a cell of lines */
                if (begin && kn_extract_open(page->extract) && !mark)
                    kn_extract_add(page->extract, " | ", 3);
                if (!mark && page->line.length)
                    kn_extract_add(page->extract, page->line.bytes + begin, i - begin);
                begin = i + 1;
            }
        kn_extract_end(page->extract, KNAP_BLOCK_TABLE, 0);
    }
    page->table = false;
    return at;
}

/* The definition of a macro, or lines that are to be ignored: up to "..". */
static size_t skip_definition(const kn_roff *page, size_t at)
{
    for (at++; at < page->lines.count; at++)
        if (kn_source_line_starts(&page->lines, at, "..") || kn_source_line_starts(&page->lines, at, ".EN"))
            return at;
    return at;
}

static bool is_definition(const kn_source_lines *lines, size_t at)
{
    static const char *const starts[] = {".de ", ".de1 ", ".ig", ".am ", ".EQ", ".dei "};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (kn_source_line_starts(lines, at, starts[i]))
            return true;
    return false;
}

static void read_line(kn_roff *page, size_t at)
{
    size_t length;
    const char *text = kn_source_line_text(&page->lines, at, &length);
    if (page->skip) {
        size_t open = braces(text, length, '{'), close = braces(text, length, '}');
        page->skip = page->skip + open > close ? page->skip + open - close : 0;
        return;
    }
    if (length >= 3 && (text[0] == '.' || text[0] == '\'') && text[1] == '\\' && strchr("\"#}", text[2]))
        return; /* a comment, a line for preprocessors, or the end of a condition */
    if (length == 0) {
        kn_roff_end_paragraph(page);
        return;
    }
    run_line(page, text, length, 0);
    /* code keeps its lines apart */
    if (page->verbatim && page->raw.length)
        kn_text_byte(&page->raw, ' ');
}

static knap_status extract_roff(const kn_source *source, kn_extract *extract, knap_error *error)
{
    kn_roff page = {
        .extract = extract, .raw = {.allocator = source->allocator}, .line = {.allocator = source->allocator}};
    bool found = kn_source_lines_find(&page.lines, source->bytes, source->length, source->allocator);
    for (size_t at = 0; found && at < page.lines.count && !extract->failed; at++) {
        if (is_definition(&page.lines, at))
            at = skip_definition(&page, at);
        else
            read_line(&page, at);
        if (page.table)
            at = read_table(&page, at);
    }
    kn_roff_end_section(&page);
    kn_source_lines_free(&page.lines);
    kn_text_free(&page.raw);
    kn_text_free(&page.line);
    if (!found)
        return kn_no_memory(error);
    if (page.other_page && extract->blocks == 0)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "this page only refers to another one: read %.*s",
                          (int)page.other_length, page.other_page);
    return KNAP_OK;
}

knap_status kn_roff_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_roff, error);
}

/* ---- Recognising ---- */

bool kn_roff_is(const char *name, const char *text, size_t length)
{
    static const char *const starts[] = {".TH ", ".Dd ", ".Dt ", ".so man", ".SH ", ".Sh "};
    size_t head = length < HEAD ? length : HEAD, found = 0;
    (void)name;
    while (head && kn_ascii_space(*text))
        text++, length--, head--;
    if (length < 8 || (text[0] != '.' && text[0] != '\''))
        return false;
    for (size_t at = 0; at < head;) {
        const char *newline = memchr(text + at, '\n', head - at);
        size_t end = newline ? (size_t)(newline - text) : head;
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
            found += end - at > strlen(starts[i]) && memcmp(text + at, starts[i], strlen(starts[i])) == 0;
        at = end + 1;
    }
    return found > 0;
}
