/* latex.c - documents in LaTeX, read command by command: the preamble is left out but for the title, commands that print nothing go away
 * with their arguments, others leave the text of theirs. */
#include "formats/latex.h"
#include "formats/source_lines.h"
#include "formats/accent.h"
#include "formats/name.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/utf8.h"

#include <string.h>

enum {
    MOST_MACROS = 128,
    MOST_EXPANSIONS = 20000,
    HEAD = 8192,
    DEEPEST = 24,
    LONGEST_NAME = 32,
    LONGEST_MATH = 400,
    LONGEST_GROUP = 1 << 14
};

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/* \newcommand{\name}{body} without arguments. */
typedef struct macro {
    const char *name, *body;
    size_t name_length, body_length;
} macro;

typedef struct reader {
    kn_extract *extract; /* the text, or the footnotes while one is read */
    kn_extract notes;
    const char *at, *end;
    int depth;   /* of groups that are read as blocks */
    bool forced; /* the open block has this kind */
    knap_block kind;
    unsigned level;
    size_t lists, quotes, tables, floats, references, furniture; /* open environments */
    macro macro[MOST_MACROS];
    size_t macros, expansions;
    bool ended; /* \end{document} */
} reader;

static void read_text(reader *self, bool group);

/* ---- Blocks ---- */

static void end_block(reader *self)
{
    knap_block kind = self->forced                   ? self->kind
                      : self->references             ? KNAP_BLOCK_REFERENCE
                      : self->tables || self->floats ? KNAP_BLOCK_TABLE
                      : self->furniture              ? KNAP_BLOCK_FURNITURE
                      : self->lists                  ? KNAP_BLOCK_ITEM
                      : self->quotes                 ? KNAP_BLOCK_QUOTE
                                                     : KNAP_BLOCK_PARAGRAPH;
    kn_extract_end(self->extract, kind,
                   self->forced              ? self->level
                   : kind == KNAP_BLOCK_ITEM ? (unsigned)self->lists
                                             : 0);
}

static void skip_space(reader *self)
{
    while (self->at < self->end && kn_ascii_space(*self->at))
        self->at++;
}

/* Where the group or option that begins at `at` ends, behind its bracket; `at` where none begins there. */
static const char *end_of_group(const char *at, const char *end, char open, char close)
{
    size_t depth = 0;
    const char *begin = at;
    end = end - at > LONGEST_GROUP ? at + LONGEST_GROUP : end; /* so that the time stays linear */
    for (; at < end; at++) {
        if (*at == '\\' && at + 1 < end)
            at++;
        else if (*at == open)
            depth++;
        else if (*at == close && --depth == 0)
            return at + 1;
        if (depth == 0)
            return begin;
    }
    return begin;
}

static void skip_options(reader *self)
{
    const char *at = self->at;
    while (at < self->end && *at == ' ')
        at++;
    if (at + 1 < self->end && *at == '*' && (at[1] == '{' || at[1] == '['))
        self->at = ++at; /* of \section*{} */
    while (at < self->end && *at == '[') {
        const char *behind = end_of_group(at, self->end, '[', ']');
        if (behind == at)
            return;
        self->at = at = behind;
    }
}

static void skip_arguments(reader *self, int count)
{
    skip_options(self);
    for (; count > 0; count--) {
        const char *at = self->at;
        while (at < self->end && kn_ascii_space(*at))
            at++;
        if (at == self->end || *at != '{')
            return;
        self->at = end_of_group(at, self->end, '{', '}');
        if (self->at == at)
            self->at = at + 1; /* not closed */
        skip_options(self);
    }
}

/* Reads the argument of a command as a block of its own. */
static void read_block(reader *self, knap_block kind, unsigned level)
{
    bool forced = self->forced;
    knap_block outer = self->kind;
    unsigned outer_level = self->level;
    skip_options(self);
    skip_space(self);
    if (self->at == self->end || *self->at != '{' || self->depth >= DEEPEST)
        return;
    end_block(self);
    self->at++;
    self->forced = true;
    self->kind = kind;
    self->level = level;
    self->depth++;
    read_text(self, true);
    end_block(self);
    self->depth--;
    self->forced = forced;
    self->kind = outer;
    self->level = outer_level;
}

