/* pack_texts.c - texts with scores and costs in, list out. */
#include "base/memory.h"
#include "calls/options.h"
#include "knap/calls.h"
#include "knap/requests.h"

/* Whether one has a score. */
static bool has_scores(const knap_passage *passage, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (passage[i].score != 0)
            return true;
    return false;
}

static knap_status add_all(const knap_passage *passage, size_t count, bool given, knap_instance *instance,
                           knap_error *error)
{
    bool scored = has_scores(passage, count);
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < count; i++) {
        knap_item item = {.cost = given ? passage[i].cost : 1, .id = passage[i].id, .text = passage[i].text};
        if (given && !(item.cost > 0))
            return kn_fail(error, KNAP_USAGE,
                           "passage %zu has the cost %g: give it one above 0, or let options.unit count its text", i,
                           item.cost);
        status = knap_instance_add(instance, &item, error);
        if (!status && scored)
            status = knap_instance_set_score(instance, i, passage[i].score, error);
    }
    return status;
}

/* The model that packs: the caller's, or one of the system, which *made is. */
static knap_status find_model(const knap_pack_options *options, const knap_run *run, knap_model **made,
                              const knap_model **model, knap_error *error)
{
    const knap_system *system = options->system ? knap_system_find(options->system) : knap_systems()[0];
    knap_status status;
    *model = options->model;
    if (options->model && options->system)
        return kn_fail(error, KNAP_USAGE, "options.model and options.system cannot be given together");
    if (options->model)
        return KNAP_OK;
    if (!system)
        return kn_fail(error, KNAP_USAGE, "there is no system '%.60s': see knap_systems", options->system);
    if (system->fit)
        return kn_fail(error, KNAP_USAGE, "system %s needs training: use knap_train_file, and options.model",
                       system->name);
    status = knap_system_fit(system, NULL, NULL, run, made, error);
    *model = *made;
    return status;
}

/* Sets costs and whatever else the texts tell. */
static knap_status complete(const knap_pack_options *options, const knap_model *model, knap_instance *instance,
                            const knap_run *run, knap_error *error)
{
    knap_meter *meter = NULL;
    knap_passages *passages = NULL;
    knap_status status = KNAP_OK;
    if (options->unit != KNAP_METER_GIVEN)
        status = knap_meter_new(options->unit, options->tokenizer, 0, run->allocator, &meter, error);
    if (!status && meter)
        status = knap_meter_apply(meter, instance, error);
    if (!status)
        status = knap_passages_new(options->settings, model, run->allocator, &passages, error);
    if (!status)
        status = knap_passages_complete(passages, instance, NULL, error);
    knap_passages_free(passages);
    knap_meter_free(meter);
    return status;
}

knap_status knap_pack_texts(const knap_passage *passage, size_t count, double budget, const knap_pack_options *options,
                            knap_list *list, knap_error *error)
{
    knap_pack_options own;
    knap_run run;
    knap_data *data = NULL;
    knap_instance *instance = NULL;
    knap_model *made = NULL;
    const knap_model *model = NULL;
    knap_status status;
    KN_REQUIRE(list);
    knap_list_clear(list);
    KN_REQUIRE(passage || !count);
    for (size_t i = 0; i < count; i++)
        KN_REQUIRE(passage[i].text);
    if ((status = kn_options(options, &own, sizeof own, error)))
        return status;
    run = kn_options_run(own.run);
    if (!(budget >= 0))
        return kn_fail(error, KNAP_USAGE, "the budget %g is not a number of at least 0", budget);
    status = find_model(&own, &run, &made, &model, error);
    if (!status)
        status = knap_data_new(run.allocator, &data, error);
    if (!status)
        status = knap_data_add(data, NULL, budget, 0, &instance, error);
    if (!status && own.query)
        status = knap_instance_set_query(instance, own.query, error);
    if (!status)
        status = add_all(passage, count, own.unit == KNAP_METER_GIVEN, instance, error);
    if (!status)
        status = complete(&own, model, instance, &run, error);
    if (!status)
        status = knap_model_match(model, data, false, error);
    if (!status)
        status = knap_model_pack(model, instance, knap_draw(1, 0), &run, list, NULL, error);
    knap_data_free(data);
    knap_model_free(made);
    return status;
}
