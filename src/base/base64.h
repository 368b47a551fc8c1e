/* base/base64.h - bytes that are written as base64. */
#pragma once

#include <stddef.h>

/* Decodes base64 with padding into bytes[length / 4 * 3]; returns the length, 0 where it is wrong. */
size_t kn_base64_decode(const char *text, size_t length, char *bytes);
