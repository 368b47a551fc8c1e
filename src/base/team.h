/* base/team.h - what the processes of a team tell each other, and how they divide work. */
#pragma once

#include "base/bytes.h"

/* The processes that divide the work; NULL where there is only this one. */
static inline const knap_team *kn_run_team(const knap_run *run)
{
    return run->team && run->team->size > 1 ? run->team : NULL;
}

/* Where the part of a process among `count` pieces of work begins; that of rank + 1 begins where it ends. */
static inline uint64_t kn_team_first(const knap_team *team, size_t rank, uint64_t count)
{
    return count / team->size * rank + (count % team->size) * rank / team->size;
}

/* One message of each process. */
typedef struct kn_messages {
    const char *const *bytes;
    const size_t *length;
} kn_messages;

/* Sends mine[] to all processes and gets those of all, until the next call. Where mine[] has failed, memory is out. */
knap_status kn_team_share(const knap_team *team, const kn_text *mine, kn_messages *all, knap_error *error);

/* The message of a process, to be read. */
static inline kn_bytes kn_message(const kn_messages *all, size_t rank)
{
    return (kn_bytes){.at = all->bytes[rank], .left = all->length[rank]};
}

/* The error for a message that is not what this call sends. */
knap_status kn_team_disagrees(knap_error *error);
