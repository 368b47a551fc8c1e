/* summarize/words.h - the words of a cluster in their order: what the counts of a story do not tell. */
#ifndef KNAP_SUMMARIZE_WORDS_H
#define KNAP_SUMMARIZE_WORDS_H

#include "summarize/story.h"

/* The next line, as story->tokens: begin, every form (a knap_word_fn, with the story), then every token, end, which also says whether the line
 * points back. 0, and 1 of kn_words_form, when memory is out. */
int kn_words_begin(kn_story *story);
int kn_words_form(void *context, const knap_word *word);
int kn_words_token(kn_story *story, uint32_t symbol, const char *word, size_t length);
void kn_words_end(kn_story *story);
/* The share of the documents that have each bigram into share[story->bigram.count]; 0 for those in one document only. 0 when
 * memory is out. */
int kn_pair_shares(const kn_story *story, double *share);

#endif
