/* system.c - a system on the command line: its name and its settings. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

int cli_find_system(const char *name, const knap_system **system)
{
    cli_suggestion near;
    char hint[128];
    /* The program has threads of its own; more threads below them, in BLAS, would only compete with those. */
    setenv("OPENBLAS_NUM_THREADS", "1", 1); /* it reads this when the library loads it */
    *system = knap_system_find(name);
    if (*system)
        return CLI_DONE;
    cli_suggest_begin(&near, name, strlen(name));
    for (size_t i = 0; knap_systems()[i]; i++)
        cli_suggest_try(&near, knap_systems()[i]->name, strlen(knap_systems()[i]->name));
    cli_suggest_text(&near, "", hint, sizeof hint);
    return cli_say(CLI_USAGE, "unknown system '%s'%s%s 'knap help pack systems' lists the systems", name, hint,
                   hint[0] ? "" : ":");
}

/* "; did you mean ..." for the name of a setting that the system does not have. */
static const char *suggest_setting(const knap_system *system, const char *text, char *hint, size_t size)
{
    cli_suggestion near;
    cli_suggest_begin(&near, text, strcspn(text, "=,"));
    for (const knap_param *param = system->params; param && param->name; param++)
        if (strlen(param->name) == near.length && memcmp(param->name, text, near.length) == 0)
            near.length = 0; /* the name is right, and the value wrong */
    for (const knap_param *param = system->params; param && param->name; param++)
        cli_suggest_try(&near, param->name, strlen(param->name));
    return cli_suggest_text(&near, "", hint, size);
}

/* A comma starts the next setting where NAME= follows it; other commas are part of the value. */
int cli_set_params(const knap_system *system, const cli_texts *set, void *params)
{
    int status = CLI_DONE;
    knap_error error;
    char hint[128];
    for (int i = 0; !status && i < set->count; i++) {
        const char *at = set->text[i];
        while (!status && at) {
            const char *end = strchr(at, ',');
            while (end && strcspn(end + 1, "=") >= strcspn(end + 1, ","))
                end = strchr(end + 1, ',');
            if (knap_system_set(system, at, end ? (size_t)(end - at) : strlen(at), params, &error))
                status = cli_say(CLI_USAGE, "%s%s 'knap pack --system %s --help' shows its settings", error.message,
                                 suggest_setting(system, at, hint, sizeof hint)[0] ? hint : ";", system->name);
            at = end ? end + 1 : NULL;
        }
    }
    return status;
}

void *cli_text_params(const knap_system *system)
{
    void *params = cli_new(1, system->params_size);
    const char *preset = knap_text_preset(system->name);
    knap_error unused;
    knap_system_init(system, params);
    if (preset)
        knap_system_set(system, preset, strlen(preset), params, &unused);
    return params;
}
