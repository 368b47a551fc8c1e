/* formats/rtf.h - Rich Text Format. */
#pragma once

#include "formats/formats.h"

bool kn_rtf_is(const char *name, const char *bytes, size_t length);
knap_status kn_rtf_read(const kn_source *source, const kn_output *output, knap_error *error);
