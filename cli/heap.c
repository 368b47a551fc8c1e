/* heap.c - gets the memory of a short run from the system at once.
 *
 * To summarize one cluster takes about 1.7 MB. Page by page, as it is first touched, each page costs the system as much time as 2,000
 * instructions of ours; all pages at once cost a fifth of that. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1 /* madvise */
#endif
#include "heap.h"

#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#if defined(__GLIBC__) && defined(MADV_POPULATE_WRITE)
enum { HEAP = 7 << 18, LARGE = 4 << 20, KEPT = 64 << 20 };

void cli_fill_heap(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *block, *first;
    /* arrays below LARGE bytes come from the heap, and what is freed there is used again */
    if (!mallopt(M_MMAP_THRESHOLD, LARGE) || !mallopt(M_TRIM_THRESHOLD, KEPT) || !(block = malloc(HEAP)))
        return;
    first = block + (page - (uintptr_t)block % page) % page;
    madvise(first, (HEAP - (size_t)(first - block)) / page * page,
            MADV_POPULATE_WRITE); /* older kernels refuse: no matter */
    free(block);
}
#else
void cli_fill_heap(void)
{
}
#endif
