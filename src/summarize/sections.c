/* sections.c - the sections of a document, by the words of their headings.
 *
 * How much a section tells is part of what point.h fits. */
#include "summarize/sections.h"
#include "text/utf8.h"
#include "base/ascii.h"
#include "base/error.h"

#include <string.h>

#include <unicode/uchar.h>

enum { MOST_LEVELS = 8, LONGEST_TITLE = 80 };

/* Headings in lower case, with a bar between them. A heading is one of them, or begins with one and a word for "and". */
static const struct {
    kn_section_kind section;
    const char *headings;
} HEADINGS[] = {
    {KN_SECTION_MAIN,
     "abstract|summary|executive summary|tl;dr|introduction|overview|about|description|name|what is it|what is this|"
     "what it is|background|purpose|motivation|general information|general|preface|"
     "r\u00e9sum\u00e9|nom|pr\u00e9sentation|\u00e0 "
     "propos|aper\u00e7u|zusammenfassung|kurzfassung|einleitung|einf\u00fchrung|"
     "\u00fcberblick|\u00fcbersicht|beschreibung|bezeichnung|resumen|nombre|descripci\u00f3n|introducci\u00f3n|"
     "riassunto|sommario|"
     "nome|descrizione|introduzione|resumo|descri\u00e7\u00e3o|introdu\u00e7\u00e3o|naam|beschrijving|inleiding|namn|"
     "beskrivning|"
     "inledning|navn|beskrivelse|nimi|kuvaus|nazwa|opis|wprowadzenie|streszczenie|jm\u00e9no|popis|\u00favod|"
     "\u0438\u043c\u044f|"
     "\u043d\u0430\u0437\u0432\u0430\u043d\u0438\u0435|\u043e\u043f\u0438\u0441\u0430\u043d\u0438\u0435|"
     "\u0432\u0432\u0435\u0434\u0435\u043d\u0438\u0435|\u0430\u043d\u043d\u043e\u0442\u0430\u0446\u0438\u044f|"
     "\u043d\u0430\u0437\u0432\u0430|\u043e\u043f\u0438\u0441|ad\u0131|tan\u0131m|a\u00e7\u0131klama|nume|descriere|"
     "n\u00e9v|isim|"
     "le\u00edr\u00e1s|\u540d\u524d|\u540d\u79f0|\u8aac\u660e|\u6982\u8981|\u306f\u3058\u3081\u306b|\u63cf\u8ff0|"
     "\u7b80\u4ecb|"
     "\u4ecb\u7ecd|\u6458\u8981|\u540d\u7a31|\uc774\ub984|\uc124\uba85|\uc18c\uac1c|\ucd08\ub85d"},
    {KN_SECTION_END,
     "conclusion|conclusions|concluding remarks|results|decision|decisions|outcome|discussion|schluss|fazit|ergebnis|"
     "ergebnisse|schlussfolgerung|conclusi\u00f3n|conclusiones|conclusione|conclusioni|conclus\u00e3o|"
     "\u0437\u0430\u043a\u043b\u044e\u0447\u0435\u043d\u0438\u0435|\u0432\u044b\u0432\u043e\u0434\u044b|\u7ed3\u8bba|"
     "\u7d50\u8ad6|"
     "\u304a\u308f\u308a\u306b"},
    {KN_SECTION_ASIDE,
     "installation|install|installing|how to install|building|build|compiling|compilation|requirements|dependencies|"
     "prerequisites|license|licence|licensing|copyright|copying|copyright notice|legal|contributing|contribution|"
     "contributions|contributors|how to contribute|acknowledgements|acknowledgments|thanks|credits|references|"
     "bibliography|further reading|external links|notes|see also|author|authors|maintainer|maintainers|contact|support|"
     "bugs|reporting bugs|known bugs|bug reports|changelog|changes|change log|history|release notes|news|download|"
     "downloads|availability|index|contents|table of contents|testing|tests|running tests|development|feedback|"
     "mailing list|mailing lists|funding|sponsors|donations|translations|todo|appendix|colophon|exit status|"
     "return value|environment|files|options|synopsis|"
     "lizenz|autor|autoren|siehe auch|fehler|danksagung|literatur|licence et copyright|auteur|auteurs|voir "
     "aussi|bogues|"
     "licencia|autor|autores|v\u00e9ase tambi\u00e9n|errores|licenza|autore|autori|vedere anche|licen\u00e7a|veja "
     "tamb\u00e9m|"
     "zobacz tak\u017ce|autorzy|\u0430\u0432\u0442\u043e\u0440|\u0430\u0432\u0442\u043e\u0440\u044b|\u0441\u043c. "
     "\u0442\u0430\u043a\u0436\u0435|"
     "\u0441\u043c\u043e\u0442\u0440\u0438\u0442\u0435 "
     "\u0442\u0430\u043a\u0436\u0435|\u043e\u0448\u0438\u0431\u043a\u0438|"
     "\u95a2\u9023\u9805\u76ee|\u8457\u8005|\u53c2\u8003\u6587\u732e|\u53c2\u89c1|\u4f5c\u8005"},
};

