/* core/swap.h - builds lists by expected worth and improves them by exchanging items. */
#pragma once

#include "core/expected.h"
#include "core/open.h"
#include "core/penalty.h"

/* Half the F that lists picked by expected gain per cost reach under the instance's reward: F = 2 (f - p) / (share + 1), with
 * kn_item_share and p the list's penalty in shares. lambda in the benefit follows from it: dF is proportional to
 * d(f - p) - F/2 dshare. `penalties` may be NULL: no penalties. */
knap_status kn_fair_price(const knap_instance *instance, const knap_penalties *penalties, double *price,
                          knap_error *error);
/* As knap_swap; ends with the list so far when `run` hurries. `run` may be NULL. */
knap_status kn_swap(const knap_instance *instance, const knap_penalties *penalties, const knap_run *run,
                    knap_list *list, knap_error *error);
