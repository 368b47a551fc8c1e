/* submod.c - Lin and Bilmes 2010, "Multi-document summarization via budgeted maximization of submodular
 * functions": similarity to what is left out, minus redundancy, maximised by the modified greedy. It is the system that the
 * table of Zhou et al. 2013 calls SubMod.
 *
 * The gain of s is T_s - (2 + lambda) R_s, T_s its similarity to all others and R_s to the list: both sums are kept. If no similarity
 * is negative, gains only shrink, and old ones serve as bounds. The redundancy counts each pair once: the paper's sum can
 * also be read to count it twice, but then its lambda of 4 is too large on every set (docs/PAPER.md). */
#include "systems/submod.h"

typedef struct params {
    double lambda, r;
} params;

static const knap_param table[] = {
    {"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 4, 0, 1e6, NULL, "Weigh redundancy"},
    {"r", KNAP_PARAM_REAL, offsetof(params, r), 0.3, 0, 10, NULL, "Divide the gains by cost^N"},
    KN_PARAM_END};

static double gain(void *state, size_t item)
{
    kn_graph_cut *cut = state;
    kn_near_ask(&cut->near, item);
    for (size_t i = 0; i < cut->near.count; i++)
        cut->inside[item] += cut->near.cosine[i];
    return cut->total[item] - (2 + cut->lambda) * cut->inside[item];
}

static void push(void *state, size_t item)
{
    kn_near_take(&((kn_graph_cut *)state)->near, item);
}

const kn_objective kn_cut_objective = {gain, push, 0};

knap_status kn_cut_begin(kn_graph_cut *cut, const knap_instance *instance, double lambda, knap_error *error)
{
    size_t n = instance->count;
    bool made;
    double *centre;
    *cut = (kn_graph_cut){.instance = instance, .lambda = lambda};
    made = kn_near_begin(&cut->near, instance);
    centre = made ? kn_arena_new(&cut->near.arena, instance->vector.width, sizeof *centre) : NULL;
    cut->total = centre ? kn_arena_new(&cut->near.arena, 2 * n, sizeof *cut->total) : NULL;
    if (!cut->total) {
        kn_cut_end(cut);
        return kn_no_memory(error);
    }
    cut->inside = cut->total + n;
    kn_centre(instance, centre);
    for (size_t s = 0; s < n; s++)
        if (instance->inverse_norm[s] > 0)
            cut->total[s] = kn_vector_dot(instance, s, centre) * instance->inverse_norm[s] - 1;
    return KNAP_OK;
}

void kn_cut_end(kn_graph_cut *cut)
{
    kn_arena_free(&cut->near.arena);
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    kn_objective objective = kn_cut_objective;
    kn_graph_cut cut;
    knap_status status = kn_cut_begin(&cut, task->instance, settings->lambda, error);
    (void)score;
    if (status)
        return status;
    objective.lazy = kn_vectors_nonnegative(task->instance);
    status = kn_modified_greedy(&objective, &cut, task->instance, settings->r, list, error);
    kn_cut_end(&cut);
    return status;
}

const knap_system kn_system_submod = {.name = "submod",
                                      .help = "Lin and Bilmes 2010: similarity to all, less redundancy",
                                      .params = table,
                                      .params_size = sizeof(params),
                                      .grid = "lambda=0.5,1,2,4,8,12 r=0,0.1,0.3,0.5,1",
                                      .ignores = KNAP_PART_FEATURES | KNAP_PART_EXPECTED,
                                      .run = run};
