/* mhd.c - loads libmicrohttpd. */
#include "mhd.h"
#include "cli.h"

bool mhd_load(mhd *functions)
{
    static const char *const names[] = {MHD_FUNCTIONS(KN_FUNCTION_NAME)};
    const char *missing;
    if (kn_load_functions(KNAP_MICROHTTPD, names, sizeof names / sizeof *names, functions, &missing))
        return true;
    if (missing)
        cli_say(CLI_FAILED, "the library %s has no %s: install the version that knap was built with", KNAP_MICROHTTPD,
                missing);
    else
        cli_say(CLI_FAILED, "knap serve needs the library %s: install it (Debian: libmicrohttpd12)", KNAP_MICROHTTPD);
    return false;
}
