/* office.c - .docx, .odt and .odp: XML files in a zip archive. Slides of .pptx are read by slides.c.
 *
 *     word/styles.xml    kinds of styles        styles.xml     kinds of styles
 *     word/document.xml  text                   content.xml    text, and kinds of styles
 *     word/footnotes.xml, word/endnotes.xml     meta.xml, docProps/core.xml  date and title
 *
 * A cell of a table is a block: prose if it holds prose, else a table. Deleted text and tables of contents are left out. */
#include "formats/office.h"
#include "formats/looks.h"
#include "formats/parts.h"
#include "formats/slides.h"
#include "formats/xml.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

#include <stdlib.h>
#include <string.h>

/* ---- Recognising ---- */

static bool is_spreadsheet(const char *bytes, size_t length)
{
    return kn_zip_has(bytes, length, "opendocument.spreadsheet") || kn_zip_has(bytes, length, "xl/workbook.xml") ||
           kn_zip_has(bytes, length, "xl/workbook.bin");
}

static bool is_open_document(const char *bytes, size_t length)
{
    static const char start[] = "mimetypeapplication/vnd.oasis.opendocument.";
    if (length > 30 + sizeof start && memcmp(bytes + 30, start, sizeof start - 1) == 0)
        return true;
    /* packed again by another program: the type does not come first */
    return kn_zip_has(bytes, length, "META-INF/manifest.xml") && kn_zip_has(bytes, length, "content.xml") &&
           kn_zip_has(bytes, length, "styles.xml");
}

bool kn_office_is(const char *name, const char *bytes, size_t length)
{
    (void)name;
    return length > 64 && memcmp(bytes, "PK\3\4", 4) == 0 &&
           (is_open_document(bytes, length) || kn_zip_has(bytes, length, "[Content_Types].xml"));
}

/* ---- Styles ---- */

/* What the paragraphs of a style are. */
typedef struct style {
    knap_block kind;
    unsigned level;
    bool left_out; /* a table of contents */
    unsigned size; /* of letters, in half points; 0: that of the style around it */
    bool bold;
} style;

typedef struct reader {
    const kn_source *source;
    kn_extract extract;
    kn_parts parts;
    kn_symbols names; /* of styles */
    style *styles;    /* [names.count] */
    kn_text notes;    /* the text of footnotes, a line each */
    size_t skip, tables, lists, in_note;
    bool slides;     /* .odp */
    bool notes_part; /* footnotes of .docx are read */
    bool in_text;    /* character data is text of the document */
    bool in_date, in_title;
    bool in_run;   /* of .docx: what has a look of its own */
    style open;    /* of the open paragraph */
    style run;     /* of the text that comes next */
    style usual;   /* of paragraphs that name none, in .docx */
    char name[80]; /* of the style being read */
    char normal[80]; /* the name of that of most paragraphs */
    char date[40];
    kn_text title;
} reader;

static bool is(const char *name, const char *other)
{
    return strcmp(name, other) == 0;
}

static bool begins(const char *name, const char *start)
{
    return kn_ascii_same_start(name, start, strlen(start));
}

/* The kind by the name of a style: those of Word, in English in every language of the program, and of Writer. */
static style style_of(const char *name)
{
    static const struct {
        const char *start;
        knap_block kind;
        unsigned level;
        bool left_out;
    } known[] = {{"heading", KNAP_BLOCK_HEADING, 1, false},
                 {"title", KNAP_BLOCK_HEADING, 1, false},
                 {"subtitle", KNAP_BLOCK_HEADING, 2, false},
                 {"toc", KNAP_BLOCK_FURNITURE, 0, true},
                 {"contents", KNAP_BLOCK_FURNITURE, 0, true},
                 {"table of figures", KNAP_BLOCK_FURNITURE, 0, true},
                 {"caption", KNAP_BLOCK_CAPTION, 0, false},
                 {"illustration", KNAP_BLOCK_CAPTION, 0, false},
                 {"figure", KNAP_BLOCK_CAPTION, 0, false},
                 {"drawing", KNAP_BLOCK_CAPTION, 0, false},
                 {"footnote", KNAP_BLOCK_NOTE, 0, false},
                 {"endnote", KNAP_BLOCK_NOTE, 0, false},
                 {"quot", KNAP_BLOCK_QUOTE, 0, false},
                 {"intense quote", KNAP_BLOCK_QUOTE, 0, false},
                 {"bibliography", KNAP_BLOCK_REFERENCE, 0, false},
                 {"html preformatted", KNAP_BLOCK_CODE, 0, false},
                 {"preformatted", KNAP_BLOCK_CODE, 0, false},
                 {"source code", KNAP_BLOCK_CODE, 0, false},
                 {"list bullet", KNAP_BLOCK_ITEM, 1, false},
                 {"list number", KNAP_BLOCK_ITEM, 1, false},
                 {"header", KNAP_BLOCK_FURNITURE, 0, false},
                 {"footer", KNAP_BLOCK_FURNITURE, 0, false}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(name, known[i].start)) {
            style found = {.kind = known[i].kind, .level = known[i].level, .left_out = known[i].left_out};
            size_t length = strlen(name);
            if (i == 0 && length && kn_ascii_digit(name[length - 1])) /* "heading 2" */
                found.level = (unsigned)(name[length - 1] - '0');
            if (i == 0 && strstr(name, "eading_20_contents"))
                found = (style){.left_out = true};
            return found;
        }
    return (style){.kind = KNAP_BLOCK_PARAGRAPH};
}

