/* base/parallel.h - loops over independent work. What a body computes may depend on its index only, never on the worker or the
 * number of workers: so the same seed gives the same bytes with any number of threads. */
#pragma once

#include "knap/base.h"

/* The number of workers that `jobs` stands for: itself, or for 0 the number of CPUs that the process may use (kn_cpus). It has a limit, because each worker costs a
 * thread and scratch memory. */
enum { KN_MOST_WORKERS = 256 };
size_t kn_workers(size_t jobs);

/* Calls body(context, index, worker) once for each index in 0..count-1, at most kn_workers(jobs) at a time; worker <
 * kn_workers(jobs), so that each can have its own scratch memory. */
void kn_parallel_for(size_t jobs, size_t count, void (*body)(void *context, size_t index, size_t worker),
                     void *context);

/* The same for bodies that can fail. Returns the status and error of the lowest index that failed; indices above it may not have
 * been called. */
knap_status kn_parallel_try(size_t jobs, size_t count,
                            knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error),
                            void *context, knap_error *error);

/* Reports to run->progress, where there is one; KNAP_CANCELLED where that asks to stop. Call it in the thread of the run. */
knap_status kn_report(const knap_run *run, const char *stage, double fraction, knap_error *error);

/* kn_parallel_try on run->jobs threads, with reports: the thread that made the call calls run->progress after each of its indices.
 * Where that asks to stop, the loop ends with KNAP_CANCELLED; indices that were not called yet are left out. */
knap_status kn_parallel_run(const knap_run *run, const char *stage, size_t count,
                            knap_status (*body)(void *context, size_t index, size_t worker, knap_error *error),
                            void *context, knap_error *error);

/* Bytes between memory that different threads write, so that no cache line, nor a pair of them, is written by two. */
enum { KN_APART = 128 };

/* Rows in one piece of parallel work on a large instance. Pieces are fixed by the count alone, so that sums over them do not
 * depend on the number of workers. */
enum { KN_PIECE = 8192 };

static inline size_t kn_pieces(size_t count)
{
    return (count + KN_PIECE - 1) / KN_PIECE;
}

static inline size_t kn_piece_end(size_t piece, size_t count)
{
    return (piece + 1) * KN_PIECE < count ? (piece + 1) * KN_PIECE : count;
}
