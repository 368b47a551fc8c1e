/* options.c - options that begin with their size. */
#include "calls/options.h"

#include <string.h>

knap_status kn_options(const void *given, void *own, size_t size, knap_error *error)
{
    size_t has = size;
    memset(own, 0, size);
    if (!given)
        return KNAP_OK;
    memcpy(&has, given, sizeof has);
    if (has > size)
        return kn_fail(error, KNAP_USAGE, "options.size is %zu, and this version of the library knows %zu bytes", has,
                       size);
    if (has != 0 && has < sizeof has)
        return kn_fail(error, KNAP_USAGE, "options.size is %zu: expected sizeof of the options, or 0", has);
    memcpy(own, given, has ? has : size);
    return KNAP_OK;
}

knap_run kn_options_run(const knap_run *run)
{
    static const knap_run alone = KNAP_RUN_INIT;
    return run ? *run : alone;
}
