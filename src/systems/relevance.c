/* relevance.c - the system that packs where nothing was trained: relevance leads, and novelty decides among items of similar
 * relevance.
 *
 * With scores, or worths that the reward does not measure, the list is that of maximal marginal relevance: the most relevant item
 * that fits comes first. Without either nothing leads, and the list is that of system cover. */
#include "systems/systems.h"
#include "core/item.h"

typedef struct params {
    double lambda;
} params;

static const knap_param table[] = {{"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 0.9, 0, 1, NULL,
                                    "Weigh relevance by N and similarity to the items picked before by 1 - N"},
                                   KN_PARAM_END};

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    const knap_instance *instance = task->instance;
    const knap_allocator *allocator = task->run->allocator;
    double *relevance = kn_new(allocator, instance->count, sizeof *relevance);
    bool leads;
    (void)score;
    if (!relevance)
        return kn_no_memory(error);
    leads = kn_relevance(instance, relevance);
    kn_free(allocator, relevance, instance->count, sizeof *relevance);
    return leads ? kn_pick_mmr(instance, settings->lambda, list, error) : kn_pick_cover(task, list, error);
}

const knap_system kn_system_relevance = {.name = "relevance",
                                         .help = "relevance first, then novelty; without scores it is cover",
                                         .params = table,
                                         .params_size = sizeof(params),
                                         .grid = "lambda=0.5,0.7,0.8,0.9,0.95,1",
                                         .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                         .run = run};
