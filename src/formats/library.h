/* formats/library.h - libraries that are loaded when a file needs them. Poppler, GMime and libarchive depend
 * on sixty libraries; loading them takes longer than summarizing a page of text.
 *
 *     #define FUNCTIONS(X) X(poppler_page_get_text) X(...)
 *     typedef struct poppler { FUNCTIONS(KN_FUNCTION_FIELD) } poppler;
 *     static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)}; */
#ifndef KNAP_FORMATS_LIBRARY_H
#define KNAP_FORMATS_LIBRARY_H

#include "formats/formats.h"

#define KN_FUNCTION_FIELD(name) __typeof__(name) *name;
#define KN_FUNCTION_NAME(name) #name,

/* Fills `functions`, a struct of function pointers in the order of `names`, from the library `file`, which
 * stays loaded. KNAP_BAD_INPUT, with the source's name and what to install, if the library or a function
 * of it is not there. */
knap_status kn_library_load(const kn_source *source, const char *file, const char *const *names, size_t count,
                            void *functions, knap_error *error);

#endif
