/* judge_stats.c - the statistics of `knap judge score`. docs/JUDGE.md says when they hold. */
#include "judge.h"

#include <math.h>

double judge_sign_test(size_t wins, size_t losses)
{
    size_t n = wins + losses, most = wins > losses ? wins : losses;
    double tail = 0;
    /* sum over k >= most of C(n,k) / 2^n, twice; each term by its logarithm, so that no n is too large */
    for (size_t k = most; k <= n; k++)
        tail += exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1) - (double)n * log(2));
    return fmin(1, 2 * tail);
}

void judge_wilson(double share, double n, double *low, double *high)
{
    static const double z = 1.959963984540054; /* 97.5% of the standard normal */
    double z2 = z * z, middle, half;
    if (!(n > 0)) {
        *low = 0;
        *high = 1;
        return;
    }
    middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    half = z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    *low = fmax(0, middle - half);
    *high = fmin(1, middle + half);
}

double judge_effective(const double *score, const size_t *topic, size_t count, size_t topics)
{
    double mean = 0, squares = 0, between = 0, effect;
    size_t used = 0;
    judge_memory memory = {.allocator = NULL};
    double *sum = judge_new(&memory, topics + 1, sizeof *sum);
    unsigned char *seen = judge_new(&memory, topics + 1, 1);
    for (size_t i = 0; i < count; i++)
        mean += score[i] / (double)count;
    for (size_t i = 0; i < count; i++) {
        double from_mean = score[i] - mean;
        squares += from_mean * from_mean;
        sum[topic[i]] += from_mean;
        used += !seen[topic[i]];
        seen[topic[i]] = 1;
    }
    for (size_t t = 0; t < topics; t++)
        between += sum[t] * sum[t];
    kn_arena_free(&memory);
    if (used < 2 || squares < 1e-12)
        return (double)used;
    /* the variance of the mean by topics over the variance by single scores; 1 with one score per topic */
    effect = between * (double)used / (double)(used - 1) / (squares * (double)count / (double)(count - 1));
    return (double)count / fmax(1, effect);
}

double judge_alpha(const size_t (*counts)[3], size_t n, double *share, size_t *units)
{
    double agree = 0, observed = 0, expected = 0, total = 0, value[3] = {0, 0, 0};
    *units = 0;
    for (size_t u = 0; u < n; u++) {
        double judges = (double)(counts[u][0] + counts[u][1] + counts[u][2]), same = 0;
        if (judges < 2)
            continue;
        ++*units;
        for (size_t v = 0; v < 3; v++) {
            same += (double)counts[u][v] * ((double)counts[u][v] - 1);
            value[v] += (double)counts[u][v];
        }
        total += judges;
        agree += same / (judges * (judges - 1));
        observed += (judges * (judges - 1) - same) / (judges - 1);
    }
    *share = *units ? agree / (double)*units : NAN;
    for (size_t v = 0; v < 3; v++)
        expected += value[v] * (total - value[v]);
    if (!(expected > 0))
        return NAN; /* all answers are the same: agreement cannot be distinguished from chance */
    return 1 - (observed / total) / (expected / (total * (total - 1)));
}
