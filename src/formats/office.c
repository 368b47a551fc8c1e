/* office.c - .docx and .odt: XML files in a zip archive, read by libxml2 without DTDs, entities or network.
 *
 *     word/styles.xml    which styles are headings     content.xml    text
 *     word/document.xml  text                          meta.xml       date
 *     docProps/core.xml  date
 *
 * Tables are left out unless a cell holds prose; so are notes, deleted text, fields and tables of contents. */
#include "formats/office.h"
#include "formats/archive.h"
#include "formats/xml_errors.h"
#include "base/ascii.h"
#include "base/error.h"
#include "text/date.h"

#include <string.h>

#include <libxml/parser.h>

#define FUNCTIONS(X) X(xmlNewParserCtxt) X(xmlCtxtReadMemory) X(xmlFreeParserCtxt) X(xmlStopParser) X(xmlFreeDoc)
typedef struct libxml2 {
    FUNCTIONS(KN_FUNCTION_FIELD)
} libxml2;

enum { ZIP_HEAD = 4096, ZIP_TAIL = 1 << 16, DEEPEST = 250 };

/* ---- Recognising ---- */

static bool contains(const char *bytes, size_t length, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = bytes, *end = bytes + length; (size_t)(end - at) >= size; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - size + 1);
        if (!at)
            return false;
        if (memcmp(at, word, size) == 0)
            return true;
    }
    return false;
}

/* Names of files are readable at the start of a zip archive, or in the directory at its end. */
static bool has_entry(const char *bytes, size_t length, const char *name)
{
    size_t tail = length < ZIP_TAIL ? length : ZIP_TAIL;
    return contains(bytes, length < ZIP_HEAD ? length : ZIP_HEAD, name) || contains(bytes + length - tail, tail, name);
}

static bool is_open_document(const char *bytes, size_t length)
{
    static const char start[] = "mimetypeapplication/vnd.oasis.opendocument.";
    return length > 30 + sizeof start && memcmp(bytes + 30, start, sizeof start - 1) == 0;
}

bool kn_office_is(const char *name, const char *bytes, size_t length)
{
    (void)name;
    return length > 64 && memcmp(bytes, "PK\3\4", 4) == 0 &&
           (is_open_document(bytes, length) || has_entry(bytes, length, "[Content_Types].xml"));
}

/* ---- XML ---- */

typedef struct reader {
    const kn_source *source;
    kn_extract extract;
    kn_symbols headings, contents; /* ids of styles */
    kn_text document, styles, about;
    libxml2 libxml2;
    xmlParserCtxtPtr parser;
    size_t depth, skip, tables;
    bool open_document;
    bool in_text;           /* character data is text of the document */
    bool heading, left_out; /* the open paragraph */
    bool in_date;
    bool deep;
    char style[80]; /* the id of the style being read */
    char date[40];
} reader;

static const char *attribute(const xmlChar **list, int count, const char *name, size_t *length)
{
    for (int i = 0; i < count; i++, list += 5)
        if (strcmp((const char *)list[0], name) == 0) {
            *length = (size_t)(list[4] - list[3]);
            return (const char *)list[3];
        }
    *length = 0;
    return NULL;
}

static bool is(const xmlChar *name, const char *other)
{
    return strcmp((const char *)name, other) == 0;
}

