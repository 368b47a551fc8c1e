/* flawed.h - random flaws, and their effect by the definition, for tests. */
#pragma once

#include "random.h"

#include "core/flaws.h"

enum { KINDS = 3 };

static inline void name_flaws(knap_data *data)
{
    static const char *const names[KINDS] = {"question", "fragment", "capitals"};
    size_t flaw;
    for (size_t i = 0; i < KINDS; i++)
        assert_ok(knap_data_flaw(data, names[i], &flaw, error));
}

/* A third of the items have a flaw, and a third depend on another: on an earlier or a later item, in
 * chains and circles, or on something that is not an item. */
static inline void draw_flaws(knap_instance *instance, knap_rng *rng)
{
    size_t n = knap_instance_count(instance);
    for (size_t s = 0; s < n; s++) {
        size_t on = knap_rng_below(rng, n + 1);
        if (knap_rng_below(rng, 3) == 0)
            assert_ok(knap_instance_set_flaws(instance, s, 1 + (uint32_t)knap_rng_below(rng, 7), error));
        if (knap_rng_below(rng, 3) == 0 && on != s)
            assert_ok(knap_instance_set_support(instance, s, on == n ? KNAP_NO_ITEM : on, error));
    }
}

static inline int in_list(const knap_list *list, size_t item)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] == item)
            return 1;
    return 0;
}

/* By the definition: the item has a flaw of its own, or the item that it depends on is not in the list. */
static inline int reads_ill(const knap_instance *instance, const knap_list *list, size_t item)
{
    uint32_t on = item < instance->support_rows ? instance->support[item] : KN_NO_SUPPORT;
    return (item < instance->flaw_rows && instance->flaws[item]) || (on != KN_NO_SUPPORT && !in_list(list, on));
}

static inline void take_out(knap_list *list, const knap_instance *instance, size_t place)
{
    list->cost -= instance->cost[list->item[place]];
    list->item[place] = list->item[--list->count];
}
