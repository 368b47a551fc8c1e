/* formats/library.h - libraries that are loaded when a file needs them. Poppler, GMime and libarchive bring sixty libraries with
 * them: to load those takes longer than to summarize a page of text. libxml2 takes 0.3 ms. */
#pragma once

#include "base/library.h"
#include "formats/formats.h"

/* kn_load_functions. KNAP_BAD_INPUT, with the source's name and what to install, if the library or a function of it is not
 * there. */
knap_status kn_library_load(const kn_source *source, const char *file, const char *const *names, size_t count,
                            void *functions, knap_error *error);
