/* core/relevant.h - the list of system relevance, which models fall back to (decode relevance), and its objective, open to the tests.
 *
 *     F(L) = (1 - novelty) sum_{s in L} r_s cost_s  +  novelty sum_d max_{s in L} r_s cost_s u_sd
 *
 * A unit of cost is worth the relevance r_s of its item, from 0 to 1; a share of it counts once per dimension d. u_sd >= 0 are the
 * squares of the item's unit vector, those of negative numbers apart, so that sum_d u_sd = 1 and the first item gains r_s cost_s. An
 * item without a vector has a dimension of its own.
 *
 *     r_s = (z + (2 - c) match + 0.2 near + 0.2 source + 0.3 others + beside) / (4.7 - c), of core/evidence.h
 *
 * c is the correlation of z and match, 0 if it is negative: the less the words of the query agree with the scores, the more they tell.
 *
 * F is monotone and submodular: a sum of a modular function and of maxima of numbers that are not negative. */
#pragma once

#include "core/evidence.h"
#include "core/open.h"

/* The defaults of the settings of system relevance. */
#define KN_RELEVANT_EVIDENCE 1
#define KN_RELEVANT_NOVELTY 0.3

typedef struct kn_relevant {
    const knap_allocator *allocator;
    const knap_instance *instance;
    double novelty;
    double *relevance; /* [n] r */
    double *part;      /* [entries of the vectors] r cost u, negative where the vector is; if novelty is above 0 */
    double *score;     /* [n] z, by which the first item is chosen */
    double *most;      /* [2 * dimensions] the largest r cost u of the list: of numbers above 0, then of those below */
    double value;      /* F of the list */
    kn_arena arena;    /* of all arrays */
} kn_relevant;

/* Starts with the empty list; *leads is false where the data do not tell what is relevant. `self` is zero-initialised with an
 * allocator. Free it with kn_relevant_end in any case. */
knap_status kn_relevant_begin(kn_relevant *self, const knap_instance *instance, double evidence, double novelty,
                              bool *leads, knap_error *error);
/* F(L + item) - F(L) for an item that is not in the list. */
double kn_relevant_gain(const kn_relevant *self, size_t item);
void kn_relevant_push(kn_relevant *self, size_t item);
void kn_relevant_end(kn_relevant *self);

/* The list: it begins with the pinned items and the item of the highest score that fits, and goes on by gain / cost. `list` is left
 * empty where *leads is false. */
knap_status kn_pick_relevant(const knap_instance *instance, double evidence, double novelty,
                             const knap_allocator *allocator, bool *leads, knap_list *list, knap_error *error);
