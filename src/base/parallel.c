/* parallel.c - OpenMP behind a function. */
#include "base/parallel.h"

#include <omp.h>

size_t kn_workers(size_t jobs)
{
    return jobs ? jobs : (size_t)omp_get_num_procs();
}

void kn_parallel_for(size_t jobs, size_t count, void (*body)(void *context, size_t index, size_t worker), void *context)
{
    size_t workers = kn_workers(jobs);
    if (workers > count)
        workers = count;
    if (workers <= 1) {
        for (size_t i = 0; i < count; i++)
            body(context, i, 0);
        return;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)workers)
    for (size_t i = 0; i < count; i++)
        body(context, i, (size_t)omp_get_thread_num());
}