/* "X is a", in languages where it is said so. */
static const char *const DEFINES[] = {
    " is a ",     " is an ",  " is the ",     " are a ",   " provides ", " allows ",
    " lets ",     " est un",  " ist ein",     " ist die ", " es un",     " \u00e8 un",
    " \u00e9 um", " is een ", " \u00e4r en ", " er en ",   " jest ",     " \u2014 \u044d\u0442\u043e "};

/* Where the words of a heading begin, behind a number such as "1.2", "A." or "IV)". */
static size_t skip_number(const char *text, size_t begin, size_t end)
{
    size_t at = begin, mark = begin;
    bool letters = false;
    while (at < end && ((text[at] >= '0' && text[at] <= '9') || text[at] == '.' || text[at] == ')'))
        at++;
    if (at == begin)
        while (at < end && at - begin < 5 && strchr("ABCDEFIVX", text[at])) {
            letters = true;
            at++;
        }
    mark = at;
    while (at < end && (text[at] == '.' || text[at] == ')'))
        at++;
    if (letters && at == mark)
        return begin; /* "A guide" */
    at = kn_skip_space(text, at, end);
    return at > mark && at < end && (mark > begin) ? at : begin;
}

/* Whether text [begin, end) begins with phrase[length], whatever the case; *at is set behind it. */
static bool begins_with(const char *text, size_t begin, size_t end, const char *phrase, size_t length, size_t *at)
{
    size_t p = 0;
    while (p < length) {
        if (begin >= end || u_tolower(kn_utf8_next(text, &begin, end)) != kn_utf8_next(phrase, &p, length))
            return false;
    }
    *at = begin;
    return true;
}

static bool is_heading(const char *text, size_t begin, size_t end, const char *list)
{
    while (*list) {
        size_t length = strcspn(list, "|"), at;
        if (begins_with(text, begin, end, list, length, &at) &&
            (at == end || text[at] == '(' || (text[at] == ' ' && strchr("&/(", text[at + 1])) ||
             (end - at > 4 && memcmp(text + at, " and", 4) == 0)))
            return true;
        list += length + (list[length] == '|');
    }
    return false;
}

static kn_section_kind section_of(const char *text, const knap_sentence *heading)
{
    size_t end = heading->end, begin;
    while (end > heading->body && strchr(":.*#= ", text[end - 1]))
        end--;
    begin = skip_number(text, heading->body, end);
    for (size_t i = 0; i < sizeof HEADINGS / sizeof *HEADINGS; i++)
        if (is_heading(text, begin, end, HEADINGS[i].headings))
            return HEADINGS[i].section;
    return KN_SECTION_OTHER;
}

/* The first word of a document's title, or of its file's name: what a definition begins with. */
static size_t name_of(const knap_document *document, const knap_sentence *title, char *name, size_t size)
{
    const char *text = title ? knap_document_text(document, NULL) + title->begin : knap_document_name(document);
    size_t length = title ? title->end - title->begin : strlen(text), end = 0;
    if (!title) {
        const char *slash = strrchr(text, '/');
        length -= slash ? (size_t)(slash + 1 - text) : 0;
        text = slash ? slash + 1 : text;
    }
    while (end < length && end + 1 < size && !strchr(" .,:;(|", text[end]))
        end++;
    memcpy(name, text, end);
    name[end] = 0;
    return end;
}

