/* rouge/lcs.h - which words of a reference's segments lie on a longest common subsequence with a summary's
 * segment.
 *
 * Of several longest subsequences ROUGE-1.5.5 uses the one found on the way back through its table:
 * diagonal where the words are equal, else up (to the earlier word of the reference) where that loses
 * nothing, else left. A row of the table is kept as the bits "equal" and "left", one per word of the
 * summary's segment, which is all that the way back needs. */
#ifndef KNAP_ROUGE_LCS_H
#define KNAP_ROUGE_LCS_H

#include "base/memory.h"

#include <stdbool.h>

typedef struct kn_lcs {
    const knap_allocator *allocator;
    /* The summary's segment. */
    size_t columns, words; /* its length, and 64-bit words a row takes */
    uint32_t *mask_of;     /* [vocabulary] 1 + number of the word's mask, 0 where the segment does not have it */
    uint64_t *mask;        /* [distinct words][words] where the segment has the word */
    size_t distinct;
    /* The table of the current segment, rows without an equal pair left out where they change nothing. */
    uint32_t *row_position; /* [rows] position in the reference's segment */
    uint64_t *left;         /* [rows][words] */
    uint64_t *state;        /* [words] */
    double *best;           /* [columns + 1] ROUGE-W: value of the row's cells */
    uint32_t *run;          /* [columns + 1] ROUGE-W: consecutive matches that end there */
    const double *weight;   /* [longest segment + 2] k^weight, for ROUGE-W */
    kn_arena table;         /* of the five arrays of the table */
    size_t mask_of_capacity, mask_capacity;
} kn_lcs;

/* Makes room for a vocabulary. All calls return false when memory is out. */
bool kn_lcs_begin(kn_lcs *lcs, const knap_allocator *allocator, size_t vocabulary);
/* Takes a segment of the summary; kn_lcs_forget must be called with it before the next one. Tokens from
 * `vocabulary` up (KN_NO_SYMBOL) are equal to nothing. */
bool kn_lcs_take(kn_lcs *lcs, const uint32_t *segment, size_t length);
void kn_lcs_forget(kn_lcs *lcs, const uint32_t *segment, size_t length);
/* Sets hit[i] for the positions of `segment` on the common subsequence with the segment taken. */
bool kn_lcs_mark(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit);
/* The same for the weighted common subsequence; lcs->weight must be set. */
bool kn_lcs_mark_weighted(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit);
void kn_lcs_free(kn_lcs *lcs);

#endif
