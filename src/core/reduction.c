/* reduction.c - the loss that UPDATE computes from an example: ranking, regression or classification
 * (paper, section 3.3.1). */
#include "core/example.h"

#include <string.h>

/* Rank: the mean over pairs of different benefit. */
static bool rank_slope(const kn_example *example, const double *score, double *slope, double *loss, double *mass,
                       kn_rank *scratch)
{
    kn_rank_result result;
    double factor;
    scratch->jobs = example->jobs;
    if (!kn_rank_slope(scratch, example->count, score, example->benefit, slope, &result))
        return false;
    factor = result.pairs > 0 ? example->weight / result.pairs : 0;
    for (size_t c = 0; c < example->count; c++)
        slope[c] *= factor;
    *loss = result.loss * factor;
    *mass = result.mass * factor;
    return true;
}

/* Regress: half the mean squared error of the score as a prediction of the benefit. A constant does not
 * change which item has the highest score, so each example has its own best intercept: the means of scores
 * and benefits are subtracted. */
static bool regress_slope(const kn_example *example, const double *score, double *slope, double *loss, double *mass,
                          kn_rank *scratch)
{
    size_t n = example->count;
    double offset = 0, factor = n ? example->weight / (double)n : 0;
    (void)scratch;
    for (size_t c = 0; c < n; c++)
        offset += score[c] - example->benefit[c];
    offset /= n ? (double)n : 1;
    *loss = 0;
    for (size_t c = 0; c < n; c++) {
        double miss = score[c] - example->benefit[c] - offset;
        slope[c] = factor * miss;
        *loss += 0.5 * factor * miss * miss;
    }
    *mass = example->weight;
    return true;
}

/* Classify: cost-sensitive multiclass hinge, the best item against each other item, weighted by the
 * difference of their benefits. */
static bool classify_slope(const kn_example *example, const double *score, double *slope, double *loss, double *mass,
                           kn_rank *scratch)
{
    size_t n = example->count, best = 0, others = 0;
    double factor;
    (void)scratch;
    *loss = *mass = 0;
    memset(slope, 0, n * sizeof *slope);
    for (size_t c = 1; c < n; c++)
        if (example->benefit[c] > example->benefit[best])
            best = c;
    for (size_t c = 0; c < n; c++)
        others += example->benefit[c] < example->benefit[best];
    factor = others ? example->weight / (double)others : 0;
    for (size_t c = 0; c < n; c++) {
        double short_of = example->benefit[best] - example->benefit[c], lead = score[best] - score[c];
        if (!(short_of > 0 && lead < 1))
            continue;
        slope[c] += factor * short_of;
        slope[best] -= factor * short_of;
        *mass += factor * short_of;
        *loss += factor * short_of * (1 - lead);
    }
    return true;
}

const kn_reduction kn_reduction_rank = {"every better item ahead of every worse one", rank_slope};
const kn_reduction kn_reduction_regress = {"the score predicts the benefit", regress_slope};
const kn_reduction kn_reduction_classify = {"the best item ahead of all others", classify_slope};

#define REDUCTIONS(ROW)                                                                                                \
    ROW("rank", kn_reduction_rank)                                                                                     \
    ROW("regress", kn_reduction_regress)                                                                               \
    ROW("classify", kn_reduction_classify)

#define REDUCTION_OF(name, reduction) &(reduction),
#define NAME_OF(name, reduction) name,
static const kn_reduction *const reductions[] = {REDUCTIONS(REDUCTION_OF)};
const char *const kn_reduction_names[] = {REDUCTIONS(NAME_OF) NULL};

int kn_reduction_count(void)
{
    return (int)(sizeof reductions / sizeof *reductions);
}

const kn_reduction *kn_reduction_at(int choice)
{
    return reductions[choice];
}
