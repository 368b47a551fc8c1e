/* core/run.h - what a run asks its caller. */
#pragma once

#include "knap/base.h"

/* Whether a search that improves a list should end with the list so far. */
static inline bool kn_run_hurries(const knap_run *run)
{
    return run->hurry && run->hurry(run->hurry_context);
}
