/* formats/apart.h - files that a foreign library parses are read by a process of their own, which the kernel limits.
 *
 *     this process --- a socket per file ---> helper (one, without threads) --- fork ---> reader (one per file)
 *
 * The helper is started before there are threads, so that to fork it is safe. A reader has limits of memory and time, cannot
 * write files, start programs or use the network, and ends with its file. What it answers is checked like any other input. */
#pragma once

#include "formats/formats.h"

#include <sys/types.h>

typedef struct kn_apart kn_apart;

typedef struct kn_apart_limits {
    size_t memory;   /* bytes that the reader may allocate; 0: any number */
    double deadline; /* on the clock of kn_apart_now; INFINITY: none */
    void (*reads)(void *context, long process); /* told the number of the reader, then 0; NULL: nobody is told */
    void *context;
} kn_apart_limits;

knap_status kn_apart_start(const knap_allocator *allocator, kn_apart **apart, knap_error *error);
void kn_apart_stop(kn_apart *apart);
/* The helper's number, for tests. */
pid_t kn_apart_helper(const kn_apart *apart);
/* Seconds of the clock that never goes back. */
double kn_apart_now(void);
/* The same as format->read. KNAP_CANCELLED where the time is over, KNAP_NO_MEMORY where the
 * reader has no memory left, KNAP_BAD_INPUT where it ended without an answer. */
knap_status kn_apart_read(const kn_apart *apart, const kn_file_format *format, const kn_source *source,
                          const kn_apart_limits *limits, const kn_output *output, knap_error *error);

/* ---- Between the two sides ---- */

/* Frames: a byte, a count (base/bytes.h), that many bytes. */
enum { KN_APART_TASK = 'T', KN_APART_BEGIN = 'B', KN_APART_DOCUMENT = 'D', KN_APART_FILE = 'F', KN_APART_END = 'E', KN_APART_HEAD = 9 };
/* A frame without its bytes yet, in an empty text; then, when they are there, their number. */
void kn_apart_begin_frame(kn_text *frame, int kind);
void kn_apart_end_frame(kn_text *frame);
/* The helper: takes sockets from `control` until the other side closes it. */
_Noreturn void kn_apart_serve(int control);
