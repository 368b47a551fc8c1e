/* formats/notebook.h - notebooks of Jupyter. */
#pragma once

#include "formats/formats.h"

bool kn_notebook_is(const char *name, const char *text, size_t length);
knap_status kn_notebook_read(const kn_source *source, const kn_output *output, knap_error *error);
