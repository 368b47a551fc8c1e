/* formats/epub.h - books in EPUB. */
#ifndef KNAP_FORMATS_EPUB_H
#define KNAP_FORMATS_EPUB_H

#include "formats/formats.h"

bool kn_epub_is(const char *name, const char *bytes, size_t length);
knap_status kn_epub_read(const kn_source *source, const kn_output *output, knap_error *error);

#endif
