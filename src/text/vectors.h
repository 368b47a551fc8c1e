/* text/vectors.h - adds rows from a stream of words. */
#pragma once

#include "text/word_stream.h"

/* Whether vectors count a word; `stop`: function words too. */
static inline bool kn_vectors_take(const kn_word *word, bool stop)
{
    return stop || !(word->flags & KNAP_WORD_STOP);
}

/* Rows that are added later have function words too, or not, as at first. */
void kn_vectors_keep_stop(knap_vectors *vectors, bool stop);
/* Appends the row of the words [first, end) of a stream. All rows of one knap_vectors are of the same stream. */
knap_status kn_vectors_add_words(knap_vectors *vectors, const kn_word_stream *stream, size_t first, size_t end,
                                 knap_error *error);
