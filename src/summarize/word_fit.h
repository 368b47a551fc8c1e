/* summarize/word_fit.h - the regressions of the word model. */
#ifndef KNAP_SUMMARIZE_WORD_FIT_H
#define KNAP_SUMMARIZE_WORD_FIT_H

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

size_t kn_word_weights(size_t indicators, size_t low, size_t high);
/* The regularised loss at `weight`, and its gradient. */
double kn_word_loss(const kn_word_problem *problem, const double *weight, double *gradient);
/* Minimises it. False when memory is out. */
bool kn_word_fit(const kn_word_problem *problem, double *weight);

#endif
