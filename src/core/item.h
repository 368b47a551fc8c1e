/* core/item.h - parts of an item that not every item has, and what systems make of them. */
#pragma once

#include "core/instance.h"

/* These set a part of the item at `row`, which is the next item or one before it. All arrays have a row
 * for each item, or are NULL where no item has the part. */

/* Sets a text of the item at `row` in one of the instance's arrays of texts; NULL removes it. */
knap_status kn_item_text(knap_instance *instance, char ***array, size_t row, const char *text, size_t length,
                         knap_error *error);
knap_status kn_item_group(knap_instance *instance, size_t row, size_t group, knap_error *error);
/* A number; NaN for none. */
knap_status kn_item_number(knap_instance *instance, double **array, size_t row, double value, knap_error *error);
/* KNAP_BAD_INPUT unless the cost is above 0 and not too large to be summed. */
knap_status kn_check_cost(size_t item, double cost, knap_error *error);

/* How relevant each item is by the data, from 0 to 1: relevance[count]. The scores are used or, without
 * any, the worths where the reward does not measure them. The highest score becomes 1 and the lowest 0, so that neither a factor
 * nor a summand of all scores matters; equal scores are all 1. Worths are divided by the largest one; where one is negative, the
 * smallest becomes 0. An item without a score gets the least relevance. Returns false where the data say nothing. */
bool kn_relevance(const knap_instance *instance, double *relevance);
/* The same by the scores alone: false, and all 0, where the instance has none. */
bool kn_score_relevance(const knap_instance *instance, double *relevance);
/* Whether an item of some instance has a score. */
bool kn_data_has_scores(const knap_data *data);
