/* random.c - takes the items in random order, each that is still open. */
#include "systems/systems.h"

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = knap_instance_allocator(instance);
    size_t n = knap_instance_count(instance);
    uint32_t *order = kn_new(allocator, n, sizeof *order);
    kn_open open = {.allocator = NULL};
    knap_status status =
        order ? kn_begin_list(&open, instance, task->run->allocator, list, error) : kn_no_memory(error);
    knap_rng rng;
    (void)score;
    knap_rng_seed(&rng, task->draw);
    for (size_t i = 0; order && i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; !status && i < n; i++) {
        size_t j = i + (size_t)knap_rng_below(&rng, n - i);
        uint32_t item = order[j];
        order[j] = order[i];
        if (kn_is_open(&open, item))
            status = kn_open_take(&open, item, list, error);
    }
    kn_open_free(&open);
    kn_free(allocator, order, n, sizeof *order);
    return status;
}

const knap_system kn_system_random = {.name = "random",
                                      .help = "items in random order",
                                      .random = true,
                                      .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED | KNAP_PART_VECTORS,
                                      .run = run};
