/* summarize/counts.h - sparse rows of counts. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

/* Row i is id[start[i]] .. id[start[i+1]-1], with their counts. */
typedef struct kn_counts {
    size_t *start;
    uint32_t *id;
    double *count;
    size_t rows;
    double *seen; /* [ids] counts of the current row; all 0 between rows */
} kn_counts;

/* Fills the next row: begin, add each occurrence, end. False when memory is out. */
bool kn_counts_begin(kn_counts *counts, const knap_allocator *allocator);
bool kn_counts_add(kn_counts *counts, uint32_t id, const knap_allocator *allocator);
bool kn_counts_end(kn_counts *counts, const knap_allocator *allocator);
/* A copy in the arena with the entries of each row by rising id, which are below `ids`. It takes a number of steps that grows with
 * the entries, rows and ids. False when memory is out. */
bool kn_counts_sort(const kn_counts *counts, size_t ids, kn_arena *arena, kn_counts *sorted);
void kn_counts_free(kn_counts *counts, const knap_allocator *allocator);
