/* bootstrap.c - resampling with the generator of ROUGE-1.5.5: a 48-bit congruential one (drand48's), seeded
 * with 0, 1, 2... for the resamples, so that the same number of summaries always gives the same draws.
 */
#include "rouge/bootstrap.h"

#include "base/sort.h"
#include "rouge/score.h"

#include <string.h>

typedef struct generator {
    uint64_t state;
} generator;

static generator seeded(size_t seed)
{
    return (generator){(((uint64_t)seed << 16) + 0x330e) & ((UINT64_C(1) << 48) - 1)};
}

static size_t draw(generator *from, size_t count)
{
    from->state = (from->state * UINT64_C(0x5deece66d) + 0xb) & ((UINT64_C(1) << 48) - 1);
    return (size_t)((double)from->state * 0x1p-48 * (double)count);
}

/* What is resampled of a summary's score: the printed ratios, or the counts they are taken from. */
static void resampled(const knap_rouge_score *score, bool counts, double value[3])
{
    value[0] = counts ? score->reference_count : score->recall;
    value[1] = counts ? score->peer_count : score->precision;
    value[2] = counts ? score->hits : score->f;
}

/* One resample's figures from its sums, in place. */
static void settle(const knap_rouge_options *options, double value[3], size_t count)
{
    double recall, precision;
    if (options->unit == KNAP_ROUGE_BY_SUMMARY) {
        for (int part = 0; part < 3; part++)
            value[part] = count ? value[part] / (double)count : 0;
        return;
    }
    recall = value[0] > 0 ? value[2] / value[0] : 0;
    precision = value[1] > 0 ? value[2] / value[1] : 0;
    value[0] = recall;
    value[1] = precision;
    value[2] = kn_rouge_f(recall, precision, options->alpha);
}

/* Element `index` of the sorted resamples; ROUGE-1.5.5 reads zeros past their end. */
static double element(const double *value, const uint32_t *order, size_t count, size_t index)
{
    return index < count ? value[order[index]] : 0;
}

static void summarise(const knap_rouge_options *options, const double *value, uint32_t *order, uint64_t *scratch,
                      double *mean, double *low, double *high)
{
    size_t samples = options->samples, first, last;
    double sum = 0, outside = (double)samples * ((100 - options->confidence) / 2.0) / 100.0;
    double upper = (double)samples - outside - 1, share;
    kn_order(value, samples, order, scratch);
    for (size_t i = 0; i < samples; i++)
        sum += value[order[i]];
    *mean = kn_rouge_round(sum / (double)samples);
    first = (size_t)outside;
    last = upper > 0 ? (size_t)upper : 0;
    share = upper - (double)last; /* both ends are interpolated by the upper one's share, as the script does */
    double a = element(value, order, samples, first), b = element(value, order, samples, first + 1);
    *low = kn_rouge_round(a + (b - a) * share);
    a = element(value, order, samples, last);
    b = element(value, order, samples, last + 1);
    *high = kn_rouge_round(a + (b - a) * share);
}

typedef struct memory {
    double *data;   /* [count][columns] */
    double *sample; /* [columns][samples] */
    double *sum;    /* [columns] */
    uint32_t *order;
    uint64_t *scratch;
} memory;

/* False where memory is out, or the work was cancelled. */
static bool resample(const knap_rouge *rouge, size_t count, memory *in)
{
    enum { OFTEN = 1 << 22 }; /* draws between two looks at whether to go on */
    size_t drawn = 0, columns = 3 * rouge->measures, samples = rouge->options.samples;
    for (size_t s = 0; s < samples; s++) {
        generator from = seeded(s);
        if ((drawn += count) >= OFTEN) {
            drawn = 0;
            if (!kn_may_go_on(rouge->allocator))
                return false;
        }
        memset(in->sum, 0, columns * sizeof *in->sum);
        for (size_t i = 0; i < count; i++) {
            const double *row = in->data + draw(&from, count) * columns;
            for (size_t c = 0; c < columns; c++)
                in->sum[c] += row[c];
        }
        for (size_t m = 0; m < rouge->measures; m++)
            settle(&rouge->options, in->sum + 3 * m, count);
        for (size_t c = 0; c < columns; c++)
            in->sample[c * samples + s] = in->sum[c];
    }
    return true;
}

bool kn_rouge_bootstrap(const knap_rouge *rouge, const knap_rouge_score *const *score, size_t count,
                        knap_rouge_average *average)
{
    const knap_allocator *allocator = rouge->allocator;
    size_t columns = 3 * rouge->measures, samples = rouge->options.samples;
    bool counts = rouge->options.unit != KNAP_ROUGE_BY_SUMMARY, done;
    memory in;
    memset(average, 0, rouge->measures * sizeof *average);
    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < rouge->measures; m++) {
            average[m].reference_count += score[i][m].reference_count;
            average[m].peer_count += score[i][m].peer_count;
            average[m].hits += score[i][m].hits;
        }
    if (rouge->options.unit == KNAP_ROUGE_COUNTS)
        return true;
    in.data = kn_new(allocator, count * columns, sizeof *in.data);
    in.sample = kn_new(allocator, samples * columns, sizeof *in.sample);
    in.sum = kn_new(allocator, columns, sizeof *in.sum);
    in.order = kn_new(allocator, samples, sizeof *in.order);
    in.scratch = kn_new(allocator, kn_order_scratch(samples), sizeof *in.scratch);
    done = in.data && in.sample && in.sum && in.order && in.scratch;
    if (done) {
        for (size_t i = 0; i < count; i++)
            for (size_t m = 0; m < rouge->measures; m++)
                resampled(&score[i][m], counts, in.data + i * columns + 3 * m);
        done = resample(rouge, count, &in);
        for (size_t c = 0; done && c < columns; c++) {
            knap_rouge_average *to = &average[c / 3];
            summarise(&rouge->options, in.sample + c * samples, in.order, in.scratch, &to->mean[c % 3], &to->low[c % 3],
                      &to->high[c % 3]);
        }
    }
    kn_free(allocator, in.data, count * columns, sizeof *in.data);
    kn_free(allocator, in.sample, samples * columns, sizeof *in.sample);
    kn_free(allocator, in.sum, columns, sizeof *in.sum);
    kn_free(allocator, in.order, samples, sizeof *in.order);
    kn_free(allocator, in.scratch, kn_order_scratch(samples), sizeof *in.scratch);
    return done;
}
