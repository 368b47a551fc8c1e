/* roff_mdoc.c - the macros of mdoc, the manual pages of BSD. A line is a sequence of macros and words; punctuation between the words
 * follows without a space. */
#include "formats/roff_page.h"
#include "base/ascii.h"
#include "text/date.h"

#include <string.h>

enum { MOST_OPEN = 8 };

typedef struct macro {
    const char *name;
    const char *before;       /* each word */
    const char *open, *close; /* around the rest of the line */
    const char *empty;        /* what it prints without words */
} macro;

static const macro macros[] = {
    {"Fl", "-", "", "", "-"},
    {"Ar", "", "", "", "file ..."},
    {"Op", "", "[", "]", ""},
    {"Oo", "", "[", "", ""},
    {"Oc", "", "]", "", ""},
    {"Dq", "", "\xE2\x80\x9C", "\xE2\x80\x9D", ""},
    {"Sq", "", "\xE2\x80\x98", "\xE2\x80\x99", ""},
    {"Ql", "", "\xE2\x80\x98", "\xE2\x80\x99", ""},
    {"Qq", "", "\"", "\"", ""},
    {"Pq", "", "(", ")", ""},
    {"Bq", "", "[", "]", ""},
    {"Brq", "", "{", "}", ""},
    {"Aq", "", "<", ">", ""},
    {"Po", "", "(", "", ""},
    {"Pc", "", ")", "", ""},
    {"Do", "", "\xE2\x80\x9C", "", ""},
    {"Dc", "", "\xE2\x80\x9D", "", ""},
    {"So", "", "\xE2\x80\x98", "", ""},
    {"Sc", "", "\xE2\x80\x99", "", ""},
    {"Qo", "", "\"", "", ""},
    {"Qc", "", "\"", "", ""},
    {"Bo", "", "[", "", ""},
    {"Bc", "", "]", "", ""},
    {"Ao", "", "<", "", ""},
    {"Ac", "", ">", "", ""},
    {"Bx", "", "BSD", "", ""},
    {"Fx", "", "FreeBSD", "", ""},
    {"Nx", "", "NetBSD", "", ""},
    {"Ox", "", "OpenBSD", "", ""},
    {"Dx", "", "DragonFly BSD", "", ""},
    {"Ux", "", "UNIX", "", ""},
    {"At", "", "AT&T UNIX", "", ""},
    {"Ap", "", "'", "", ""},
    {"In", "", "<", ">", ""},
    {"Nm", "", "", "", ""},
    {"Xr", "", "", "", ""},
    {"Ns", "", "", "", ""},
    {"Ad", "", "", "", ""},
    {"An", "", "", "", ""},
    {"Cd", "", "", "", ""},
    {"Cm", "", "", "", ""},
    {"Dv", "", "", "", ""},
    {"Em", "", "", "", ""},
    {"Er", "", "", "", ""},
    {"Ev", "", "", "", ""},
    {"Fa", "", "", "", ""},
    {"Fn", "", "", "", ""},
    {"Ft", "", "", "", ""},
    {"Fo", "", "", "", ""},
    {"Fc", "", "", "", ""},
    {"Fd", "", "", "", ""},
    {"Ic", "", "", "", ""},
    {"Lb", "", "", "", ""},
    {"Li", "", "", "", ""},
    {"Lk", "", "", "", ""},
    {"Ms", "", "", "", ""},
    {"Mt", "", "", "", ""},
    {"No", "", "", "", ""},
    {"Pa", "", "", "", ""},
    {"St", "", "", "", ""},
    {"Sx", "", "", "", ""},
    {"Sy", "", "", "", ""},
    {"Tn", "", "", "", ""},
    {"Va", "", "", "", ""},
    {"Vt", "", "", "", ""},
    {"Xo", "", "", "", ""},
    {"Xc", "", "", "", ""},
    {"Ta", "", "| ", "", ""},
};

typedef struct line {
    kn_roff *page;
    kn_text *to;
    bool space;                   /* a space precedes the next word */
    const char *close[MOST_OPEN]; /* what ends the enclosures of the line */
    size_t open;
} line;

static const macro *find_macro(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strlen(macros[i].name) == length && memcmp(macros[i].name, name, length) == 0)
            return &macros[i];
    return NULL;
}

