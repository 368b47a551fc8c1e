/* formats/markdown.h - Markdown. */
#ifndef KNAP_FORMATS_MARKDOWN_H
#define KNAP_FORMATS_MARKDOWN_H

#include "formats/formats.h"

bool kn_markdown_is(const char *name, const char *text, size_t length);
knap_status kn_markdown_read(const kn_source *source, const kn_output *output, knap_error *error);

#endif
