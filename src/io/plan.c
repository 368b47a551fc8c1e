/* plan.c - notes the files of a corpus that are to be read. */
#include "io/plan.h"
#include "base/error.h"

#include <sys/stat.h>

knap_status kn_plan_begin(knap_corpus *corpus, const knap_team *team, knap_error *error)
{
    corpus->plan = kn_new(corpus->allocator, 1, sizeof *corpus->plan);
    if (!corpus->plan)
        return kn_no_memory(error);
    corpus->plan->team = team;
    return KNAP_OK;
}

void kn_plan_end(knap_corpus *corpus)
{
    if (!corpus->plan)
        return;
    KN_RELEASE(corpus->allocator, corpus->plan->step);
    KN_RELEASE(corpus->allocator, corpus->plan->place);
    kn_free(corpus->allocator, corpus->plan, 1, sizeof *corpus->plan);
    corpus->plan = NULL;
}

knap_status kn_plan_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference, knap_error *error)
{
    kn_plan *plan = corpus->plan;
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return kn_fail_at(error, KNAP_IO, path, 0, "not a regular file");
    if (!KN_ROOM(corpus->allocator, plan->step, plan->steps + 1))
        return kn_no_memory(error);
    plan->step[plan->steps++] = (kn_step){.cluster = cluster,
                                          .path = path,
                                          .size = (uint64_t)about.st_size,
                                          .place = corpus->clusters,
                                          .reference = reference};
    plan->now = 2 * plan->steps;
    if (cluster)
        cluster->bytes += (uint64_t)about.st_size;
    return KNAP_OK;
}
