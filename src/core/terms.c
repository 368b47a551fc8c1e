/* terms.c - terms that the items of a list need and introduce. */
#include "core/terms.h"
#include "base/error.h"

#include <string.h>

static const double MOST_CHARGE = 1e6;

static knap_status add_use(knap_instance *instance, size_t item, const kn_term_use *use, knap_error *error)
{
    KN_REQUIRE(instance);
    uint32_t term = use->term;
    if (item >= instance->count)
        return kn_fail(error, KNAP_BAD_INPUT, "a term of item %zu: there are %zu items", item, instance->count);
    if (term >= KN_MOST_TERMS)
        return kn_fail(error, KNAP_BAD_INPUT, "term %u: terms are numbered from 0 to %d", term, (int)KN_MOST_TERMS - 1);
    if (!KN_ROOM(instance->data->allocator, instance->term_use, instance->term_uses + 1))
        return kn_no_memory(error);
    instance->term_use[instance->term_uses] = *use;
    instance->term_use[instance->term_uses++].item = (uint32_t)item;
    if (term >= instance->terms)
        instance->terms = (size_t)term + 1;
    return KNAP_OK;
}

knap_status knap_instance_introduce(knap_instance *instance, size_t item, uint32_t term, knap_error *error)
{
    return add_use(instance, item, &(kn_term_use){.term = term, .introduces = true}, error);
}

knap_status knap_instance_charge(knap_instance *instance, size_t item, double hits, knap_error *error)
{
    KN_REQUIRE(instance);
    if (item >= instance->count)
        return kn_fail(error, KNAP_BAD_INPUT, "a charge of item %zu: there are %zu items", item, instance->count);
    if (!(hits >= -MOST_CHARGE && hits <= MOST_CHARGE))
        return kn_fail(error, KNAP_BAD_INPUT, "the charge of item %zu is %g: expected a number from -%g to %g", item,
                       hits, MOST_CHARGE, MOST_CHARGE);
    if (!KN_ROOM(instance->data->allocator, instance->charge, item + 1))
        return kn_no_memory(error);
    while (instance->charge_rows <= item)
        instance->charge[instance->charge_rows++] = 0;
    instance->charge[item] += hits;
    return KNAP_OK;
}

knap_status knap_instance_need(knap_instance *instance, size_t item, uint32_t term, double weight, knap_error *error)
{
    if (!(weight >= 0 && weight <= 1e6))
        return kn_fail(error, KNAP_BAD_INPUT, "the weight of a need of item %zu is %g: expected a number from 0 to 1e6",
                       item, weight);
    return add_use(instance, item, &(kn_term_use){.term = term, .weight = weight}, error);
}

/* A term that an item introduces twice meets the needs of others once, and an item does not need what it
 * introduces itself: such uses become needs of weight 0. `introduced` serves as scratch and is 0
 * afterwards. */
static void mark_own(kn_terms *self, size_t n, size_t terms)
{
    uint32_t *owner = self->introduced; /* 1 + the last item that introduces the term */
    memset(owner, 0, terms * sizeof *owner);
    for (size_t s = 0; s < n; s++) {
        for (size_t i = self->start[s]; i < self->start[s + 1]; i++) {
            kn_term_use *use = &self->use[i];
            if (!use->introduces)
                continue;
            if (owner[use->term] == s + 1)
                *use = (kn_term_use){.item = use->item, .term = use->term};
            owner[use->term] = (uint32_t)s + 1;
        }
        for (size_t i = self->start[s]; i < self->start[s + 1]; i++)
            if (!self->use[i].introduces && owner[self->use[i].term] == s + 1)
                self->use[i].weight = 0;
    }
    memset(owner, 0, terms * sizeof *owner);
}

