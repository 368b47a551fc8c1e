/* sort.c - least-significant-digit radix sort of doubles with their indices; heap sorts of rows and of numbered objects. */
#include "base/sort.h"

#include <string.h>

/* Digits of 11 bits need six passes over the keys; digits of 8 bits need eight, but have smaller tables. */
enum {
    WIDE_BITS = 11,
    NARROW_BITS = 8,
    TABLES = ((64 + WIDE_BITS - 1) / WIDE_BITS) << WIDE_BITS,
    SMALL = 64,
    SMALL_ROW = 32,
    FEW = 1200
};

/* Keys as unsigned integers of the same order; -0 and 0 become equal. */
static uint64_t ordered_bits(double key)
{
    uint64_t bits;
    key += 0.0;
    memcpy(&bits, &key, sizeof bits);
    return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
}

size_t kn_order_scratch(size_t count)
{
    return 2 * count + (count + 1) / 2 + (size_t)TABLES / 2;
}

static void insertion(const double *key, size_t count, uint32_t *order)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at > 0 && key[order[at - 1]] > key[i]; at--)
            order[at] = order[at - 1];
        order[at] = (uint32_t)i;
    }
}

/* Sorts by digits of so many bits, the lowest first. `bits` is known when this is compiled. */
static inline __attribute__((always_inline)) void sort_digits(const double *key, size_t count, uint32_t *order,
                                                              uint64_t *scratch, unsigned bits)
{
    const unsigned digits = (64 + bits - 1) / bits, buckets = 1u << bits;
    uint64_t *now = scratch, *next = now + count;
    uint32_t *other = (uint32_t *)(void *)(next + count), *from = order, *to = other;
    uint32_t *histogram = (uint32_t *)(void *)(next + count + (count + 1) / 2); /* [digits][buckets] */
    memset(histogram, 0, digits * buckets * sizeof *histogram);
    for (size_t i = 0; i < count; i++) {
        now[i] = ordered_bits(key[i]);
        order[i] = (uint32_t)i;
        for (unsigned digit = 0; digit < digits; digit++)
            histogram[digit * buckets + (now[i] >> digit * bits & (buckets - 1))]++;
    }
    for (unsigned digit = 0; digit < digits; digit++) {
        uint32_t *start = histogram + digit * buckets, sum = 0;
        unsigned shift = digit * bits;
        if (start[now[0] >> shift & (buckets - 1)] == count)
            continue; /* all keys share this digit */
        for (unsigned bucket = 0; bucket < buckets; bucket++) {
            uint32_t here = start[bucket];
            start[bucket] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; i++) {
            uint32_t at = start[now[i] >> shift & (buckets - 1)]++;
            next[at] = now[i];
            to[at] = from[i];
        }
        uint64_t *swap_bits = now;
        uint32_t *swap = from;
        now = next;
        next = swap_bits;
        from = to;
        to = swap;
    }
    if (from != order)
        memcpy(order, from, count * sizeof *order);
}

void kn_order(const double *key, size_t count, uint32_t *order, uint64_t *scratch)
{
    if (count <= SMALL)
        insertion(key, count, order);
    else if (count <= FEW)
        sort_digits(key, count, order, scratch, NARROW_BITS);
    else
        sort_digits(key, count, order, scratch, WIDE_BITS);
}

/* ---- Rows ---- */

static void sift_row(uint32_t *id, double *value, size_t root, size_t count)
{
    uint32_t top = id[root];
    double top_value = value[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        child += child + 1 < count && id[child + 1] > id[child];
        if (id[child] <= top)
            break;
        id[root] = id[child];
        value[root] = value[child];
    }
    id[root] = top;
    value[root] = top_value;
}

/* Insertion sort, where the first `sorted` are in order. */
static void insert_rest(uint32_t *id, double *value, size_t sorted, size_t count)
{
    for (size_t i = sorted; i < count; i++) {
        uint32_t moved = id[i];
        double moved_value = value[i];
        size_t at = i;
        for (; at > 0 && id[at - 1] > moved; at--) {
            id[at] = id[at - 1];
            value[at] = value[at - 1];
        }
        id[at] = moved;
        value[at] = moved_value;
    }
}

void kn_sort_row(uint32_t *id, double *value, size_t count)
{
    size_t sorted = 1;
    while (sorted < count && id[sorted - 1] <= id[sorted])
        sorted++;
    if (sorted >= count)
        return;
    if (count <= SMALL_ROW) {
        insert_rest(id, value, sorted, count);
        return;
    }
    for (size_t i = count / 2; i-- > 0;)
        sift_row(id, value, i, count);
    for (size_t i = count; i-- > 1;) {
        uint32_t last = id[i];
        double last_value = value[i];
        id[i] = id[0];
        value[i] = value[0];
        id[0] = last;
        value[0] = last_value;
        sift_row(id, value, 0, i);
    }
}

/* ---- Numbered objects ---- */

static void sift_order(uint32_t *order, size_t root, size_t count, kn_after *after, const void *context)
{
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        uint32_t swap = order[root];
        child += child + 1 < count && after(context, order[child + 1], order[child]);
        if (!after(context, order[child], order[root]))
            return;
        order[root] = order[child];
        order[child] = swap;
    }
}

void kn_sort_by(uint32_t *order, size_t count, kn_after *after, const void *context)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_order(order, i, count, after, context);
    for (size_t end = count; end-- > 1;) {
        uint32_t swap = order[0];
        order[0] = order[end];
        order[end] = swap;
        sift_order(order, 0, end, after, context);
    }
}
