/* core/match.h - the rows of features of data: their width, and their order, which is matched with that of a model by name. */
#pragma once

#include "core/instance.h"

/* Room for `rows` rows of `width` features in an instance that owns its arrays; false when memory is out. */
bool kn_features_room(knap_instance *instance, size_t rows, size_t width);
/* Widens the rows of an instance, which has room for them, to `width` features; new ones are 0. */
void kn_features_widen(knap_instance *instance, size_t width);
/* Whether the data have exactly these features, in this order. */
bool kn_same_features(const knap_data *data, const kn_symbols *features);
/* Puts the data's features into this order, and the kinds of flaws into that of `flaws` unless it is NULL. KNAP_BAD_MODEL when the
 * data have other features, or lack some and `absent_is_zero` is false. Where it fails the data are as they were. */
knap_status kn_data_match(knap_data *data, const kn_symbols *features, bool absent_is_zero, const kn_symbols *flaws,
                          knap_error *error);
