/* rouge/lcs_union.h - which words of the references lie on a longest common subsequence with some segment of a summary. */
#pragma once

#include "rouge/lcs.h"
#include "rouge/tokens.h"

/* What is compared: a summary with references. */
typedef struct kn_lcs_texts {
    const kn_rouge_tokens *peer, *reference; /* reference[references] */
    size_t references;
    size_t vocabulary; /* words of the references are below it; other words of the summary are KN_NO_SYMBOL */
} kn_lcs_texts;

/* Sets hit[i], which is 0, for each position that lies on the common subsequence of its segment with a segment of the summary; for
 * the weighted one, lcs->weight must be set. The positions of all segments of all references are numbered in order. Memory comes
 * from `arena`. False when memory is out. */
bool kn_lcs_union(kn_lcs *lcs, const kn_lcs_texts *texts, bool weighted, kn_arena *arena, unsigned char *hit);
