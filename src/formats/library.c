/* library.c - libraries that are loaded when a file needs them. */
#include "formats/library.h"
#include "base/error.h"

knap_status kn_library_load(const kn_source *source, const char *file, const char *const *names, size_t count,
                            void *functions, knap_error *error)
{
    const char *missing;
    if (kn_load_functions(file, names, count, functions, &missing))
        return KNAP_OK;
    if (missing)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                          "the library %s has no %s: install the version that knap was built with", file, missing);
    return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "this file needs the library %s: install it", file);
}
