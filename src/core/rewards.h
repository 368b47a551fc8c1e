/* core/rewards.h - the built-in rewards, one file each. */
#pragma once

#include "core/inner.h"

extern const knap_reward kn_reward_coverage, kn_reward_success, kn_reward_facility, kn_reward_modular, kn_reward_useful,
    kn_reward_expected;