static knap_status parse(reader *self, const kn_text *xml, xmlSAXHandler *events, const char *part, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    knap_status status;
    kn_xml_errors errors;
    bool whole, no_memory;
    if (xml->length == 0)
        return KNAP_OK;
    status = kn_library_load(self->source, KNAP_LIBXML2, names, sizeof names / sizeof *names, &self->libxml2, error);
    if (!status)
        status = kn_xml_errors_begin(&errors, self->source, error);
    if (status)
        return status;
    events->initialized = XML_SAX2_MAGIC;
    self->parser = self->libxml2.xmlNewParserCtxt();
    if (!self->parser) {
        kn_xml_errors_end(&errors);
        return kn_no_memory(error);
    }
    memcpy(self->parser->sax, events, sizeof *events);
    self->parser->userData = self;
    self->libxml2.xmlFreeDoc(
        self->libxml2.xmlCtxtReadMemory(self->parser, xml->bytes, (int)xml->length, NULL, NULL,
                                        XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
    whole = self->parser->wellFormed;
    no_memory = self->parser->errNo == XML_ERR_NO_MEMORY;
    self->libxml2.xmlFreeParserCtxt(self->parser);
    no_memory |= kn_xml_errors_end(&errors);
    if (no_memory || self->extract.failed)
        return kn_no_memory(error);
    if (!whole || self->deep)
        return kn_fail_at(error, KNAP_BAD_INPUT, self->source->name, 0, "%s in it is damaged", part);
    return KNAP_OK;
}

/* ---- Dates ---- */

static void start_about(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                        const xmlChar **space, int attributes, int defaulted, const xmlChar **list)
{
    reader *self = context;
    (void)prefix, (void)uri, (void)spaces, (void)space, (void)attributes, (void)defaulted, (void)list;
    self->in_date = is(name, "created") || is(name, "creation-date");
}

static void end_about(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    (void)name, (void)prefix, (void)uri;
    ((reader *)context)->in_date = false;
}

static void text_about(void *context, const xmlChar *text, int length)
{
    reader *self = context;
    size_t used = strlen(self->date);
    if (self->in_date && used + (size_t)length < sizeof self->date) {
        memcpy(self->date + used, text, (size_t)length);
        self->date[used + (size_t)length] = 0;
    }
}

/* ---- Styles of .docx ---- */

static void add_symbol(reader *self, kn_symbols *to)
{
    if (self->style[0] && kn_symbols_add(to, self->style, strlen(self->style)) == KN_NO_SYMBOL)
        self->extract.failed = true;
}

static void start_style(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                        const xmlChar **space, int attributes, int defaulted, const xmlChar **list)
{
    reader *self = context;
    size_t length;
    const char *value = attribute(list, attributes, is(name, "style") ? "styleId" : "val", &length);
    (void)prefix, (void)uri, (void)spaces, (void)space, (void)defaulted;
    if (is(name, "style")) {
        self->style[0] = 0;
        if (value && length < sizeof self->style) {
            memcpy(self->style, value, length);
            self->style[length] = 0;
        }
    } else if (is(name, "name") && value) {
        if ((length >= 8 && kn_ascii_same_start(value, "heading ", 8)) ||
            (length == 5 && kn_ascii_same_start(value, "title", 5)))
            add_symbol(self, &self->headings);
        else if (length >= 4 && kn_ascii_same_start(value, "toc ", 4))
            add_symbol(self, &self->contents);
    }
}

/* ---- Text ---- */

static bool enter(reader *self)
{
    if (++self->depth > DEEPEST) {
        self->deep = true;
        self->libxml2.xmlStopParser(self->parser);
    }
    if (self->skip)
        self->skip++;
    return !self->skip;
}

static bool leave(reader *self)
{
    bool skipped = self->skip > 0;
    self->depth--;
    self->skip -= skipped;
    return !skipped;
}

static void end_paragraph(reader *self)
{
    kn_extract *extract = &self->extract;
    bool label = self->tables && !kn_is_prose(extract->text.bytes + extract->begin, kn_extract_open(extract));
    if (self->left_out || label)
        kn_extract_drop(extract);
    else
        kn_extract_end(extract, self->heading ? KNAP_BLOCK_HEADING : KNAP_BLOCK_PARAGRAPH, 0);
    self->heading = self->left_out = false;
}

static void start_word(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                       const xmlChar **space, int attributes, int defaulted, const xmlChar **list)
{
    reader *self = context;
    size_t length;
    const char *value;
    (void)prefix, (void)uri, (void)spaces, (void)space, (void)defaulted;
    if (!enter(self))
        return;
    if (is(name, "Fallback")) { /* the same text again, for older programs */
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
        self->tables++;
    } else if (is(name, "outlineLvl")) {
        value = attribute(list, attributes, "val", &length);
        self->heading |= value && length == 1 && value[0] < '9';
    } else if (is(name, "pStyle") && (value = attribute(list, attributes, "val", &length))) {
        self->heading |= kn_symbols_find(&self->headings, value, length) != KN_NO_SYMBOL ||
                         (length >= 7 && kn_ascii_same_start(value, "heading", 7)) ||
                         (length == 5 && kn_ascii_same_start(value, "title", 5));
        self->left_out |= kn_symbols_find(&self->contents, value, length) != KN_NO_SYMBOL;
    }
}

static void end_word(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    reader *self = context;
    (void)prefix, (void)uri;
    if (!leave(self))
        return;
    if (is(name, "t"))
        self->in_text = false;
    else if (is(name, "p"))
        end_paragraph(self);
    else if (is(name, "tbl"))
        self->tables--;
}

static void start_open(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                       const xmlChar **space, int attributes, int defaulted, const xmlChar **list)
{
    static const char *const skipped[] = {"tracked-changes", "note", "annotation", "table-of-content",
                                          "script",          "desc", "title"};
    reader *self = context;
    (void)prefix, (void)uri, (void)spaces, (void)space, (void)attributes, (void)defaulted, (void)list;
    if (!enter(self))
        return;
    for (size_t i = 0; i < sizeof skipped / sizeof *skipped; i++)
        if (is(name, skipped[i]))
            self->skip = 1;
    if (is(name, "p") || is(name, "h")) {
        end_paragraph(self);
        self->in_text = true;
        self->heading = is(name, "h");
    } else if (is(name, "s") || is(name, "tab") || is(name, "line-break")) {
        kn_extract_add(&self->extract, " ", 1);
    } else if (is(name, "table")) {
        self->tables++;
    }
}

static void end_open(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    reader *self = context;
    (void)prefix, (void)uri;
    if (!leave(self))
        return;
    if (is(name, "p") || is(name, "h")) {
        end_paragraph(self);
        self->in_text = false;
    } else if (is(name, "table")) {
        self->tables--;
    }
}

static void add_text(void *context, const xmlChar *text, int length)
{
    reader *self = context;
    if (self->in_text && !self->skip)
        kn_extract_add(&self->extract, (const char *)text, (size_t)length);
}

/* ---- The file ---- */

static bool is_wanted(const char *name)
{
    static const char *const names[] = {"word/document.xml", "word/styles.xml", "docProps/core.xml", "content.xml",
                                        "meta.xml"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static knap_status take_part(void *context, const char *name, const char *bytes, size_t length, knap_error *error)
{
    reader *self = context;
    kn_text *to = strcmp(name, "word/styles.xml") == 0                                         ? &self->styles
                  : strcmp(name, "word/document.xml") == 0 || strcmp(name, "content.xml") == 0 ? &self->document
                                                                                               : &self->about;
    to->length = 0;
    kn_text_add(to, bytes, length);
    return to->failed ? kn_no_memory(error) : KNAP_OK;
}

static knap_status read_parts(reader *self, knap_error *error)
{
    xmlSAXHandler about = {.startElementNs = start_about, .endElementNs = end_about, .characters = text_about};
    xmlSAXHandler styles = {.startElementNs = start_style};
    xmlSAXHandler word = {.startElementNs = start_word, .endElementNs = end_word, .characters = add_text};
    xmlSAXHandler open = {.startElementNs = start_open, .endElementNs = end_open, .characters = add_text};
    knap_status status = parse(self, &self->styles, &styles, "the list of styles", error);
    if (!status)
        status = parse(self, &self->about, &about, "the description", error);
    self->extract.date = kn_date_of_name(self->date);
    if (!status)
        status = parse(self, &self->document, self->open_document ? &open : &word, "the text", error);
    if (!status)
        kn_extract_end(&self->extract, KNAP_BLOCK_PARAGRAPH, 0);
    return !status && self->extract.failed ? kn_no_memory(error) : status;
}

knap_status kn_office_read(const kn_source *source, const kn_output *output, knap_error *error)
{
    reader self = {.source = source,
                   .open_document = is_open_document(source->bytes, source->length),
                   .document = {.allocator = source->allocator},
                   .styles = {.allocator = source->allocator},
                   .about = {.allocator = source->allocator}};
    knap_status status;
    kn_extract_begin(&self.extract, source->allocator);
    kn_symbols_begin(&self.headings, source->allocator);
    kn_symbols_begin(&self.contents, source->allocator);
    status = kn_archive_walk(source, is_wanted, take_part, &self, error);
    if (!status && self.document.length == 0)
        status = kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                            "an office file without a text, such as a spreadsheet or slides: save it as text or PDF");
    if (!status)
        status = read_parts(&self, error);
    if (!status)
        status = output->document(output->context, &self.extract, "", error);
    kn_extract_free(&self.extract);
    kn_symbols_free(&self.headings);
    kn_symbols_free(&self.contents);
    kn_text_free(&self.document);
    kn_text_free(&self.styles);
    kn_text_free(&self.about);
    return status;
}