static void add(line *self, const char *text)
{
    if (self->space && self->to->length && text[0])
        kn_text_byte(self->to, ' ');
    self->space = self->space && !text[0];
    kn_text_add(self->to, text, strlen(text));
}

static bool is_closing(const kn_roff_word *word)
{
    return word->length == 1 && strchr(".,:;)]?!", word->text[0]);
}

static void add_word(line *self, const char *before, const kn_roff_word *word)
{
    bool opening = word->length == 1 && (word->text[0] == '(' || word->text[0] == '[');
    if (self->space && self->to->length && !is_closing(word))
        kn_text_byte(self->to, ' ');
    if (!is_closing(word) && !opening)
        kn_text_add(self->to, before, strlen(before));
    kn_roff_text(self->page, word->text, word->length, self->to);
    self->space = !opening;
}

static void close_all(line *self)
{
    while (self->open > 0) {
        self->space = false;
        add(self, self->close[--self->open]);
        self->space = true;
    }
}

/* "name 1" as "name(1)". */
static size_t add_page(line *self, const kn_roff_word *word, size_t at, size_t count)
{
    if (at >= count)
        return at;
    add_word(self, "", &word[at++]);
    if (at < count && word[at].length && (kn_ascii_digit(word[at].text[0]) || word[at].length == 1) &&
        !is_closing(&word[at])) {
        self->space = false;
        add(self, "(");
        add_word(self, "", &word[at++]);
        self->space = false;
        add(self, ")");
        self->space = true;
    }
    return at;
}

static void add_macro(line *self, const macro *found, const kn_roff_word *word, size_t at, size_t count)
{
    bool bare = at == count || is_closing(&word[at]);
    bool ends = found->open[0] && strchr(")]\"'>", found->open[0]) && !found->close[0] && found->name[1] == 'c';
    if (strcmp(found->name, "Ns") == 0 || strcmp(found->name, "Ap") == 0 || ends || found->open[0] == '\xE2')
        self->space = self->space && found->close[0];
    if (found->open[0])
        add(self, found->open);
    if (found->close[0] && self->open < MOST_OPEN)
        self->close[self->open++] = found->close;
    if (found->open[0])
        self->space = ends || found->open[0] == '|' || (kn_ascii_letter(found->open[0]));
    if (strcmp(found->name, "Ap") == 0 || strcmp(found->name, "Ns") == 0)
        self->space = false;
    if (strcmp(found->name, "Nm") == 0 && bare)
        add_word(self, "", &self->page->name);
    else if (bare && found->empty[0])
        add(self, found->empty), self->space = true;
}

/* A line of macros and words, as text. */
static void add_line(kn_roff *page, const char *name, const kn_roff_word *word, size_t count)
{
    line self = {.page = page, .to = &page->line, .space = true};
    const char *before = "";
    const macro *found = find_macro(name, strlen(name));
    size_t at = 0;
    page->line.length = 0;
    for (bool first = true; first || at < count; first = false) {
        if (!first) {
            found = word[at].length == 2 || word[at].length == 3 ? find_macro(word[at].text, word[at].length) : NULL;
            if (!found) {
                if (is_closing(&word[at]) && at + 1 == count)
                    close_all(&self);
                add_word(&self, before, &word[at++]);
                continue;
            }
            at++;
        }
        if (!found)
            continue;
        before = found->before;
        add_macro(&self, found, word, at, count);
        if (strcmp(found->name, "Xr") == 0)
            at = add_page(&self, word, at, count);
    }
    close_all(&self);
    kn_roff_add(page, page->line.bytes ? page->line.bytes : "", page->line.length);
}

/* ---- Lists and displays ---- */

static void begin_list(kn_roff *page, const char *text, size_t length)
{
    char kind = 't';
    for (size_t i = 0; i + 3 < length; i++)
        if (memcmp(text + i, "-bul", 4) == 0 || memcmp(text + i, "-das", 4) == 0 || memcmp(text + i, "-enu", 4) == 0 ||
            memcmp(text + i, "-ite", 4) == 0 || memcmp(text + i, "-hyp", 4) == 0)
            kind = 'b';
        else if (memcmp(text + i, "-col", 4) == 0)
            kind = 'c';
    kn_roff_indent(page);
    if (page->lists < KN_ROFF_DEEPEST)
        page->list[page->lists] = kind;
    page->lists++;
}

