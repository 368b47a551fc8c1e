/* core/settings.h - the values of the settings' choices, in the order of their names. */
#ifndef KNAP_CORE_SETTINGS_H
#define KNAP_CORE_SETTINGS_H

enum { KN_METHOD_SCP, KN_METHOD_CONSEQOPT };
enum { KN_RESULT_AUTO, KN_RESULT_LAST, KN_RESULT_AVERAGE, KN_RESULT_BEST, KN_RESULT_MIXTURE };
enum { KN_DECODE_GREEDY, KN_DECODE_SWAP };

#endif
