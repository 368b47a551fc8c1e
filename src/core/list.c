/* list.c - lists of items. */
#include "core/instance.h"
#include "base/error.h"

knap_status knap_list_push(knap_list *list, const knap_instance *instance, size_t item, knap_error *error)
{
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
    list->count = 0;
    list->cost = 0;
}

void knap_list_free(knap_list *list)
{
    kn_free(list->allocator, list->item, list->capacity, sizeof *list->item);
    list->item = NULL;
    list->capacity = 0;
    knap_list_clear(list);
}

knap_status knap_list_value(const knap_instance *instance, const knap_list *list, double *value, knap_error *error)
{
    void *state;
    knap_status status;
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
