/* core/open.h - which items a list may still take: those that fit and are not in it, not banned, not an
 * alternative of an item in it, and not of a group that it has enough of, while it has fewer items than it may
 * have. All systems use this; none has rules of its own. A list begins with the pinned items. */
#pragma once

#include "core/instance.h"

typedef struct kn_open {
    const knap_allocator *allocator;
    const knap_instance *instance;
    double spent;
    unsigned char *closed; /* [count] in the list, banned, or closed by the caller */
    unsigned char *held;   /* [alternatives + 1] whether an item of the group is in the list; held[0] is 0 */
    unsigned char *met;    /* [alternatives + 1] scratch of kn_open_close_later; NULL without alternatives */
    uint32_t *taken;       /* [group_slots + 1] items of each group in the list; NULL where neither groups nor items are limited */
    size_t items;          /* of the list, where taken is not NULL */
    kn_arena arena;        /* of all */
} kn_open;

static inline uint32_t kn_item_alternative(const knap_instance *instance, size_t item)
{
    return instance->alternative ? instance->alternative[item] : 0;
}

/* The bits of instance->choice that are a knap_choice; those above say why completion banned the item. */
enum { KN_CHOICE = 3, KN_CAUSE_SHIFT = 2 };

static inline bool kn_is_pinned(const knap_instance *instance, size_t item)
{
    return item < instance->choice_rows && instance->choice[item] == KNAP_CHOICE_PIN;
}

static inline bool kn_is_banned(const knap_instance *instance, size_t item)
{
    return item < instance->choice_rows && (instance->choice[item] & KN_CHOICE) == KNAP_CHOICE_BAN;
}

/* Starts with the empty list. `self` is zero-initialised with an allocator or was used before.
 * KNAP_BAD_INPUT where the pinned items exceed the budget or a limit or two of them are alternatives. */
knap_status kn_open_begin(kn_open *self, const knap_instance *instance, knap_error *error);
/* Takes the pinned items, in the order of their numbers, and adds them to `list`, which is empty. */
knap_status kn_open_pins(kn_open *self, knap_list *list, knap_error *error);
void kn_open_free(kn_open *self);

/* The group of an item as a number below group_slots + 1; 0: none. */
static inline uint32_t kn_item_slot(const knap_instance *instance, size_t item)
{
    return item < instance->group_rows ? instance->group_slot[item] : 0;
}

/* Whether the list has as many items as it may, or as many of the item's group. */
static inline bool kn_is_full(const kn_open *self, size_t item)
{
    const knap_instance *instance = self->instance;
    uint32_t slot;
    if (!self->taken)
        return false;
    if (instance->item_limit && self->items >= instance->item_limit)
        return true;
    slot = instance->group_limit ? kn_item_slot(instance, item) : 0;
    return slot && self->taken[slot] >= instance->group_limit;
}

static inline bool kn_is_open(const kn_open *self, size_t item)
{
    const knap_instance *instance = self->instance;
    return !self->closed[item] && self->spent + instance->cost[item] <= instance->budget &&
           !self->held[kn_item_alternative(instance, item)] && !kn_is_full(self, item);
}

/* Adds an item to the list; removes an item from it. */
static inline void kn_open_push(kn_open *self, size_t item)
{
    uint32_t group = kn_item_alternative(self->instance, item);
    self->closed[item] = 1;
    self->held[group] = group > 0;
    self->spent += self->instance->cost[item];
    if (self->taken) {
        self->taken[kn_item_slot(self->instance, item)]++;
        self->items++;
    }
}

static inline void kn_open_pop(kn_open *self, size_t item)
{
    self->closed[item] = 0;
    self->held[kn_item_alternative(self->instance, item)] = 0;
    self->spent -= self->instance->cost[item];
    if (self->taken) {
        self->taken[kn_item_slot(self->instance, item)]--;
        self->items--;
    }
}

/* Closes the items that stand behind another of their alternatives, which is not banned; those of the list stay as they are. Returns
 * whether there are any. */
bool kn_open_close_later(kn_open *self);
/* Opens them again. */
void kn_open_later(kn_open *self);

/* kn_open_push and knap_list_push. */
knap_status kn_open_take(kn_open *self, size_t item, knap_list *list, knap_error *error);

/* Whether a list begins with the pinned items in order, holds no banned item, no item twice, at most one
 * of each group of alternatives and not too many items, or items of a limited group: what knap_swap and
 * knap_model_explain need. KNAP_USAGE with a message otherwise. `self` is begun and ends up with the list. */
knap_status kn_open_list(kn_open *self, const knap_list *list, knap_error *error);
