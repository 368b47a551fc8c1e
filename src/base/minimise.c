/* minimise.c - smooth convex losses by liblbfgs. */
#include "base/minimise.h"

#include <lbfgs.h>
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 200, MULTIPLE = 16, PAST = 5 };
static const double LEAST_GAIN = 1e-5; /* over PAST steps, relative */

typedef struct descent {
    kn_loss_fn loss;
    const void *context;
    size_t size;
    double past[PAST]; /* losses of the last steps; that of step k is at k % PAST */
    bool begun;
} descent;

static lbfgsfloatval_t evaluate(void *context, const lbfgsfloatval_t *weight, lbfgsfloatval_t *gradient, const int size,
                                const lbfgsfloatval_t step)
{
    descent *self = context;
    double value;
    (void)step;
    for (size_t i = self->size; i < (size_t)size; i++)
        gradient[i] = 0;
    value = self->loss(self->context, weight, gradient);
    if (!self->begun)
        self->past[0] = value;
    self->begun = true;
    return value;
}

/* Ends the descent where it gains too little. Liblbfgs has the same test, but leaves it out when memory for it is out, and
 * reports nothing: the result would be another. */
static int end_of_step(void *context, const lbfgsfloatval_t *weight, const lbfgsfloatval_t *gradient,
                       const lbfgsfloatval_t value, const lbfgsfloatval_t weight_norm, const lbfgsfloatval_t norm,
                       const lbfgsfloatval_t step, int size, int k, int evaluations)
{
    descent *self = context;
    bool stop = k >= PAST && (self->past[k % PAST] - value) / value < LEAST_GAIN;
    (void)weight, (void)gradient, (void)weight_norm, (void)norm, (void)step, (void)size, (void)evaluations;
    self->past[k % PAST] = value;
    return stop;
}

bool kn_minimise(size_t size, kn_loss_fn loss, const void *context, double *weight)
{
    descent self = {.loss = loss, .context = context, .size = size};
    /* liblbfgs works on blocks of 16 numbers; those beyond ours stay 0 */
    size_t room = (size + MULTIPLE - 1) / MULTIPLE * MULTIPLE;
    lbfgsfloatval_t *at = lbfgs_malloc((int)room);
    lbfgs_parameter_t parameter;
    bool done;
    if (!at)
        return false;
    lbfgs_parameter_init(&parameter);
    parameter.max_iterations = MOST_STEPS;
    parameter.epsilon = 1e-4;
    memset(at, 0, room * sizeof *at);
    /* However it ends, the best point so far is in `at`. */
    done = lbfgs((int)room, at, NULL, evaluate, end_of_step, &self, &parameter) != LBFGSERR_OUTOFMEMORY;
    if (done)
        memcpy(weight, at, size * sizeof *weight);
    lbfgs_free(at);
    return done;
}

double kn_logistic(double score, double y, double *slope)
{
    double small = exp(-fabs(score)), p = score >= 0 ? 1 / (1 + small) : small / (1 + small);
    *slope = p - y;
    return log1p(small) + (score > 0 ? score : 0) - y * score;
}
