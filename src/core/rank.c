/* rank.c - the ranking loss (paper, section 3.3.1; the hinge prefers the higher benefit, see
 * docs/ALGORITHMS.md).
 *
 *     C = sum over pairs with b_s > b_s' of (b_s - b_s') max(0, 1 - (z_s - z_s'))
 *     dC/dz_s = sum_{s' better, active} (b_s' - b_s) - sum_{s' worse, active} (b_s - b_s')
 *
 * The set of active items of s, z_s' < z_s + 1, grows as z_s rises. So one sweep in the order of scores adds
 * them to a tree keyed by benefit, which gives the count and the sum of the better ones. A second sweep, by
 * falling score, does the same for the worse ones. This is O(n log n); enumerating the pairs is O(n^2).
 *
 * The tree is a Fenwick tree over blocks of LEAVES places; within a block the places are summed one by
 * one. So the tree stays in the cache, and a block is one or two cache lines. */
#include "core/rank.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <string.h>

enum { LEAVES = 8 };

static size_t blocks_of(size_t places)
{
    return places / LEAVES + 2;
}

/* Whether two threads share the work: both orders and both sweeps are independent of each other. */
static bool is_shared(const kn_rank *rank, size_t n)
{
    return n > KN_PIECE && kn_workers(rank->jobs) > 1;
}

static bool make_room(kn_rank *rank, size_t n)
{
    kn_arena *arena = &rank->arena;
    arena->allocator = rank->allocator;
    kn_arena_clear(arena);
    rank->order = kn_arena_room(arena, n, sizeof *rank->order);
    rank->place = kn_arena_room(arena, n, sizeof *rank->place);
    rank->item = kn_arena_room(arena, n, sizeof *rank->item);
    rank->push = kn_arena_room(arena, n, sizeof *rank->push);
    rank->score_order = kn_arena_room(arena, n, sizeof *rank->score_order);
    for (size_t i = 0; i < 2; i++) {
        kn_rank_tree *tree = &rank->tree[i];
        *tree = i && !is_shared(rank, n)
                    ? rank->tree[0]
                    : (kn_rank_tree){kn_arena_room(arena, n + 1, sizeof *tree->leaf),
                                     kn_arena_room(arena, blocks_of(n), sizeof *tree->block),
                                     kn_arena_room(arena, kn_order_scratch(n), sizeof *tree->sort)};
        if (!tree->leaf || !tree->block || !tree->sort)
            return false;
    }
    return rank->order && rank->place && rank->item && rank->push && rank->score_order;
}

void kn_rank_free(kn_rank *rank)
{
    kn_arena_free(&rank->arena);
    *rank = (kn_rank){.allocator = rank->allocator, .jobs = rank->jobs};
}

static void tree_clear(const kn_rank_tree *tree, size_t places)
{
    memset(tree->leaf, 0, (places + 1) * sizeof *tree->leaf);
    memset(tree->block, 0, blocks_of(places) * sizeof *tree->block);
}

static void tree_add(const kn_rank_tree *tree, size_t places, const kn_rank_item *item)
{
    size_t blocks = blocks_of(places);
    tree->leaf[item->place].sum += item->benefit;
    tree->leaf[item->place].count += 1;
    for (size_t b = item->place / LEAVES + 1; b < blocks; b += b & -b) {
        tree->block[b].sum += item->benefit;
        tree->block[b].count += 1;
    }
}

/* Sum and count over places 0..place. */
static kn_rank_node tree_below(const kn_rank_tree *tree, size_t place)
{
    kn_rank_node total = {0, 0};
    for (size_t b = place / LEAVES; b > 0; b -= b & -b) {
        total.sum += tree->block[b].sum;
        total.count += tree->block[b].count;
    }
    for (size_t p = place / LEAVES * LEAVES; p <= place; p++) {
        total.sum += tree->leaf[p].sum;
        total.count += tree->leaf[p].count;
    }
    return total;
}

/* Numbers the distinct benefits 1, 2... by size and counts the pairs of different benefit. Returns how many.
 */