static void read_note(reader *self)
{
    kn_extract *outer = self->extract;
    self->extract = &self->notes;
    read_block(self, KNAP_BLOCK_NOTE, 0);
    self->extract = outer;
}

/* ---- Verbatim text and mathematics ---- */

/* The place of `word` from `at` on; the end where it is not there. */
static const char *find_word(const char *at, const char *end, const char *word, size_t size)
{
    for (; at < end && (size_t)(end - at) >= size; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - size + 1);
        if (!at)
            return end;
        if (memcmp(at, word, size) == 0)
            return at;
    }
    return end;
}

/* Goes on behind \end{name}; the text up to there is a block, or left out. */
static void read_verbatim(reader *self, const char *name, bool keep)
{
    char mark[LONGEST_NAME + 8] = "\\end{";
    const char *close;
    strcat(mark, name);
    strcat(mark, "}");
    close = find_word(self->at, self->end, mark, strlen(mark));
    end_block(self);
    if (keep)
        kn_extract_block(self->extract, self->at, (size_t)(close - self->at), KNAP_BLOCK_CODE, 0);
    self->at = close == self->end ? close : close + strlen(mark);
}

/* Mathematics in a line, without braces and backslashes. */
static void add_math(reader *self, const char *from, const char *to)
{
    for (const char *at = from; at < to; at++)
        if (*at == '\\' || *at == '{' || *at == '}' || *at == '$') {
            kn_extract_add(self->extract, from, (size_t)(at - from));
            from = at + 1;
        }
    kn_extract_add(self->extract, from, (size_t)(to - from));
}

static void read_dollars(reader *self)
{
    bool display = self->at + 1 < self->end && self->at[1] == '$';
    const char *from = self->at + (display ? 2 : 1), *close = from;
    size_t left = (size_t)(self->end - from);
    const char *most = display || left < LONGEST_MATH ? self->end : from + LONGEST_MATH;
    while (close < most && *close != '$')
        close += *close == '\\' && close + 1 < most ? 2 : 1;
    if (close >= most) {
        self->at = from; /* not closed: a dollar sign */
        return;
    }
    if (display) {
        end_block(self);
        kn_extract_block(self->extract, from, (size_t)(close - from), KNAP_BLOCK_CODE, 0);
    } else {
        add_math(self, from, close);
    }
    self->at = close + 1 + (display && close + 1 < self->end && close[1] == '$');
}

static void read_display(reader *self)
{
    const char *close = find_word(self->at, self->end, "\\]", 2);
    end_block(self);
    kn_extract_block(self->extract, self->at, (size_t)(close - self->at), KNAP_BLOCK_CODE, 0);
    self->at = close == self->end ? close : close + 2;
}

/* ---- Citations and references ---- */

/* Whether the text needs a noun here: "in [x]". */
static bool needs_noun(const kn_extract *extract)
{
    static const char *const words[] = {"in",  "of",  "by", "see", "from", "to",   "with",
                                        "and", "See", "In", "as",  "or",   "than", "on"};
    const char *text = extract->text.bytes + extract->begin;
    size_t length = kn_extract_open(extract);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if (length >= size && memcmp(text + length - size, words[i], size) == 0 &&
            (length == size || text[length - size - 1] == ' '))
            return true;
    }
    return length == 0;
}

static void read_reference(reader *self)
{
    const char *behind;
    skip_options(self);
    if (self->at == self->end || *self->at != '{')
        return;
    behind = end_of_group(self->at, self->end, '{', '}');
    if (behind == self->at)
        return;
    if (needs_noun(self->extract)) {
        kn_extract_add(self->extract, "[", 1);
        add_math(self, self->at + 1, behind - 1);
        kn_extract_add(self->extract, "]", 1);
    } else if (behind < self->end && strchr(".,;:)", *behind)) {
        self->extract->space = false;
    }
    self->at = behind;
}

