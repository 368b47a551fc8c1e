/* learner_adagrad.c - AdaGrad, diagonal (Duchi, Hazan, Singer 2011): each column has a step of its own. */
#include "core/learner_gradient.h"

#include <math.h>
#include <string.h>

typedef struct adagrad {
    double *squares; /* [width] sum of squared gradients */
} adagrad;

static bool begin(kn_learner *learner)
{
    adagrad *self = learner->state;
    self->squares = kn_new(learner->allocator, learner->width, sizeof *self->squares);
    return self->squares != NULL;
}

static bool round_end(kn_learner *learner)
{
    adagrad *self = learner->state;
    for (size_t i = 0; i < learner->width; i++) {
        double gradient = learner->gradient[i] + learner->l2 * learner->weight[i];
        self->squares[i] += gradient * gradient;
        if (self->squares[i] > 0)
            learner->weight[i] -= learner->eta * gradient / sqrt(self->squares[i]);
    }
    memset(learner->gradient, 0, learner->width * sizeof *learner->gradient);
    kn_learner_changed(learner);
    return true;
}

static void end(kn_learner *learner)
{
    adagrad *self = learner->state;
    kn_free(learner->allocator, self->squares, learner->width, sizeof *self->squares);
}

const kn_learner_kind kn_learner_adagrad = {.help = "AdaGrad, a step of its own for each column",
                                            .eta = 0.05,
                                            .state_size = sizeof(adagrad),
                                            .begin = begin,
                                            .add = kn_gradient_add,
                                            .round_end = round_end,
                                            .end = end};
