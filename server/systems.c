/* systems.c - the system that a request names, with its settings, as a model that packs. */
#include "systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const knap_system *system_find(request *self, const char *name)
{
    const knap_system *system = knap_system_find(name);
    cli_suggestion near;
    char hint[128];
    if (system && system->fit) {
        fault_set(&self->wrong, 400, "system",
                  "system %s needs training: train a model with 'knap train', start the server with -m NAME=FILE and "
                  "name the model",
                  name);
        return NULL;
    }
    if (system)
        return system;
    cli_suggest_begin(&near, name, strlen(name));
    for (size_t i = 0; knap_systems()[i]; i++)
        cli_suggest_try(&near, knap_systems()[i]->name, strlen(knap_systems()[i]->name));
    cli_suggest_text(&near, "", hint, sizeof hint);
    fault_set(&self->wrong, 400, "system", "unknown system '%.60s'%s%s GET /v1/models lists the systems", name, hint,
              hint[0] ? "" : ";");
    return NULL;
}

/* A value of "set" as the text that the system's table reads. */
static bool write_value(request *self, const char *name, const json_t *value, cli_buffer *text)
{
    cli_add_text(text, name);
    cli_add(text, "=", 1);
    if (json_is_string(value))
        cli_add_text(text, json_string_value(value));
    else if (json_is_boolean(value))
        cli_add_text(text, json_is_true(value) ? "yes" : "no");
    else if (json_is_number(value))
        cli_add_number(text, json_number_value(value));
    else
        return fault_set(&self->wrong, 400, "set", "'%.60s': expected a number, a string, true or false, got %s", name,
                         members_kind(value));
    return true;
}

static bool apply(request *self, const knap_system *system, const json_t *set, void *params)
{
    json_t *value, *mutable = (json_t *)(size_t)set; /* jansson's iterators are not const */
    const char *name;
    if (set && !json_is_object(set))
        return fault_set(&self->wrong, 400, "set", "expected an object of settings, got %s", members_kind(set));
    json_object_foreach(mutable, name, value)
    {
        cli_buffer text = {.bytes = NULL};
        knap_error error;
        bool good = write_value(self, name, value, &text);
        if (good && knap_system_set(system, text.bytes, text.length, params, &error))
            good = fault_set(&self->wrong, 400, "set", "%s", error.message);
        free(text.bytes);
        if (!good)
            return false;
    }
    return true;
}

/* A limit of time that a request sets, such as that of ilp, cannot exceed what is left of the server's own. */
static bool limit_seconds(request *self, const knap_system *system, void *params)
{
    const knap_param *seconds = system->params ? knap_param_find(system->params, "seconds") : NULL;
    double left = self->deadline - cli_seconds(), *given;
    if (!seconds || seconds->type != KNAP_PARAM_REAL)
        return true;
    given = (double *)(void *)((char *)params + seconds->offset);
    *given = fmax(fmin(*given, left), seconds->low);
    return true;
}

bool system_fit(request *self, const knap_system *system, const json_t *set, knap_model **made)
{
    knap_run run = request_run(self);
    void *params = cli_new(1, system->params_size);
    knap_error error;
    bool good;
    knap_system_init(system, params);
    good = apply(self, system, set, params) && limit_seconds(self, system, params);
    if (good && knap_system_fit(system, params, NULL, &run, made, &error))
        good = request_fail(self, &error, "set", 400);
    free(params);
    return good;
}