/* "This document describes ...", "In this section we will ..." says what a document is about, though it points back. */
static bool presents_itself(const kn_story_line *line)
{
    static const char *const nouns[] = {
        "document ", "page ",    "manual ",     "guide ",         "book ",    "paper ",      "article ", "file ",
        "package ",  "library ", "module ",     "program ",       "project ", "chapter ",    "tutorial ", "section ",
        "report ",   "memo ",    "memorandum ", "specification ", "RFC ",     "repository ", "tool ", "README "};
    size_t at = line->length > 15 && memcmp(line->text, "In ", 3) == 0 ? 3 : 0;
    if (line->length < 12 || !kn_ascii_same_start(line->text + at, "this ", 5))
        return false;
    for (size_t i = 0; i < sizeof nouns / sizeof *nouns; i++)
        if (strncmp(line->text + at + 5, nouns[i], strlen(nouns[i])) == 0)
            return true;
    return false;
}

/* Where the line goes on behind the name that it begins with; 0: it does not begin with it. */
static size_t after_name(const kn_story_line *line, const char *name, size_t length)
{
    size_t at = 0, article = line->length > 4 && (memcmp(line->text, "The ", 4) == 0) ? 4 : 0;
    if (length < 2 || line->length < article + length + 4)
        return 0;
    for (size_t n = 0, i = article; n < length; at = i)
        if (u_tolower(kn_utf8_next(line->text, &i, line->length)) != u_tolower(kn_utf8_next(name, &n, length)))
            return 0;
    return at;
}

/* Whether the line says what the thing is whose name ends before byte `at`. */
static bool defines(const kn_story_line *line, size_t at)
{
    for (size_t i = 0; i < sizeof DEFINES / sizeof *DEFINES; i++) {
        const char *found = strstr(line->text + at, DEFINES[i]);
        if (found && (size_t)(found - line->text) <= at + LONGEST_TITLE)
            return true;
    }
    return false;
}

/* The sentence ends with a colon before code or a list, and says something without it. */
static bool leads_in(const kn_story_line *line)
{
    static const char *const pointers[] = {" following", " follows", " these ", " below", " here ", " namely"};
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++)
        if (strstr(line->text, pointers[i]))
            return false;
    return line->sentence->block == KNAP_BLOCK_PARAGRAPH && line->sentence->flags & KNAP_SENTENCE_UNFINISHED &&
           line->length && line->text[line->length - 1] == '.';
}

/* Walks the headings and lines of the document in their order. */
typedef struct walk {
    const char *text;
    kn_section_kind section[MOST_LEVELS]; /* of the open heading at each level */
    unsigned level;
    size_t headings;
    const knap_sentence *title;
} walk;

static void enter(walk *self, const knap_sentence *heading)
{
    unsigned level = heading->level && heading->level < MOST_LEVELS ? heading->level : 2;
    kn_section_kind section = section_of(self->text, heading), outer = KN_SECTION_OTHER;
    if (!self->headings++ && heading->story_position == 0) {
        self->title = heading;
        section = section == KN_SECTION_ASIDE ? KN_SECTION_OTHER : section; /* "Changes": all of it is about them */
    }
    for (unsigned i = 1; i < level; i++)
        if (self->section[i] == KN_SECTION_ASIDE)
            outer = KN_SECTION_ASIDE;
    self->section[level] = section == KN_SECTION_OTHER ? outer : section;
    for (unsigned i = level + 1; i < MOST_LEVELS; i++)
        self->section[i] = KN_SECTION_OTHER;
    self->level = level;
}

/* How far down a title may stand, and how deep it may be, to be that of the document. */
enum { LAST_TITLE = 3, DEEPEST_TITLE = 2, WIDEST_TITLE = 120 };

/* Takes a number and the marks of an outline away from the start of a title, and marks and the mode line of an editor from its end. */
static void trim_title(const char *text, knap_sentence *title)
{
    const char *mode;
    while (title->body < title->end && strchr("*#= ", text[title->body]))
        title->body++;
    title->body = skip_number(text, title->body, title->end);
    mode = memchr(text + title->body, '*', title->end - title->body);
    if (mode && mode > text + title->body && mode[-1] == '-')
        title->end = (size_t)(mode - 1 - text);
    while (title->end > title->body && strchr(":,;-= ", text[title->end - 1]))
        title->end--;
}

