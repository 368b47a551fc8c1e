/* system.c - a system on the command line: its name and its settings. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
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

/* ---- What training was compared with ---- */

/* Reads the lines of knap_passages_train: "folds N", "learned X", "untrained X". False where the policy was not compared. */
static bool read_choice(const knap_model *model, double number[3])
{
    static const char *const names[] = {"folds ", "\nlearned ", "\nuntrained "};
    const char *text = knap_model_section(model, "choice", NULL);
    for (int i = 0; text && i < 3; i++) {
        const char *at = strstr(text, names[i]);
        if (!at)
            return false;
        number[i] = strtod(at + strlen(names[i]), NULL);
    }
    return text != NULL;
}

static bool packs_untrained(const knap_model *model)
{
    return knap_model_settings(model)->decode == KNAP_DECODE_RELEVANCE;
}

json_t *cli_json_choice(const knap_model *model)
{
    double number[3];
    json_t *object;
    if (!read_choice(model, number))
        return NULL;
    object = json_object();
    cli_json_put(object, "folds", cli_json_count((size_t)number[0]));
    cli_json_put(object, "learned", cli_json_real(number[1]));
    cli_json_put(object, "untrained", cli_json_real(number[2]));
    cli_json_put(object, "packs", cli_json_string(packs_untrained(model) ? "relevance" : "policy"));
    return object;
}

void cli_print_choice(FILE *to, const knap_model *model)
{
    double number[3];
    if (!read_choice(model, number))
        return;
    if (number[0] > 0)
        fprintf(to, "cross-validation, %.0f folds:", number[0]);
    else
        fprintf(to, "held-out data:");
    fprintf(to, " reward %.4f with the policy, %.4f with the untrained system relevance\n", number[1], number[2]);
    if (packs_untrained(model))
        fprintf(to, "The policy was not better, so the model packs with system relevance. Train on more instances.\n");
}
