/* core/settings.h - the rows of the table of training settings. */
#pragma once

#include "core/inner.h"

/* The rows of knap_settings_table. `method` is the first, so that systems which fix it can leave it out. */
extern const knap_param kn_settings_rows[];
#define KN_SETTINGS_BUT_METHOD (kn_settings_rows + 1)

/* Whether a setting looks at what is expected of concepts or at the mass of a reference. */
bool kn_settings_expect(const knap_settings *settings);
