/* library.c - loads libraries by their names. */
#include "base/library.h"

#include <dlfcn.h>
#include <string.h>

bool kn_load_functions(const char *file, const char *const *names, size_t count, void *functions, const char **missing)
{
    /* it is never unloaded: GLib's types cannot be, and loading it again costs nothing */
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    *missing = NULL;
    for (size_t i = 0; library && !*missing && i < count; i++) {
        void *found = dlsym(library, names[i]);
        *missing = found ? NULL : names[i];
        memcpy((char *)functions + i * sizeof found, &found, sizeof found);
    }
    if (library)
        dlclose(library);
    return library && !*missing;
}
