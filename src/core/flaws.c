/* flaws.c - the flaws of items, and those of a list. The kinds of flaws are names; their meaning is up to
 * the caller. */
#include "core/flaws.h"
#include "base/error.h"

#include <string.h>

/* ---- Of items ---- */

knap_status knap_data_flaw(knap_data *data, const char *name, size_t *flaw, knap_error *error)
{
    KN_REQUIRE(flaw);
    *flaw = 0;
    KN_REQUIRE(data);
    KN_REQUIRE(name);
    uint32_t symbol = kn_symbols_find(&data->flaws, name, strlen(name));
    if (symbol == KN_NO_SYMBOL && data->flaws.count == KNAP_MOST_FLAWS)
        return kn_fail(error, KNAP_BAD_INPUT, "too many kinds of flaws at '%.60s': there are at most %d", name,
                       (int)KNAP_MOST_FLAWS);
    symbol = kn_symbols_add(&data->flaws, name, strlen(name));
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *flaw = symbol;
    return KNAP_OK;
}

size_t knap_data_flaw_count(const knap_data *data)
{
    if (!data)
        return 0;
    return data->flaws.count;
}

const char *knap_data_flaw_name(const knap_data *data, size_t flaw)
{
    if (!data || flaw >= data->flaws.count)
        return NULL;
    return data->flaws.name[flaw];
}

/* Extends a row of an instance up to `item`; new places get `none`. */
static bool reach(const knap_instance *instance, uint32_t **row, size_t *rows, size_t item, uint32_t none)
{
    if (!KN_ROOM(instance->data->allocator, *row, item + 1))
        return false;
    for (; *rows <= item; ++*rows)
        (*row)[*rows] = none;
    return true;
}

knap_status knap_instance_set_flaws(knap_instance *instance, size_t item, uint32_t flaws, knap_error *error)
{
    KN_REQUIRE(instance);
    if (item >= instance->count)
        return kn_fail(error, KNAP_BAD_INPUT, "flaws of item %zu: there are %zu items", item, instance->count);
    if (flaws >> instance->data->flaws.count)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu has a flaw that has no name", item);
    if (flaws == kn_item_flaws(instance, item))
        return KNAP_OK;
    if (!reach(instance, &instance->flaws, &instance->flaw_rows, item, 0))
        return kn_no_memory(error);
    instance->flaws[item] = flaws;
    return KNAP_OK;
}

knap_status knap_instance_set_support(knap_instance *instance, size_t item, size_t on, knap_error *error)
{
    KN_REQUIRE(instance);
    if (item >= instance->count || (on >= instance->count && on != KNAP_NO_ITEM))
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu depends on item %zu: there are %zu items", item, on,
                       instance->count);
    if (item == on)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu depends on itself", item);
    if (!reach(instance, &instance->support, &instance->support_rows, item, KN_NO_SUPPORT))
        return kn_no_memory(error);
    instance->support[item] = on == KNAP_NO_ITEM ? KN_SUPPORT_OUTSIDE : (uint32_t)on;
    return KNAP_OK;
}

bool kn_instance_has_flaws(const knap_instance *instance)
{
    return instance->flaw_rows > 0 || instance->support_rows > 0;
}

bool kn_data_has_flaws(const knap_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (kn_instance_has_flaws(data->instance[i]))
            return true;
    return false;
}

uint32_t knap_list_flaws(const knap_instance *instance, const knap_list *list, size_t item)
{
    if (!instance || !list || item >= instance->count)
        return 0;
    uint32_t flaws = kn_item_flaws(instance, item), on = kn_item_support(instance, item);
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] == on)
            return flaws;
    return on == KN_NO_SUPPORT ? flaws : flaws | KNAP_FLAW_UNSUPPORTED;
}

/* ---- Matching the kinds of a model ---- */

size_t kn_flaw_columns(const knap_data *data)
{
    return data->flaw_columns < data->flaws.count ? data->flaw_columns : data->flaws.count;
}

bool kn_same_flaws(const knap_data *data, const kn_symbols *flaws)
{
    if (kn_flaw_columns(data) != flaws->count)
        return false;
    for (size_t i = 0; i < flaws->count; i++)
        if (strcmp(data->flaws.name[i], flaws->name[i]) != 0)
            return false;
    return true;
}

/* The same kinds under the numbers that they have in `to`. */
static uint32_t translate(const kn_symbols *from, const kn_symbols *to, uint32_t flaws)
{
    uint32_t made = 0;
    for (size_t i = 0; i < from->count; i++)
        if (flaws & UINT32_C(1) << i)
            made |= UINT32_C(1) << kn_symbols_find(to, from->name[i], from->length[i]);
    return made;
}

knap_status kn_merge_flaws(const knap_data *data, const kn_symbols *flaws, kn_symbols *names, knap_error *error)
{
    if (!kn_symbols_copy(names, flaws) || !kn_symbols_copy(names, &data->flaws))
        return kn_no_memory(error);
    if (names->count > KNAP_MOST_FLAWS)
        return kn_fail(error, KNAP_BAD_INPUT, "the data and the model have %zu kinds of flaws; there are at most %d",
                       names->count, (int)KNAP_MOST_FLAWS);
    return KNAP_OK;
}

void kn_data_rename_flaws(knap_data *data, kn_symbols *names, size_t columns)
{
    kn_symbols old = data->flaws;
    for (size_t k = 0; k < data->count; k++)
        for (size_t i = 0; i < data->instance[k]->flaw_rows; i++)
            data->instance[k]->flaws[i] = translate(&old, names, data->instance[k]->flaws[i]);
    data->flaws = *names;
    data->flaw_columns = columns;
    *names = old;
}

/* ---- Of a list ---- */

static bool make_room(kn_flaws *self, size_t n)
{
    kn_arena *arena = &self->arena;
    arena->allocator = self->allocator;
    kn_arena_clear(arena);
    self->listed = kn_arena_new(arena, n, sizeof *self->listed);
    self->dependent = kn_arena_room(arena, n, sizeof *self->dependent);
    self->next = kn_arena_room(arena, n, sizeof *self->next);
    self->weight = kn_arena_room(arena, n, sizeof *self->weight);
    return self->listed && self->dependent && self->next && self->weight;
}

bool kn_flaws_begin(kn_flaws *self, const knap_instance *instance, double (*weigh)(const knap_instance *, size_t))
{
    size_t n = instance->count;
    self->instance = instance;
    self->total = 0;
    self->any = kn_instance_has_flaws(instance);
    if (!self->any)
        return true;
    if (!make_room(self, n))
        return false;
    for (size_t s = 0; s < n; s++) {
        self->dependent[s] = KN_NO_SUPPORT;
        self->weight[s] = weigh(instance, s);
    }
    for (size_t s = n; s-- > 0;) {
        uint32_t on = kn_item_support(instance, s);
        self->next[s] = on < n ? self->dependent[on] : KN_NO_SUPPORT;
        if (on < n)
            self->dependent[on] = (uint32_t)s;
    }
    return true;
}

void kn_flaws_push(kn_flaws *self, size_t item)
{
    if (!self->any)
        return;
    self->total += kn_flaws_change(self, item);
    self->listed[item] = 1;
}

void kn_flaws_pop(kn_flaws *self, size_t item)
{
    if (!self->any)
        return;
    self->listed[item] = 0;
    self->total -= kn_flaws_change(self, item);
}

void kn_flaws_free(kn_flaws *self)
{
    kn_arena_free(&self->arena);
    *self = (kn_flaws){.allocator = self->allocator};
}
