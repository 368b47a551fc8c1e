/* list.c - lists of items. */
#include "core/instance.h"
#include "base/error.h"

knap_status knap_list_push(knap_list *list, const knap_instance *instance, size_t item, knap_error *error)
{
    KN_REQUIRE(list);
    KN_REQUIRE(instance);
    if (item >= instance->count)
        return kn_fail(error, KNAP_USAGE, "item %zu: the instance has %zu items", item, instance->count);
    size_t *grown = kn_grow(list->allocator, list->item, &list->capacity, list->count + 1, sizeof *grown);
    if (!grown)
        return kn_no_memory(error);
    list->item = grown;
    grown[list->count++] = item;
    list->cost += instance->cost[item];
    return KNAP_OK;
}

void knap_list_clear(knap_list *list)
{
    if (!list)
        return;
    list->count = 0;
    list->cost = 0;
    list->stopped = false;
}

void knap_list_free(knap_list *list)
{
    if (!list)
        return;
    kn_free(list->allocator, list->item, list->capacity, sizeof *list->item);
    list->item = NULL;
    list->capacity = 0;
    knap_list_clear(list);
}

knap_status kn_check_list(const knap_instance *instance, const knap_list *list, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(list);
    KN_REQUIRE(list->item || !list->count);
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] >= instance->count)
            return kn_fail(error, KNAP_USAGE, "the list has item %zu: the instance has %zu items", list->item[i],
                           instance->count);
    return KNAP_OK;
}

knap_status kn_check_distinct(const knap_instance *instance, const knap_list *list, knap_error *error)
{
    const knap_allocator *allocator = list ? list->allocator : NULL;
    knap_status status = kn_check_list(instance, list, error);
    unsigned char *taken = status || !list->count ? NULL : kn_new(allocator, instance->count, 1);
    if (status || !list->count)
        return status;
    if (!taken)
        return kn_no_memory(error);
    for (size_t i = 0; !status && i < list->count; i++)
        if (taken[list->item[i]]++)
            status = kn_fail(error, KNAP_USAGE, "the list has item %zu twice", list->item[i]);
    kn_free(allocator, taken, instance->count, 1);
    return status;
}

knap_status knap_list_value(const knap_instance *instance, const knap_list *list, double *value, knap_error *error)
{
    KN_REQUIRE(value);
    *value = 0;
    void *state;
    knap_status status = kn_check_list(instance, list, error);
    if (status)
        return status;
    if (!instance->reward)
        return kn_fail(error, KNAP_USAGE, "the instance has no reward");
    status = instance->reward->begin(instance, instance->reward_context, &state, error);
    if (status)
        return status;
    for (size_t i = 0; i < list->count; i++)
        instance->reward->push(state, list->item[i]);
    *value = instance->reward->value(state);
    instance->reward->end(state);
    return KNAP_OK;
}
