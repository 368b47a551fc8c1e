/* route_models.c - /v1/models: what can be asked for: models, systems with their settings, orders, languages, limits. */
#include "server.h"

#include <stdlib.h>
#include <string.h>

static json_t *json_model(models *of, size_t index)
{
    model *borrowed = models_acquire(of, models_name(of, index));
    const knap_model *packs = borrowed->summarizer ? knap_summarizer_model(borrowed->summarizer) : borrowed->items;
    json_t *object = json_object();
    cli_json_put(object, "name", cli_json_string(borrowed->name));
    cli_json_put(object, "default", json_boolean(index == 0));
    cli_json_put(object, "kind", cli_json_string(borrowed->summarizer ? "summarizer" : "items"));
    cli_json_put(object, "system", cli_json_string(knap_model_system(packs)->name));
    if (borrowed->summarizer) {
        knap_budget budget = knap_summarizer_budget(borrowed->summarizer);
        char text[32];
        cli_json_put(object, "budget", cli_json_string(knap_budget_format(&budget, text, sizeof text)));
    }
    models_release(borrowed);
    return object;
}

static json_t *json_setting(const knap_param *param, const void *params)
{
    static const char *const types[] = {"count", "real", "flag", "choice", "set"};
    json_t *object = json_object();
    char value[256];
    cli_json_put(object, "name", cli_json_string(param->name));
    cli_json_put(object, "type", cli_json_string(types[param->type]));
    cli_json_put(object, "default", cli_json_string(knap_param_format(param, params, false, value, sizeof value)));
    if (param->type == KNAP_PARAM_COUNT || param->type == KNAP_PARAM_REAL) {
        cli_json_put(object, "low", cli_json_real(param->low));
        cli_json_put(object, "high", cli_json_real(param->high));
    }
    if (param->choices && param->type != KNAP_PARAM_REAL) {
        json_t *choices = json_array();
        for (size_t i = 0; param->choices[i]; i++)
            cli_json_add(choices, cli_json_string(param->choices[i]));
        cli_json_put(object, "choices", choices);
    }
    cli_json_put(object, "help", cli_json_string(param->help));
    return object;
}

static json_t *json_system(const knap_system *system)
{
    json_t *object = json_object(), *settings = json_array();
    void *params = cli_new(1, system->params_size);
    knap_system_init(system, params);
    cli_json_put(object, "name", cli_json_string(system->name));
    cli_json_put(object, "help", cli_json_string(system->help));
    cli_json_put(object, "needs_training", json_boolean(system->fit != NULL));
    cli_json_put(object, "needs_reward", json_boolean(strncmp(system->name, "oracle", 6) == 0));
    for (const knap_param *param = system->params; param && param->name; param++)
        cli_json_add(settings, json_setting(param, params));
    cli_json_put(object, "settings", settings);
    free(params);
    return object;
}

static json_t *json_limits(const serve_settings *settings)
{
    json_t *object = json_object();
    cli_json_put(object, "body", cli_json_count(settings->max_body));
    cli_json_put(object, "items", cli_json_count(settings->max_items));
    cli_json_put(object, "seconds", cli_json_real(settings->max_time));
    cli_json_put(object, "memory", cli_json_count(settings->max_memory));
    cli_json_put(object, "queue", cli_json_count(settings->queue));
    cli_json_put(object, "jobs", cli_json_count(settings->jobs));
    return object;
}

void route_models(request *self)
{
    models *of = self->server->models;
    json_t *object = json_object(), *all = json_array(), *systems = json_array(), *orders = json_array(),
           *languages = json_array();
    for (size_t i = 0; i < models_count(of); i++)
        cli_json_add(all, json_model(of, i));
    for (size_t i = 0; knap_systems()[i]; i++)
        cli_json_add(systems, json_system(knap_systems()[i]));
    for (const knap_order_row *row = knap_orders(); row->name; row++) {
        json_t *order = json_object();
        cli_json_put(order, "name", cli_json_string(row->name));
        cli_json_put(order, "help", cli_json_string(row->help));
        cli_json_add(orders, order);
    }
    for (size_t i = 0; knap_language_codes()[i]; i++)
        cli_json_add(languages, cli_json_string(knap_language_codes()[i]));
    cli_json_put(object, "models", all);
    cli_json_put(object, "systems", systems);
    cli_json_put(object, "orders", orders);
    cli_json_put(object, "languages", languages);
    cli_json_put(object, "limits", json_limits(self->server->settings));
    cli_json_put(object, "version", cli_json_string(knap_version()));
    request_answer(self, object);
}
