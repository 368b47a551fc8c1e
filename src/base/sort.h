/* base/sort.h - the order of numbers. */
#ifndef KNAP_BASE_SORT_H
#define KNAP_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Scratch for sorting `count` numbers: kn_order_scratch(count) elements of uint64_t. */
size_t kn_order_scratch(size_t count);

/* Fills order[count] with the indices of key[count] by rising key, ties by rising index. Keys are not NaN.
 * A stable radix sort, O(count): sorting is most of the cost of the rank gradient, and `make bench` shows it
 * beside qsort. */
void kn_order(const double *key, size_t count, uint32_t *order, uint64_t *scratch);

#endif
