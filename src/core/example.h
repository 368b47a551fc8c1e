/* core/example.h - a training example, from one position of one list: the views of the candidates, their
 * benefits, one weight. */
#pragma once

#include "core/penalty.h"
#include "core/rank.h"
#include "core/walk.h"

typedef struct kn_example {
    size_t count;          /* candidates */
    size_t width;          /* numbers in a view */
    const float *row;      /* the view of candidate c is row + index[c] * width */
    const uint32_t *index; /* [count]; NULL: 0, 1, 2... */
    const double *benefit; /* [count] by kn_example_benefit; they do not depend on the unit of cost */
    double weight;         /* w_i / W */
    uint64_t key;          /* equal for the same candidates after the same items in any order */
    size_t jobs;
} kn_example;

static inline const float *kn_example_row(const kn_example *example, size_t c)
{
    return example->row + (example->index ? example->index[c] : c) * example->width;
}

/* Algorithm 1, the weights: w_i = [prod_{j>i} (1 - l(s_j)/W)] l(s_i) / W for a list, into
 * weight[list->count]. The division by W is cancelled by the factor W of the benefits; so weights and
 * benefits do not depend on the unit of cost. */
void kn_example_weights(const knap_instance *instance, const knap_list *list, double *weight);

/* What a benefit is: b(s|L) = (gain - lambda * share(s) - d) / (l(s) / W)^r, with kn_item_share; d is what
 * the list's penalty changes by, in shares. lambda 0, no penalties and r 1 are the paper's, times W. */
typedef struct kn_benefit {
    double lambda, r;
} kn_benefit;

/* `penalty` is that of the list so far, in shares; NULL: there is none. */
double kn_example_benefit(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                          const kn_penalty *penalty, size_t item);
/* The same for each candidate, and its plain gain; returns the largest benefit. */
double kn_example_benefits(const kn_benefit *kind, const knap_instance *instance, void *reward_state,
                           const kn_penalty *penalty, const uint32_t *candidate, size_t count, double *benefit,
                           double *gain);

/* A reduction turns an example and scores into a convex loss: loss(z), its slope d loss / d z, and the mass,
 * the total weight of the comparisons that are active. All are means over the example's comparisons times its
 * weight. */
typedef struct kn_reduction {
    const char *help;
    bool (*slope)(const kn_example *example, const double *score, double *slope, double *loss, double *mass,
                  kn_rank *scratch); /* returns false when memory is out */
} kn_reduction;

extern const kn_reduction kn_reduction_rank, kn_reduction_regress, kn_reduction_classify;

/* NULL-terminated names in the order of the settings' choice, and the row of a choice. */
extern const char *const kn_reduction_names[];
const kn_reduction *kn_reduction_at(int choice);
int kn_reduction_count(void);
