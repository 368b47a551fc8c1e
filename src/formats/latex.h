/* formats/latex.h - documents in LaTeX. */
#pragma once

#include "formats/formats.h"

bool kn_latex_is(const char *name, const char *text, size_t length);
knap_status kn_latex_read(const kn_source *source, const kn_output *output, knap_error *error);
