/* word_fit.c - the regressions of the word model: loss, gradient, L-BFGS.
 *
 *     C(w) = sum over rows of [ -y ln p - (1 - y) ln(1 - p) ] + l2 sum_j w_j^2 / 2,  p = 1 / (1 + exp(-score))
 *
 * The rows of a word for several k share their features, so the features are gone through once a word. */
#include "summarize/word_fit.h"
#include "base/minimise.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

static const double MIDDLE = 6; /* slopes are around this k */
enum { F = KN_WORD_FEATURES, S = KN_SLOPED_FEATURES };

size_t kn_word_weights(size_t indicators, size_t low, size_t high)
{
    return 2 * F + indicators + (high > low ? S + indicators : 0);
}

/* The rows of one word. position[k] is ln(k/6), or 0 where there is only one k. */
static KN_INLINE double word_loss(const kn_word_problem *problem, const kn_word_table *table, size_t row, uint32_t own,
                                  const double *position, const double *weight, double *gradient)
{
    const float *x = table->feature + row * F;
    const double *slope = weight + 2 * F + problem->indicators;
    double *slope_gradient = gradient + 2 * F + problem->indicators;
    size_t last = table->times[row] < problem->high ? table->times[row] : problem->high;
    bool sloped = problem->high > problem->low;
    double score = kn_dot(weight, x, F), tilt = 0, loss = 0, down = 0, turn = 0;
    score += table->stop[row] ? kn_dot(weight + F, x, F) : 0;
    score += own != KN_NO_SYMBOL ? weight[2 * F + own] : 0;
    if (sloped)
        tilt = kn_dot(slope, x, S) + (own != KN_NO_SYMBOL ? slope[S + own] : 0);
    for (size_t k = problem->low; k <= last; k++) {
        double at = position[k], here;
        loss += kn_logistic(score + at * tilt, (double)table->target[table->target_start[row] + k - 1], &here);
        down += here;
        turn += here * at;
    }
    kn_add(gradient, down, x, F);
    if (table->stop[row])
        kn_add(gradient + F, down, x, F);
    if (own != KN_NO_SYMBOL)
        gradient[2 * F + own] += down;
    if (sloped) {
        kn_add(slope_gradient, turn, x, S);
        if (own != KN_NO_SYMBOL)
            slope_gradient[S + own] += turn;
    }
    return loss;
}

KN_VECTOR double kn_word_loss(const kn_word_problem *problem, const double *weight, double *gradient)
{
    size_t size = kn_word_weights(problem->indicators, problem->low, problem->high);
    double loss = 0, position[KN_MOST_TIMES + 1] = {0};
    for (size_t k = problem->low; problem->high > problem->low && k <= problem->high; k++)
        position[k] = log((double)k / MIDDLE);
    for (size_t i = 0; i < size; i++) {
        loss += problem->l2 * weight[i] * weight[i] / 2;
        gradient[i] = problem->l2 * weight[i];
    }
    for (size_t t = 0; t < problem->tables; t++) {
        const kn_word_table *table = &problem->table[t];
        if (problem->fold[t] == problem->left_out)
            continue;
        for (size_t row = 0; row < table->count; row++)
            if (table->times[row] >= problem->low)
                loss += word_loss(problem, table, row, problem->own[t][row], position, weight, gradient);
    }
    return loss;
}

static double evaluate(const void *context, const double *weight, double *gradient)
{
    return kn_word_loss(context, weight, gradient);
}

bool kn_word_fit(const kn_word_problem *problem, double *weight)
{
    return kn_minimise(kn_word_weights(problem->indicators, problem->low, problem->high), evaluate, problem, weight);
}
