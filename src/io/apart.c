/* apart.c - the process that reads files in foreign formats, for callers of the library. */
#include "io/inner.h"
#include "base/error.h"
#include "formats/apart.h"

/* A knap_apart is a kn_apart. */

knap_status knap_apart_start(const knap_allocator *allocator, knap_apart **apart, knap_error *error)
{
    KN_REQUIRE(apart);
    kn_apart *made = NULL;
    knap_status status = kn_apart_start(allocator, &made, error);
    *apart = (knap_apart *)made;
    return status;
}

void knap_apart_stop(knap_apart *apart)
{
    kn_apart_stop((kn_apart *)apart);
}
