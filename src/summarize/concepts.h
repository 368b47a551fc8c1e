/* summarize/concepts.h - the expected worth of a story's words and bigrams, as concepts of an instance:
 * first the words by their numbers, then the bigrams. */
#pragma once

#include "summarize/word_model.h"

/* The worth of a word is what the model predicts; that of a bigram is the square of the share of documents
 * that have it, if at least two do. */
knap_status kn_concepts_expect(knap_instance *instance, const kn_story *story, const kn_predictions *predictions,
                               knap_error *error);
