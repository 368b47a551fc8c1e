/* formats/org.h - documents in Org. */
#pragma once

#include "formats/formats.h"

bool kn_org_is(const char *name, const char *text, size_t length);
knap_status kn_org_read(const kn_source *source, const kn_output *output, knap_error *error);
