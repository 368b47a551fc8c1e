/* minimise.c - smooth convex losses by liblbfgs. */
#include "base/minimise.h"

#include <lbfgs.h>
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 200, MULTIPLE = 16 };

typedef struct descent {
    kn_loss_fn loss;
    const void *context;
    size_t size;
} descent;

static lbfgsfloatval_t evaluate(void *context, const lbfgsfloatval_t *weight, lbfgsfloatval_t *gradient, const int size,
                                const lbfgsfloatval_t step)
{
    const descent *self = context;
    (void)step;
    for (size_t i = self->size; i < (size_t)size; i++)
        gradient[i] = 0;
    return self->loss(self->context, weight, gradient);
}

bool kn_minimise(size_t size, kn_loss_fn loss, const void *context, double *weight)
{
    descent self = {loss, context, size};
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
    parameter.past = 5;
    parameter.delta = 1e-5;
    memset(at, 0, room * sizeof *at);
    /* However it ends, the best point so far is in `at`. */
    done = lbfgs((int)room, at, NULL, evaluate, NULL, &self, &parameter) != LBFGSERR_OUTOFMEMORY;
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
