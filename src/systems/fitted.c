/* fitted.c - a system ready to pack: its params, what it learned, and the features it learned from. */
#include "systems/systems.h"

#include <math.h>
#include <string.h>

static knap_status fitted_new(const knap_system *system, const void *params, const knap_allocator *allocator,
                              knap_fitted **fitted, knap_error *error)
{
    knap_fitted *made = kn_new(allocator, 1, sizeof *made);
    *fitted = NULL;
    if (!made)
        return kn_no_memory(error);
    made->allocator = allocator;
    made->system = system;
    kn_symbols_begin(&made->features, allocator);
    kn_symbols_begin(&made->flaws, allocator);
    if (system->params) {
        made->params = kn_new(allocator, 1, system->params_size);
        if (!made->params) {
            knap_fitted_free(made);
            return kn_no_memory(error);
        }
        if (params)
            memcpy(made->params, params, system->params_size);
        else
            knap_system_init(system, made->params);
    }
    *fitted = made;
    return KNAP_OK;
}

static knap_status copy_names(knap_fitted *fitted, const kn_symbols *features, const kn_symbols *flaws,
                              knap_error *error)
{
    int copied = kn_symbols_copy(&fitted->features, features) && kn_symbols_copy(&fitted->flaws, flaws);
    return copied ? KNAP_OK : kn_no_memory(error);
}

static knap_status check_training(const knap_system *system, const knap_data *train, knap_error *error)
{
    char label[160];
    if (!train || train->count == 0)
        return kn_fail(error, KNAP_USAGE, "system %s is trained: it needs training data", system->name);
    for (size_t i = 0; i < train->count; i++) {
        const knap_instance *instance = train->instance[i];
        kn_instance_label(instance, label, sizeof label);
        if (!instance->reward)
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no reward to learn from", label);
        if (isnan(instance->budget))
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no budget: give one in the data or with --budget", label);
    }
    return KNAP_OK;
}

knap_status knap_system_fit(const knap_system *system, const void *params, knap_data *train, const knap_run *run,
                            knap_fitted **fitted, knap_error *error)
{
    knap_run plain = {.jobs = 1};
    knap_status status;
    if (!run)
        run = &plain;
    *fitted = NULL;
    if (system->fit && (status = check_training(system, train, error)))
        return status;
    if ((status = fitted_new(system, params, run->allocator, fitted, error)) || !system->fit)
        return status;
    status = kn_data_widen(train, error);
    if (!status)
        status = copy_names(*fitted, &train->features, &train->flaws, error);
    if (!status)
        status = system->fit(train, (*fitted)->params, run, &(*fitted)->state, error);
    if (status) {
        knap_fitted_free(*fitted);
        *fitted = NULL;
    }
    return status;
}

knap_status knap_fitted_share(const knap_fitted *fitted, const knap_system *system, knap_fitted **shared,
                              knap_error *error)
{
    knap_status status;
    *shared = NULL;
    if (system->fit != fitted->system->fit || system->params != fitted->system->params)
        return kn_fail(error, KNAP_USAGE, "system %s does not learn what %s learns", system->name,
                       fitted->system->name);
    status = fitted_new(system, fitted->params, fitted->allocator, shared, error);
    if (status)
        return status;
    (*shared)->state = fitted->state;
    (*shared)->borrowed = 1;
    status = copy_names(*shared, &fitted->features, &fitted->flaws, error);
    if (status) {
        knap_fitted_free(*shared);
        *shared = NULL;
    }
    return status;
}

void knap_fitted_free(knap_fitted *fitted)
{
    if (!fitted)
        return;
    if (fitted->state && !fitted->borrowed)
        fitted->system->end(fitted->state);
    kn_free(fitted->allocator, fitted->params, 1, fitted->system->params_size);
    kn_symbols_free(&fitted->features);
    kn_symbols_free(&fitted->flaws);
    kn_free(fitted->allocator, fitted, 1, sizeof *fitted);
}

const knap_system *knap_fitted_system(const knap_fitted *fitted)
{
    return fitted->system;
}

knap_status knap_fitted_match(const knap_fitted *fitted, knap_data *data, int absent_is_zero, knap_error *error)
{
    knap_status status;
    if (!fitted->state)
        return KNAP_OK;
    status = kn_data_match(data, &fitted->features, absent_is_zero, error);
    return status ? status : kn_data_match_flaws(data, &fitted->flaws, error);
}

knap_status knap_fitted_pack(const knap_fitted *fitted, const knap_instance *instance, uint64_t draw,
                             const knap_run *run, knap_list *list, double *score, knap_error *error)
{
    knap_run plain = {.jobs = 1};
    knap_task task = {.params = fitted->params,
                      .state = fitted->state,
                      .instance = instance,
                      .draw = draw,
                      .run = run ? run : &plain};
    char label[160];
    knap_status status;
    kn_instance_label(instance, label, sizeof label);
    knap_list_clear(list);
    if (isnan(instance->budget))
        return kn_fail(error, KNAP_BAD_INPUT, "%s has no budget: give one in the data or with --budget", label);
    if (fitted->state && !kn_same_features(instance->data, &fitted->features))
        return kn_fail(error, KNAP_USAGE,
                       "the data were not matched with the training data: call knap_fitted_match first");
    if (instance->count == 0)
        return KNAP_OK;
    status = fitted->system->run(&task, list, score, error);
    if (status == KNAP_USAGE && error) {
        char message[sizeof error->message];
        memcpy(message, error->message, sizeof message);
        return kn_fail(error, KNAP_BAD_INPUT, "%s: %.300s", label, message);
    }
    return status;
}

/* ---- Models of knap_train ---- */

knap_status knap_fitted_of_model(const knap_model *model, const knap_allocator *allocator, knap_fitted **fitted,
                                 knap_error *error)
{
    const knap_settings *settings = knap_model_settings(model);
    knap_status status =
        fitted_new(settings->method ? &kn_system_conseqopt : &kn_system_scp, settings, allocator, fitted, error);
    if (status)
        return status;
    (*fitted)->state = (knap_model *)(uintptr_t)model;
    (*fitted)->borrowed = 1;
    status = copy_names(*fitted, kn_model_features(model), kn_model_flaws(model), error);
    if (status) {
        knap_fitted_free(*fitted);
        *fitted = NULL;
    }
    return status;
}
