/* text/multibyte.h - recognises the encodings of Chinese, Japanese and Korean by the patterns of their bytes. */
#pragma once

#include <stddef.h>

/* The encoding of a text that is not UTF-8: "Shift_JIS", "EUC-JP", "windows-949", "Big5" or "GB18030"; NULL where its bytes are not
 * those of any. */
const char *kn_multibyte_guess(const unsigned char *bytes, size_t length);
