/* random.c - items in random order, each that still fits. */
#include "systems/systems.h"
#include "base/error.h"
#include "base/memory.h"

static knap_status run(const knap_instance *instance, uint64_t draw, knap_list *list, knap_error *error)
{
    const knap_allocator *allocator = knap_instance_allocator(instance);
    size_t n = knap_instance_count(instance);
    uint32_t *order = kn_new(allocator, n, sizeof *order);
    knap_status status = order ? KNAP_OK : kn_no_memory(error);
    knap_rng rng;
    knap_rng_seed(&rng, draw);
    knap_list_clear(list);
    for (size_t i = 0; order && i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = 0; !status && i < n; i++) {
        size_t j = i + (size_t)knap_rng_below(&rng, n - i);
        uint32_t item = order[j];
        order[j] = order[i];
        if (list->cost + knap_instance_cost(instance, item) <= knap_instance_budget(instance))
            status = knap_list_push(list, instance, item, error);
    }
    kn_free(allocator, order, n, sizeof *order);
    return status;
}

const knap_system kn_system_random = {"random", "items in random order", run};
