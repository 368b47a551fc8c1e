/* system.c - the table of systems. The first one is what `knap pack` runs when nothing is named. */
#include "systems/systems.h"
#include "core/scp.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const knap_system *const systems[] = {&kn_system_mmr,
                                             &kn_system_submod,
                                             &kn_system_submod2011,
                                             &kn_system_dpp,
                                             &kn_system_dpp_mbr,
                                             &kn_system_scp,
                                             &kn_system_conseqopt,
                                             &kn_system_scp_expected,
                                             &kn_system_scp_mbr,
                                             &kn_system_scp_swap,
                                             &kn_system_expected,
                                             &kn_system_lexrank,
                                             &kn_system_centroid,
                                             &kn_system_greedykl,
                                             &kn_system_freq,
                                             &kn_system_ilp,
                                             &kn_system_lead,
                                             &kn_system_random,
                                             &kn_system_oracle,
                                             &kn_system_oracle_benefit,
                                             &kn_system_oracle_gain,
                                             &kn_system_oracle_f,
                                             NULL};

const knap_system *const *knap_systems(void)
{
    return systems;
}

const knap_system *knap_system_find(const char *name)
{
    if (!name)
        return NULL;
    for (size_t i = 0; systems[i]; i++)
        if (strcmp(systems[i]->name, name) == 0)
            return systems[i];
    return NULL;
}

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
