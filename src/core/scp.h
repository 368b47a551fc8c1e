/* core/scp.h - the systems that learn a policy. */
#pragma once

#include "core/model.h"

extern const knap_system kn_system_scp, kn_system_conseqopt, kn_system_scp_expected, kn_system_scp_mbr,
    kn_system_scp_swap, kn_system_reader;

/* The system of a setting `method`. */
const knap_system *kn_system_of_method(int method);
