/* core/settings.h - the values of the settings' choices, in the order of their names. */
#ifndef KNAP_CORE_SETTINGS_H
#define KNAP_CORE_SETTINGS_H

enum { KN_METHOD_SCP, KN_METHOD_CONSEQOPT };
enum { KN_RESULT_AUTO, KN_RESULT_LAST, KN_RESULT_AVERAGE, KN_RESULT_BEST, KN_RESULT_MIXTURE };
enum { KN_DECODE_GREEDY, KN_DECODE_SWAP, KN_DECODE_MBR };

#include "knap/core.h"

/* The rows of knap_settings_table. `method` is the first, so that systems which fix it can leave it out. */
extern const knap_param kn_settings_rows[];
#define KN_SETTINGS_BUT_METHOD (kn_settings_rows + 1)

#endif
