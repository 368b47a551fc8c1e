/* text/cld2.h - which language a text is in, by CLD2. The only file that knows CLD2 is cld2.cc. */
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Recognises the language of most of a text, valid UTF-8 without control characters. Returns its ISO 639 code, a static string,
 * or NULL where there is too little text. *reliable tells whether CLD2 is sure, *share the percentage of the text that is in it. CLD2 allocates by itself; it has no state
 * that changes, so several threads may call this at the same time. */
const char *kn_cld2_language(const char *utf8, int length, bool *reliable, int *share);

#ifdef __cplusplus
}
#endif
