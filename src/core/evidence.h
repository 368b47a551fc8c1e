/* core/evidence.h - what speaks for an item beside its score: the words of the query, similar items, and items of its source.
 *
 *     scores, vectors, groups, match with the query -> numbers from 0 to 1 per item -> system relevance, view part score
 *
 * No number changes when the scores are multiplied by a number above 0 or a number is added to all of them. */
#pragma once

#include "core/item.h"

enum {
    KN_EVIDENCE_SCORE,   /* z: 1 for the best score, 0 for the least */
    KN_EVIDENCE_MATCH,   /* BM25 of the query's words in the item */
    KN_EVIDENCE_NEAR,    /* mean z of the five most similar items, weighted by their cosines */
    KN_EVIDENCE_SOURCE,  /* the largest z of an item of the same group */
    KN_EVIDENCE_OTHERS,  /* the sum of the five largest z of the group */
    KN_EVIDENCE_REPEATS, /* the largest cosine with an item of a higher rank; it speaks against the item */
    KN_EVIDENCE_SHARED,  /* the share of the query's words that the item has, weighted by idf */
    KN_EVIDENCE_RAREST, /* the largest idf of a word that item and query share, as a share of the query's largest idf */
    KN_EVIDENCE_BESIDE, /* the largest z / distance of another item of the group, up to three positions away */
    KN_EVIDENCE_EARLY,  /* 1 / (1 + position in the group) */
    KN_EVIDENCES
};

/* Fills evidence[count][KN_EVIDENCES]; a number is 0 where the data say nothing, and the first five columns are scaled to 0..1. Similar items are looked for
 * among the KN_MOST_NEAR items of the highest scores, and only these get that evidence. `arena` gives scratch memory. Returns false
 * without memory. */
enum { KN_MOST_NEAR = 256 };
bool kn_evidence(const knap_instance *instance, kn_arena *arena, double *evidence);

/* Keeps the evidence of an instance with scores that does not change until kn_forget_evidence: training looks at it in every round. */
knap_status kn_keep_evidence(knap_instance *instance, knap_error *error);
void kn_forget_evidence(knap_instance *instance);
