/* lcs.c - computes longest common subsequences, 64 columns at a time.
 *
 * The plain table: Hyyro's form of the bit-parallel algorithm (Crochemore et al. 2001; Hyyro 2004). A bit
 * of `state` is 1 where the value of the cell equals that of the cell to its left. In state + (state &
 * equal), a carry into a column means that the cell to the left is larger than the cell above that one.
 * The way back goes left from a cell if that is so, the words differ, and the cell above is not larger
 * than its left neighbour.
 *
 * The way back needs all rows of the table, which for two texts of a megabyte without line breaks take gigabytes. So a large
 * table is kept in blocks: the state before each block is stored on the way down, and on the way back one block after the other is
 * computed again. */
#include "rouge/lcs.h"

#include <math.h>
#include <string.h>

enum {
    BITS = 64,
    TABLE = 1 << 21, /* 64-bit words of a table that is kept whole: 16 MiB */
    MASKS = 1 << 18  /* the same of masks: 2 MiB */
};

bool kn_lcs_begin(kn_lcs *lcs, const knap_allocator *allocator, size_t vocabulary)
{
    lcs->allocator = allocator;
    if (!KN_ROOM(allocator, lcs->number_of, vocabulary))
        return false;
    memset(lcs->number_of, 0, kn_array_capacity(lcs->number_of) * sizeof *lcs->number_of);
    return true;
}

void kn_lcs_free(kn_lcs *lcs)
{
    const knap_allocator *allocator = lcs->allocator;
    KN_RELEASE(allocator, lcs->number_of);
    KN_RELEASE(allocator, lcs->mask);
    KN_RELEASE(allocator, lcs->next);
    KN_RELEASE(allocator, lcs->word);
    kn_arena_free(&lcs->table);
    memset(lcs, 0, sizeof *lcs);
}

/* ---- The summary's segment ---- */

static void set_bit(uint64_t *mask, size_t at)
{
    mask[at / BITS] |= UINT64_C(1) << at % BITS;
}

/* Makes room for one more mask, and zeroes it. */
static bool add_mask(kn_lcs *lcs, size_t masks)
{
    if (!KN_ROOM(lcs->allocator, lcs->mask, (masks + 1) * lcs->words))
        return false;
    memset(lcs->mask + masks * lcs->words, 0, lcs->words * sizeof *lcs->mask);
    return true;
}

/* A short segment: each of its words has a mask. */
static bool take_short(kn_lcs *lcs)
{
    for (size_t i = 0; i < lcs->columns; i++) {
        uint32_t token = lcs->segment[i];
        if (token >= kn_array_capacity(lcs->number_of))
            continue;
        if (!lcs->number_of[token]) {
            if (!add_mask(lcs, lcs->distinct))
                return false;
            lcs->number_of[token] = (uint32_t)++lcs->distinct;
        }
        set_bit(lcs->mask + (lcs->number_of[token] - 1) * lcs->words, i);
    }
    return true;
}

/* A long segment: words that occur more often than a row has 64-bit words, at most 64 of them, have masks. The others have their
 * positions in a list, and the bits of a row are set from it. So memory is linear in the length of the segment. */
static bool take_long(kn_lcs *lcs)
{
    size_t masks = 0;
    if (!KN_ROOM(lcs->allocator, lcs->next, lcs->columns))
        return false;
    for (size_t i = lcs->columns; i-- > 0;) {
        uint32_t token = lcs->segment[i];
        if (token >= kn_array_capacity(lcs->number_of))
            continue;
        if (!lcs->number_of[token]) {
            if (!KN_ROOM(lcs->allocator, lcs->word, lcs->distinct + 1))
                return false;
            lcs->word[lcs->distinct] = (kn_lcs_word){.mask = KN_LCS_NO_MASK};
            lcs->number_of[token] = (uint32_t)++lcs->distinct;
        }
        kn_lcs_word *word = &lcs->word[lcs->number_of[token] - 1];
        lcs->next[i] = word->first;
        word->first = (uint32_t)i + 1;
        word->count++;
    }
    for (size_t d = 0; d < lcs->distinct; d++) {
        kn_lcs_word *word = &lcs->word[d];
        if (word->count <= lcs->words)
            continue;
        if (!add_mask(lcs, masks))
            return false;
        word->mask = (uint32_t)masks++;
        for (uint32_t at = word->first; at; at = lcs->next[at - 1])
            set_bit(lcs->mask + word->mask * lcs->words, at - 1);
    }
    return true;
}

