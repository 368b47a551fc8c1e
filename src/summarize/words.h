/* summarize/words.h - the words of a cluster in their order: what the counts of a story do not tell. */
#ifndef KNAP_SUMMARIZE_WORDS_H
#define KNAP_SUMMARIZE_WORDS_H

#include "summarize/story.h"

/* The tokens of a line as the next of story->tokens, after its counts. */
knap_status kn_words_add(kn_story *story, const kn_tools *tools, const char *text, size_t length, knap_error *error);
/* The pairs of neighbouring words, not both function words, that at least two documents have; when all lines are there. */
knap_status kn_words_pair(kn_story *story, knap_error *error);
void kn_words_free(kn_story *story);

#endif
