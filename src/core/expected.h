/* core/expected.h - what a list is expected to be worth by its concepts, sum_w H_w(c_w(L)), and what each
 * item would add to it, updated as items are added and removed.
 *
 * H_w(c) = q_1 + ... + q_c are the sums of what knap_instance_expect was given, linear between whole
 * amounts and constant beyond the last one: concave in c, so the sum is monotone and submodular. */
#pragma once

#include "core/instance.h"

/* The sums that are kept: of all concepts except pairs; of content words; with q^2 in place of q; of pairs. */
enum { KN_SUM_ALL, KN_SUM_CONTENT, KN_SUM_SQUARES, KN_SUM_PAIRS, KN_SUMS };

typedef struct kn_expected {
    const knap_allocator *allocator;
    const knap_instance *instance;
    double *have;          /* [concepts] amount in the list */
    size_t sums;           /* that are kept for each item: KN_SUMS, or 1: KN_SUM_ALL alone */
    double *gain;          /* [count][sums] what an item would add */
    double *mass;          /* [count] kn_item_mass */
    double value[KN_SUMS]; /* of the list */
    double list_mass;
    const size_t *row_start; /* [count + 1] the concepts of the items that matter to the sums */
    const uint32_t *row_id;
    const double *row_value;
    size_t *start; /* [concepts + 1] items by concept: item[start[w]] .. item[start[w+1]-1] */
    /* Where KN_SUM_ALL alone is kept: */
    size_t *single;    /* [concepts] up to single[w] items have the amount 1, then others; both by rising cost */
    uint32_t *by_cost; /* [count] the items by rising cost */
    bool whole;        /* all amounts are whole numbers */
    double room;       /* what items that cost more would add is not updated; INFINITY: all are */
    uint32_t *item;    /* [entries] */
    double *amount;    /* [entries] */
    kn_arena arena;    /* of all arrays */
} kn_expected;

/* Whether any concept of the instance, or of any instance of the data, has an expected worth. */
bool kn_instance_expects(const knap_instance *instance);
bool kn_data_expects(const knap_data *data);

/* The mass of an item: the sum of its amounts of concepts other than pairs. */
double kn_item_mass(const knap_instance *instance, size_t item);
/* An item's share of what would earn the whole reward: its mass over the instance's or, where that is not
 * known, its cost over the budget. */
double kn_item_share(const knap_instance *instance, size_t item);
/* The share of one expected hit: 1 over the instance's mass or, where that is not known, over the budget. */
double kn_hit_share(const knap_instance *instance);

/* Starts with the empty list. `self` is zero-initialised with an allocator or was used before. Returns
 * false when memory is out. */
bool kn_expected_begin(kn_expected *self, const knap_instance *instance);
/* The same, but only KN_SUM_ALL is kept: faster. */
bool kn_expected_begin_all(kn_expected *self, const knap_instance *instance);
/* Whether more of a concept changes what items with this concept would add. */
bool kn_expected_moves(const kn_expected *self, uint32_t concept_id);
/* Adds an item to the list; removes an item from it. */
void kn_expected_push(kn_expected *self, size_t item);
void kn_expected_pop(kn_expected *self, size_t item);
/* Of a state that keeps KN_SUM_ALL alone: adds an item without an update of what others would add, which are wrong until the
 * next kn_expected_restore. */
void kn_expected_push_last(kn_expected *self, size_t item);
/* Of such a state: copies what the list is worth and what each item would add to
 * kept[2 + count]. kn_expected_restore goes back to it, faster than the pushes and pops that would. Both
 * leave the amounts alone: kn_expected_count counts an item in (sign 1) or out (-1). */
void kn_expected_keep(const kn_expected *self, double *kept);
void kn_expected_restore(kn_expected *self, const double *kept);
void kn_expected_count(kn_expected *self, size_t item, double sign);
void kn_expected_free(kn_expected *self);

/* H_w(c) and the same of q^2. */
double kn_worth_of(const knap_instance *instance, uint32_t concept_id, double amount);

static inline const double *kn_expected_gain(const kn_expected *self, size_t item)
{
    return self->gain + item * self->sums;
}