static void set_style(reader *self, const char *name, style what)
{
    uint32_t number = kn_symbols_add(&self->names, name, strlen(name));
    if (number == KN_NO_SYMBOL || !KN_ROOM(self->source->allocator, self->styles, self->names.count))
        self->extract.failed = true;
    else
        self->styles[number] = what;
}

static style find_style(const reader *self, const char *name)
{
    uint32_t number = kn_symbols_find(&self->names, name, strlen(name));
    return number == KN_NO_SYMBOL || number >= kn_array_capacity(self->styles) ? style_of(name) : self->styles[number];
}

/* The kind that a name tells, with the look of another style. */
static style with_look(style what, const style *look)
{
    what.size = look->size;
    what.bold = look->bold;
    return what;
}

/* Sets the size or the weight of letters of a style of .docx; "0" and "false" take a weight away. */
static void set_word_look(style *what, const char *name, const kn_xml_attributes *attributes)
{
    char value[16];
    kn_xml_value(attributes, "val", value, sizeof value);
    if (is(name, "sz"))
        what->size = (unsigned)strtoul(value, NULL, 10) % 2000;
    else if (is(name, "b"))
        what->bold = !is(value, "0") && !is(value, "false");
}

/* The same for the attributes of text-properties of Open Document: "14pt", "bold". A size in percent is not known. */
static void set_open_look(style *what, const kn_xml_attributes *attributes)
{
    char value[16], *end;
    double size = strtod(kn_xml_value(attributes, "font-size", value, sizeof value), &end);
    if (is(end, "pt") && size > 0 && size < 1000)
        what->size = (unsigned)(size * 2 + 0.5);
    kn_xml_value(attributes, "font-weight", value, sizeof value);
    if (value[0])
        what->bold = is(value, "bold") || (value[0] >= '6' && value[0] <= '9');
}

/* word/styles.xml: the id of a style, then its name and the style that it is based on. */
static void start_style(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[80];
    style what;
    if (is(name, "style")) {
        kn_xml_value(attributes, "styleId", self->name, sizeof self->name);
        if (is(kn_xml_value(attributes, "default", value, sizeof value), "1") &&
            is(kn_xml_value(attributes, "type", value, sizeof value), "paragraph"))
            memcpy(self->normal, self->name, sizeof self->normal);
    } else if (is(name, "name") && self->name[0]) {
        what = style_of(kn_xml_value(attributes, "val", value, sizeof value));
        set_style(self, self->name, with_look(what, &self->run));
    } else if (is(name, "basedOn") && self->name[0]) {
        style own = find_style(self, self->name);
        what = find_style(self, kn_xml_value(attributes, "val", value, sizeof value));
        set_style(self, self->name,
                  own.kind == KNAP_BLOCK_PARAGRAPH && what.kind != KNAP_BLOCK_ITEM ? what : with_look(own, &what));
    } else if (self->name[0]) {
        what = find_style(self, self->name);
        set_word_look(&what, name, attributes);
        set_style(self, self->name, what);
    } else {
        set_word_look(&self->run, name, attributes); /* the default of all styles */
    }
}

/* ---- Dates and titles ---- */

static void start_about(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    (void)attributes;
    self->in_date = is(name, "created") || is(name, "creation-date");
    self->in_title = is(name, "title");
}