static void end_list(kn_roff *page)
{
    kn_roff_unindent(page);
    page->lists -= page->lists > 0;
}

static void begin_item(kn_roff *page, const kn_roff_word *word, size_t count)
{
    char kind = page->lists && page->lists <= KN_ROFF_DEEPEST ? page->list[page->lists - 1] : 't';
    kn_roff_end_paragraph(page);
    page->tag_level = 0;
    if (kind == 't' && count) {
        page->tag_level = page->base_level + 1;
        add_line(page, "No", word, count);
        page->body_level = page->base_level + 2;
        return;
    }
    page->body_level = page->base_level + 1;
    add_line(page, "No", word, count);
    if (kind == 'c') {
        kn_extract_add(page->extract, page->raw.bytes ? page->raw.bytes : "", page->raw.length);
        page->raw.length = 0;
        kn_extract_end(page->extract, KNAP_BLOCK_TABLE, 0);
    }
}

static void add_standard(kn_roff *page, const char *text, const char *end)
{
    page->line.length = 0;
    kn_text_add(&page->line, text, strlen(text));
    kn_roff_text(page, page->name.text ? page->name.text : "", page->name.length, &page->line);
    kn_text_add(&page->line, end, strlen(end));
    kn_roff_add(page, page->line.bytes ? page->line.bytes : "", page->line.length);
}

static void set_verbatim(kn_roff *page, bool on)
{
    kn_roff_end_paragraph(page);
    page->verbatim = on;
}

static void read_date(kn_roff *page, const char *text, size_t length)
{
    char date[32] = "";
    if (length < sizeof date) {
        memcpy(date, text, length);
        page->extract->date = kn_date_of_name(date);
    }
}

/* Macros that begin or end something. */
static bool run_structure(kn_roff *page, const char *name, const char *text, size_t length, const kn_roff_word *word,
                          size_t count)
{
    if (strcmp(name, "Dd") == 0)
        read_date(page, text, length);
    else if (strcmp(name, "Dt") == 0)
        kn_roff_title(page, count ? word[0].text : "", count ? word[0].length : 0, count > 1 ? word[1].text : "",
                      count > 1 ? word[1].length : 0);
    else if (strcmp(name, "Sh") == 0 || strcmp(name, "Ss") == 0) {
        kn_roff_section(page, text, length, name[1] == 'h' ? 2 : 3);
        page->lists = 0;
    } else if (strcmp(name, "Pp") == 0 || strcmp(name, "Lp") == 0)
        kn_roff_end_paragraph(page);
    else if (strcmp(name, "Bl") == 0)
        begin_list(page, text, length);
    else if (strcmp(name, "El") == 0)
        end_list(page);
    else if (strcmp(name, "It") == 0)
        begin_item(page, word, count);
    else if (strcmp(name, "Bd") == 0)
        set_verbatim(page, length >= 4 && (memcmp(text, "-lit", 4) == 0 || memcmp(text, "-unf", 4) == 0));
    else if (strcmp(name, "Ed") == 0)
        set_verbatim(page, false);
    else if (strcmp(name, "D1") == 0 || strcmp(name, "Dl") == 0) {
        set_verbatim(page, true);
        add_line(page, "No", word, count);
        set_verbatim(page, false);
    } else if (strcmp(name, "Ex") == 0)
        add_standard(page, "The ", " utility exits 0 on success, and >0 if an error occurs.");
    else if (strcmp(name, "Rs") == 0 || strcmp(name, "Re") == 0)
        kn_roff_end_paragraph(page);
    else
        return false;
    return true;
}

bool kn_mdoc_run(kn_roff *page, const char *name, const char *text, size_t length)
{
    kn_roff_word word[KN_ROFF_ARGUMENTS];
    size_t count = kn_roff_split(text, length, word);
    if (run_structure(page, name, text, length, word, count))
        return true;
    if (strcmp(name, "Nm") == 0 && count && !page->name.length)
        page->name = word[0];
    if (strcmp(name, "Nd") == 0) {
        kn_roff_add(page, "-", 1);
        add_line(page, "No", word, count);
        return true;
    }
    if (name[0] == '%') { /* a field of a reference */
        kn_extract_block(page->extract, text, length, KNAP_BLOCK_REFERENCE, 0);
        return true;
    }
    if (!find_macro(name, strlen(name)))
        return false;
    add_line(page, name, word, count);
    return true;
}
