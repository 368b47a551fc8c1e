/* core/learner_gradient.h - what ogd and adagrad share: one gradient per round, then a step. */
#ifndef KNAP_CORE_LEARNER_GRADIENT_H
#define KNAP_CORE_LEARNER_GRADIENT_H

#include "core/learner.h"

/* Adds the example's gradient to the round's. */
bool kn_gradient_add(kn_learner *learner, const kn_example *example);

#endif
