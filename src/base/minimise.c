/* minimise.c - smooth convex losses by L-BFGS. */
#include "base/minimise.h"
#include "base/elementary.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 200, PAST = 5 };
static const double LEAST_GAIN = 1e-5; /* over PAST steps, relative */

typedef struct watched {
    kn_loss_fn loss;
    const void *context;
    double past[PAST]; /* losses of the last steps; that of step k is at k % PAST */
    bool begun;
} watched;

static double evaluate(const void *context, const double *weight, double *gradient)
{
    watched *self = (watched *)(uintptr_t)context;
    double value = self->loss(self->context, weight, gradient);
    if (!self->begun)
        self->past[0] = value;
    self->begun = true;
    return value;
}

/* Ends the descent where it gains too little. */
static bool gains_little(void *watcher, size_t step, double loss)
{
    watched *self = watcher;
    bool little = step >= PAST && (self->past[step % PAST] - loss) / loss < LEAST_GAIN;
    self->past[step % PAST] = loss;
    return little;
}

bool kn_minimise(const knap_allocator *allocator, size_t size, kn_loss_fn loss, const void *context, double *weight)
{
    watched self = {.loss = loss, .context = context};
    kn_descent how = {.loss = evaluate,
                      .context = &self,
                      .most_steps = MOST_STEPS,
                      .flat = 1e-4,
                      .ends = gains_little,
                      .watcher = &self};
    memset(weight, 0, size * sizeof *weight);
    return kn_descend(&how, allocator, size, weight);
}

double kn_logistic(double score, double y, double *slope)
{
    double small = kn_exp(-fabs(score)), p = score >= 0 ? 1 / (1 + small) : small / (1 + small);
    *slope = p - y;
    return kn_log1p(small) + (score > 0 ? score : 0) - y * score;
}

#if defined(__GNUC__)
/* The terms of four scores. ln(1 + exp(-|score|)) is summed as the logarithm of a product. */
static KN_INLINE void logistic4(const double *score, const double *y, double *slope, kn_double4 *product,
                                kn_double4 *sum)
{
    kn_double4 at, target, small, one, p;
    kn_long4 below;
    memcpy(&at, score, sizeof at);
    memcpy(&target, y, sizeof target);
    small = (kn_double4)((kn_long4)at | INT64_MIN); /* -|score| */
    kn_exp_falling(&small);
    one = 1 / (1 + small);
    below = at < 0;
    p = small * one;
    p = (kn_double4)(((kn_long4)p & below) | ((kn_long4)one & ~below)) - target;
    memcpy(slope, &p, sizeof p);
    *product *= 1 + small;
    *sum += (kn_double4)((kn_long4)at & ~below) - target * at;
}

KN_VECTOR double kn_logistic_all(const double *score, const double *y, size_t count, double *slope)
{
    enum { FACTORS = 128 }; /* each is at most 2, so that four products of so many stay below 2^1023 */
    kn_double4 sum = {0, 0, 0, 0};
    double loss = 0, last[3][4] = {{0}};
    for (size_t i = 0; i + 4 <= count;) {
        size_t end = count - i < 4 * FACTORS ? count : i + 4 * FACTORS;
        kn_double4 product = {1, 1, 1, 1};
        for (; i + 4 <= end; i += 4)
            logistic4(score + i, y + i, slope + i, &product, &sum);
        loss += kn_log((product[0] * product[1]) * (product[2] * product[3]));
    }
    if (count % 4) {
        size_t rest = count % 4, first = count - rest;
        kn_double4 product = {1, 1, 1, 1}, tail = {0, 0, 0, 0};
        memcpy(last[0], score + first, rest * sizeof *score);
        memcpy(last[1], y + first, rest * sizeof *y);
        logistic4(last[0], last[1], last[2], &product, &tail);
        memcpy(slope + first, last[2], rest * sizeof *slope);
        for (size_t i = 0; i < rest; i++)
            loss += kn_log(product[i]) + tail[i];
    }
    return loss + ((sum[0] + sum[1]) + (sum[2] + sum[3]));
}
#else
double kn_logistic_all(const double *score, const double *y, size_t count, double *slope)
{
    double loss = 0;
    for (size_t i = 0; i < count; i++)
        loss += kn_logistic(score[i], y[i], &slope[i]);
    return loss;
}
#endif
