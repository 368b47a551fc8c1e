/* base/error.h - filling a knap_error. */
#pragma once

#include "knap/base.h"

/* Fills `error` (may be NULL) and returns `status`, so that a failing function ends in `return kn_fail(...)`. */
knap_status kn_fail(knap_error *error, knap_status status, const char *format, ...) KNAP_PRINTF(3, 4);

/* The same for input, with the place. */
knap_status kn_fail_at(knap_error *error, knap_status status, const char *file, size_t line, const char *format, ...)
    KNAP_PRINTF(5, 6);

knap_status kn_no_memory(knap_error *error);

/* Ends the calling function with KNAP_USAGE where the caller gave NULL for `argument`. `error` is the function's parameter. */
#define KN_REQUIRE(argument)                                                                                           \
    do {                                                                                                               \
        if (!(argument))                                                                                               \
            return kn_required(error, __func__, #argument);                                                            \
    } while (0)
knap_status kn_required(knap_error *error, const char *call, const char *argument);
