/* sgml.c - the SGML of DUC, TAC and TREC: texts cut out of files that are not well-formed XML.
 *
 * Tag names are compared without regard to case. A text is the content of <TEXT> (or <LP>, or a whole
 * <SUM>), without tags, without the elements that are not part of the story, with entities resolved. Every
 * character is mapped back to its bytes in the file. The file is read in one pass; an element without an
 * end tag counts as empty. */
#include "io/sgml.h"
#include "base/error.h"
#include "text/utf8.h"
#include "base/ascii.h"

#include <string.h>

enum { MOST_EXTRAS = 40, LONGEST_NAME = 24, LONGEST_ENTITY = 12, LONGEST_ID = 128 };

typedef struct tag {
    char name[LONGEST_NAME]; /* upper case */
    bool closing;
    size_t begin, end;
} tag;

typedef struct sgml {
    knap_corpus *corpus;
    kn_cluster *cluster;
    const char *name;
    const kn_decoded *from;
    const char *text;
    size_t length;
    bool reference;
    bool comment_open;                  /* a comment that never ends was met */
    size_t unclosed_until[MOST_EXTRAS]; /* there is no closing tag of that element before this offset */
} sgml;

/* Elements that hold a story, and those inside one that are no part of it. */
static const char *const bodies[] = {"TEXT", "LP", "LEADPARA", "BODY", "SUM", NULL};
static const char *const extras[] = {
    "ANNOTATION", "BYLINE", "DATELINE",  "HEADLINE", "HEAD",    "HL",         "H1",
    "H2",         "H3",     "H4",        "H5",       "SLUG",    "GRAPHIC",    "TITLE",
    "SUBJECT",    "TYPE",   "F",         "FN",       "FTAG",    "CORRECTION", "CORRECTION-DATE",
    "TRAILER",    "HEADER", "DATE_TIME", "NOTE",     "KEYWORD", "SCRIPT",     "STYLE",
    NULL};
static const char *const breaks[] = {"P", "PARAGRAPH", "S", "BR", "TEXT", "LP", "LEADPARA", "DIV", "TABLE", "LI", NULL};

static bool is_one_of(const char *name, const char *const *list)
{
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

/* The next tag from `at` on: "<" and a letter or "/" and a letter, up to ">". */
static bool next_tag(sgml *s, size_t at, tag *found)
{
    while (at < s->length) {
        const char *open = memchr(s->text + at, '<', s->length - at);
        size_t begin, i, size = 0;
        if (!open)
            return false;
        begin = (size_t)(open - s->text);
        i = begin + 1;
        found->closing = i < s->length && s->text[i] == '/';
        i += found->closing;
        while (i < s->length && size + 1 < LONGEST_NAME &&
               ((kn_ascii_letter(s->text[i]) || kn_ascii_digit(s->text[i])) || s->text[i] == '_' || s->text[i] == '-'))
            found->name[size++] = kn_ascii_upper(s->text[i++]);
        found->name[size] = 0;
        if (size > 0 && kn_ascii_letter(found->name[0])) {
            /* A second "<" before the ">" means that the first one did not begin a tag. */
            size_t end = i;
            while (end < s->length && s->text[end] != '>' && s->text[end] != '<')
                end++;
            if (end < s->length && s->text[end] == '>') {
                found->begin = begin;
                found->end = end + 1;
                return true;
            }
        } else if (s->length - begin > 4 && memcmp(open, "<!--", 4) == 0) {
            const char *end = s->comment_open ? NULL : strstr(open + 4, "-->");
            s->comment_open = !end;
            found->begin = begin;
            found->end = end ? (size_t)(end - s->text) + 3 : begin + 4;
            found->name[0] = 0;
            return true;
        }
        at = begin + 1;
    }
    return false;
}

bool kn_is_sgml(const char *text, size_t length)
{
    size_t at = kn_skip_space(text, 0, length);
    sgml s = {.text = text, .length = length < at + 4096 ? length : at + 4096};
    tag found;
    if (at >= length || text[at] != '<')
        return false;
    while (next_tag(&s, at, &found)) {
        if (!found.closing &&
            (strcmp(found.name, "DOC") == 0 || strcmp(found.name, "TEXT") == 0 || strcmp(found.name, "SUM") == 0))
            return true;
        at = found.end;
    }
    return false;
}

/* ---- Entities ---- */

/* The character of an entity; 0 if there is no entity, -1 for an unknown one. */
static int32_t entity_code(const char *name, size_t length)
{
    static const struct {
        const char *name;
        int32_t code;
    } known[] = {{"amp", '&'},       {"lt", '<'},       {"gt", '>'},       {"quot", '"'},     {"apos", '\''},
                 {"nbsp", 0xA0},     {"md", 0x2014},    {"mdash", 0x2014}, {"ndash", 0x2013}, {"hyph", '-'},
                 {"blank", ' '},     {"sect", 0xA7},    {"para", 0xB6},    {"cent", 0xA2},    {"pound", 0xA3},
                 {"bull", 0x2022},   {"rsquo", 0x2019}, {"lsquo", 0x2018}, {"ldquo", 0x201C}, {"rdquo", 0x201D},
                 {"hellip", 0x2026}, {"ur", 0},         {"lr", 0},         {"ql", 0},         {"qr", 0},
                 {"qc", 0},          {"tl", 0},         {"cir", 0},        {"reg", 0xAE},     {"deg", 0xB0},
                 {"eacute", 0xE9},   {"egrave", 0xE8},  {"ntilde", 0xF1},  {"uuml", 0xFC},    {"ouml", 0xF6},
                 {"auml", 0xE4},     {"ccedil", 0xE7},  {"aacute", 0xE1},  {"iacute", 0xED},  {"oacute", 0xF3},
                 {"uacute", 0xFA}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && kn_ascii_same_start(known[i].name, name, length))
            return known[i].code;
    return -1;
}

static int32_t numeric_code(const char *digits, size_t length)
{
    int32_t code = 0;
    int base = length > 0 && (digits[0] == 'x' || digits[0] == 'X') ? 16 : 10;
    for (size_t i = base == 16; i < length; i++) {
        int digit = kn_ascii_digit(digits[i]) ? digits[i] - '0' : kn_ascii_lower(digits[i]) - 'a' + 10;
        if (digit < 0 || digit >= base || code > 0x10FFFF)
            return -1;
        code = code * base + digit;
    }
    return code > 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF) ? code : -1;
}