static size_t number_benefits(kn_rank *rank, size_t n, const double *benefit, double *pairs)
{
    size_t places = 0, start = 0;
    *pairs = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t s = rank->order[i];
        if (i == 0 || benefit[s] > benefit[rank->order[i - 1]]) {
            places++;
            start = i;
        }
        rank->place[s] = (uint32_t)places;
        *pairs += (double)start; /* all items before this run of equal benefits are worse */
    }
    return places;
}

/* pull = sum over better active items of b_s' - b_s. */
static void sweep_up(kn_rank *rank, size_t n, size_t places)
{
    const kn_rank_tree *tree = &rank->tree[0];
    kn_rank_node all = {0, 0};
    size_t reach = 0;
    tree_clear(tree, places);
    for (size_t i = 0; i < n; i++) {
        kn_rank_item *item = &rank->item[i];
        for (; reach < n && rank->item[reach].score - item->score < 1; reach++) {
            tree_add(tree, places, &rank->item[reach]);
            all.sum += rank->item[reach].benefit;
            all.count += 1;
        }
        kn_rank_node rest = tree_below(tree, item->place);
        double better = all.count - rest.count;
        item->pull = better > 0 ? all.sum - rest.sum - better * item->benefit : 0;
    }
}

/* push = sum over worse active items of b_s - b_s'. */
static void sweep_down(kn_rank *rank, size_t n, size_t places)
{
    const kn_rank_tree *tree = &rank->tree[1];
    size_t reach = n;
    tree_clear(tree, places);
    for (size_t i = n; i-- > 0;) {
        const kn_rank_item *item = &rank->item[i];
        for (; reach > 0 && item->score - rank->item[reach - 1].score < 1; reach--)
            tree_add(tree, places, &rank->item[reach - 1]);
        kn_rank_node worse = tree_below(tree, item->place - 1);
        rank->push[i] = worse.count > 0 ? worse.count * item->benefit - worse.sum : 0;
    }
}

/* What two threads do at the same time. */
typedef struct halves {
    kn_rank *rank;
    size_t n, places;
    const double *score, *benefit;
} halves;

static void order_half(void *context, size_t index, size_t worker)
{
    const halves *work = context;
    kn_rank *rank = work->rank;
    (void)worker;
    if (index == 0)
        kn_order(work->benefit, work->n, rank->order, rank->tree[0].sort);
    else
        kn_order(work->score, work->n, rank->score_order, rank->tree[1].sort);
}

static void sweep_half(void *context, size_t index, size_t worker)
{
    const halves *work = context;
    (void)worker;
    if (index == 0)
        sweep_up(work->rank, work->n, work->places);
    else
        sweep_down(work->rank, work->n, work->places);
}

bool kn_rank_slope(kn_rank *rank, size_t n, const double *score, const double *benefit, double *slope,
                   kn_rank_result *result)
{
    halves work = {.rank = rank, .n = n, .score = score, .benefit = benefit};
    size_t jobs = is_shared(rank, n) ? 2 : 1;
    double middle;
    *result = (kn_rank_result){0, 0, 0};
    if (n == 0)
        return true;
    if (!make_room(rank, n))
        return false;
    kn_parallel_for(jobs, 2, order_half, &work);
    work.places = number_benefits(rank, n, benefit, &result->pairs);
    if (work.places == 1) {
        memset(slope, 0, n * sizeof *slope);
        return true;
    }
    middle = benefit[rank->order[n / 2]]; /* sums of differences from it have smaller rounding errors */
    for (size_t i = 0; i < n; i++) {
        uint32_t s = rank->score_order[i];
        rank->item[i] = (kn_rank_item){score[s], benefit[s] - middle, 0, rank->place[s], s};
    }
    kn_parallel_for(jobs, 2, sweep_half, &work);
    for (size_t i = 0; i < n; i++)
        slope[rank->item[i].index] = rank->item[i].pull - rank->push[i];
    /* The loss is linear in z around here with this slope, and equals the mass at z = 0. */
    for (size_t i = 0; i < n; i++)
        result->mass += rank->item[i].pull;
    for (size_t s = 0; s < n; s++)
        result->loss += slope[s] * score[s];
    result->loss += result->mass;
    if (result->loss < 0)
        result->loss = 0;
    return true;
}
