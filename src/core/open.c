/* open.c - alternatives, pins and bans of an instance, and the items that they allow in a list. */
#include "core/open.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_BLOCK = 512 }; /* bytes; malloc has a cache of blocks up to 1 kB, and most instances are small */

/* ---- Instances ---- */

knap_status knap_instance_set_choice(knap_instance *instance, size_t item, knap_choice choice, knap_error *error)
{
    KN_REQUIRE(instance);
    if (item >= instance->count)
        return kn_fail(error, KNAP_BAD_INPUT, "choice of item %zu: there are %zu items", item, instance->count);
    if (choice != KNAP_CHOICE_FREE && choice != KNAP_CHOICE_PIN && choice != KNAP_CHOICE_BAN)
        return kn_fail(error, KNAP_USAGE, "choice of item %zu: %d is not a knap_choice", item, (int)choice);
    if (choice == knap_instance_choice(instance, item))
        return KNAP_OK;
    if (!KN_ROOM(instance->data->allocator, instance->choice, item + 1))
        return kn_no_memory(error);
    for (; instance->choice_rows <= item; instance->choice_rows++)
        instance->choice[instance->choice_rows] = KNAP_CHOICE_FREE;
    instance->pins -= instance->choice[item] == KNAP_CHOICE_PIN;
    instance->pins += choice == KNAP_CHOICE_PIN;
    instance->choice[item] = (unsigned char)choice;
    return KNAP_OK;
}

knap_choice knap_instance_choice(const knap_instance *instance, size_t item)
{
    return item < instance->choice_rows ? (knap_choice)(instance->choice[item] & KN_CHOICE) : KNAP_CHOICE_FREE;
}

size_t knap_instance_alternative(const knap_instance *instance, size_t item)
{
    return kn_item_alternative(instance, item);
}

/* ---- Of a list ---- */

/* The name of an item in a message: its id, or its number. */
static const char *name_of(const knap_instance *instance, size_t item, char *text, size_t size)
{
    const char *id = knap_instance_item_id(instance, item);
    if (id)
        snprintf(text, size, "'%.60s'", id);
    else
        snprintf(text, size, "%zu", item);
    return text;
}

static knap_status check_pins(kn_open *self, knap_error *error)
{
    const knap_instance *instance = self->instance;
    char label[160], one[80], two[80];
    double cost = 0;
    if (instance->item_limit && instance->pins > instance->item_limit)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "%s: %zu items are pinned, and a list has at most %zu: pin fewer or raise the number of items",
                       kn_instance_label(instance, label, sizeof label), instance->pins, instance->item_limit);
    for (size_t s = 0; instance->pins && s < instance->choice_rows; s++) {
        uint32_t group = kn_item_alternative(instance, s);
        if (!kn_is_pinned(instance, s))
            continue;
        cost += instance->cost[s];
        for (size_t t = 0; group && self->held[group] && t < s; t++)
            if (kn_is_pinned(instance, t) && kn_item_alternative(instance, t) == group)
                return kn_fail(error, KNAP_BAD_INPUT,
                               "%s: the pinned items %s and %s are alternatives, of which a list has at most one",
                               kn_instance_label(instance, label, sizeof label), name_of(instance, t, one, sizeof one),
                               name_of(instance, s, two, sizeof two));
        self->held[group] = group > 0;
        if (kn_is_full(self, s))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "%s: more than %zu items of the group of item %s are pinned: pin fewer",
                           kn_instance_label(instance, label, sizeof label), instance->group_limit,
                           name_of(instance, s, one, sizeof one));
        if (self->taken)
            self->taken[kn_item_slot(instance, s)]++;
    }
    if (self->taken)
        memset(self->taken, 0, (instance->group_slots + 1) * sizeof *self->taken);
    memset(self->held, 0, instance->alternatives + 1);
    if (cost > instance->budget)
        return kn_fail(
            error, KNAP_BAD_INPUT,
            "%s: the pinned items cost %g, which exceeds the budget of %g: pin fewer items or raise the budget",
            kn_instance_label(instance, label, sizeof label), cost, instance->budget);
    return KNAP_OK;
}

