/* formats/notebook.h - notebooks of Jupyter. */
#ifndef KNAP_FORMATS_NOTEBOOK_H
#define KNAP_FORMATS_NOTEBOOK_H

#include "formats/formats.h"

bool kn_notebook_is(const char *name, const char *text, size_t length);
knap_status kn_notebook_read(const kn_source *source, const kn_output *output, knap_error *error);

#endif
