/* system.c - the table of systems. The first one is what `knap pack` runs when nothing is named. */
#include "systems/systems.h"
#include "core/scp.h"

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
                                             &kn_system_reader,
                                             &kn_system_expected,
                                             &kn_system_lexrank,
                                             &kn_system_centroid,
                                             &kn_system_greedykl,
                                             &kn_system_freq,
                                             &kn_system_ilp,
                                             &kn_system_majority,
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
