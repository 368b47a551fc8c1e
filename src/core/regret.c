/* regret.c - the regret of a list in units of the reward.
 *
 * With D_i = f(O) - f(L_i) for the best list O, W times the largest benefit of any item is at least D_{i-1} (submodularity), and
 * so is limit - f(L_{i-1}). Let B_i be the smaller of both. Then, as in Lemma 2,
 *
 *     D_i = D_{i-1} - l_i b_i <= (1 - l_i/W) D_{i-1} + l_i/W (B_i - W b_i),
 *
 * and the sum over the list is f(L) >= f(P) + (sum w_i) (f(O) - f(P)) - sum w_i (B_i - W b_i), with w_i as in Algorithm 1 over W.
 * Differs from the paper in the cap by `limit`, without which a small item of high benefit makes B_i any number. */
#include "core/regret.h"

#include <math.h>

kn_regret kn_regret_begin(double limit, double value)
{
    return (kn_regret){.limit = limit, .start = value};
}

/* W times the largest benefit of the items outside the list that are not candidates: they no longer fit, or an alternative of
 * them was picked. The best list may have them. */
static double best_of_others(const kn_walk *walk, void *reward_state)
{
    const knap_instance *instance = walk->instance;
    double best = 0;
    for (size_t s = 0; s < instance->count; s++)
        if (!walk->open.closed[s] && !kn_is_open(&walk->open, s) && instance->cost[s] <= instance->budget)
            best = fmax(best, instance->reward->gain(reward_state, s) / instance->cost[s]);
    return best * instance->budget;
}

void kn_regret_pick(kn_regret *regret, const kn_walk *walk, void *reward_state, const double *gain, size_t item,
                    double weight)
{
    const knap_instance *instance = walk->instance;
    double left = regret->limit - instance->reward->value(reward_state), best = 0, mine = 0, all;
    for (size_t c = 0; c < walk->candidates; c++) {
        double benefit = gain[c] / instance->cost[walk->candidate[c]] * instance->budget;
        best = fmax(best, benefit);
        if (walk->candidate[c] == item)
            mine = benefit;
    }
    all = walk->candidates + walk->pinned == instance->count ? best : fmax(best, best_of_others(walk, reward_state));
    regret->lost += weight * fmax(0, fmin(best, left) - mine);
    regret->slack += weight * (fmin(all, left) - mine);
    regret->weight += weight;
}

double kn_regret_bound(const kn_regret *regret, double best)
{
    return regret->start + regret->weight * (best - regret->start) - regret->slack;
}
