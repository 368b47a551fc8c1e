/* passages/duplicates.h - which items of an instance say the same. */
#pragma once

#include "passages/texts.h"

/* Two items are near-duplicates where the Jaccard similarity of their shingles is at least `threshold` and their texts have the
 * same numbers. Of each group the most relevant item that fits the budget is kept, the cheapest and then the first of equals, and
 * the others are banned as its duplicates (knap_instance_set_duplicate). Pinned items are kept in any case; banned ones are not looked at.
 * *found gets the number of duplicates. */
knap_status kn_find_duplicates(const kn_texts *texts, knap_instance *instance, double threshold, size_t *found,
                               knap_error *error);
