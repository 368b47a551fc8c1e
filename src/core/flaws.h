/* core/flaws.h - which items of a list are flawed in its context: those with a flaw of their own, and those that
 * depend on an item that is not in the list. Updated as items are added and removed. */
#pragma once

#include "core/instance.h"

/* In place of an item's number: it depends on nothing; on something that is not an item. */
#define KN_NO_SUPPORT UINT32_MAX
#define KN_SUPPORT_OUTSIDE (UINT32_MAX - 1)

typedef struct kn_flaws {
    const knap_allocator *allocator;
    const knap_instance *instance;
    bool any;              /* false: no item has a flaw or depends on another, and the arrays are not set */
    unsigned char *listed; /* [count] */
    uint32_t *dependent,
        *next;      /* [count] the items that depend on j: dependent[j], next[dependent[j]] ... KN_NO_SUPPORT */
    double *weight; /* [count] how much an item counts when it is flawed */
    double total;   /* of the flawed items in the list */
    kn_arena arena; /* of all arrays */
} kn_flaws;

static inline uint32_t kn_item_flaws(const knap_instance *instance, size_t item)
{
    return item < instance->flaw_rows ? instance->flaws[item] : 0;
}

static inline uint32_t kn_item_support(const knap_instance *instance, size_t item)
{
    return item < instance->support_rows ? instance->support[item] : KN_NO_SUPPORT;
}

/* Whether any item of the instance, or of any instance of the data, has a flaw or depends on another. */
bool kn_instance_has_flaws(const knap_instance *instance);
bool kn_data_has_flaws(const knap_data *data);
/* The kinds that have columns in the views: all, or those of the model that the data were matched with,
 * which come first. */
size_t kn_flaw_columns(const knap_data *data);
/* Whether these are the kinds with columns, in this order. */
bool kn_same_flaws(const knap_data *data, const kn_symbols *flaws);
/* The kinds of `flaws`, then the others of the data, into `names`, which is empty; at most KNAP_MOST_FLAWS. */
knap_status kn_merge_flaws(const knap_data *data, const kn_symbols *flaws, kn_symbols *names, knap_error *error);
/* Makes `names` of kn_merge_flaws the kinds of the data, the first `columns` with columns; it gets the names before. */
void kn_data_rename_flaws(knap_data *data, kn_symbols *names, size_t columns);

/* Starts with the empty list; a flawed item counts weigh(instance, item). `self` is zero-initialised with
 * an allocator or was used before. Returns false when memory is out. */
bool kn_flaws_begin(kn_flaws *self, const knap_instance *instance, double (*weigh)(const knap_instance *, size_t));
/* Whether the item is flawed, or would be in the list as it is. */
static inline bool kn_flaws_has(const kn_flaws *self, size_t item)
{
    uint32_t on = self->any ? kn_item_support(self->instance, item) : KN_NO_SUPPORT;
    if (!self->any)
        return false;
    return kn_item_flaws(self->instance, item) || on == KN_SUPPORT_OUTSIDE ||
           (on != KN_NO_SUPPORT && !self->listed[on]);
}

/* What `total` would change by if the list took the item: it may be flawed, and others may no longer be. */
static inline double kn_flaws_change(const kn_flaws *self, size_t item)
{
    double change = kn_flaws_has(self, item) ? self->weight[item] : 0;
    /* Items of the list that depend on it become flawed without it. */
    for (uint32_t s = self->any ? self->dependent[item] : KN_NO_SUPPORT; s != KN_NO_SUPPORT; s = self->next[s])
        if (self->listed[s] && !kn_item_flaws(self->instance, s))
            change -= self->weight[s];
    return change;
}

/* Adds an item to the list; removes an item from it. */
void kn_flaws_push(kn_flaws *self, size_t item);
void kn_flaws_pop(kn_flaws *self, size_t item);
void kn_flaws_free(kn_flaws *self);
