/* core/penalty.h - what a list costs its reader, updated as items are added and removed:
 *
 *     readability * (mass of its flawed items) + item * |L|
 *     + term * (weights of terms that its items need and none introduces, charges of its items)
 *     + pair * sum over its pairs of max(0, cosine - pair_threshold)
 *
 * in expected hits, the unit of the concepts' amounts, or in shares of the reward: hits over the mass that
 * would earn the whole reward (where that is not known, costs replace masses and the budget replaces the
 * whole). */
#pragma once

#include "core/flaws.h"
#include "core/pairs.h"
#include "core/terms.h"

typedef enum kn_penalty_unit { KN_IN_HITS, KN_IN_SHARES } kn_penalty_unit;

typedef struct kn_penalty {
    const knap_allocator *allocator;
    knap_penalties price; /* 0 for penalties that cannot apply to the instance */
    double scale;         /* of the prices of items and pairs: 1, or 1 / mass of the whole reward */
    kn_flaws flaws;
    kn_pairs pairs;
    kn_terms terms;
    const knap_instance *instance;
    double charges; /* of the items in the list */
    size_t count;   /* items in the list */
} kn_penalty;

/* Starts with the empty list. `self` is zero-initialised with an allocator or was used before. Returns
 * false when memory is out. */
bool kn_penalty_begin(kn_penalty *self, const knap_instance *instance, const knap_penalties *price,
                      kn_penalty_unit unit);
/* The penalty of the list, and what it would change by if the list took the item. The search for the next item calls this more
 * than anything else. */
double kn_penalty_total(const kn_penalty *self);
static inline double kn_penalty_change(const kn_penalty *self, size_t item)
{
    double change = self->price.item;
    if (self->price.term > 0)
        change +=
            self->price.term * ((self->terms.change ? self->terms.change[item] : kn_terms_change(&self->terms, item)) +
                                kn_item_charge(self->instance, item));
    if (self->price.pair > 0)
        change += self->price.pair * self->pairs.change[item];
    change *= self->scale;
    return self->price.readability > 0 ? self->price.readability * kn_flaws_change(&self->flaws, item) + change
                                       : change;
}

/* Adds an item to the list; removes an item from it. */
void kn_penalty_push(kn_penalty *self, size_t item);
void kn_penalty_pop(kn_penalty *self, size_t item);
void kn_penalty_free(kn_penalty *self);

/* KNAP_USAGE where one is out of range. */
knap_status kn_penalties_check(const knap_penalties *penalties, knap_error *error);
bool kn_penalties_equal(const knap_penalties *a, const knap_penalties *b);

#define KN_MOST_PENALTY 1e6
/* The rows of a table of params for a member of type knap_penalties: the names, ranges and help of the penalties. */
#define KN_PENALTY_ROWS(type, member)                                                                                  \
    {"readability-penalty",                                                                                            \
     KNAP_PARAM_REAL,                                                                                                  \
     offsetof(type, member.readability),                                                                               \
     0,                                                                                                                \
     0,                                                                                                                \
     KN_MOST_PENALTY,                                                                                                  \
     NULL,                                                                                                             \
     "Penalise awkward items in the benefit and the swaps"},                                                           \
        {"item-penalty",                                                                                               \
         KNAP_PARAM_REAL,                                                                                              \
         offsetof(type, member.item),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         KN_MOST_PENALTY,                                                                                              \
         NULL,                                                                                                         \
         "Penalise each item in the benefit and the swaps, in expected hits"},                                         \
        {"term-penalty",                                                                                               \
         KNAP_PARAM_REAL,                                                                                              \
         offsetof(type, member.term),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         KN_MOST_PENALTY,                                                                                              \
         NULL,                                                                                                         \
         "Penalise terms that the list needs and does not introduce"},                                                 \
        {"beta",                                                                                                       \
         KNAP_PARAM_REAL,                                                                                              \
         offsetof(type, member.beta),                                                                                  \
         1,                                                                                                            \
         0,                                                                                                            \
         100,                                                                                                          \
         NULL,                                                                                                         \
         "Weigh recall against precision in the swaps"},                                                               \
        {"fill",                                                                                                       \
         KNAP_PARAM_REAL,                                                                                              \
         offsetof(type, member.fill),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         1,                                                                                                            \
         NULL,                                                                                                         \
         "Let the swaps fill this share of the budget, whatever the penalties"},                                       \
        {"pair-penalty",                                                                                               \
         KNAP_PARAM_REAL,                                                                                              \
         offsetof(type, member.pair),                                                                                  \
         0,                                                                                                            \
         0,                                                                                                            \
         KN_MOST_PENALTY,                                                                                              \
         NULL,                                                                                                         \
         "Penalise similar pairs by N (cosine - threshold) expected hits"},                                            \
    {                                                                                                                  \
        "pair-threshold", KNAP_PARAM_REAL, offsetof(type, member.pair_threshold), 0, 0, 1, NULL,                       \
            "Call a pair similar above this cosine"                                                                    \
    }
