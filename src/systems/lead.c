/* lead.c - the items in the order they come, each that still fits. */
#include "systems/systems.h"

static knap_status run(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    knap_status status = KNAP_OK;
    (void)draw;
    knap_list_clear(list);
    for (size_t s = 0; !status && s < knap_instance_count(instance); s++)
        if (list->cost + knap_instance_cost(instance, s) <= knap_instance_budget(instance))
            status = knap_list_push(list, instance, s, error);
    return status;
}

const knap_system kn_system_lead = {"lead", "the items in the order they come", run};
