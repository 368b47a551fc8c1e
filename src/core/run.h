/* core/run.h - what a run asks its caller. */
#ifndef KNAP_CORE_RUN_H
#define KNAP_CORE_RUN_H

#include "knap/base.h"

/* Whether a search that improves a list should end with the list so far. */
static inline bool kn_run_hurries(const knap_run *run)
{
    return run->hurry && run->hurry(run->hurry_context);
}

/* The processes that divide the work; NULL where there is only this one. */
static inline const knap_team *kn_run_team(const knap_run *run)
{
    return run->team && run->team->size > 1 ? run->team : NULL;
}

/* Where the part of a process among `count` pieces of work begins; that of rank + 1 begins where it ends. */
static inline size_t kn_team_first(const knap_team *team, size_t rank, size_t count)
{
    return count / team->size * rank + (count % team->size) * rank / team->size;
}

#endif