static void end_about(void *context, const char *name)
{
    reader *self = context;
    (void)name;
    self->in_date = self->in_title = false;
}

static void text_about(void *context, const char *text, size_t length)
{
    reader *self = context;
    size_t used = strlen(self->date);
    if (self->in_title)
        kn_text_add(&self->title, text, length);
    if (self->in_date && used + length < sizeof self->date) {
        memcpy(self->date + used, text, length);
        self->date[used + length] = 0;
    }
}

/* ---- Text ---- */

static bool enter(reader *self)
{
    if (self->skip)
        self->skip++;
    return !self->skip;
}

static bool leave(reader *self)
{
    bool skipped = self->skip > 0;
    self->skip -= skipped;
    return !skipped;
}

static void end_paragraph(reader *self)
{
    kn_extract *extract = &self->extract;
    style what = self->open;
    bool label = self->tables && !kn_is_prose(extract->text.bytes + extract->begin, kn_extract_open(extract));
    if (self->notes_part)
        what = (style){.kind = KNAP_BLOCK_NOTE};
    else if (label)
        what = (style){.kind = KNAP_BLOCK_TABLE, .left_out = what.left_out};
    else if ((what.kind == KNAP_BLOCK_PARAGRAPH || what.kind == KNAP_BLOCK_ITEM) && kn_extract_take_mark(extract) &&
             what.kind == KNAP_BLOCK_PARAGRAPH)
        what = (style){.kind = KNAP_BLOCK_ITEM, .level = 1};
    if (what.left_out)
        kn_extract_drop(extract);
    else if (self->slides && (what.kind == KNAP_BLOCK_PARAGRAPH || what.kind == KNAP_BLOCK_ITEM))
        kn_extract_end_point(extract, what.kind, what.level, NULL);
    else
        kn_extract_end(extract, what.kind, what.level);
    self->open = with_look((style){.kind = KNAP_BLOCK_PARAGRAPH}, &self->usual);
}

static void start_word(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[80];
    if (!enter(self))
        return;
    if (is(name, "Fallback") || is(name, "del")) { /* the same text again, for older programs; deleted text */
        self->skip = 1;
    } else if (is(name, "p")) {
        end_paragraph(self); /* of the paragraph around a text box */
    } else if (is(name, "r")) {
        self->in_run = true;
        self->run = self->open;
    } else if (self->in_run && (is(name, "sz") || is(name, "b"))) {
        set_word_look(&self->run, name, attributes);
    } else if (is(name, "t")) {
        self->in_text = true;
    } else if (is(name, "tab") || is(name, "br") || is(name, "cr")) {
        kn_extract_add(&self->extract, " ", 1);
    } else if (is(name, "noBreakHyphen")) {
        kn_extract_add(&self->extract, "-", 1);
    } else if (is(name, "tbl")) {
        end_paragraph(self);
        self->tables++;
    } else if (is(name, "outlineLvl")) {
        kn_xml_value(attributes, "val", value, sizeof value);
        if (value[0] >= '0' && value[0] < '9' && !value[1])
            self->open = with_look((style){.kind = KNAP_BLOCK_HEADING, .level = (unsigned)(value[0] - '0') + 1}, &self->open);
    } else if (is(name, "ilvl") && self->open.kind == KNAP_BLOCK_PARAGRAPH) {
        kn_xml_value(attributes, "val", value, sizeof value);
        self->open.kind = KNAP_BLOCK_ITEM;
        self->open.level = value[0] >= '0' && value[0] <= '9' ? (unsigned)(value[0] - '0') + 1 : 1;
    } else if (is(name, "numId") && self->open.kind == KNAP_BLOCK_ITEM) {
        if (is(kn_xml_value(attributes, "val", value, sizeof value), "0"))
            self->open = with_look((style){.kind = KNAP_BLOCK_PARAGRAPH}, &self->open);
    } else if (is(name, "oMathPara")) { /* a formula that is set apart */
        self->open = (style){.kind = KNAP_BLOCK_CODE};
    } else if (is(name, "pStyle")) {
        self->open = find_style(self, kn_xml_value(attributes, "val", value, sizeof value));
    }
}

static void end_word(void *context, const char *name)
{
    reader *self = context;
    if (!leave(self))
        return;
    if (is(name, "t"))
        self->in_text = false;
    else if (is(name, "r"))
        self->in_run = false;
    else if (is(name, "p"))
        end_paragraph(self);
    else if (is(name, "tbl"))
        self->tables -= self->tables > 0;
}

