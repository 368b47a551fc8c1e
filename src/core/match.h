/* core/match.h - matches the features of data with those of a model, by name. */
#ifndef KNAP_CORE_MATCH_H
#define KNAP_CORE_MATCH_H

#include "core/instance.h"

/* Whether the data have exactly these features, in this order. */
bool kn_same_features(const knap_data *data, const kn_symbols *features);
/* Puts the data's features into this order. KNAP_BAD_MODEL when the data have other features, or lack some and
 * `absent_is_zero` is false. */
knap_status kn_data_match(knap_data *data, const kn_symbols *features, bool absent_is_zero, knap_error *error);

#endif
