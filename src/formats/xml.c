/* xml.c - XML inside files of other formats, by libxml2. */
#include "formats/xml.h"
#include "formats/tags.h"
#include "formats/xml_errors.h"
#include "base/error.h"

#include <string.h>

#include <libxml/parser.h>

#define FUNCTIONS(X) X(xmlNewParserCtxt) X(xmlCtxtReadMemory) X(xmlFreeParserCtxt) X(xmlStopParser) X(xmlFreeDoc)
typedef struct libxml2 {
    FUNCTIONS(KN_FUNCTION_FIELD)
} libxml2;

enum { DEEPEST = 250 };

typedef struct reader {
    libxml2 libxml2;
    xmlParserCtxtPtr parser;
    const kn_xml_events *events;
    void *context;
    size_t depth;
    bool deep;
} reader;

const char *kn_xml_attribute(const kn_xml_attributes *attributes, const char *name, size_t *length)
{
    const xmlChar **list = attributes->list;
    for (int i = 0; i < attributes->count; i++, list += 5)
        if (strcmp((const char *)list[0], name) == 0) {
            *length = (size_t)(list[4] - list[3]);
            return (const char *)list[3];
        }
    *length = 0;
    return NULL;
}

const char *kn_xml_value(const kn_xml_attributes *attributes, const char *name, char *value, size_t size)
{
    size_t length;
    const char *found = kn_xml_attribute(attributes, name, &length);
    length = length < size - 1 ? length : size - 1;
    if (found)
        memcpy(value, found, length);
    value[length] = 0;
    return value;
}

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int spaces,
                  const xmlChar **space, int attributes, int defaulted, const xmlChar **list)
{
    reader *self = context;
    (void)prefix, (void)uri, (void)spaces, (void)space, (void)defaulted;
    if (++self->depth > DEEPEST) {
        self->deep = true;
        self->libxml2.xmlStopParser(self->parser);
    } else if (self->events->start) {
        self->events->start(self->context, (const char *)name, &(kn_xml_attributes){list, attributes});
    }
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    reader *self = context;
    (void)prefix, (void)uri;
    self->depth--;
    if (self->events->end)
        self->events->end(self->context, (const char *)name);
}

static void text(void *context, const xmlChar *bytes, int length)
{
    reader *self = context;
    if (self->events->text)
        self->events->text(self->context, (const char *)bytes, (size_t)length);
}

knap_status kn_xml_parse(const kn_source *source, const char *bytes, size_t length, const kn_xml_events *events,
                         void *context, const char *part, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    xmlSAXHandler handler = {.startElementNs = start,
                             .endElementNs = end,
                             .characters = text,
                             .cdataBlock = text,
                             .initialized = XML_SAX2_MAGIC};
    reader self = {.events = events, .context = context};
    knap_status status;
    kn_xml_errors errors;
    bool whole, no_memory;
    if (length == 0)
        return KNAP_OK;
    status = kn_tags_check(source->name, bytes, length, error);
    if (!status)
        status = kn_library_load(source, KNAP_LIBXML2, names, sizeof names / sizeof *names, &self.libxml2, error);
    if (!status)
        status = kn_xml_errors_begin(&errors, source, error);
    if (status)
        return status;
    self.parser = self.libxml2.xmlNewParserCtxt();
    if (!self.parser) {
        kn_xml_errors_end(&errors);
        return kn_no_memory(error);
    }
    memcpy(self.parser->sax, &handler, sizeof handler);
    self.parser->userData = &self;
    self.libxml2.xmlFreeDoc(self.libxml2.xmlCtxtReadMemory(self.parser, bytes, (int)length, NULL, NULL,
                                                           XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING));
    whole = self.parser->wellFormed;
    no_memory = self.parser->errNo == XML_ERR_NO_MEMORY;
    self.libxml2.xmlFreeParserCtxt(self.parser);
    no_memory |= kn_xml_errors_end(&errors);
    if (no_memory)
        return kn_no_memory(error);
    if (!whole || self.deep)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "%s in it is damaged", part);
    return KNAP_OK;
}