/* ---- Open Document ---- */

/* The style of a paragraph or heading that begins. */
static style open_style(const reader *self, const char *name, const kn_xml_attributes *attributes)
{
    char value[80];
    style what = find_style(self, kn_xml_value(attributes, "style-name", value, sizeof value));
    if (is(name, "h")) {
        kn_xml_value(attributes, "outline-level", value, sizeof value);
        return (style){.kind = KNAP_BLOCK_HEADING, .level = value[0] >= '1' && value[0] <= '9' ? (unsigned)(value[0] - '0') : 1};
    }
    if (self->open.kind == KNAP_BLOCK_HEADING)
        return self->open; /* of the title of a slide */
    if (self->lists && what.kind == KNAP_BLOCK_PARAGRAPH)
        return with_look((style){.kind = KNAP_BLOCK_ITEM, .level = (unsigned)self->lists}, &what);
    return what;
}

/* Styles of Open Document, in styles.xml and at the start of content.xml. */
static void start_open_style(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[80];
    if (is(name, "style")) {
        style what;
        kn_xml_value(attributes, "parent-style-name", value, sizeof value);
        kn_xml_value(attributes, "name", self->name, sizeof self->name);
        what = style_of(self->name);
        if (value[0] && what.kind == KNAP_BLOCK_PARAGRAPH)
            what = find_style(self, value);
        if (self->name[0])
            set_style(self, self->name, what);
    } else if (is(name, "text-properties") && self->name[0]) {
        style what = find_style(self, self->name);
        set_open_look(&what, attributes);
        set_style(self, self->name, what);
    } else if (!is(name, "paragraph-properties")) {
        self->name[0] = 0; /* properties of lists and pages follow */
    }
}

static void start_open(void *context, const char *name, const kn_xml_attributes *attributes)
{
    static const char *const skipped[] = {
        "tracked-changes", "annotation",         "table-of-content",  "script", "desc", "title",
        "note-citation",   "illustration-index", "alphabetical-index"};
    reader *self = context;
    char value[80];
    if (!enter(self))
        return;
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (is(name, skipped[i]))
            self->skip = 1;
    if (is(name, "style") || is(name, "text-properties")) {
        start_open_style(self, name, attributes);
    } else if (is(name, "span")) {
        style what = find_style(self, kn_xml_value(attributes, "style-name", value, sizeof value));
        self->run = with_look(self->open, &(style){.size = what.size ? what.size : self->open.size,
                                                   .bold = what.bold || self->open.bold});
    } else if (is(name, "note")) {
        self->in_note++;
    } else if ((is(name, "p") || is(name, "h")) && !self->in_note) {
        style what = open_style(self, name, attributes);
        end_paragraph(self);
        self->in_text = true;
        self->open = self->run = what;
    } else if (is(name, "s") || is(name, "tab") || is(name, "line-break")) {
        kn_extract_add(&self->extract, " ", 1);
    } else if (is(name, "table")) {
        end_paragraph(self);
        self->tables++;
    } else if (is(name, "list")) {
        self->lists++;
    } else if (is(name, "frame") && self->slides) {
        end_paragraph(self);
        if (is(kn_xml_value(attributes, "class", value, sizeof value), "title"))
            self->open = (style){.kind = KNAP_BLOCK_HEADING, .level = 2};
    }
}

static void end_open(void *context, const char *name)
{
    reader *self = context;
    if (!leave(self))
        return;
    if (is(name, "note")) {
        self->in_note -= self->in_note > 0;
        kn_text_byte(&self->notes, '\n');
    } else if ((is(name, "p") || is(name, "h")) && !self->in_note) {
        end_paragraph(self);
        self->in_text = false;
    } else if (is(name, "span")) {
        self->run = self->open;
    } else if (is(name, "table")) {
        self->tables -= self->tables > 0;
    } else if (is(name, "list")) {
        self->lists -= self->lists > 0;
    }
}

static void add_text(void *context, const char *text, size_t length)
{
    reader *self = context;
    if (self->skip)
        return;
    if (self->in_note)
        kn_text_add(&self->notes, text, length);
    else if (self->in_text)
        kn_extract_add_look(&self->extract, text, length, self->run.size, self->run.bold);
}

/* ---- The file ---- */

