/* base/parallel.h - loops over independent work. What a body computes may depend on its index only, never on
 * the worker or on how many there are: that is how the same seed gives the same bytes with any --jobs. */
#ifndef KNAP_BASE_PARALLEL_H
#define KNAP_BASE_PARALLEL_H

#include <stddef.h>

/* The number of workers that `jobs` stands for: itself, or all processors for 0. */
size_t kn_workers(size_t jobs);

/* Calls body(context, index, worker) once for each index in 0..count-1, at most `jobs` at a time (0: all
 * processors); worker < kn_workers(jobs), so that each can have its own scratch memory. */
void kn_parallel_for(size_t jobs, size_t count, void (*body)(void *context, size_t index, size_t worker),
                     void *context);

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

#endif
