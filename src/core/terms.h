/* core/terms.h - terms that items of a list need and that no item of it introduces: "Voss" without
 * "Premier Anna Voss", a sentence without the one before it. Updated as items are added and removed; an
 * update takes time proportional to the number of terms of the item. */
#pragma once

#include "core/instance.h"

typedef struct kn_terms {
    const knap_allocator *allocator;
    size_t *start;        /* [items + 1] the terms of item s are use[start[s]] .. use[start[s + 1] - 1] */
    kn_term_use *use;     /* [uses] those that introduce the term first */
    uint32_t *introduced; /* [terms] items of the list that introduce the term */
    double *needed;       /* [terms] weights of the items of the list that need it */
    double total;         /* weights of the needs of the list that are not met */
    size_t *user_start;   /* [terms + 1] the uses of term t are user[user_start[t]] .. user[user_start[t + 1] - 1] */
    const kn_term_use **user; /* [uses] those that introduce the term first */
    double *change;           /* [items] kn_terms_change of each, kept up to date; NULL: not kept */
} kn_terms;

/* What the item costs in every list. */
static inline double kn_item_charge(const knap_instance *instance, size_t item)
{
    return item < instance->charge_rows ? instance->charge[item] : 0;
}

/* Starts with the empty list. `self` is zero-initialised with an allocator or was used before. Returns
 * false when memory is out. */
bool kn_terms_begin(kn_terms *self, const knap_instance *instance);
/* From now on `change` is kept up to date, for callers that ask for the changes of many items. After kn_terms_begin. Returns
 * false when memory is out. */
bool kn_terms_keep_changes(kn_terms *self, const knap_instance *instance);
/* What `total` would change by if the list took the item: its own needs may not be met, and it may meet
 * those of others. */
static inline double kn_terms_change(const kn_terms *self, size_t item)
{
    double change = 0;
    for (size_t i = self->start[item]; i < self->start[item + 1]; i++) {
        uint32_t term = self->use[i].term;
        if (self->introduced[term] > 0)
            continue;
        if (self->use[i].introduces)
            change -= self->needed[term];
        else
            change += self->use[i].weight;
    }
    return change;
}

/* Adds an item to the list; removes an item from it. */
void kn_terms_push(kn_terms *self, size_t item);
void kn_terms_pop(kn_terms *self, size_t item);
void kn_terms_free(kn_terms *self);
