/* summarize/check.h - what every public call of the layer checks. */
#pragma once

#include "summarize/inner.h"

/* KNAP_USAGE for clusters that are NULL, have no documents or have NULL among their documents and references. */
knap_status kn_check_clusters(const knap_cluster *const *cluster, size_t count, knap_error *error);
/* KNAP_USAGE for a budget that knap_budget_parse would not have made. */
knap_status kn_check_budget(const knap_budget *budget, knap_error *error);
