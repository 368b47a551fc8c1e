/* formats/office.h - .docx and .odt, and .rtf. */
#pragma once

#include "formats/formats.h"

bool kn_office_is(const char *name, const char *bytes, size_t length);
knap_status kn_office_read(const kn_source *source, const kn_output *output, knap_error *error);