/* Appends text [begin, end) with its entities resolved; an unknown entity is left unchanged. */
static void add_text(const sgml *s, kn_mapped *to, size_t begin, size_t end)
{
    while (begin < end) {
        const char *mark = memchr(s->text + begin, '&', end - begin);
        size_t at = mark ? (size_t)(mark - s->text) : end, stop = at + 1;
        int32_t code = -1;
        kn_mapped_copy(to, &s->from->mapped, begin, at);
        if (!mark)
            return;
        while (stop < end && stop - at < LONGEST_ENTITY &&
               ((kn_ascii_letter(s->text[stop]) || kn_ascii_digit(s->text[stop])) || s->text[stop] == '#'))
            stop++;
        if (stop < end && s->text[stop] == ';')
            code = s->text[at + 1] == '#' ? numeric_code(s->text + at + 2, stop - at - 2)
                                          : entity_code(s->text + at + 1, stop - at - 1);
        if (code < 0) {
            kn_mapped_copy(to, &s->from->mapped, at, at + 1);
            begin = at + 1;
            continue;
        }
        if (code > 0) {
            size_t from, to_end;
            char bytes[4];
            size_t size = kn_utf8_write(code, bytes);
            kn_mapped_source(&s->from->mapped, at, stop + 1, &from, &to_end);
            kn_mapped_add(to, bytes, size, size, from, to_end - from);
        }
        begin = stop + 1;
    }
}

/* ---- Texts ---- */

/* The end of the element that `open` begins: its closing tag, if there is one before the end of the story,
 * else the end of the opening tag. */
static size_t end_of_extra(sgml *s, const tag *open)
{
    tag found;
    size_t at = open->end, extra = 0;
    while (strcmp(extras[extra], open->name) != 0)
        extra++;
    if (at <= s->unclosed_until[extra])
        return at;
    while (next_tag(s, at, &found)) {
        if (found.closing && strcmp(found.name, open->name) == 0)
            return found.end;
        if (strcmp(found.name, "DOC") == 0 || (found.closing && is_one_of(found.name, bodies)))
            break;
        at = found.end;
    }
    s->unclosed_until[extra] = at;
    return open->end;
}

/* Replaces a tag by a line end. */
static void add_break(const sgml *s, kn_mapped *to, const tag *at, const char *ends)
{
    size_t from, until;
    kn_mapped_source(&s->from->mapped, at->begin, at->end, &from, &until);
    kn_mapped_add(to, ends, strlen(ends), strlen(ends), from, until - from);
}

