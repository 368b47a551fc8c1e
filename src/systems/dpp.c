/* dpp.c - the systems dpp and dpp-mbr: one conditional DPP, two ways to make a list from it. */
#include "systems/dpp.h"
#include "base/kernels.h"

static const knap_param table[] = {
    {"l2", KNAP_PARAM_REAL, offsetof(kn_dpp_params, l2), 30, 0, 1e9, NULL, "Set the regularisation of the weights"},
    {"bins", KNAP_PARAM_COUNT, offsetof(kn_dpp_params, bins), 5, 0, 100, NULL,
     "Cut graded features into N quantiles; 0 means none"},
    {"min-words", KNAP_PARAM_COUNT, offsetof(kn_dpp_params, min_words), 10, 0, 1e6, NULL,
     "Leave out items of fewer words, if words are marked"},
    {"r", KNAP_PARAM_REAL, offsetof(kn_dpp_params, r), 0, 0, 10, NULL, "Divide the gains of greedy MAP by cost^N"},
    {"samples", KNAP_PARAM_COUNT, offsetof(kn_dpp_params, samples), 1000, 1, 1e7, NULL, "Draw N lists (dpp-mbr)"},
    {"fill", KNAP_PARAM_REAL, offsetof(kn_dpp_params, fill), 0.8, 0, 1, NULL,
     "Draw lists that use this share of the budget or more (dpp-mbr)"},
    KN_PARAM_END};

/* Keeps the items that are long enough and allowed in a list; if there are none, all that are allowed.
 * Pinned items are always kept. */
static void keep_items(const knap_instance *instance, size_t min_words, unsigned char *keep)
{
    bool kept = false;
    kn_dpp_keep(instance, min_words, keep);
    for (size_t s = 0; s < instance->count; s++) {
        keep[s] = keep[s] && instance->cost[s] <= instance->budget && !kn_is_banned(instance, s);
        kept |= keep[s];
        keep[s] |= kn_is_pinned(instance, s);
    }
    for (size_t s = 0; !kept && s < instance->count; s++)
        keep[s] |= instance->cost[s] <= instance->budget && !kn_is_banned(instance, s);
}

knap_status kn_dpp_of(const kn_dpp_model *model, const knap_instance *instance, size_t min_words, bool similarities,
                      kn_dpp *dpp, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t columns = model->columns.count;
    unsigned char *keep = kn_new(allocator, instance->count, 1);
    double *matrix = NULL;
    knap_status status;
    if (!keep)
        return kn_no_memory(error);
    keep_items(instance, min_words, keep);
    status = (similarities ? kn_dpp_begin : kn_dpp_items)(dpp, instance, keep, error);
    kn_free(allocator, keep, instance->count, 1);
    if (status)
        return status;
    matrix = kn_new(allocator, dpp->count * columns, sizeof *matrix);
    status = matrix ? kn_dpp_columns_fill(&model->columns, dpp, matrix, error) : kn_no_memory(error);
    if (!status) {
        kn_dpp_columns_standardise(&model->columns, matrix, dpp->count);
        for (size_t i = 0; i < dpp->count; i++)
            dpp->log_quality[i] = kn_dot_double(model->theta, matrix + i * columns, columns) / 2;
    } else {
        kn_dpp_end(dpp);
    }
    kn_free(allocator, matrix, dpp->count * columns, sizeof *matrix);
    return status;
}

static knap_status run(const knap_task *task, bool sample, knap_list *list, knap_error *error)
{
    const kn_dpp_params *params = task->params;
    kn_dpp dpp;
    knap_status status = kn_dpp_of(task->state, task->instance, params->min_words, sample, &dpp, error);
    if (status)
        return status;
    if (!sample)
        status = kn_dpp_map(&dpp, params->r, list, error);
    else if (dpp.count > 0)
        status = kn_dpp_mbr(&dpp, params, task->draw, list, error);
    kn_dpp_end(&dpp);
    return status;
}

static knap_status run_map(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return run(task, false, list, error);
}

static knap_status run_mbr(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return run(task, true, list, error);
}

const knap_system kn_system_dpp = {.name = "dpp",
                                   .help = "trained: Kulesza and Taskar 2012, greedy MAP",
                                   .params = table,
                                   .params_size = sizeof(kn_dpp_params),
                                   .fit = kn_dpp_fit,
                                   .run = run_map,
                                   .end = kn_dpp_model_free};
const knap_system kn_system_dpp_mbr = {.name = "dpp-mbr",
                                       .help = "trained: dpp, the sample that agrees most with all samples",
                                       .params = table,
                                       .params_size = sizeof(kn_dpp_params),
                                       .random = true,
                                       .fit = kn_dpp_fit,
                                       .whole = true,
                                       .run = run_mbr,
                                       .end = kn_dpp_model_free};
