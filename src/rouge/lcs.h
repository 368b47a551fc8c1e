/* rouge/lcs.h - which words of a reference's segments lie on a longest common subsequence with a summary's
 * segment.
 *
 * Of several longest subsequences ROUGE-1.5.5 uses the one found on the way back through its table:
 * diagonal where the words are equal, else up (to the earlier word of the reference) where that loses
 * nothing, else left. A row of the table is kept as the bits "equal" and "left", one per word of the
 * summary's segment, which is all that the way back needs. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>

/* A word of a long segment. */
typedef struct kn_lcs_word {
    uint32_t first, count; /* 1 + its first position; how often it occurs */
    uint32_t mask;         /* the number of its mask, or KN_LCS_NO_MASK */
} kn_lcs_word;
#define KN_LCS_NO_MASK UINT32_MAX

typedef struct kn_lcs {
    const knap_allocator *allocator;
    size_t most_words; /* 64-bit words of masks and of a table that are kept whole; 0: the default, some MiB */
    /* The summary's segment. */
    const uint32_t *segment;
    size_t columns, words; /* its length, and 64-bit words a row takes */
    uint32_t *number_of;   /* [vocabulary] 1 + the number of the word, 0 where the segment does not have it */
    size_t distinct;
    bool all_masks;    /* word number i has mask i; otherwise word[i] says what it has */
    uint64_t *mask;    /* [masks][words] where the segment has the word */
    kn_lcs_word *word; /* [distinct] */
    uint32_t *next;    /* [columns] 1 + the next position of the same word, 0 for the last */
    /* The table of the current segment, rows without an equal pair left out where they change nothing. */
    uint32_t *row_position; /* [rows] position in the reference's segment */
    size_t block;           /* rows of a block */
    uint64_t *left;         /* [block][words] the rows of one block */
    char *states;           /* the state before each block, where there are several */
    uint64_t *equal;        /* [words] the bits of a word without a mask; 0 between rows */
    uint64_t *state;        /* [words] ROUGE-L */
    double *best;           /* [columns + 1] ROUGE-W: value of the row's cells */
    uint32_t *run;          /* [columns + 1] ROUGE-W: consecutive matches that end there */
    const double *weight;   /* [longest segment + 2] k^weight, for ROUGE-W */
    kn_arena table;         /* of the arrays of the table */
    size_t worked;          /* cells since the last look at whether to go on */
} kn_lcs;

/* Makes room for a vocabulary. All calls return false when memory is out. */
bool kn_lcs_begin(kn_lcs *lcs, const knap_allocator *allocator, size_t vocabulary);
/* Takes a segment of the summary, which must stay until kn_lcs_forget is called with it; that comes before the next one. Tokens from
 * `vocabulary` up (KN_NO_SYMBOL) are equal to nothing. */
bool kn_lcs_take(kn_lcs *lcs, const uint32_t *segment, size_t length);
void kn_lcs_forget(kn_lcs *lcs, const uint32_t *segment, size_t length);
/* Sets hit[i] for the positions of `segment` on the common subsequence with the segment taken. */
bool kn_lcs_mark(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit);
/* The same for the weighted common subsequence; lcs->weight must be set. */
bool kn_lcs_mark_weighted(kn_lcs *lcs, const uint32_t *segment, size_t length, unsigned char *hit);
/* Counts work, in words of a segment or 64-bit words of a row. False, now and then, where the work must end (kn_may_go_on). */
bool kn_lcs_may_go_on(kn_lcs *lcs, size_t work);
void kn_lcs_free(kn_lcs *lcs);