static bool is_wanted(const char *name)
{
    static const char *const names[] = {"word/document.xml", "word/styles.xml",   "word/footnotes.xml",
                                        "word/endnotes.xml", "docProps/core.xml", "content.xml",
                                        "meta.xml",          "styles.xml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return kn_slides_part(name);
}

static knap_status parse(reader *self, const char *name, const kn_xml_events *events, const char *part,
                         knap_error *error)
{
    size_t length;
    const char *bytes = kn_parts_find(&self->parts, name, &length);
    knap_status status = kn_xml_parse(self->source, bytes, length, events, self, part, error);
    self->skip = 0;
    return !status && self->extract.failed ? kn_no_memory(error) : status;
}

static void add_notes(reader *self)
{
    const char *text = self->notes.bytes;
    for (size_t at = 0; at < self->notes.length;) {
        const char *newline = memchr(text + at, '\n', self->notes.length - at);
        size_t end = newline ? (size_t)(newline - text) : self->notes.length;
        kn_extract_block(&self->extract, text + at, end - at, KNAP_BLOCK_NOTE, 0);
        at = end + 1;
    }
    self->extract.failed |= self->notes.failed;
}

static void settle(reader *self)
{
    if (!self->slides)
        kn_extract_settle_looks(&self->extract, self->title.bytes ? self->title.bytes : "", self->title.length);
}

static knap_status read_word(reader *self, knap_error *error)
{
    static const kn_xml_events styles = {.start = start_style};
    static const kn_xml_events word = {start_word, end_word, add_text};
    knap_status status = parse(self, "word/styles.xml", &styles, "the list of styles", error);
    self->usual = find_style(self, self->normal);
    self->open = with_look((style){.kind = KNAP_BLOCK_PARAGRAPH}, &self->usual);
    if (!status)
        status = parse(self, "word/document.xml", &word, "the text", error);
    end_paragraph(self);
    settle(self);
    self->notes_part = true;
    if (!status)
        status = parse(self, "word/footnotes.xml", &word, "the part with footnotes", error);
    if (!status)
        status = parse(self, "word/endnotes.xml", &word, "the part with endnotes", error);
    return status;
}

static knap_status read_open(reader *self, knap_error *error)
{
    static const kn_xml_events open = {start_open, end_open, add_text};
    static const kn_xml_events styles = {.start = start_open_style};
    knap_status status = parse(self, "styles.xml", &styles, "the list of styles", error);
    if (!status)
        status = parse(self, "content.xml", &open, "the text", error);
    end_paragraph(self);
    settle(self);
    add_notes(self);
    if (self->slides)
        kn_extract_settle_points(&self->extract);
    return status;
}

static knap_status read_parts(reader *self, knap_error *error)
{
    static const kn_xml_events about = {start_about, end_about, text_about};
    size_t length;
    knap_status status = parse(self, "docProps/core.xml", &about, "the description", error);
    if (!status)
        status = parse(self, "meta.xml", &about, "the description", error);
    self->extract.date = kn_date_of_name(self->date);
    if (status)
        return status;
    if (kn_parts_find(&self->parts, "word/document.xml", &length))
        return read_word(self, error);
    if (kn_parts_find(&self->parts, "content.xml", &length))
        return read_open(self, error);
    if (kn_parts_find(&self->parts, "ppt/presentation.xml", &length))
        return kn_slides_read(self->source, &self->parts, &self->extract, error);
    return kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0,
                      "an office file without a text, such as a drawing: save it as text or PDF");
}

knap_status kn_office_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    reader self = {.source = source,
                   .slides = kn_zip_has(source->bytes, source->length, "opendocument.presentation"),
                   .notes = {.allocator = source->allocator},
                   .title = {.allocator = source->allocator}};
    knap_status status;
    if (is_spreadsheet(source->bytes, source->length))
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                          "this is a spreadsheet, not a text: save the column with the text as CSV or text");
    kn_extract_begin(&self.extract, source->allocator);
    kn_symbols_begin(&self.names, source->allocator);
    status = kn_parts_read(&self.parts, source, is_wanted, error);
    if (!status)
        status = read_parts(&self, error);
    if (!status && (self.extract.failed || self.title.failed))
        status = kn_no_memory(error);
    if (!status)
        status = output->document(output->context, &self.extract, "", error);
    kn_extract_free(&self.extract);
    kn_parts_free(&self.parts);
    KN_RELEASE(source->allocator, self.styles);
    kn_symbols_free(&self.names);
    kn_text_free(&self.notes);
    kn_text_free(&self.title);
    return status;
}
