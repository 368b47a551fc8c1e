/* text/vectors.h - adds rows from a stream of words. */
#ifndef KNAP_TEXT_VECTORS_H
#define KNAP_TEXT_VECTORS_H

#include "text/stream.h"

/* Appends the row of the words [first, end) of a stream. All rows of one knap_vectors are of the same stream. */
knap_status kn_vectors_add_words(knap_vectors *vectors, const kn_stream *stream, size_t first, size_t end,
                                 knap_error *error);

#endif
