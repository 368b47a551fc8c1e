/* office.c - .docx, .odt and .odp: XML files in a zip archive. Slides of .pptx are read by slides.c.
 *
 *     word/styles.xml    kinds of styles        content.xml    text, and kinds of styles
 *     word/document.xml  text                   meta.xml       date
 *     word/footnotes.xml, word/endnotes.xml     docProps/core.xml  date
 *
 * A cell of a table is a block: prose if it holds prose, else a table. Deleted text and tables of contents are left out. */
#include "formats/office.h"
#include "formats/parts.h"
#include "formats/slides.h"
#include "formats/xml.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

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
    bool in_date;
    style open;    /* of the open paragraph */
    char name[80]; /* of the style being read */
    char date[40];
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
        style is;
    } known[] = {{"heading", {KNAP_BLOCK_HEADING, 1, false}},
                 {"title", {KNAP_BLOCK_HEADING, 1, false}},
                 {"subtitle", {KNAP_BLOCK_HEADING, 2, false}},
                 {"toc", {KNAP_BLOCK_FURNITURE, 0, true}},
                 {"contents", {KNAP_BLOCK_FURNITURE, 0, true}},
                 {"table of figures", {KNAP_BLOCK_FURNITURE, 0, true}},
                 {"caption", {KNAP_BLOCK_CAPTION, 0, false}},
                 {"illustration", {KNAP_BLOCK_CAPTION, 0, false}},
                 {"figure", {KNAP_BLOCK_CAPTION, 0, false}},
                 {"drawing", {KNAP_BLOCK_CAPTION, 0, false}},
                 {"footnote", {KNAP_BLOCK_NOTE, 0, false}},
                 {"endnote", {KNAP_BLOCK_NOTE, 0, false}},
                 {"quot", {KNAP_BLOCK_QUOTE, 0, false}},
                 {"intense quote", {KNAP_BLOCK_QUOTE, 0, false}},
                 {"bibliography", {KNAP_BLOCK_REFERENCE, 0, false}},
                 {"html preformatted", {KNAP_BLOCK_CODE, 0, false}},
                 {"preformatted", {KNAP_BLOCK_CODE, 0, false}},
                 {"source code", {KNAP_BLOCK_CODE, 0, false}},
                 {"list bullet", {KNAP_BLOCK_ITEM, 1, false}},
                 {"list number", {KNAP_BLOCK_ITEM, 1, false}},
                 {"header", {KNAP_BLOCK_FURNITURE, 0, false}},
                 {"footer", {KNAP_BLOCK_FURNITURE, 0, false}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (begins(name, known[i].start)) {
            style found = known[i].is;
            size_t length = strlen(name);
            if (i == 0 && length && kn_ascii_digit(name[length - 1])) /* "heading 2" */
                found.level = (unsigned)(name[length - 1] - '0');
            if (i == 0 && strstr(name, "eading_20_contents"))
                found = (style){KNAP_BLOCK_PARAGRAPH, 0, true};
            return found;
        }
    return (style){KNAP_BLOCK_PARAGRAPH, 0, false};
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

/* word/styles.xml: the id of a style, then its name and the style that it is based on. */
static void start_style(void *context, const char *name, const kn_xml_attributes *attributes)
{
    reader *self = context;
    char value[80];
    style what;
    if (is(name, "style")) {
        kn_xml_value(attributes, "styleId", self->name, sizeof self->name);
    } else if (is(name, "name") && self->name[0]) {
        set_style(self, self->name, style_of(kn_xml_value(attributes, "val", value, sizeof value)));
    } else if (is(name, "basedOn") && self->name[0] && find_style(self, self->name).kind == KNAP_BLOCK_PARAGRAPH) {
        what = find_style(self, kn_xml_value(attributes, "val", value, sizeof value));
        if (what.kind != KNAP_BLOCK_ITEM)
            set_style(self, self->name, what);
    }
}

/* ---- Dates ---- */

static void start_about(void *context, const char *name, const kn_xml_attributes *attributes)
{
    (void)attributes;
    ((reader *)context)->in_date = is(name, "created") || is(name, "creation-date");
}

static void end_about(void *context, const char *name)
{
    (void)name;
    ((reader *)context)->in_date = false;
}

static void text_about(void *context, const char *text, size_t length)
{
    reader *self = context;
    size_t used = strlen(self->date);
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
        what = (style){KNAP_BLOCK_NOTE, 0, false};
    else if (label)
        what = (style){KNAP_BLOCK_TABLE, 0, what.left_out};
    else if ((what.kind == KNAP_BLOCK_PARAGRAPH || what.kind == KNAP_BLOCK_ITEM) && kn_extract_take_mark(extract) &&
             what.kind == KNAP_BLOCK_PARAGRAPH)
        what = (style){KNAP_BLOCK_ITEM, 1, false};
    if (what.left_out)
        kn_extract_drop(extract);
    else if (self->slides && (what.kind == KNAP_BLOCK_PARAGRAPH || what.kind == KNAP_BLOCK_ITEM))
        kn_extract_end_point(extract, what.kind, what.level, NULL);
    else
        kn_extract_end(extract, what.kind, what.level);
    self->open = (style){KNAP_BLOCK_PARAGRAPH, 0, false};
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
            self->open = (style){KNAP_BLOCK_HEADING, (unsigned)(value[0] - '0') + 1, false};
    } else if (is(name, "ilvl") && self->open.kind == KNAP_BLOCK_PARAGRAPH) {
        kn_xml_value(attributes, "val", value, sizeof value);
        self->open =
            (style){KNAP_BLOCK_ITEM, value[0] >= '0' && value[0] <= '9' ? (unsigned)(value[0] - '0') + 1 : 1, false};
    } else if (is(name, "numId") && self->open.kind == KNAP_BLOCK_ITEM) {
        if (is(kn_xml_value(attributes, "val", value, sizeof value), "0"))
            self->open = (style){KNAP_BLOCK_PARAGRAPH, 0, false};
    } else if (is(name, "oMathPara")) { /* a formula that is set apart */
        self->open = (style){KNAP_BLOCK_CODE, 0, false};
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
        return (style){KNAP_BLOCK_HEADING, value[0] >= '1' && value[0] <= '9' ? (unsigned)(value[0] - '0') : 1, false};
    }
    if (self->open.kind == KNAP_BLOCK_HEADING)
        return self->open; /* of the title of a slide */
    if (self->lists && what.kind == KNAP_BLOCK_PARAGRAPH)
        return (style){KNAP_BLOCK_ITEM, (unsigned)self->lists, false};
    return what;
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
    if (is(name, "style")) {
        kn_xml_value(attributes, "parent-style-name", value, sizeof value);
        kn_xml_value(attributes, "name", self->name, sizeof self->name);
        if (value[0] && self->name[0])
            set_style(self, self->name, find_style(self, value));
    } else if (is(name, "note")) {
        self->in_note++;
    } else if ((is(name, "p") || is(name, "h")) && !self->in_note) {
        style what = open_style(self, name, attributes);
        end_paragraph(self);
        self->in_text = true;
        self->open = what;
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
            self->open = (style){KNAP_BLOCK_HEADING, 2, false};
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
        kn_extract_add(&self->extract, text, length);
}

/* ---- The file ---- */

static bool is_wanted(const char *name)
{
    static const char *const names[] = {"word/document.xml", "word/styles.xml",   "word/footnotes.xml",
                                        "word/endnotes.xml", "docProps/core.xml", "content.xml",
                                        "meta.xml"};
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

static knap_status read_word(reader *self, knap_error *error)
{
    static const kn_xml_events styles = {.start = start_style};
    static const kn_xml_events word = {start_word, end_word, add_text};
    knap_status status = parse(self, "word/styles.xml", &styles, "the list of styles", error);
    if (!status)
        status = parse(self, "word/document.xml", &word, "the text", error);
    end_paragraph(self);
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
    knap_status status = parse(self, "content.xml", &open, "the text", error);
    end_paragraph(self);
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
                   .notes = {.allocator = source->allocator}};
    knap_status status;
    if (is_spreadsheet(source->bytes, source->length))
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                          "this is a spreadsheet, not a text: save the column with the text as CSV or text");
    kn_extract_begin(&self.extract, source->allocator);
    kn_symbols_begin(&self.names, source->allocator);
    status = kn_parts_read(&self.parts, source, is_wanted, error);
    if (!status)
        status = read_parts(&self, error);
    if (!status && self.extract.failed)
        status = kn_no_memory(error);
    if (!status)
        status = output->document(output->context, &self.extract, "", error);
    kn_extract_free(&self.extract);
    kn_parts_free(&self.parts);
    KN_RELEASE(source->allocator, self.styles);
    kn_symbols_free(&self.names);
    kn_text_free(&self.notes);
    return status;
}
