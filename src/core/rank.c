/* rank.c - the ranking loss (paper, section 3.3.1; the hinge prefers the higher benefit, see docs/ALGORITHMS.md).
 *
 *     C = sum over pairs with b_s > b_s' of (b_s - b_s') max(0, 1 - (z_s - z_s'))
 *     dC/dz_s = sum_{s' better, active} (b_s' - b_s) - sum_{s' worse, active} (b_s - b_s')
 *
 * The items within reach of s, z_s' < z_s + 1, only become more as z_s rises: one sweep in the order of scores adds them
 * to a Fenwick tree keyed by benefit, which gives the count and the sum of the better ones. A second sweep downwards
 * serves the worse ones. O(n log n) where enumerating takes O(n^2). */
#include "core/rank.h"
#include "base/sort.h"

#include <string.h>

static int make_room(kn_rank *rank, size_t n)
{
    size_t sort = kn_order_scratch(n);
    if (n > rank->capacity) {
        kn_rank_free(rank);
        rank->by_score = kn_new(rank->allocator, n, sizeof *rank->by_score);
        rank->by_benefit = kn_new(rank->allocator, n, sizeof *rank->by_benefit);
        rank->place = kn_new(rank->allocator, n, sizeof *rank->place);
        rank->tree = kn_new(rank->allocator, n + 1, sizeof *rank->tree);
        rank->pull = kn_new(rank->allocator, n, sizeof *rank->pull);
        rank->sort = kn_new(rank->allocator, sort, sizeof *rank->sort);
        rank->capacity = n;
        rank->sort_capacity = sort;
    }
    if (rank->by_score && rank->by_benefit && rank->place && rank->tree && rank->pull && rank->sort)
        return 1;
    kn_rank_free(rank);
    return 0;
}

void kn_rank_free(kn_rank *rank)
{
    size_t n = rank->capacity;
    kn_free(rank->allocator, rank->by_score, n, sizeof *rank->by_score);
    kn_free(rank->allocator, rank->by_benefit, n, sizeof *rank->by_benefit);
    kn_free(rank->allocator, rank->place, n, sizeof *rank->place);
    kn_free(rank->allocator, rank->tree, n + 1, sizeof *rank->tree);
    kn_free(rank->allocator, rank->pull, n, sizeof *rank->pull);
    kn_free(rank->allocator, rank->sort, rank->sort_capacity, sizeof *rank->sort);
    *rank = (kn_rank){.allocator = rank->allocator};
}

/* Adds a benefit at a place from 1 to places. */
static void tree_add(kn_rank_node *tree, size_t places, size_t place, double benefit)
{
    for (; place <= places; place += place & -place) {
        tree[place].sum += benefit;
        tree[place].count += 1;
    }
}

/* Sum and count over places 1..place. */
static kn_rank_node tree_below(const kn_rank_node *tree, size_t place)
{
    kn_rank_node total = {0, 0};
    for (; place > 0; place -= place & -place) {
        total.sum += tree[place].sum;
        total.count += tree[place].count;
    }
    return total;
}

/* Numbers the distinct benefits 1, 2... by size and counts the pairs of different benefit. Returns how many. */
static size_t number_benefits(kn_rank *rank, size_t n, const double *benefit, double *pairs)
{
    size_t places = 0, start = 0;
    *pairs = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t s = rank->by_benefit[i];
        if (i == 0 || benefit[s] > benefit[rank->by_benefit[i - 1]]) {
            places++;
            start = i;
        }
        rank->place[s] = (uint32_t)places;
        *pairs += (double)start; /* all before this run of equals are worse */
    }
    return places;
}

/* pull[s] = sum over better active items of b_s' - b_s. Benefits are reckoned from `middle`, so that sums cancel less. */
static void sweep_up(kn_rank *rank, size_t n, size_t places, const double *score, const double *benefit,
                     double middle)
{
    kn_rank_node all = {0, 0};
    size_t reach = 0;
    memset(rank->tree, 0, (places + 1) * sizeof *rank->tree);
    for (size_t i = 0; i < n; i++) {
        uint32_t s = rank->by_score[i];
        for (; reach < n && score[rank->by_score[reach]] - score[s] < 1; reach++) {
            uint32_t other = rank->by_score[reach];
            tree_add(rank->tree, places, rank->place[other], benefit[other] - middle);
            all.sum += benefit[other] - middle;
            all.count += 1;
        }
        kn_rank_node rest = tree_below(rank->tree, rank->place[s]);
        double better = all.count - rest.count;
        rank->pull[s] = better > 0 ? all.sum - rest.sum - better * (benefit[s] - middle) : 0;
    }
}

/* slope[s] = pull[s] - sum over worse active items of b_s - b_s'. */
static void sweep_down(kn_rank *rank, size_t n, size_t places, const double *score, const double *benefit,
                       double middle, double *slope)
{
    size_t reach = n;
    memset(rank->tree, 0, (places + 1) * sizeof *rank->tree);
    for (size_t i = n; i-- > 0;) {
        uint32_t s = rank->by_score[i];
        for (; reach > 0 && score[s] - score[rank->by_score[reach - 1]] < 1; reach--) {
            uint32_t other = rank->by_score[reach - 1];
            tree_add(rank->tree, places, rank->place[other], benefit[other] - middle);
        }
        kn_rank_node worse = tree_below(rank->tree, rank->place[s] - 1);
        double push = worse.count > 0 ? worse.count * (benefit[s] - middle) - worse.sum : 0;
        slope[s] = rank->pull[s] - push;
    }
}

int kn_rank_slope(kn_rank *rank, size_t n, const double *score, const double *benefit, double *slope,
                  kn_rank_result *result)
{
    size_t places;
    double middle;
    *result = (kn_rank_result){0, 0, 0};
    if (n == 0)
        return 1;
    if (!make_room(rank, n))
        return 0;
    kn_order(benefit, n, rank->by_benefit, rank->sort);
    places = number_benefits(rank, n, benefit, &result->pairs);
    if (places == 1) {
        memset(slope, 0, n * sizeof *slope);
        return 1;
    }
    kn_order(score, n, rank->by_score, rank->sort);
    middle = benefit[rank->by_benefit[n / 2]];
    sweep_up(rank, n, places, score, benefit, middle);
    sweep_down(rank, n, places, score, benefit, middle, slope);
    /* The loss is linear in z around here with this slope, and equals the mass at z = 0. */
    for (size_t s = 0; s < n; s++) {
        result->mass += rank->pull[s];
        result->loss += slope[s] * score[s];
    }
    result->loss += result->mass;
    if (result->loss < 0)
        result->loss = 0;
    return 1;
}
