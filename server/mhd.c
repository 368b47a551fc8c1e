/* mhd.c - loads libmicrohttpd. */
#include "mhd.h"
#include "cli.h"

#include <dlfcn.h>
#include <string.h>

bool mhd_load(mhd *functions)
{
#define MHD_NAME(name) #name,
    static const char *const names[] = {MHD_FUNCTIONS(MHD_NAME)};
#undef MHD_NAME
    void *library = dlopen(KNAP_MICROHTTPD, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        cli_say(CLI_FAILED, "knap serve needs the library %s: install it (Debian: libmicrohttpd12)", KNAP_MICROHTTPD);
        return false;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *found = dlsym(library, names[i]);
        if (!found) {
            cli_say(CLI_FAILED, "the library %s has no %s: install the version that knap was built with",
                    KNAP_MICROHTTPD, names[i]);
            return false;
        }
        memcpy((char *)functions + i * sizeof found, &found, sizeof found);
    }
    return true;
}
