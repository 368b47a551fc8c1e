/* lcs.c - computes longest common subsequences, 64 columns at a time.
 *
 * The plain table: Hyyro's form of the bit-parallel algorithm (Crochemore et al. 2001; Hyyro 2004). A bit
 * of `state` is 1 where the value of the cell equals that of the cell to its left. In state + (state &
 * equal), a carry into a column means that the cell to the left is larger than the cell above that one.
 * The way back goes left from a cell if that is so, the words differ, and the cell above is not larger
 * than its left neighbour. */
#include "rouge/lcs.h"

#include <string.h>

enum { BITS = 64 };

bool kn_lcs_begin(kn_lcs *lcs, const knap_allocator *allocator, size_t vocabulary)
{
    uint32_t *mask_of;
    lcs->allocator = allocator;
    mask_of = kn_grow(allocator, lcs->mask_of, &lcs->mask_of_capacity, vocabulary, sizeof *mask_of);
    if (!mask_of)
        return false;
    lcs->mask_of = mask_of;
    memset(mask_of, 0, lcs->mask_of_capacity * sizeof *mask_of);
    return true;
}

void kn_lcs_free(kn_lcs *lcs)
{
    const knap_allocator *allocator = lcs->allocator;
    kn_free(allocator, lcs->mask_of, lcs->mask_of_capacity, sizeof *lcs->mask_of);
    kn_free(allocator, lcs->mask, lcs->mask_capacity, sizeof *lcs->mask);
    kn_arena_free(&lcs->table);
    memset(lcs, 0, sizeof *lcs);
}

bool kn_lcs_take(kn_lcs *lcs, const uint32_t *segment, size_t length)
{
    size_t words = (length + BITS - 1) / BITS;
    lcs->columns = length;
    lcs->words = words;
    lcs->distinct = 0;
    for (size_t i = 0; i < length; i++) {
        uint32_t token = segment[i];
        if (token >= lcs->mask_of_capacity)
            continue;
        if (!lcs->mask_of[token]) {
            uint64_t *mask =
                kn_grow(lcs->allocator, lcs->mask, &lcs->mask_capacity, (lcs->distinct + 1) * words, sizeof *mask);
            if (!mask) {
                kn_lcs_forget(lcs, segment, i);
                return false;
            }
            lcs->mask = mask;
            memset(mask + lcs->distinct * words, 0, words * sizeof *mask);
            lcs->mask_of[token] = (uint32_t)++lcs->distinct;
        }
        lcs->mask[(lcs->mask_of[token] - 1) * words + i / BITS] |= UINT64_C(1) << i % BITS;
    }
    return true;
}

void kn_lcs_forget(kn_lcs *lcs, const uint32_t *segment, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (segment[i] < lcs->mask_of_capacity)
            lcs->mask_of[segment[i]] = 0;
}

static bool reserve_rows(kn_lcs *lcs, size_t rows)
{
    kn_arena *table = &lcs->table;
    if (lcs->words > SIZE_MAX / (rows + 1))
        return false;
    table->allocator = lcs->allocator;
    kn_arena_clear(table);
    lcs->row_position = kn_arena_room(table, rows, sizeof *lcs->row_position);
    lcs->left = kn_arena_room(table, rows * lcs->words, sizeof *lcs->left);
    lcs->state = kn_arena_room(table, lcs->words, sizeof *lcs->state);
    return lcs->row_position && lcs->left && lcs->state;
}

/* The mask of a word of the reference; NULL if the word is not in the summary's segment. */
static const uint64_t *mask_for(const kn_lcs *lcs, uint32_t token)
{
    uint32_t number = lcs->mask_of[token];
    return number ? lcs->mask + (number - 1) * lcs->words : NULL;
}

static unsigned highest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return (unsigned)(BITS - 1 - __builtin_clzll(bits));
#else
    unsigned at = 0;
    while (bits >>= 1)
        at++;
    return at;
#endif
}

/* Follows the way back along a row, from column `column` (exclusive): returns 1 + the last column before
 * it that does not lead left, or 0. */
static size_t stop_of(const uint64_t *left, size_t column)
{
    while (column > 0) {
        size_t word = (column - 1) / BITS;
        unsigned bit = (unsigned)((column - 1) % BITS);
        uint64_t stops = ~left[word] & (UINT64_MAX >> (BITS - 1 - bit));
        if (stops)
            return word * BITS + highest_bit(stops) + 1;
        column = word * BITS;
    }
    return 0;
}

