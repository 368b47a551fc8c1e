/* lead.c - takes the items in their order, each that is still open. */
#include "systems/systems.h"

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    kn_open open = {.allocator = NULL};
    knap_status status = kn_begin_list(&open, instance, task->run->allocator, list, error);
    (void)score;
    for (size_t s = 0; !status && s < instance->count; s++)
        if (kn_is_open(&open, s))
            status = kn_open_take(&open, s, list, error);
    kn_open_free(&open);
    return status;
}

const knap_system kn_system_lead = {.name = "lead",
                                    .help = "the items in the order they come",
                                    .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED | KNAP_PART_VECTORS,
                                    .run = run};
