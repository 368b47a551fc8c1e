/* formats/rst.h - reStructuredText, the markup of Docutils and Sphinx. */
#pragma once

#include "formats/formats.h"

bool kn_rst_is(const char *name, const char *text, size_t length);
knap_status kn_rst_read(const kn_source *source, const kn_output *output, knap_error *error);
