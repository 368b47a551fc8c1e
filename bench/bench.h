/* bench.h - what the programs of `make bench` share: the clock, the check of calls, and promises. All is measured on one
 * thread. */
#pragma once

#include "inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* CPU seconds of this process: other load of the machine counts only as far as it takes the caches. */
static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Ends the program where a call failed. */
static inline void check(knap_status status, const knap_error *error)
{
    char text[1024];
    if (status) {
        fprintf(stderr, "bench: %s\n", knap_error_text(error, text, sizeof text));
        exit(1);
    }
}

static inline void figure(const char *what, double value, const char *unit)
{
    printf("  %-58s %10.2f %s\n", what, value, unit);
}

/* Prints a figure with its promise. Returns 1 where it is broken, else 0. */
static inline int promise(const char *what, double value, const char *unit, bool at_least, double bound)
{
    bool kept = at_least ? value >= bound : value <= bound;
    printf("  %-58s %10.2f %-5s promised: %s %g  %s\n", what, value, unit, at_least ? ">=" : "<=", bound,
           kept ? "kept" : "BROKEN");
    return !kept;
}

/* The exit status of a program that broke so many promises. */
static inline int report(int broken)
{
    if (broken)
        printf("%d promise%s broken\n", broken, broken == 1 ? "" : "s");
    return broken != 0;
}
