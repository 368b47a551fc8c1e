/* summarize/word_fit.h - the regressions of the word model. */
#pragma once

#include "summarize/word_features.h"

/* One regression over k = low .. high. The score of a word is x.u, for function words + x.v, + the weight of its own indicator;
 * with several k, + ln(k/6) times (the first features . s + its indicator's second weight). Weights stand in this order:
 * u [features], v [features], indicators, s [sloped features], second indicators. */
typedef struct kn_word_problem {
    const kn_word_table *table; /* [tables] */
    const uint32_t *const *own; /* [tables][rows] the word's indicator, or KN_NO_SYMBOL */
    const unsigned char *fold;  /* [tables] */
    size_t tables, indicators, low, high;
    double l2;
    unsigned char left_out; /* the fold that is not looked at */
} kn_word_problem;

/* The rows that a problem looks at, side by side, in the order in which they are summed: all words that are not function words,
 * then the function words. */
typedef struct kn_word_rows {
    const kn_word_problem *problem;
    size_t count, terms;
    size_t stops;     /* the first row of a function word */
    float *feature;   /* [count][KN_WORD_FEATURES], each row filled up with zeros to a multiple of 4 */
    uint32_t *own;    /* [count] the word's indicator; the number of indicators if it has none */
    size_t *start;    /* [count + 1] its terms: one for each k */
    double *y;        /* [terms] what is to be predicted */
    double *position; /* [terms] ln(k/6), or 0 where there is only one k */
    /* Scratch: [2][indicators + 1] weights, and [2][indicators + 1] gradients; the last of each is 0 */
    double *indicator;
} kn_word_rows;

size_t kn_word_weights(size_t indicators, size_t low, size_t high);
/* False when memory is out. Free in any case; the problem must live as long. */
bool kn_word_rows_make(kn_word_rows *rows, const kn_word_problem *problem, const knap_allocator *allocator);
void kn_word_rows_free(kn_word_rows *rows, const knap_allocator *allocator);
/* The regularised loss at `weight`, and its gradient. */
double kn_word_loss(const kn_word_rows *rows, const double *weight, double *gradient);
/* Minimises it. False when memory is out. */
bool kn_word_fit(const kn_word_problem *problem, const knap_allocator *allocator, double *weight);
