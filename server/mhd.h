/* server/mhd.h - libmicrohttpd, loaded when the server starts: it brings GnuTLS with it, which other commands must not wait for. */
#pragma once

#include "base/library.h"

#include <microhttpd.h>
#include <stdbool.h>

#define MHD_FUNCTIONS(X)                                                                                               \
    X(MHD_start_daemon)                                                                                                \
    X(MHD_stop_daemon)                                                                                                 \
    X(MHD_quiesce_daemon)                                                                                              \
    X(MHD_suspend_connection)                                                                                          \
    X(MHD_resume_connection)                                                                                           \
    X(MHD_queue_response)                                                                                              \
    X(MHD_create_response_from_buffer)                                                                                 \
    X(MHD_create_response_from_callback)                                                                               \
    X(MHD_add_response_header)                                                                                         \
    X(MHD_destroy_response)                                                                                            \
    X(MHD_get_connection_values)                                                                                       \
    X(MHD_lookup_connection_value_n)                                                                                   \
    X(MHD_get_connection_info)

typedef struct mhd {
    MHD_FUNCTIONS(KN_FUNCTION_FIELD)
} mhd;

/* Loads the library. False, after a message, where it is not there. */
bool mhd_load(mhd *functions);
