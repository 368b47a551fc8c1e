/* summarize/reward.h - ROUGE-1 recall of a list of sentences, pooled over the references. */
#pragma once

#include "summarize/story.h"

/* The counts of the references: for word w, the c-th occurrence (from 0) hits the references that have
 * more than c of it, hits[start[w] + c] of them; beyond start[w+1] none. */
typedef struct kn_reference_counts {
    const knap_allocator *allocator;
    size_t words;
    size_t *start; /* [words + 1] */
    double *hits;  /* [start[words]] */
    double total;  /* words of all references */
    size_t rows;   /* references */
} kn_reference_counts;

/* Free in any case. */
knap_status kn_reference_counts_make(kn_reference_counts *wanted, const kn_story *story, knap_error *error);
void kn_reference_counts_free(kn_reference_counts *wanted);

/* The context is a kn_reference_counts; concepts of the instance are the story's words. */
extern const knap_reward kn_reward_rouge;
