/* lead.c - the items in the order they come, each that still fits. */
#include "systems/systems.h"

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    knap_status status = KNAP_OK;
    (void)score;
    for (size_t s = 0; !status && s < instance->count; s++)
        if (kn_fits(instance, list, s))
            status = knap_list_push(list, instance, s, error);
    return status;
}

const knap_system kn_system_lead = {.name = "lead", .help = "the items in the order they come", .run = run};
