/* summarize/words.h - the words of a cluster in their order: what the counts of a story do not tell. */
#ifndef KNAP_SUMMARIZE_WORDS_H
#define KNAP_SUMMARIZE_WORDS_H

#include "summarize/story.h"

/* The tokens of a line as the next of story->tokens, after its counts; and whether its first word
 * points back. */
knap_status kn_words_add(kn_story *story, const kn_tools *tools, const char *text, size_t length, knap_error *error);
/* The share of the documents that have each bigram into share[story->bigram.count]; 0 for those in one document only. 0 when
 * memory is out. */
int kn_pair_shares(const kn_story *story, double *share);
void kn_words_free(kn_story *story);

#endif
