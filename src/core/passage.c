/* passage.c - what instances of passages have beyond others: a query, items that repeat another one, and groups of which a list
 * may have a few items only. */
#include "core/instance.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

knap_status knap_instance_set_query(knap_instance *instance, const char *query, knap_error *error)
{
    char *copy = NULL;
    KN_REQUIRE(instance);
    if (query && !(copy = kn_arena_text(&instance->arena, query, strlen(query))))
        return kn_no_memory(error);
    instance->query = copy;
    return KNAP_OK;
}

knap_status knap_instance_set_query_vector(knap_instance *instance, const double *vector, size_t count,
                                           knap_error *error)
{
    double *copy = NULL, squares = 0;
    KN_REQUIRE(instance);
    if (count > 0) {
        KN_REQUIRE(vector);
        for (size_t i = 0; i < count; i++)
            squares += vector[i] * vector[i];
        if (!isfinite(squares) || squares == 0)
            return kn_fail(error, KNAP_BAD_INPUT, "the query's vector has the length %g: expected one above 0",
                           sqrt(squares));
        if (!(copy = kn_arena_room(&instance->arena, count, sizeof *copy)))
            return kn_no_memory(error);
        for (size_t i = 0; i < count; i++)
            copy[i] = vector[i] / sqrt(squares);
    }
    instance->query_vector = copy;
    instance->query_width = count;
    return KNAP_OK;
}

const char *knap_instance_query(const knap_instance *instance)
{
    return instance ? instance->query : NULL;
}

knap_status knap_instance_set_duplicate(knap_instance *instance, size_t item, size_t of, knap_error *error)
{
    KN_REQUIRE(instance);
    if (item >= instance->count || of >= instance->count || item == of)
        return kn_fail(error, KNAP_USAGE, "item %zu cannot repeat item %zu: there are %zu items", item, of,
                       instance->count);
    if (!KN_ROOM(instance->data->allocator, instance->duplicate_of, item + 1))
        return kn_no_memory(error);
    knap_status status = knap_instance_set_choice(instance, item, KNAP_CHOICE_BAN, error);
    if (status)
        return status;
    for (; instance->duplicate_rows <= item; instance->duplicate_rows++)
        instance->duplicate_of[instance->duplicate_rows] = UINT32_MAX;
    instance->duplicate_of[item] = (uint32_t)of;
    return KNAP_OK;
}

size_t knap_instance_duplicate(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->duplicate_rows || instance->duplicate_of[item] == UINT32_MAX)
        return KNAP_NO_ITEM;
    return instance->duplicate_of[item];
}

/* ---- Groups ---- */

static bool is_after(const void *context, uint32_t a, uint32_t b)
{
    const size_t *group = context;
    return group[a] != group[b] ? group[a] > group[b] : a > b;
}

knap_status knap_instance_limit_groups(knap_instance *instance, size_t most, knap_error *error)
{
    const knap_allocator *allocator;
    uint32_t *order, *slot;
    size_t n;
    KN_REQUIRE(instance);
    allocator = instance->data->allocator;
    n = instance->count;
    if (most == 0 || !instance->group || n == 0) {
        instance->group_limit = 0;
        return KNAP_OK;
    }
    order = kn_new(allocator, n, sizeof *order);
    if (!order || !KN_ROOM(allocator, instance->group_slot, n)) {
        kn_free(allocator, order, n, sizeof *order);
        return kn_no_memory(error);
    }
    slot = instance->group_slot;
    for (size_t s = 0; s < n; s++)
        order[s] = (uint32_t)s;
    kn_sort_by(order, n, is_after, instance->group);
    instance->group_slots = 0;
    for (size_t i = 0; i < n; i++) {
        size_t group = instance->group[order[i]];
        if (group && (i == 0 || instance->group[order[i - 1]] != group))
            instance->group_slots++;
        slot[order[i]] = group ? (uint32_t)instance->group_slots : 0;
    }
    instance->group_rows = n;
    instance->group_limit = most;
    kn_free(allocator, order, n, sizeof *order);
    return KNAP_OK;
}

knap_status knap_instance_limit_items(knap_instance *instance, size_t most, knap_error *error)
{
    KN_REQUIRE(instance);
    instance->item_limit = most;
    return KNAP_OK;
}

size_t knap_instance_group_limit(const knap_instance *instance)
{
    return instance ? instance->group_limit : 0;
}
