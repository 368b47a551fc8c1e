/* learner_adagrad.c - AdaGrad, diagonal (Duchi, Hazan, Singer 2011): each column has a step of its own. */
#include "core/learner.h"

#include <math.h>

typedef struct adagrad {
    double *squares; /* [width] sum of squared gradients */
} adagrad;

static bool begin(kn_learner *learner)
{
    adagrad *self = learner->state;
    self->squares = kn_new(learner->allocator, learner->width, sizeof *self->squares);
    return self->squares != NULL;
}

static void step(kn_learner *learner, const double *gradient)
{
    adagrad *self = learner->state;
    for (size_t i = 0; i < learner->width; i++) {
        double slope = gradient[i] + learner->l2 * learner->weight[i];
        self->squares[i] += slope * slope;
        if (self->squares[i] > 0)
            learner->weight[i] -= learner->eta * slope / sqrt(self->squares[i]);
    }
    kn_learner_changed(learner);
}

static bool keep(kn_learner *learner, kn_archive *archive)
{
    kn_archive_reals(archive, ((adagrad *)learner->state)->squares, learner->width);
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
                                            .step = step,
                                            .keep = keep,
                                            .end = end};
