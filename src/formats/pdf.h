/* formats/pdf.h - PDF. */
#pragma once

#include "formats/formats.h"

bool kn_pdf_is(const char *name, const char *bytes, size_t length);
knap_status kn_pdf_read(const kn_source *source, const kn_output *output, knap_error *error);
