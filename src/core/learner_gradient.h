/* core/learner_gradient.h - the half that ogd and adagrad share: one gradient a round, then a step. */
#ifndef KNAP_CORE_LEARNER_GRADIENT_H
#define KNAP_CORE_LEARNER_GRADIENT_H

#include "core/learner.h"

/* Adds the example's gradient to the round's. */
bool kn_gradient_add(kn_learner *learner, const kn_example *example);

#endif
