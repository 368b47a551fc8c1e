/* reward.c - the table of rewards. */
#include "core/rewards.h"

#include <string.h>

static const knap_reward *const kinds[] = {&kn_reward_coverage,
                                           &kn_reward_success,
                                           &kn_reward_facility,
                                           &kn_reward_modular,
                                           &kn_reward_useful,
                                           &kn_reward_expected,
                                           NULL};

const knap_reward *const *knap_rewards(void)
{
    return kinds;
}

const knap_reward *knap_reward_find(const char *name)
{
    if (!name)
        return NULL;
    for (size_t i = 0; kinds[i]; i++)
        if (strcmp(kinds[i]->name, name) == 0)
            return kinds[i];
    return NULL;
}
