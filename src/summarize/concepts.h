/* summarize/concepts.h - the expected worth of a story's words and bigrams, as concepts of an instance: first the words by their
 * numbers, then the bigrams. */
#ifndef KNAP_SUMMARIZE_CONCEPTS_H
#define KNAP_SUMMARIZE_CONCEPTS_H

#include "summarize/word_model.h"

/* Of a word what the model expects, of a bigram the square of the share of documents that have it, where two do. */
knap_status kn_concepts_expect(knap_instance *instance, const kn_story *story, const kn_predictions *predictions,
                               knap_error *error);

#endif
