/* formats/xml.h - XML inside files of other formats, read by libxml2 as a sequence of elements, without DTDs, entities or network. */
#pragma once

#include "formats/formats.h"

/* The attributes of an element, as libxml2 gives them. */
typedef struct kn_xml_attributes {
    const unsigned char **list;
    int count;
} kn_xml_attributes;

typedef struct kn_xml_events {
    void (*start)(void *context, const char *name, const kn_xml_attributes *attributes);
    void (*end)(void *context, const char *name);
    void (*text)(void *context, const char *text, size_t length);
} kn_xml_events;

/* Reads XML and reports its elements by their names without prefix; events that are NULL are left out. KNAP_BAD_INPUT where it is not
 * well formed or nests more than 250 elements; `part` says what is damaged. An empty text has no elements. */
knap_status kn_xml_parse(const kn_source *source, const char *bytes, size_t length, const kn_xml_events *events,
                         void *context, const char *part, knap_error *error);

/* The value of an attribute, not 0-terminated, and its length; NULL where there is none. */
const char *kn_xml_attribute(const kn_xml_attributes *attributes, const char *name, size_t *length);
/* The same, copied to value[size] and cut there; "" where there is none. */
const char *kn_xml_value(const kn_xml_attributes *attributes, const char *name, char *value, size_t size);
