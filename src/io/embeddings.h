/* io/embeddings.h - numbers of vectors in bytes. */
#ifndef KNAP_IO_EMBEDDINGS_H
#define KNAP_IO_EMBEDDINGS_H

#include <stddef.h>

/* Numbers of 32 bits, little-endian: bytes[4 * count] into value[count]. */
void kn_take_floats(const char *bytes, size_t count, double *value);

#endif