bool kn_lcs_take(kn_lcs *lcs, const uint32_t *segment, size_t length)
{
    lcs->segment = segment;
    lcs->columns = length;
    lcs->words = (length + BITS - 1) / BITS;
    lcs->distinct = 0;
    lcs->all_masks = length * lcs->words <= (lcs->most_words ? lcs->most_words : MASKS);
    if (lcs->all_masks ? take_short(lcs) : take_long(lcs))
        return true;
    kn_lcs_forget(lcs, segment, length);
    return false;
}

void kn_lcs_forget(kn_lcs *lcs, const uint32_t *segment, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (segment[i] < kn_array_capacity(lcs->number_of))
            lcs->number_of[segment[i]] = 0;
}

/* Where the segment has a word: a mask, or lcs->equal with bits that set_listed sets and clears. NULL where nowhere. */
static const uint64_t *equal_of(const kn_lcs *lcs, uint32_t token, bool *listed)
{
    uint32_t number = lcs->number_of[token];
    *listed = number && !lcs->all_masks && lcs->word[number - 1].mask == KN_LCS_NO_MASK;
    if (!number || *listed)
        return *listed ? lcs->equal : NULL;
    return lcs->mask + (lcs->all_masks ? number - 1 : lcs->word[number - 1].mask) * lcs->words;
}

static void set_listed(kn_lcs *lcs, uint32_t token, bool on)
{
    for (uint32_t at = lcs->word[lcs->number_of[token] - 1].first; at; at = lcs->next[at - 1])
        if (on)
            set_bit(lcs->equal, at - 1);
        else
            lcs->equal[(at - 1) / BITS] = 0;
}

/* ---- Rows ---- */

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

/* Follows the way back through the rows from `begin` to `end`, which are in the table, from column `column` on. Returns the
 * column that it reaches. */
static size_t lead_back(const kn_lcs *lcs, const uint32_t *segment, size_t begin, size_t end, size_t column,
                        unsigned char *hit)
{
    while (end-- > begin && column > 0) {
        uint32_t position = lcs->row_position[end];
        column = stop_of(lcs->left + (end - begin) * lcs->words, column);
        if (column > 0 && lcs->segment[column - 1] == segment[position]) {
            hit[position] = 1;
            column--;
        }
    }
    return column;
}

