/* base/sort.h - sorts numbers, sparse rows, and objects by a comparison function. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Scratch for sorting `count` numbers: kn_order_scratch(count) elements of uint64_t. */
size_t kn_order_scratch(size_t count);

/* Fills order[count] with the indices of key[count] by rising key, ties by rising index. Keys are not NaN.
 * A stable radix sort, O(count), several times as fast as qsort: sorting is most of the cost of the rank gradient. */
void kn_order(const double *key, size_t count, uint32_t *order, uint64_t *scratch);

/* Sorts the entries (id, value) of a sparse row by rising id. O(count log count), O(count) where they are sorted. */
void kn_sort_row(uint32_t *id, double *value, size_t count);

/* Whether object `a` comes after object `b`: a total order. */
typedef bool kn_after(const void *context, uint32_t a, uint32_t b);
/* Sorts the numbers of objects; the objects themselves stay. O(count log count), no memory. */
void kn_sort_by(uint32_t *order, size_t count, kn_after *after, const void *context);
