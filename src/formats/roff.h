/* formats/roff.h - manual pages in roff, with the macros man or mdoc. */
#pragma once

#include "formats/formats.h"

bool kn_roff_is(const char *name, const char *text, size_t length);
knap_status kn_roff_read(const kn_source *source, const kn_output *output, knap_error *error);
