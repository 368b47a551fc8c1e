/* formats/code.h - source code and data, which are no texts: they are refused, or their comments are read. */
#pragma once

#include "formats/formats.h"

/* Whether a file whose name is that of source code is. */
bool kn_code_named(const char *name, const char *text, size_t length);
/* Whether the text alone shows that it is source code or data. */
bool kn_code_is(const char *name, const char *text, size_t length);
/* KNAP_BAD_INPUT with what to do. */
knap_status kn_code_refuse(const kn_source *source, const kn_output *output, knap_error *error);
/* The comments of source code, as paragraphs. */
knap_status kn_comments_read(const kn_source *source, const kn_output *output, knap_error *error);
