/* learner_ogd.c - online gradient descent (Zinkevich 2003): h -= eta / sqrt(t) * gradient. */
#include "core/learner_gradient.h"

#include <math.h>
#include <string.h>

bool kn_gradient_add(kn_learner *learner, const kn_example *example)
{
    double loss, mass;
    return kn_learner_slope(learner, example, &loss, &mass) &&
           kn_learner_gradient(learner, example, learner->slope, learner->gradient);
}

static bool round_end(kn_learner *learner)
{
    double step = learner->eta / sqrt((double)++learner->rounds);
    for (size_t i = 0; i < learner->width; i++)
        learner->weight[i] -= step * (learner->gradient[i] + learner->l2 * learner->weight[i]);
    memset(learner->gradient, 0, learner->width * sizeof *learner->gradient);
    kn_learner_changed(learner);
    return true;
}

const kn_learner_kind kn_learner_ogd = {
    .help = "online gradient descent", .eta = 1, .add = kn_gradient_add, .round_end = round_end};