/* Appends the story that begins after `at`; returns its end. */
static size_t add_story(sgml *s, kn_mapped *to, const char *body, size_t at)
{
    tag found;
    while (next_tag(s, at, &found)) {
        bool ends = (found.closing && strcmp(found.name, body) == 0) || strcmp(found.name, "DOC") == 0;
        add_text(s, to, at, found.begin);
        if (ends)
            return strcmp(found.name, "DOC") == 0 ? found.begin : found.end;
        if (is_one_of(found.name, breaks))
            add_break(s, to, &found, strcmp(found.name, "S") == 0 ? "\n" : "\n\n");
        at = !found.closing && is_one_of(found.name, extras) ? end_of_extra(s, &found) : found.end;
    }
    add_text(s, to, at, s->length);
    return s->length;
}

/* The text of <DOCNO> or <DOCID> after `at`, without white space. */
static void read_id(const sgml *s, size_t at, char *id)
{
    size_t size = 0;
    while (at < s->length && s->text[at] != '<' && size + 1 < LONGEST_ID) {
        if (!kn_ascii_space(s->text[at]))
            id[size++] = s->text[at];
        at++;
    }
    id[size] = 0;
}

/* The id of <DOC id="APW_ENG_20050101.0001" type="story">, as TAC's newer collections have it. */
static void read_id_attribute(const sgml *s, const tag *open, char *id)
{
    size_t size = 0;
    for (size_t at = open->begin + 4; at + 4 < open->end; at++) {
        if (!kn_ascii_space(s->text[at]) || !kn_ascii_same_start(s->text + at + 1, "id=", 3))
            continue;
        for (at += 4; at < open->end - 1 && size + 1 < LONGEST_ID && !kn_ascii_space(s->text[at]); at++)
            if (s->text[at] != '"' && s->text[at] != '\'')
                id[size++] = s->text[at];
        break;
    }
    id[size] = 0;
}

/* FBIS puts a header into the text: the part before "[Text]" does not belong to the story. */
static void cut_fbis_header(kn_decoded *made)
{
    const char *text = made->mapped.text.bytes;
    size_t length = made->mapped.text.length, start = kn_skip_space(text, 0, length);
    const char *mark = length - start > 9 && memcmp(text + start, "Language:", 9) == 0 ? strstr(text, "[Text]") : NULL;
    if (mark && (size_t)(mark - text) < 1000) {
        kn_mapped rest;
        kn_mapped_begin(&rest, made->mapped.text.allocator);
        kn_mapped_copy(&rest, &made->mapped, (size_t)(mark - text) + 6, length);
        rest.text.failed |= made->mapped.text.failed;
        kn_mapped_free(&made->mapped);
        made->mapped = rest;
    }
}

static knap_status finish_document(const sgml *s, kn_decoded *made, const char *id, knap_error *error)
{
    knap_document *document;
    knap_status status;
    if (!made->mapped.text.failed)
        cut_fbis_header(made);
    memcpy(made->encoding, s->from->encoding, sizeof made->encoding);
    made->repaired = s->from->repaired;
    status = made->mapped.text.failed ? kn_no_memory(error)
                                      : kn_document_of(s->name, id, made, s->corpus->allocator, &document, error);
    if (status) {
        kn_mapped_free(&made->mapped);
        return status;
    }
    return kn_corpus_document(s->corpus, s->cluster, document, s->reference, error);
}

knap_status kn_sgml_documents(knap_corpus *corpus, kn_cluster *cluster, const char *name, const kn_decoded *decoded,
                              bool reference, knap_error *error)
{
    sgml s = {.corpus = corpus,
              .cluster = cluster,
              .name = name,
              .from = decoded,
              .text = decoded->mapped.text.bytes,
              .length = decoded->mapped.text.length,
              .reference = reference};
    char id[LONGEST_ID] = "";
    kn_decoded made = {.repaired = 0};
    knap_status status = KNAP_OK;
    bool open = false;
    size_t at = 0;
    tag found;
    kn_mapped_begin(&made.mapped, corpus->allocator);
    while (!status && next_tag(&s, at, &found)) {
        at = found.end;
        if (strcmp(found.name, "DOC") == 0) {
            if (open || made.mapped.text.length) {
                status = finish_document(&s, &made, id, error);
                kn_mapped_begin(&made.mapped, corpus->allocator);
            }
            read_id_attribute(&s, &found, id);
            open = !found.closing;
        } else if (!found.closing && (strcmp(found.name, "DOCNO") == 0 || strcmp(found.name, "DOCID") == 0) && !id[0]) {
            read_id(&s, found.end, id);
        } else if (!found.closing && is_one_of(found.name, bodies)) {
            if (made.mapped.text.length)
                add_break(&s, &made.mapped, &found, "\n\n");
            at = add_story(&s, &made.mapped, found.name, found.end);
        }
    }
    if (!status && (open || made.mapped.text.length || made.mapped.text.failed))
        return finish_document(&s, &made, id, error);
    kn_mapped_free(&made.mapped);
    return status;
}
