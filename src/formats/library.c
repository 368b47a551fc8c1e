/* library.c - libraries that are loaded when a file needs them. */
#include "formats/library.h"
#include "base/error.h"

#include <dlfcn.h>
#include <string.h>

knap_status kn_library_load(const kn_source *source, const char *file, const char *const *names, size_t count,
                            void *functions, knap_error *error)
{
    /* it is never unloaded: GLib's types cannot be, and loading it again costs nothing */
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (!library)
        return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0, "this file needs the library %s: install it", file);
    for (size_t i = 0; i < count; i++) {
        void *found = dlsym(library, names[i]);
        if (!found) {
            dlclose(library);
            return kn_fail_at(error, KNAP_BAD_INPUT, source->name, 0,
                              "the library %s has no %s: install the version that knap was built with", file, names[i]);
        }
        memcpy((char *)functions + i * sizeof found, &found, sizeof found);
    }
    dlclose(library);
    return KNAP_OK;
}
