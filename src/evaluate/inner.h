/* evaluate/inner.h - what knap's own programs and other layers use of this layer beyond knap/evaluate.h: the check before a
 * measurement. */
#pragma once

#include "knap/evaluate.h"
#include "systems/inner.h"

/* Checks that there is something to measure against: every instance has items, a budget and a reward. KNAP_BAD_INPUT with a
 * message that names the first instance that lacks one. */
knap_status knap_evaluate_check(const knap_data *data, knap_error *error);
