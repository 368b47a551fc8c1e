/* core/greedy.h - the two ways to run the greedy oracle; knap_greedy chooses between them. */
#ifndef KNAP_CORE_GREEDY_H
#define KNAP_CORE_GREEDY_H

#include "knap/core.h"

/* Every candidate's gain in every step: right for any reward. `by_cost`: by gain / cost rather than by gain. */
knap_status kn_greedy_plain(const knap_instance *instance, int by_cost, knap_list *list, knap_error *error);
/* Gains as upper bounds of later gains (Minoux 1978): the same list for a submodular reward, with few evaluations. */
knap_status kn_greedy_lazy(const knap_instance *instance, int by_cost, knap_list *list, knap_error *error);

#endif