static void lead_back(const kn_lcs *lcs, const uint32_t *segment, size_t rows, unsigned char *hit)
{
    size_t column = lcs->columns;
    while (rows-- > 0 && column > 0) {
        uint32_t position = lcs->row_position[rows];
        const uint64_t *equal = mask_for(lcs, segment[position]);
        column = stop_of(lcs->left + rows * lcs->words, column);
        if (column > 0 && equal && equal[(column - 1) / BITS] >> (column - 1) % BITS & 1) {
            hit[position] = 1;
            column--;
        }
    }
}

static void plain_row(uint64_t *state, const uint64_t *equal, uint64_t *left, size_t words)
{
    uint64_t carry = 0;
    for (size_t w = 0; w < words; w++) {
        uint64_t stay = state[w], both = stay & equal[w];
        uint64_t sum = stay + both, carried;
        carried = sum < stay;
        sum += carry;
        carried |= sum < carry;
        left[w] = stay & (sum ^ stay ^ both) & ~equal[w];
        state[w] = sum | (stay & ~equal[w]);
        carry = carried;
    }
}

bool kn_lcs_mark(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit)
{
    size_t rows = 0;
    if (!lcs->distinct)
        return true;
    if (!reserve_rows(lcs, length))
        return false;
    memset(lcs->state, 0xff, lcs->words * sizeof *lcs->state);
    for (size_t i = 0; i < length; i++) {
        const uint64_t *equal = mask_for(lcs, segment[i]);
        if (!equal)
            continue; /* the row equals the one above and leads up everywhere */
        plain_row(lcs->state, equal, lcs->left + rows * lcs->words, lcs->words);
        lcs->row_position[rows++] = (uint32_t)i;
    }
    lead_back(lcs, segment, rows, hit);
    return true;
}

/* A row of the weighted table. A match always uses the diagonal, whatever the neighbouring cells are, as
 * in ROUGE-1.5.5. */
static void weighted_row(kn_lcs *lcs, const uint64_t *equal, uint64_t *left)
{
    double *best = lcs->best, diagonal = 0, before = 0;
    uint32_t *run = lcs->run, diagonal_run = 0;
    for (size_t w = 0; w < lcs->words; w++) {
        size_t end = lcs->columns - w * BITS < BITS ? lcs->columns - w * BITS : BITS;
        uint64_t matches = equal ? equal[w] : 0, lefts = 0;
        for (size_t bit = 0; bit < end; bit++) {
            size_t column = w * BITS + bit + 1;
            double above = best[column], value;
            uint32_t run_above = run[column], run_here = 0;
            if (matches >> bit & 1) {
                run_here = diagonal_run + 1;
                value = diagonal + lcs->weight[run_here] - lcs->weight[diagonal_run];
            } else if (above >= before) {
                value = above;
            } else {
                value = before;
                lefts |= UINT64_C(1) << bit;
            }
            best[column] = before = value;
            run[column] = run_here;
            diagonal = above;
            diagonal_run = run_above;
        }
        left[w] = lefts;
    }
}

static bool reserve_weighted(kn_lcs *lcs)
{
    lcs->best = kn_arena_new(&lcs->table, lcs->columns + 1, sizeof *lcs->best);
    lcs->run = kn_arena_new(&lcs->table, lcs->columns + 1, sizeof *lcs->run);
    return lcs->best && lcs->run;
}

bool kn_lcs_mark_weighted(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit)
{
    size_t rows = 0;
    bool settled = true; /* the row above rises from left to right, so without a match the row is unchanged */
    if (!lcs->distinct)
        return true;
    if (!reserve_rows(lcs, length) || !reserve_weighted(lcs))
        return false;
    for (size_t i = 0; i < length; i++) {
        const uint64_t *equal = mask_for(lcs, segment[i]);
        if (!equal && settled)
            continue;
        weighted_row(lcs, equal, lcs->left + rows * lcs->words);
        lcs->row_position[rows++] = (uint32_t)i;
        settled = !equal;
    }
    lead_back(lcs, segment, rows, hit);
    return true;
}
