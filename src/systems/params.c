/* params.c - the settings of a system: the defaults of its table, its preset, and name=value. */
#include "systems/systems.h"
#include "core/settings.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

knap_status knap_system_set(const knap_system *system, const char *text, size_t length, void *params, knap_error *error)
{
    KN_REQUIRE(system);
    KN_REQUIRE(text);
    KN_REQUIRE(params);
    char word[256], *value;
    const knap_param *param;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), text);
    if (!(value = strchr(word, '=')))
        return kn_fail(error, KNAP_USAGE, "'%s' is not name=value", word);
    *value++ = 0;
    if (!(param = system->params ? knap_param_find(system->params, word) : NULL))
        return kn_fail(error, KNAP_USAGE, "system %s has no setting '%s'", system->name, word);
    return knap_param_parse(param, params, value, error);
}

void knap_system_init(const knap_system *system, void *params)
{
    if (!system || !params)
        return;
    if (!system->params)
        return;
    knap_params_init(system->params, params);
    for (const char *at = system->preset; at && *at;) {
        size_t length = strcspn(at, " ");
        knap_status status = knap_system_set(system, at, length, params, NULL);
        assert(!status); /* presets are written with the systems, and tested */
        (void)status;
        at += length + (at[length] == ' ');
    }
}

unsigned knap_system_ignores(const knap_system *system, const void *params)
{
    knap_settings own;
    const knap_settings *settings = params ? params : &own;
    if (!system)
        return 0;
    if (system->params != KN_SETTINGS_BUT_METHOD)
        return system->ignores;
    if (!params)
        knap_system_init(system, &own);
    return system->ignores | (kn_settings_expect(settings) ? 0 : KNAP_PART_EXPECTED);
}
