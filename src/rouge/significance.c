/* significance.c - tests whether the difference of two systems is due to chance. Both tests are paired by topic.
 *
 * Bootstrap (Efron and Tibshirani 1993, ch. 16): topics are drawn with replacement; under the null hypothesis
 * the differences have mean 0, so a resample counts where its mean is as far from the observed one as that is
 * from 0. Approximate randomisation (Noreen 1989): under the null hypothesis the systems' names can be
 * swapped in any topic. Both p-values count the observation itself, (1 + extreme) / (1 + samples), so that
 * none is 0. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "rouge/inner.h"

#include <math.h>
#include <stdbool.h>

/* Sums of the same numbers in another order differ by rounding; such a tie counts as extreme. */
static const double TIE = 1e-12;

static double mean(const double *value, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i];
    return sum / (double)count;
}

static bool at_least(double value, double bound)
{
    return fabs(value) >= fabs(bound) - TIE;
}

/* Whether to go on after another resample of `count` draws: now and then it looks whether the work was cancelled. */
static bool goes_on(const knap_allocator *allocator, size_t *drawn, size_t count)
{
    enum { OFTEN = 1 << 22 };
    if ((*drawn += count) < OFTEN)
        return true;
    *drawn = 0;
    return kn_may_go_on(allocator);
}

/* Fills sample[samples] with the means of resampled differences; returns the p-value, -1 where the work was cancelled. */
static double bootstrap(const double *difference, size_t count, double observed, size_t samples, knap_rng *rng,
                        const knap_allocator *allocator, double *sample)
{
    size_t extreme = 0, drawn = 0;
    for (size_t s = 0; s < samples; s++) {
        double sum = 0;
        if (!goes_on(allocator, &drawn, count))
            return -1;
        for (size_t i = 0; i < count; i++)
            sum += difference[knap_rng_below(rng, count)];
        sample[s] = sum / (double)count;
        extreme += at_least(sample[s] - observed, observed);
    }
    return (double)(extreme + 1) / (double)(samples + 1);
}

/* Every one of the 2^count ways to swap, where that is not more than `samples`. */
static double exact_randomization(const double *difference, size_t count, double observed)
{
    uint64_t ways = UINT64_C(1) << count, extreme = 0;
    for (uint64_t way = 0; way < ways; way++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++)
            sum += way >> i & 1 ? -difference[i] : difference[i];
        extreme += at_least(sum / (double)count, observed);
    }
    return (double)extreme / (double)ways;
}

/* The p-value; -1 where the work was cancelled. */
static double randomization(const double *difference, size_t count, double observed, size_t samples, knap_rng *rng,
                            const knap_allocator *allocator)
{
    size_t extreme = 0, drawn = 0;
    if (count < 63 && UINT64_C(1) << count <= samples)
        return exact_randomization(difference, count, observed);
    for (size_t s = 0; s < samples; s++) {
        double sum = 0;
        uint64_t coins = 0;
        if (!goes_on(allocator, &drawn, count))
            return -1;
        for (size_t i = 0; i < count; i++) {
            if (i % 64 == 0)
                coins = knap_rng_next(rng);
            sum += coins >> i % 64 & 1 ? -difference[i] : difference[i];
        }
        extreme += at_least(sum / (double)count, observed);
    }
    return (double)(extreme + 1) / (double)(samples + 1);
}

/* The percentile interval of the resampled means. */
static void interval(const double *sample, size_t samples, double confidence, uint32_t *order, uint64_t *scratch,
                     knap_rouge_comparison *comparison)
{
    size_t outside = (size_t)((double)samples * (100 - confidence) / 200);
    kn_order(sample, samples, order, scratch);
    if (outside * 2 >= samples)
        outside = (samples - 1) / 2;
    comparison->low = sample[order[outside]];
    comparison->high = sample[order[samples - 1 - outside]];
}

knap_status knap_rouge_compare(const double *a, const double *b, size_t count, size_t samples, double confidence,
                               uint64_t seed, const knap_allocator *allocator, knap_rouge_comparison *comparison,
                               knap_error *error)
{
    KN_REQUIRE(comparison);
    *comparison = (knap_rouge_comparison){0};
    if (count) {
        KN_REQUIRE(a);
        KN_REQUIRE(b);
    }
    double *difference, *sample;
    uint32_t *order;
    uint64_t *scratch;
    knap_rng rng;
    bool done;
    if (count == 0)
        return kn_fail(error, KNAP_BAD_INPUT, "the systems have no topic in common");
    if (samples == 0 || samples > UINT32_MAX || !(confidence >= 0 && confidence <= 100))
        return kn_fail(error, KNAP_USAGE, "a comparison takes samples from 1 up and a confidence from 0 to 100");
    for (size_t i = 0; i < count; i++)
        if (!isfinite(a[i]) || !isfinite(b[i]))
            return kn_fail(error, KNAP_USAGE, "pair %zu of a comparison is not finite", i);
    difference = kn_new(allocator, count, sizeof *difference);
    sample = kn_new(allocator, samples, sizeof *sample);
    order = kn_new(allocator, samples, sizeof *order);
    scratch = kn_new(allocator, kn_order_scratch(samples), sizeof *scratch);
    done = difference && sample && order && scratch;
    if (done) {
        for (size_t i = 0; i < count; i++)
            difference[i] = a[i] - b[i];
        comparison->topics = count;
        comparison->mean_a = mean(a, count);
        comparison->mean_b = mean(b, count);
        comparison->difference = mean(difference, count);
        knap_rng_seed(&rng, seed);
        comparison->p_bootstrap =
            bootstrap(difference, count, comparison->difference, samples, &rng, allocator, sample);
        if (comparison->p_bootstrap >= 0)
            comparison->p_randomization =
                randomization(difference, count, comparison->difference, samples, &rng, allocator);
        done = comparison->p_bootstrap >= 0 && comparison->p_randomization >= 0;
        if (done)
            interval(sample, samples, confidence, order, scratch, comparison);
    }
    kn_free(allocator, difference, count, sizeof *difference);
    kn_free(allocator, sample, samples, sizeof *sample);
    kn_free(allocator, order, samples, sizeof *order);
    kn_free(allocator, scratch, kn_order_scratch(samples), sizeof *scratch);
    return done ? KNAP_OK : kn_no_memory(error);
}
