/* formats/markdown.h - Markdown. */
#pragma once

#include "formats/formats.h"

/* Whether a file named as Markdown is: it has a sign of it, or a tag. */
bool kn_markdown_named(const char *name, const char *text, size_t length);
/* Whether the text alone shows that it is Markdown. */
bool kn_markdown_is(const char *name, const char *text, size_t length);
knap_status kn_markdown_read(const kn_source *source, const kn_output *output, knap_error *error);
/* Appends the text to `extract`, for formats that hold Markdown. */
knap_status kn_markdown_extract(const kn_source *source, kn_extract *extract, knap_error *error);
