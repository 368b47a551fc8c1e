/* io/embeddings.h - numbers of vectors in bytes. */
#pragma once

#include <stddef.h>

/* Numbers of 32 bits, little-endian: bytes[4 * count] into value[count]. */
void kn_take_floats(const char *bytes, size_t count, double *value);
