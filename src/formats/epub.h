/* formats/epub.h - books in EPUB. */
#pragma once

#include "formats/formats.h"

bool kn_epub_is(const char *name, const char *bytes, size_t length);
knap_status kn_epub_read(const kn_source *source, const kn_output *output, knap_error *error);