/* A title that can open a summary: a few words that are not the name of a section, of a file or of a page of a manual, and neither an
 * address nor mostly marks and figures. */
static bool names_document(const char *text, const knap_sentence *title)
{
    size_t letters = 0, marks = 0;
    if (title->end - title->body > WIDEST_TITLE || title->position >= LAST_TITLE || title->level > DEEPEST_TITLE ||
        section_of(text, title) != KN_SECTION_OTHER || !u_isalnum(kn_utf8_at(text, title->body, title->end)) ||
        (title->end - title->body > 6 && memcmp(text + title->body, "README", 6) == 0 && text[title->body + 6] != ' ') ||
        (text[title->end - 1] == ')' && !memchr(text + title->body, ' ', title->end - title->body)))
        return false;
    for (size_t at = title->body; at < title->end;) {
        int32_t code = kn_utf8_next(text, &at, title->end);
        if (code < 0x80 && strchr("@=<>{}|\\_", code))
            return false;
        if (code == '/' && !(kn_ascii_letter(text[at - 2]) && kn_ascii_letter(text[at]) &&
                             memchr(text + title->body, ' ', title->end - title->body)))
            return false; /* a path or a date; "The GNU/Linux FAQ" is none */
        letters += u_isalpha(code) != 0;
        marks += !u_isalpha(code) && code != ' ';
    }
    return letters > 2 && marks * 2 < letters;
}

/* The heading goes on with the title before it: a title of two lines, which a format has not joined. */
static bool continues(const char *text, const knap_sentence *title, const knap_sentence *next)
{
    size_t length = next->end - next->begin;
    if (length == title->end - title->begin && memcmp(text + title->begin, text + next->begin, length) == 0)
        return false; /* it is only repeated */
    return next->flags & KNAP_SENTENCE_HEADING && next->level == 1 && title->level == 1 &&
           next->end - title->begin <= WIDEST_TITLE && memchr(text + next->begin, ' ', length) &&
           !kn_ascii_same_start(text + next->begin, "by ", 3);
}

/* Keeps the title of the document, if it says something; `next` is the sentence behind it, or NULL. False when memory is out. */
static bool keep_title(kn_story *story, const char *text, const knap_sentence *title, const knap_sentence *next)
{
    knap_sentence *kept = kn_arena_new(&story->arena, 1, sizeof *kept);
    if (!kept)
        return false;
    *kept = *title;
    if (next && continues(text, title, next))
        kept->end = next->end;
    trim_title(text, kept);
    if (kept->end > title->end && !names_document(text, kept)) {
        *kept = *title;
        trim_title(text, kept);
    }
    if (kept->body < kept->end && names_document(text, kept))
        story->heading = kept;
    return true;
}

knap_status kn_sections_mark(kn_story *story, const knap_cluster *cluster, knap_error *error)
{
    walk self = {.text = NULL};
    char name[LONGEST_TITLE];
    size_t count, line = 0, length;
    const knap_sentence *sentence;
    if (story->documents != 1)
        return KNAP_OK;
    sentence = knap_sentences_list(story->split[0], &count);
    self.text = knap_document_text(cluster->document[0], NULL);
    for (size_t i = 0; i < count; i++) {
        if (sentence[i].flags & KNAP_SENTENCE_HEADING)
            enter(&self, &sentence[i]);
        if (line < story->lines && story->line[line].sentence == &sentence[i]) {
            kn_story_line *here = &story->line[line++];
            here->under = self.headings - (self.title != NULL);
            here->section = self.headings ? self.section[self.level] : KN_SECTION_OTHER;
        }
    }
    if (self.title && !keep_title(story, self.text, self.title,
                                  self.title + 1 < sentence + count ? self.title + 1 : NULL))
        return kn_no_memory(error);
    length = name_of(cluster->document[0], self.title, name, sizeof name);
    for (size_t i = 0; i < story->lines; i++) {
        kn_story_line *here = &story->line[i];
        size_t at = after_name(here, name, length);
        here->names = at > 0;
        if ((at || i < KN_FIRST_LINES) && defines(here, at) && leads_in(here))
            here->ended = true;
        here->defines = self.headings && ((at && defines(here, at)) || presents_itself(here));
    }
    return KNAP_OK;
}
