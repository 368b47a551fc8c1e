/* formats/xml_errors.h - notices when libxml2 runs out of memory. Some of its functions report that to the thread only, go on with an
 * empty text, and a later error replaces the report. */
#pragma once

#include "formats/library.h"

#include <libxml/xmlerror.h>

#define KN_XML_ERROR_FUNCTIONS(X) X(xmlSetStructuredErrorFunc) X(__xmlStructuredError) X(__xmlStructuredErrorContext)

typedef struct kn_xml_errors {
    struct {
        KN_XML_ERROR_FUNCTIONS(KN_FUNCTION_FIELD)
    } libxml2;
    xmlStructuredErrorFunc handler; /* what this thread had before */
    void *context;
    bool no_memory;
} kn_xml_errors;

/* Takes the errors of libxml2 in this thread until kn_xml_errors_end(), which tells whether memory was out. Nothing is printed in
 * between. `self` stays where it is. */
knap_status kn_xml_errors_begin(kn_xml_errors *self, const kn_source *source, knap_error *error);
bool kn_xml_errors_end(kn_xml_errors *self);
