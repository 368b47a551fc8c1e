/* bootstrap.c - resampling with the generator of ROUGE-1.5.5: a 48-bit congruential one (drand48's), seeded
 * with 0, 1, 2... for the resamples, so that the same number of summaries always gives the same draws.
 */
#include "rouge/bootstrap.h"

#include "base/error.h"
#include "base/kernels.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "rouge/score.h"

#include <string.h>

#define MULTIPLIER UINT64_C(0x5deece66d)
#define INCREMENT UINT64_C(0xb)
#define MASK ((UINT64_C(1) << 48) - 1)

/* Draws `count` of `count` numbers for resample number `seed`. Four generators that each take every fourth state of the sequence do
 * not wait for each other. */
static void draw(size_t seed, size_t count, uint32_t *drawn)
{
    uint64_t state[4], multiplier = 1, increment = 0, from = ((uint64_t)seed << 16) + 0x330e;
    for (int k = 0; k < 4; k++) {
        state[k] = from = (from * MULTIPLIER + INCREMENT) & MASK;
        increment = increment * MULTIPLIER + INCREMENT;
        multiplier *= MULTIPLIER;
    }
    for (size_t i = 0; i < count; i += 4)
        for (size_t k = 0; k < 4; k++) {
            if (i + k < count)
                drawn[i + k] = (uint32_t)((double)(int64_t)state[k] * 0x1p-48 * (double)count);
            state[k] = (state[k] * multiplier + increment) & MASK;
        }
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

/* The resamples of a system. */
typedef struct resampling {
    const knap_rouge *rouge;
    size_t count, columns;
    size_t stride;  /* columns, and as many as are missing to a multiple of four */
    double *data;   /* [count][stride] */
    double *sample; /* [columns][samples] */
    knap_rouge_average *average;
} resampling;

/* Resamples of one piece of work, which a thread keeps its sums for. */
enum { PIECE = 25 };

/* sum[stride] = the sums of the rows that were drawn */
KN_VECTOR static void sum_drawn(const resampling *in, const uint32_t *drawn, double *sum)
{
    enum { MOST = 16 }; /* columns of one pass */
    for (size_t c = 0; c < in->stride; c += MOST) {
        size_t columns = in->stride - c < MOST ? in->stride - c : MOST;
        kn_sum_rows(sum + c, in->data + c, in->stride, drawn, in->count, columns / 4);
    }
}

static knap_status resample(void *context, size_t piece, size_t worker, knap_error *error)
{
    enum { OFTEN = 1 << 22 }; /* draws between two looks at whether to go on */
    const resampling *in = context;
    const knap_rouge *rouge = in->rouge;
    size_t looked = 0, samples = rouge->options.samples, first = piece * PIECE;
    double *sum = kn_new(rouge->allocator, in->stride, sizeof *sum);
    uint32_t *drawn = kn_new(rouge->allocator, in->count, sizeof *drawn);
    bool going = sum && drawn;
    (void)worker;
    for (size_t s = first; going && s < samples && s < first + PIECE; s++) {
        draw(s, in->count, drawn);
        sum_drawn(in, drawn, sum);
        for (size_t m = 0; m < rouge->measures; m++)
            settle(&rouge->options, sum + 3 * m, in->count);
        for (size_t c = 0; c < in->columns; c++)
            in->sample[c * samples + s] = sum[c];
        if ((looked += in->count) >= OFTEN) {
            looked = 0;
            going = kn_may_go_on(rouge->allocator);
        }
    }
    kn_free(rouge->allocator, sum, in->stride, sizeof *sum);
    kn_free(rouge->allocator, drawn, in->count, sizeof *drawn);
    return going ? KNAP_OK : kn_no_memory(error);
}

/* The mean and the interval of one column. */
static knap_status summarise_column(void *context, size_t column, size_t worker, knap_error *error)
{
    const resampling *in = context;
    const knap_rouge_options *options = &in->rouge->options;
    const knap_allocator *allocator = in->rouge->allocator;
    knap_rouge_average *to = &in->average[column / 3];
    size_t samples = options->samples;
    uint32_t *order = kn_new_room(allocator, samples, sizeof *order);
    uint64_t *scratch = kn_new_room(allocator, kn_order_scratch(samples), sizeof *scratch);
    bool done = order && scratch;
    (void)worker;
    if (done)
        summarise(options, in->sample + column * samples, order, scratch, &to->mean[column % 3], &to->low[column % 3],
                  &to->high[column % 3]);
    kn_free(allocator, order, samples, sizeof *order);
    kn_free(allocator, scratch, kn_order_scratch(samples), sizeof *scratch);
    return done ? KNAP_OK : kn_no_memory(error);
}

bool kn_rouge_bootstrap(const knap_rouge *rouge, const knap_rouge_score *const *score, size_t count, size_t jobs,
                        knap_rouge_average *average)
{
    const knap_allocator *allocator = rouge->allocator;
    size_t samples = rouge->options.samples, columns = 3 * rouge->measures, stride = (columns + 3) / 4 * 4;
    bool counts = rouge->options.unit != KNAP_ROUGE_BY_SUMMARY, done;
    resampling in = {.rouge = rouge, .count = count, .columns = columns, .stride = stride, .average = average};
    memset(average, 0, rouge->measures * sizeof *average);
    for (size_t i = 0; i < count; i++)
        for (size_t m = 0; m < rouge->measures; m++) {
            average[m].reference_count += score[i][m].reference_count;
            average[m].peer_count += score[i][m].peer_count;
            average[m].hits += score[i][m].hits;
        }
    if (rouge->options.unit == KNAP_ROUGE_COUNTS)
        return true;
    in.data = kn_new(allocator, count * stride, sizeof *in.data);
    in.sample = kn_new(allocator, samples * columns, sizeof *in.sample);
    done = in.data && in.sample;
    if (done) {
        for (size_t i = 0; i < count; i++)
            for (size_t m = 0; m < rouge->measures; m++)
                resampled(&score[i][m], counts, in.data + i * stride + 3 * m);
        done = !kn_parallel_try(jobs, (samples + PIECE - 1) / PIECE, resample, &in, NULL) &&
               !kn_parallel_try(jobs, columns, summarise_column, &in, NULL);
    }
    kn_free(allocator, in.data, count * stride, sizeof *in.data);
    kn_free(allocator, in.sample, samples * columns, sizeof *in.sample);
    return done;
}
