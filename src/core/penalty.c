/* penalty.c - flawed items, the number of items and similar pairs of a list as one penalty. */
#include "core/penalty.h"
#include "core/expected.h"
#include "base/error.h"

bool kn_penalty_begin(kn_penalty *self, const knap_instance *instance, const knap_penalties *price,
                      kn_penalty_unit unit)
{
    self->price = *price;
    self->scale = unit == KN_IN_SHARES ? kn_hit_share(instance) : 1;
    self->instance = instance;
    self->charges = 0;
    self->count = 0;
    self->flaws.allocator = self->pairs.allocator = self->terms.allocator = self->allocator;
    self->flaws.any = false;
    if (!kn_instance_has_flaws(instance))
        self->price.readability = 0;
    if (!kn_instance_has_vectors(instance))
        self->price.pair = 0;
    if (instance->term_uses == 0 && instance->charge_rows == 0)
        self->price.term = 0;
    if (self->price.term > 0 && !kn_terms_begin(&self->terms, instance))
        return false;
    if (self->price.readability > 0 &&
        !kn_flaws_begin(&self->flaws, instance, unit == KN_IN_SHARES ? kn_item_share : kn_item_mass))
        return false;
    return !(self->price.pair > 0) || kn_pairs_begin(&self->pairs, instance, self->price.pair_threshold);
}

double kn_penalty_total(const kn_penalty *self)
{
    double total = self->price.item * (double)self->count;
    if (self->price.term > 0)
        total += self->price.term * (self->terms.total + self->charges);
    if (self->price.pair > 0)
        total += self->price.pair * self->pairs.total;
    total *= self->scale;
    return self->price.readability > 0 ? self->price.readability * self->flaws.total + total : total;
}

void kn_penalty_push(kn_penalty *self, size_t item)
{
    kn_flaws_push(&self->flaws, item);
    if (self->price.term > 0) {
        kn_terms_push(&self->terms, item);
        self->charges += kn_item_charge(self->instance, item);
    }
    if (self->price.pair > 0)
        kn_pairs_push(&self->pairs, item);
    self->count++;
}

void kn_penalty_pop(kn_penalty *self, size_t item)
{
    kn_flaws_pop(&self->flaws, item);
    if (self->price.term > 0) {
        kn_terms_pop(&self->terms, item);
        self->charges -= kn_item_charge(self->instance, item);
    }
    if (self->price.pair > 0)
        kn_pairs_pop(&self->pairs, item);
    self->count--;
}

void kn_penalty_free(kn_penalty *self)
{
    kn_flaws_free(&self->flaws);
    kn_pairs_free(&self->pairs);
    kn_terms_free(&self->terms);
}

typedef struct holder {
    knap_penalties penalties;
} holder;

knap_status kn_penalties_check(const knap_penalties *penalties, knap_error *error)
{
    static const knap_param rows[] = {KN_PENALTY_ROWS(holder, penalties), {.name = NULL}};
    return knap_params_check(rows, penalties, error);
}

bool kn_penalties_equal(const knap_penalties *a, const knap_penalties *b)
{
    return a->readability == b->readability && a->item == b->item && a->term == b->term && a->pair == b->pair &&
           a->pair_threshold == b->pair_threshold && a->beta == b->beta && a->fill == b->fill;
}
