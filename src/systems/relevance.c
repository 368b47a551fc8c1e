/* relevance.c - the system that packs where nothing was trained. Its list and its objective are in core/relevant.h; where the data do not
 * tell what is relevant, the list is that of system cover. */
#include "systems/systems.h"
#include "core/relevant.h"

typedef struct params {
    double evidence, novelty;
} params;

static const knap_param table[] = {
    {"evidence", KNAP_PARAM_REAL, offsetof(params, evidence), KN_RELEVANT_EVIDENCE, 0, 10, NULL,
     "Weigh what speaks for an item beside its score by N: words of the query, similar items, items of its source, neighbours"},
    {"novelty", KNAP_PARAM_REAL, offsetof(params, novelty), KN_RELEVANT_NOVELTY, 0, 1, NULL,
     "Count the share N of an item's worth only if the list does not say the same yet"},
    KN_PARAM_END};

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    bool leads = false;
    knap_status status = kn_pick_relevant(task->instance, settings->evidence, settings->novelty, task->run->allocator,
                                          &leads, list, error);
    (void)score;
    return status || leads ? status : kn_pick_cover(task, list, error);
}

const knap_system kn_system_relevance = {.name = "relevance",
                                         .help = "relevance first, then novelty and cost; without scores it is cover",
                                         .params = table,
                                         .params_size = sizeof(params),
                                         .grid = "evidence=0,0.5,1,2 novelty=0,0.3,0.6",
                                         .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                         .run = run};
