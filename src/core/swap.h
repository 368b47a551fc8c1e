/* core/swap.h - lists by expected worth: from nothing, and by exchange. */
#ifndef KNAP_CORE_SWAP_H
#define KNAP_CORE_SWAP_H

#include "core/expected.h"
#include "core/flaws.h"

/* Half the F that lists picked by expected gain per cost reach under the instance's reward: F = 2 (f - readability_penalty * flawed) /
 * (share + 1), with kn_item_share. What lambda in the benefit follows from: dF is proportional to d(f - readability_penalty * flawed) -
 * F/2 dshare. */
knap_status kn_fair_price(const knap_instance *instance, double readability_penalty, double *price, knap_error *error);

#endif
