/* fit.c - makes a model of a system: trains it where it is trained. */
#include "systems/systems.h"
#include "core/item.h"
#include "core/model.h"

static knap_status check_training(const knap_system *system, const knap_data *train, knap_error *error)
{
    char label[160];
    knap_status status;
    if (!train || train->count == 0)
        return kn_fail(error, KNAP_USAGE, "system %s is trained: it needs training data", system->name);
    for (size_t i = 0; i < train->count; i++) {
        const knap_instance *instance = train->instance[i];
        if (!instance->reward)
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no reward to learn from",
                           kn_instance_label(instance, label, sizeof label));
        if ((status = kn_instance_ready(instance, error)))
            return status;
    }
    return KNAP_OK;
}

/* The params in full: the caller's, or the system's own. */
static knap_status model_new(const knap_system *system, const void *params, const knap_data *train,
                             const knap_allocator *allocator, knap_model **model, knap_error *error)
{
    const kn_symbols *features = system->fit ? &train->features : NULL;
    knap_status status;
    void *own;
    if (!system->params || params)
        return kn_model_new(system, params, features, allocator, model, error);
    if (!(own = kn_new(allocator, 1, system->params_size)))
        return kn_no_memory(error);
    knap_system_init(system, own);
    status = kn_model_new(system, own, features, allocator, model, error);
    kn_free(allocator, own, 1, system->params_size);
    return status;
}

knap_status knap_system_fit(const knap_system *system, const void *params, knap_data *train, const knap_run *run,
                            knap_model **model, knap_error *error)
{
    KN_REQUIRE(model);
    *model = NULL;
    KN_REQUIRE(system);
    KN_REQUIRE(system->run);
    static const knap_run plain = {.jobs = 1};
    knap_status status;
    if (!run)
        run = &plain;
    *model = NULL;
    if (system->params && params && (status = knap_params_check(system->params, params, error)))
        return status;
    if (system->fit && ((status = check_training(system, train, error)) || (status = kn_data_widen(train, error))))
        return status;
    if ((status = model_new(system, params, train, run->allocator, model, error)) || !system->fit)
        return status;
    status = system->fit(train, (*model)->params, run, &(*model)->state, error);
    if (status) {
        knap_model_free(*model);
        *model = NULL;
    }
    return status;
}
