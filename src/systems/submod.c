/* submod.c - Lin and Bilmes 2010, "Multi-document summarization via budgeted maximization of submodular
 * functions": similarity to what is left out, minus redundancy, maximised by the modified greedy. It is the system that the
 * table of Zhou et al. 2013 calls SubMod.
 *
 * The gain of s is T_s - (2 + lambda) R_s, T_s its similarity to all others and R_s to the list: both sums are kept, so that a step
 * costs one row of similarities and lazy evaluation would save nothing. The redundancy counts each pair once: the paper's sum can
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
    const kn_graph_cut *cut = state;
    return cut->total[item] - (2 + cut->lambda) * cut->inside[item];
}

static void push(void *state, size_t item)
{
    kn_graph_cut *cut = state;
    size_t n = cut->instance->count;
    kn_gram_row(cut->instance, item, cut->all, n, cut->gram, cut->scratch);
    for (size_t s = 0; s < n; s++)
        cut->inside[s] += cut->gram[s];
}

const kn_objective kn_cut_objective = {gain, push, 0};

knap_status kn_cut_begin(kn_graph_cut *cut, const knap_instance *instance, double lambda, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = instance->count, width = instance->vector.width;
    *cut = (kn_graph_cut){.instance = instance, .lambda = lambda};
    cut->total = kn_new(allocator, 3 * n, sizeof *cut->total);
    cut->scratch = kn_new(allocator, width, sizeof *cut->scratch);
    cut->all = kn_new(allocator, n, sizeof *cut->all);
    if (!cut->total || !cut->scratch || !cut->all) {
        kn_cut_end(cut);
        return kn_no_memory(error);
    }
    cut->inside = cut->total + n;
    cut->gram = cut->total + 2 * n;
    kn_centre(instance, cut->scratch);
    for (size_t s = 0; s < n; s++) {
        cut->all[s] = (uint32_t)s;
        if (instance->inverse_norm[s] > 0)
            cut->total[s] = kn_vector_dot(instance, s, cut->scratch) * instance->inverse_norm[s] - 1;
    }
    for (size_t i = 0; i < width; i++)
        cut->scratch[i] = 0;
    return KNAP_OK;
}

void kn_cut_end(kn_graph_cut *cut)
{
    const knap_allocator *allocator = cut->instance->data->allocator;
    size_t n = cut->instance->count;
    kn_free(allocator, cut->total, 3 * n, sizeof *cut->total);
    kn_free(allocator, cut->scratch, cut->instance->vector.width, sizeof *cut->scratch);
    kn_free(allocator, cut->all, n, sizeof *cut->all);
    cut->total = cut->scratch = NULL;
    cut->all = NULL;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    const params *settings = task->params;
    kn_graph_cut cut;
    knap_status status = kn_cut_begin(&cut, task->instance, settings->lambda, error);
    (void)score;
    if (status)
        return status;
    status = kn_modified_greedy(&kn_cut_objective, &cut, task->instance, settings->r, list, error);
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
