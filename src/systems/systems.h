/* systems/systems.h - the systems, one file each. */
#ifndef KNAP_SYSTEMS_SYSTEMS_H
#define KNAP_SYSTEMS_SYSTEMS_H

#include "knap/systems.h"

extern const knap_system kn_system_mmr, kn_system_oracle, kn_system_oracle_benefit,
    kn_system_oracle_gain, kn_system_lead, kn_system_random;

#endif
