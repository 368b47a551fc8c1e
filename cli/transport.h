/* cli/transport.h - what the plug-in of MPI offers to the program. The program loads it only where it was started by mpirun, so an
 * ordinary run does not pay for MPI. */
#pragma once

#include <stddef.h>

/* Calls that can fail return NULL, or what went wrong. One thread at a time may make them. In the first process they do not return
 * where they need a process that has failed: they call cli_transport_failure. */
typedef struct cli_transport {
    size_t rank, size;
    /* As knap_team.share. */
    const char *(*share)(const char *mine, size_t length, const char *const **all, const size_t **lengths);
    const char *(*send)(size_t to, const char *bytes, size_t length);
    const char *(*receive)(size_t from, char **bytes, size_t *length); /* the caller frees *bytes with free() */
    /* For processes above 0: tells the first one what this process printed and its exit status, and waits to be ended. Returns only
     * where that is not possible. */
    void (*fail)(int status, const char *notes, size_t length);
    void (*stop)(int status); /* ends all processes; does not return */
    void (*end)(void);        /* waits for all processes */
} cli_transport;

/* What the first process does where another one has failed. It does not return. */
typedef void cli_transport_failure(int status, const char *notes, size_t length);

/* The function that the plug-in exports: joins the other processes. */
typedef const char *cli_transport_begin(cli_transport *transport, cli_transport_failure *failure);
#define CLI_TRANSPORT_BEGIN "knap_transport_begin"