/* ---- Environments ---- */

static size_t *counter_of(reader *self, const char *name)
{
    static const struct {
        const char *name;
        size_t offset;
    } known[] = {{"itemize", offsetof(reader, lists)},       {"enumerate", offsetof(reader, lists)},
                 {"description", offsetof(reader, lists)},   {"quote", offsetof(reader, quotes)},
                 {"quotation", offsetof(reader, quotes)},    {"verse", offsetof(reader, quotes)},
                 {"tabular", offsetof(reader, tables)},      {"tabularx", offsetof(reader, tables)},
                 {"longtable", offsetof(reader, tables)},    {"array", offsetof(reader, tables)},
                 {"figure", offsetof(reader, floats)},       {"table", offsetof(reader, floats)},
                 {"wrapfigure", offsetof(reader, floats)},   {"thebibliography", offsetof(reader, references)},
                 {"keywords", offsetof(reader, furniture)},  {"IEEEkeywords", offsetof(reader, furniture)},
                 {"titlepage", offsetof(reader, furniture)}, {"CCSXML", offsetof(reader, furniture)}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return (size_t *)((char *)self + known[i].offset);
    return NULL;
}

/* "{name}" without a star at its end; false where there is none. */
static bool read_name(reader *self, char *name, char *full)
{
    size_t size = 0;
    skip_space(self);
    if (self->at == self->end || *self->at != '{')
        return false;
    for (self->at++; self->at < self->end && *self->at != '}' && *self->at != '\n'; self->at++)
        if (size < LONGEST_NAME)
            full[size++] = *self->at;
    self->at += self->at < self->end;
    full[size] = 0;
    strcpy(name, full);
    if (size && name[size - 1] == '*')
        name[size - 1] = 0;
    return true;
}

static void begin_environment(reader *self)
{
    char name[LONGEST_NAME + 1], full[LONGEST_NAME + 1];
    size_t *counter;
    if (!read_name(self, name, full))
        return;
    end_block(self);
    if (kn_is_one_of(
            name,
            "verbatim Verbatim lstlisting minted alltt code Code algorithm algorithmic tikzpicture picture pgfpicture "
            "equation align gather multline eqnarray displaymath math flalign alignat dmath subequations")) {
        read_verbatim(self, full, true);
        return;
    }
    if (kn_is_one_of(name, "comment filecontents")) {
        read_verbatim(self, full, false);
        return;
    }
    if (strcmp(name, "abstract") == 0)
        kn_extract_block(self->extract, "Abstract", 8, KNAP_BLOCK_HEADING, 2);
    counter = counter_of(self, name);
    if (counter)
        ++*counter;
    if (kn_is_one_of(name, "tabular longtable array thebibliography minipage wrapfigure multicols"))
        skip_arguments(self, 1);
    else if (kn_is_one_of(name, "tabularx"))
        skip_arguments(self, 2);
    else if (kn_is_one_of(name, "frame"))
        read_block(self, KNAP_BLOCK_HEADING, 3);
    else
        skip_options(self);
}

static void end_environment(reader *self)
{
    char name[LONGEST_NAME + 1], full[LONGEST_NAME + 1];
    size_t *counter;
    if (!read_name(self, name, full))
        return;
    end_block(self);
    counter = counter_of(self, name);
    if (counter)
        *counter -= *counter > 0;
    self->ended |= strcmp(name, "document") == 0;
}

/* ---- Commands ---- */

static bool read_section(reader *self, const char *name)
{
    static const struct {
        const char *name;
        unsigned level;
    } known[] = {{"title", 1},         {"part", 1},      {"chapter", 1},      {"section", 2},   {"subsection", 3},
                 {"subsubsection", 4}, {"paragraph", 5}, {"subparagraph", 6}, {"frametitle", 3}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) {
            read_block(self, KNAP_BLOCK_HEADING, known[i].level);
            return true;
        }
    return false;
}

/* Commands that stand for characters. */
static bool add_symbol(reader *self, const char *name)
{
    static const struct {
        const char *name, *text;
    } known[] = {{"ss", "\xC3\x9F"},
                 {"ae", "\xC3\xA6"},
                 {"AE", "\xC3\x86"},
                 {"oe", "\xC5\x93"},
                 {"OE", "\xC5\x92"},
                 {"o", "\xC3\xB8"},
                 {"O", "\xC3\x98"},
                 {"aa", "\xC3\xA5"},
                 {"AA", "\xC3\x85"},
                 {"l", "\xC5\x82"},
                 {"L", "\xC5\x81"},
                 {"i", "i"},
                 {"j", "j"},
                 {"ldots", "\xE2\x80\xA6"},
                 {"dots", "\xE2\x80\xA6"},
                 {"textellipsis", "\xE2\x80\xA6"},
                 {"LaTeX", "LaTeX"},
                 {"TeX", "TeX"},
                 {"LaTeXe", "LaTeX2e"},
                 {"BibTeX", "BibTeX"},
                 {"textbackslash", "\\"},
                 {"textasciitilde", "~"},
                 {"copyright", "\xC2\xA9"},
                 {"S", "\xC2\xA7"},
                 {"textendash", "\xE2\x80\x93"},
                 {"textemdash", "\xE2\x80\x94"},
                 {"og", "\xC2\xAB "},
                 {"fg", " \xC2\xBB"},
                 {"textquotedblleft", "\xE2\x80\x9C"},
                 {"textquotedblright", "\xE2\x80\x9D"},
                 {"pounds", "\xC2\xA3"},
                 {"euro", "\xE2\x82\xAC"},
                 {"texttrademark", "\xE2\x84\xA2"},
                 {"textregistered", "\xC2\xAE"},
                 {"textdegree", "\xC2\xB0"},
                 {"eg", "e.g."},
                 {"ie", "i.e."},
                 {"quad", " "},
                 {"qquad", " "},
                 {"newline", " "},
                 {"linebreak", " "},
                 {"space", " "},
                 {"textbar", "|"},
                 {"slash", "/"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) {
            kn_extract_add(self->extract, known[i].text, strlen(known[i].text));
            if (self->at < self->end && *self->at == ' ')
                self->at++; /* it ends the name */
            return true;
        }
    return false;
}

static int dropped_arguments(const char *name)
{
    if (kn_is_one_of(
            name,
            "label index vspace hspace input include includegraphics bibliography bibliographystyle usepackage "
            "thispagestyle pagestyle pagenumbering date hypersetup graphicspath lstset geometry phantom cline cmidrule "
            "affil affiliation address email institute orcid vskip keywords ccsdesc acmConference lstinputlisting "
            "refstepcounter stepcounter hyphenation SweaveOpts selectlanguage addbibresource nocite tableofcontents fontsize color hypertarget "
            "pdfbookmark "
            "definecolor usetikzlibrary theoremstyle documentclass RequirePackage glsaddall PassOptionsToPackage"))
        return kn_is_one_of(name, "definecolor") ? 3 : kn_is_one_of(name, "fontsize PassOptionsToPackage") ? 2 : 1;
    if (kn_is_one_of(
            name,
            "setlength setcounter addtocounter addtolength newtheorem "
            "DeclareMathOperator "
            "href textcolor colorbox multicolumn addcontentsline newenvironment renewenvironment raisebox resizebox "
            "scalebox parbox rule setbeamertemplate titleformat newcolumntype DeclareUnicodeCharacter"))
        return kn_is_one_of(name, "href textcolor colorbox raisebox scalebox parbox")              ? 1
               : kn_is_one_of(name, "addcontentsline newenvironment renewenvironment titleformat") ? 3
                                                                                                   : 2;
    return 0;
}

/* Behind \newcommand: keeps a definition without arguments, and skips it. */
static void read_definition(reader *self)
{
    const char *name = self->at, *body, *close;
    size_t length = 0;
    while (name < self->end && (*name == '*' || *name == '{'))
        name++;
    if (name + 1 < self->end && *name == '\\')
        while (name + 1 + length < self->end && kn_ascii_letter(name[1 + length]))
            length++;
    body = name + 1 + length;
    body += length && body < self->end && *body == '}';
    close = length && body < self->end && *body == '{' ? end_of_group(body, self->end, '{', '}') : NULL;
    if (close && close > body && self->macros < MOST_MACROS)
        self->macro[self->macros++] = (macro){name + 1, body + 1, length, (size_t)(close - body) - 2};
    if (length)
        self->at = body;
    skip_arguments(self, 1);
}

/* Reads the body of a command that the document defines; false where it defines none. */
static bool expand(reader *self, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = self->macros; i-- > 0;)
        if (self->macro[i].name_length == length && memcmp(self->macro[i].name, name, length) == 0) {
            const char *at = self->at, *end = self->end;
            if (self->depth < DEEPEST && ++self->expansions < MOST_EXPANSIONS) {
                self->depth += 4; /* few commands are inside each other */
                self->at = self->macro[i].body;
                self->end = self->at + self->macro[i].body_length;
                read_text(self, false);
                self->depth -= 4;
            }
            self->at = at;
            self->end = end;
            if (self->end - self->at >= 2 && self->at[0] == '{' && self->at[1] == '}')
                self->at += 2;
            return true;
        }
    return false;
}

static void read_command(reader *self, const char *name)
{
    int dropped;
    if (strcmp(name, "begin") == 0) {
        begin_environment(self);
    } else if (strcmp(name, "end") == 0) {
        end_environment(self);
    } else if (kn_is_one_of(name, "item bibitem")) {
        end_block(self);
        skip_options(self);
        if (name[0] == 'b')
            skip_arguments(self, 1);
    } else if (kn_is_one_of(name, "footnote footnotetext thanks")) {
        read_note(self);
    } else if (kn_is_one_of(name, "caption captionof")) {
        read_block(self, KNAP_BLOCK_CAPTION, 0);
    } else if (kn_is_one_of(name, "author")) {
        read_block(self, KNAP_BLOCK_FURNITURE, 0);
    } else if (kn_is_one_of(name, "cite citep citet citealp citealt citeauthor citeyear parencite textcite autocite "
                                  "footcite ref eqref pageref "
                                  "autoref cref Cref vref nameref fullcite supercite")) {
        read_reference(self);
    } else if (kn_is_one_of(name, "par newpage clearpage maketitle appendix pagebreak medskip bigskip smallskip")) {
        end_block(self);
    } else if (strcmp(name, "verb") == 0 && self->at < self->end) {
        char mark = *self->at == '*' && self->at + 1 < self->end ? *++self->at : *self->at;
        const char *close =
            (unsigned char)mark < 0x80 ? memchr(self->at + 1, mark, (size_t)(self->end - self->at) - 1) : NULL;
        if (close)
            kn_extract_add(self->extract, self->at + 1, (size_t)(close - self->at) - 1);
        self->at = close ? close + 1 : self->at;
    } else if (kn_is_one_of(name, "newcommand renewcommand providecommand")) {
        read_definition(self);
    } else if ((dropped = dropped_arguments(name)) > 0) {
        skip_arguments(self, dropped);
        if (kn_is_one_of(name, "multicolumn"))
            self->at += self->at < self->end && *self->at == '{'; /* its text follows */
    } else if (!read_section(self, name) && !add_symbol(self, name) && !expand(self, name)) {
        if (self->end - self->at >= 2 && self->at[0] == '{' && self->at[1] == '}' && strpbrk(name, CAPITALS))
            kn_extract_add(self->extract, name, strlen(name)); /* \R{} prints a name, \mbox{} nothing */
        skip_options(self);
    }
}

/* The letter behind an accent: "e", "{e}" or "\i". */
static bool add_accented(reader *self, char mark)
{
    const char *at = self->at;
    char bytes[8];
    size_t size;
    bool group;
    while (at < self->end && *at == ' ')
        at++;
    group = at < self->end && *at == '{';
    at += group;
    at += at + 1 < self->end && *at == '\\' && (at[1] == 'i' || at[1] == 'j');
    if (at >= self->end || !kn_ascii_letter(*at))
        return false;
    size = kn_accented(*at, mark, bytes);
    kn_extract_add(self->extract, bytes, size);
    at++;
    self->at = at + (group && at < self->end && *at == '}');
    return true;
}

static void read_backslash(reader *self)
{
    char name[LONGEST_NAME + 1];
    size_t size = 0;
    char byte;
    if (++self->at == self->end)
        return;
    byte = *self->at;
    if (kn_ascii_letter(byte)) {
        while (self->at < self->end && (kn_ascii_letter(*self->at) || *self->at == '@')) {
            if (size < LONGEST_NAME)
                name[size++] = *self->at;
            self->at++;
        }
        name[size] = 0;
        if (!(size == 1 && strchr("uvHckrdb", name[0]) && add_accented(self, name[0])))
            read_command(self, name);
        return;
    }
    self->at++;
    if (strchr("'`^\"~=.", byte) && byte && add_accented(self, byte))
        return;
    if (byte && strchr("&%$#_{}", byte))
        kn_extract_add(self->extract, &byte, 1);
    else if (byte == '[')
        read_display(self);
    else if (byte == '(') {
        const char *close = find_word(self->at, self->end, "\\)", 2);
        add_math(self, self->at, close);
        self->at = close == self->end ? close : close + 2;
    } else if (byte == '\\') {
        if (self->tables)
            end_block(self);
        kn_extract_add(self->extract, " ", 1);
        skip_options(self);
    } else if (byte && strchr(" ,;:~\n", byte))
        kn_extract_add(self->extract, " ", 1);
    else if ((unsigned char)byte >= 0x80)
        self->at--;
}

/* ---- Text ---- */

static void skip_comment(reader *self)
{
    const char *newline = memchr(self->at, '\n', (size_t)(self->end - self->at));
    self->at = newline ? newline + 1 : self->end;
    while (self->at < self->end && (*self->at == ' ' || *self->at == '\t'))
        self->at++;
}

/* A chunk of code as Sweave and knitr write it: from "<<options>>=" to a line "@". */
static void read_chunk(reader *self)
{
    const char *close = find_word(self->at, self->end, "\n@", 2),
               *line = memchr(self->at, '\n', (size_t)(self->end - self->at)), *mark = line;
    while (mark && mark > self->at && kn_ascii_space(*mark))
        mark--;
    if (!line || *mark != '=') {
        kn_extract_add(self->extract, "<<", 2);
        self->at += 2;
        return;
    }
    end_block(self);
    kn_extract_block(self->extract, line, (size_t)(close > line ? close - line : 0), KNAP_BLOCK_CODE, 0);
    self->at = close == self->end ? close : close + 2;
}

/* White space from a line end on: an empty line ends the paragraph. */
static void read_newline(reader *self)
{
    size_t newlines = 0;
    for (; self->at < self->end && kn_ascii_space(*self->at); self->at++)
        newlines += *self->at == '\n';
    if (newlines && self->end - self->at > 2 && memcmp(self->at, "<<", 2) == 0) {
        read_chunk(self);
        return;
    }
    if (newlines > 1)
        end_block(self);
    else
        kn_extract_add(self->extract, " ", 1);
}

/* Marks of one or more of the same character: quotes and dashes. */
static void add_mark(reader *self)
{
    static const struct {
        const char *mark, *text;
    } known[] = {{"---", "\xE2\x80\x94"},
                 {"--", "\xE2\x80\x93"},
                 {"``", "\xE2\x80\x9C"},
                 {"''", "\xE2\x80\x9D"},
                 {"`", "\xE2\x80\x98"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t size = strlen(known[i].mark);
        if ((size_t)(self->end - self->at) >= size && memcmp(self->at, known[i].mark, size) == 0) {
            kn_extract_add(self->extract, known[i].text, strlen(known[i].text));
            self->at += size;
            return;
        }
    }
    kn_extract_add(self->extract, self->at++, 1);
}

/* Reads up to the end of the group, or of the file. */
static void read_text(reader *self, bool group)
{
    size_t braces = 0;
    while (self->at < self->end && !self->ended && !self->extract->failed) {
        const char *from = self->at;
        while (self->at < self->end && !strchr("\\%${}~&-`'\n", *self->at))
            self->at++;
        kn_extract_add(self->extract, from, (size_t)(self->at - from));
        if (self->at == self->end)
            return;
        switch (*self->at) {
        case '\\':
            read_backslash(self);
            break;
        case '%':
            skip_comment(self);
            break;
        case '$':
            read_dollars(self);
            break;
        case '{':
            braces++;
            self->at++;
            break;
        case '}':
            self->at++;
            if (braces == 0 && group)
                return;
            braces -= braces > 0;
            break;
        case '~':
        case '&':
            kn_extract_add(self->extract, *self->at == '&' && self->tables ? " | " : " ",
                           *self->at == '&' && self->tables ? 3 : 1);
            self->at++;
            break;
        case '\n':
            read_newline(self);
            break;
        case 0:
            self->at++;
            break;
        default:
            add_mark(self);
        }
    }
}

static const char *skip_preamble(reader *self)
{
    static const char begin[] = "\\begin{document}";
    const char *begin_of_file = self->at;
    const char *body = find_word(self->at, self->end, begin, sizeof begin - 1);
    const char *title;
    if (body == self->end)
        return self->at;
    for (const char *at = self->at; (at = find_word(at, body, "\\newcommand", 11)) < body;
         at = self->at > at ? self->at : at + 11) {
        self->at = at + 11;
        read_definition(self);
    }
    self->at = begin_of_file;
    title = find_word(self->at, body, "\\title", 6);
    if (title < body) {
        self->at = title + 6;
        read_block(self, KNAP_BLOCK_HEADING, 1);
    }
    return body + sizeof begin - 1;
}

static void add_notes(reader *self)
{
    for (size_t i = 0; i < self->notes.blocks; i++) {
        const kn_block *note = &self->notes.block[i];
        kn_extract_block(self->extract, self->notes.text.bytes + note->begin, note->end - note->begin, KNAP_BLOCK_NOTE,
                         0);
    }
    self->extract->failed |= self->notes.failed;
}

static knap_status extract_latex(const kn_source *source, kn_extract *extract, knap_error *error)
{
    reader self = {.extract = extract, .at = source->bytes, .end = source->bytes + source->length};
    kn_extract_begin(&self.notes, source->allocator);
    self.at = skip_preamble(&self);
    while (self.at < self.end && !self.ended && !extract->failed)
        read_text(&self, false);
    end_block(&self);
    add_notes(&self);
    kn_extract_free(&self.notes);
    return extract->failed ? kn_no_memory(error) : KNAP_OK;
}

knap_status kn_latex_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    return kn_format_extract(source, output, extract_latex, error);
}

bool kn_latex_is(const char *name, const char *text, size_t length)
{
    static const char *const marks[] = {"\\documentclass", "\\begin{", "\\section", "\\chapter"};
    const char *end = text + (length < HEAD ? length : HEAD);
    size_t count = kn_name_ends(name, "tex ltx latex") ? sizeof marks / sizeof *marks : 1;
    if (!memchr(text, '\\', (size_t)(end - text)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (find_word(text, end, marks[i], strlen(marks[i])) < end)
            return i > 0 || count > 1 || memchr(text, '{', (size_t)(end - text)) != NULL;
    return false;
}
