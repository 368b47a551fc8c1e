/* team.c - messages between the processes of a team. */
#include "base/team.h"
#include "base/error.h"

knap_status kn_team_share(const knap_team *team, const kn_text *mine, kn_messages *all, knap_error *error)
{
    return mine->failed ? kn_no_memory(error)
                        : team->share(team->context, mine->bytes ? mine->bytes : "", mine->length, &all->bytes,
                                      &all->length, error);
}

knap_status kn_team_disagrees(knap_error *error)
{
    return kn_fail(error, KNAP_BAD_INPUT, "the processes of the team do not make the same call");
}