static void plain_row(kn_lcs *lcs, const uint64_t *equal, uint64_t *left)
{
    uint64_t *state = lcs->state, carry = 0;
    for (size_t w = 0; w < lcs->words; w++) {
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

/* A row of the weighted table. A match always uses the diagonal, whatever the neighbouring cells are, as
 * in ROUGE-1.5.5. */
static void weighted_row(kn_lcs *lcs, const uint64_t *equal, uint64_t *left)
{
    double *best = lcs->best, diagonal = 0, before = 0;
    uint32_t *run = lcs->run, diagonal_run = 0;
    for (size_t w = 0; w < lcs->words; w++) {
        size_t end = lcs->columns - w * BITS < BITS ? lcs->columns - w * BITS : BITS;
        uint64_t matches = equal[w], lefts = 0;
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

/* Computes the row of a word of the reference from the state, which becomes that of the row. */
static void next_row(kn_lcs *lcs, uint32_t token, bool weighted, uint64_t *left)
{
    bool listed;
    const uint64_t *equal = equal_of(lcs, token, &listed);
    if (!equal)
        equal = lcs->equal; /* no bit is set */
    if (listed)
        set_listed(lcs, token, true);
    if (weighted)
        weighted_row(lcs, equal, left);
    else
        plain_row(lcs, equal, left);
    if (listed)
        set_listed(lcs, token, false);
}

/* ---- Blocks ---- */

/* Bytes of the state of a row. */
static size_t state_size(const kn_lcs *lcs, bool weighted)
{
    return weighted ? (lcs->columns + 1) * (sizeof *lcs->best + sizeof *lcs->run) : lcs->words * sizeof *lcs->state;
}

/* The rows of a block: all, if the table is small; otherwise such that the table and the states take about the same memory. */
static size_t rows_of_block(const kn_lcs *lcs, size_t rows, bool weighted)
{
    size_t most = (lcs->most_words ? lcs->most_words : TABLE) / lcs->words;
    double even =
        ceil(sqrt((double)rows * (double)state_size(lcs, weighted) / (double)(lcs->words * sizeof *lcs->left)));
    most = (double)most > even ? most : (size_t)even;
    return rows < most ? rows : most;
}

static void copy_state(const kn_lcs *lcs, size_t block, bool weighted, bool store)
{
    char *stored = lcs->states + block * state_size(lcs, weighted);
    void *part[] = {weighted ? (void *)lcs->best : lcs->state, lcs->run};
    size_t size[] = {weighted ? (lcs->columns + 1) * sizeof *lcs->best : lcs->words * sizeof *lcs->state,
                     weighted ? (lcs->columns + 1) * sizeof *lcs->run : 0};
    for (int i = 0; i < 2; stored += size[i], i++)
        if (size[i])
            memcpy(store ? stored : part[i], store ? part[i] : stored, size[i]);
}

/* Makes room for `rows` rows in blocks, and the state before the first. */
static bool reserve(kn_lcs *lcs, size_t rows, bool weighted)
{
    kn_arena *table = &lcs->table;
    lcs->block = rows_of_block(lcs, rows, weighted);
    size_t blocks = (rows + lcs->block - 1) / lcs->block;
    if (lcs->words > SIZE_MAX / (lcs->block + 1) || state_size(lcs, weighted) > SIZE_MAX / (blocks + 1))
        return false;
    table->allocator = lcs->allocator;
    kn_arena_clear(table);
    lcs->row_position = kn_arena_room(table, rows, sizeof *lcs->row_position);
    lcs->left = kn_arena_room(table, lcs->block * lcs->words, sizeof *lcs->left);
    lcs->equal = kn_arena_new(table, lcs->words, sizeof *lcs->equal);
    lcs->states = kn_arena_room(table, blocks > 1 ? blocks * state_size(lcs, weighted) : 1, 1);
    lcs->state = kn_arena_room(table, weighted ? 0 : lcs->words, sizeof *lcs->state);
    lcs->best = kn_arena_new(table, weighted ? lcs->columns + 1 : 0, sizeof *lcs->best);
    lcs->run = kn_arena_new(table, weighted ? lcs->columns + 1 : 0, sizeof *lcs->run);
    if (!lcs->row_position || !lcs->left || !lcs->equal || !lcs->states || !lcs->state || !lcs->best || !lcs->run)
        return false;
    if (!weighted)
        memset(lcs->state, 0xff, lcs->words * sizeof *lcs->state);
    return true;
}

bool kn_lcs_may_go_on(kn_lcs *lcs, size_t work)
{
    enum { ENOUGH = 1 << 24 }; /* a few milliseconds */
    lcs->worked += work;
    if (lcs->worked < ENOUGH)
        return true;
    lcs->worked = 0;
    return kn_may_go_on(lcs->allocator);
}

/* Computes a row; false where the work must end. */
static bool work_on_row(kn_lcs *lcs, uint32_t token, bool weighted, uint64_t *left)
{
    next_row(lcs, token, weighted, left);
    return kn_lcs_may_go_on(lcs, weighted ? lcs->columns : lcs->words);
}

static bool mark(kn_lcs *lcs, const uint32_t *segment, size_t length, bool weighted, unsigned char *hit)
{
    size_t rows = 0, column = lcs->columns;
    /* whether a row without a match equals the one above: a weighted row does where the one above rises from left to right */
    bool settled = true;
    if (!lcs->distinct || !length)
        return true;
    if (!kn_lcs_may_go_on(lcs, length) || !reserve(lcs, length, weighted))
        return false;
    for (size_t i = 0; i < length; i++) {
        bool match = lcs->number_of[segment[i]] != 0;
        if (!match && settled)
            continue;
        if (rows % lcs->block == 0 && lcs->block < length)
            copy_state(lcs, rows / lcs->block, weighted, true);
        if (!work_on_row(lcs, segment[i], weighted, lcs->left + rows % lcs->block * lcs->words))
            return false;
        lcs->row_position[rows++] = (uint32_t)i;
        settled = !weighted || !match;
    }
    for (size_t end = rows, begin; end > 0 && column > 0; end = begin) {
        begin = (end - 1) / lcs->block * lcs->block;
        if (end < rows) { /* the last block is still in the table */
            copy_state(lcs, begin / lcs->block, weighted, false);
            for (size_t row = begin; row < end; row++)
                if (!work_on_row(lcs, segment[lcs->row_position[row]], weighted,
                                 lcs->left + (row - begin) * lcs->words))
                    return false;
        }
        column = lead_back(lcs, segment, begin, end, column, hit);
    }
    return true;
}

bool kn_lcs_mark(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit)
{
    return mark(lcs, segment, length, false, hit);
}

bool kn_lcs_mark_weighted(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit)
{
    return mark(lcs, segment, length, true, hit);
}
