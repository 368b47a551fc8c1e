/* xml_errors.c - notices when libxml2 runs out of memory. */
#include "formats/xml_errors.h"

#include <libxml/xmlversion.h>

#if LIBXML_VERSION >= 21200
typedef const xmlError *xml_error;
#else
typedef xmlError *xml_error;
#endif

static void take_error(void *context, xml_error what)
{
    kn_xml_errors *self = context;
    self->no_memory |= what && what->code == XML_ERR_NO_MEMORY;
}

knap_status kn_xml_errors_begin(kn_xml_errors *self, const kn_source *source, knap_error *error)
{
    static const char *const names[] = {KN_XML_ERROR_FUNCTIONS(KN_FUNCTION_NAME)};
    knap_status status =
        kn_library_load(source, KNAP_LIBXML2, names, sizeof names / sizeof *names, &self->libxml2, error);
    if (status)
        return status;
    self->handler = *self->libxml2.__xmlStructuredError();
    self->context = *self->libxml2.__xmlStructuredErrorContext();
    self->no_memory = false;
    self->libxml2.xmlSetStructuredErrorFunc(self, take_error);
    return KNAP_OK;
}

bool kn_xml_errors_end(kn_xml_errors *self)
{
    self->libxml2.xmlSetStructuredErrorFunc(self->context, self->handler);
    return self->no_memory;
}