bool kn_terms_begin(kn_terms *self, const knap_instance *instance)
{
    size_t n = instance->count;
    const knap_allocator *allocator = self->allocator;
    self->total = 0;
    KN_RELEASE(allocator, self->change);
    self->change = NULL;
    if (!KN_ROOM(allocator, self->start, n + 2) || !KN_ROOM(allocator, self->use, instance->term_uses) ||
        !KN_ROOM(allocator, self->introduced, instance->terms) || !KN_ROOM(allocator, self->needed, instance->terms))
        return false;
    /* uses by item: start[s + 1] is the next place to fill of item s */
    memset(self->start, 0, (n + 2) * sizeof *self->start);
    for (size_t i = 0; i < instance->term_uses; i++)
        self->start[instance->term_use[i].item + 2]++;
    for (size_t s = 0; s < n; s++)
        self->start[s + 2] += self->start[s + 1];
    for (size_t i = 0; i < instance->term_uses; i++)
        self->use[self->start[instance->term_use[i].item + 1]++] = instance->term_use[i];
    mark_own(self, n, instance->terms);
    memset(self->needed, 0, instance->terms * sizeof *self->needed);
    return true;
}

bool kn_terms_keep_changes(kn_terms *self, const knap_instance *instance)
{
    size_t n = instance->count, terms = instance->terms;
    const knap_allocator *allocator = self->allocator;
    if (!KN_ROOM(allocator, self->user_start, terms + 2) || !KN_ROOM(allocator, self->user, instance->term_uses) ||
        !KN_ROOM(allocator, self->change, n + 1))
        return false;
    /* uses by term: user_start[t + 1] is the next place to fill of term t */
    memset(self->user_start, 0, (terms + 2) * sizeof *self->user_start);
    for (size_t i = 0; i < instance->term_uses; i++)
        self->user_start[self->use[i].term + 2]++;
    for (size_t t = 0; t < terms; t++)
        self->user_start[t + 2] += self->user_start[t + 1];
    for (int introduces = 1; introduces >= 0; introduces--) /* those that introduce it come first */
        for (size_t i = 0; i < instance->term_uses; i++)
            if (self->use[i].introduces == introduces)
                self->user[self->user_start[self->use[i].term + 1]++] = &self->use[i];
    for (size_t s = 0; s < n; s++)
        self->change[s] = kn_terms_change(self, s);
    return true;
}

/* Computes again what has changed since the item was counted in (by 1) or out (by -1). Where a term is introduced, what others
 * need of it does not matter. */
static void update_changes(kn_terms *self, size_t item, int by)
{
    for (size_t i = self->start[item]; self->change && i < self->start[item + 1]; i++) {
        const kn_term_use *use = &self->use[i];
        bool all = use->introduces && self->introduced[use->term] == (by > 0);
        bool some = !use->introduces && use->weight != 0 && self->introduced[use->term] == 0;
        if (!all && !some)
            continue;
        for (size_t j = self->user_start[use->term];
             j < self->user_start[use->term + 1] && (all || self->user[j]->introduces); j++)
            self->change[self->user[j]->item] = kn_terms_change(self, self->user[j]->item);
    }
}

/* Counts the item's terms in or out of the list. */
static void count(kn_terms *self, size_t item, int by)
{
    for (size_t i = self->start[item]; i < self->start[item + 1]; i++) {
        uint32_t term = self->use[i].term;
        if (self->use[i].introduces)
            self->introduced[term] += (uint32_t)by;
        else
            self->needed[term] += by * self->use[i].weight;
    }
}

void kn_terms_push(kn_terms *self, size_t item)
{
    self->total += kn_terms_change(self, item);
    count(self, item, 1);
    update_changes(self, item, 1);
}

void kn_terms_pop(kn_terms *self, size_t item)
{
    count(self, item, -1);
    self->total -= kn_terms_change(self, item);
    update_changes(self, item, -1);
}

void kn_terms_free(kn_terms *self)
{
    const knap_allocator *allocator = self->allocator;
    KN_RELEASE(allocator, self->start);
    KN_RELEASE(allocator, self->use);
    KN_RELEASE(allocator, self->introduced);
    KN_RELEASE(allocator, self->needed);
    KN_RELEASE(allocator, self->user_start);
    KN_RELEASE(allocator, self->user);
    KN_RELEASE(allocator, self->change);
    *self = (kn_terms){.allocator = allocator};
}
