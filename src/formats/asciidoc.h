/* formats/asciidoc.h - documents in AsciiDoc. */
#pragma once

#include "formats/formats.h"

bool kn_asciidoc_is(const char *name, const char *text, size_t length);
knap_status kn_asciidoc_read(const kn_source *source, const kn_output *output, knap_error *error);
