/* system.c - finds systems by name. The first one is the default of `knap pack`. */
#include "systems/systems.h"

#include <string.h>

#define SYSTEM_OF(id, name) &kn_system_##id,
static const knap_system *const systems[] = {KN_SYSTEMS(SYSTEM_OF, SYSTEM_OF) NULL};

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