knap_status kn_open_begin(kn_open *self, const knap_instance *instance, knap_error *error)
{
    self->arena.allocator = self->allocator;
    self->arena.first = FIRST_BLOCK;
    kn_arena_clear(&self->arena);
    self->closed = kn_arena_new(&self->arena, instance->count, 1);
    self->held = kn_arena_new(&self->arena, instance->alternatives + 1, 1);
    self->met = instance->alternatives ? kn_arena_new(&self->arena, instance->alternatives + 1, 1) : NULL;
    bool limited = instance->group_limit || instance->item_limit;
    self->taken = limited ? kn_arena_new(&self->arena, instance->group_slots + 1, sizeof *self->taken) : NULL;
    self->items = 0;
    if (!self->closed || !self->held || (instance->alternatives && !self->met) || (limited && !self->taken))
        return kn_no_memory(error);
    self->instance = instance;
    self->spent = 0;
    for (size_t s = 0; s < instance->choice_rows; s++)
        self->closed[s] = kn_is_banned(instance, s);
    return check_pins(self, error);
}

enum { LATER = 2 }; /* a value of `closed` */

bool kn_open_close_later(kn_open *self)
{
    const knap_instance *instance = self->instance;
    bool any = false;
    for (size_t s = 0; self->met && s < instance->count; s++) {
        uint32_t group = kn_item_alternative(instance, s);
        if (!group || kn_is_banned(instance, s))
            continue;
        if (self->met[group] && !self->closed[s]) {
            self->closed[s] = LATER;
            any = true;
        }
        self->met[group] = 1;
    }
    return any;
}

void kn_open_later(kn_open *self)
{
    for (size_t s = 0; s < self->instance->count; s++)
        if (self->closed[s] == LATER)
            self->closed[s] = 0;
}

knap_status kn_open_take(kn_open *self, size_t item, knap_list *list, knap_error *error)
{
    kn_open_push(self, item);
    return knap_list_push(list, self->instance, item, error);
}

knap_status kn_open_pins(kn_open *self, knap_list *list, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t s = 0; !status && self->instance->pins && s < self->instance->choice_rows; s++)
        if (kn_is_pinned(self->instance, s))
            status = kn_open_take(self, s, list, error);
    return status;
}

knap_status kn_open_list(kn_open *self, const knap_list *list, knap_error *error)
{
    const knap_instance *instance = self->instance;
    size_t pin = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t item = list->item[i];
        if (item >= instance->count || self->closed[item])
            return kn_fail(error, KNAP_USAGE, "item %zu of the list is %s", item,
                           item >= instance->count        ? "none of the instance"
                           : kn_is_banned(instance, item) ? "banned"
                                                          : "in it twice");
        if (self->held[kn_item_alternative(instance, item)])
            return kn_fail(error, KNAP_USAGE, "item %zu is an alternative of another item of the list", item);
        if (instance->item_limit && i >= instance->item_limit)
            return kn_fail(error, KNAP_USAGE, "the list has more than %zu items", instance->item_limit);
        if (kn_is_full(self, item))
            return kn_fail(error, KNAP_USAGE, "the list has more than %zu items of the group of item %zu",
                           instance->group_limit, item);
        while (pin < instance->choice_rows && !kn_is_pinned(instance, pin))
            pin++;
        if (i < instance->pins && item != pin++)
            return kn_fail(error, KNAP_USAGE, "the list does not begin with the pinned items");
        kn_open_push(self, item);
    }
    return list->count >= instance->pins ? KNAP_OK
                                         : kn_fail(error, KNAP_USAGE, "the list does not begin with the pinned items");
}

void kn_open_free(kn_open *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_open){.allocator = self->allocator};
}
