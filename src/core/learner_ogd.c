/* learner_ogd.c - online gradient descent (Zinkevich 2003): h -= eta / sqrt(t) * gradient. */
#include "core/learner.h"

#include <math.h>

static void step(kn_learner *learner, const double *gradient)
{
    double size = learner->eta / sqrt((double)++learner->rounds);
    for (size_t i = 0; i < learner->width; i++)
        learner->weight[i] -= size * (gradient[i] + learner->l2 * learner->weight[i]);
    kn_learner_changed(learner);
}

const kn_learner_kind kn_learner_ogd = {.help = "online gradient descent", .eta = 1, .step = step};
