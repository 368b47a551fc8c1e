/* scp.c - the paper's own systems, SCP and CONSEQOPT, as rows of the table: knap_train and knap_pack with
 * knap_settings for params; and SCP that sees what is expected of concepts, as picked, as its policies agree and with
 * the swap search. */
#include "systems/systems.h"
#include "core/expected.h"
#include "core/settings.h"
#include "core/view.h"

static knap_status fit(knap_data *train, const void *params, int method, const knap_run *run, void **state,
                       knap_error *error)
{
    knap_settings settings = *(const knap_settings *)params;
    knap_model *model = NULL;
    knap_status status;
    settings.method = method;
    status = knap_train(train, NULL, &settings, 1, run, &model, NULL, error);
    *state = model;
    return status;
}

static knap_status fit_scp(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error)
{
    return fit(train, params, KN_METHOD_SCP, run, state, error);
}

static knap_status fit_conseqopt(knap_data *train, const void *params, const knap_run *run, void **state,
                                 knap_error *error)
{
    return fit(train, params, KN_METHOD_CONSEQOPT, run, state, error);
}

/* Where nothing is expected of the items a policy sees them as the paper's does. */
static knap_status fit_expected(knap_data *train, const void *params, const knap_run *run, void **state,
                                knap_error *error)
{
    knap_settings settings = *(const knap_settings *)params, paper;
    knap_settings_init(&paper);
    if (settings.views & kn_view_expected_parts() && !kn_data_expects(train))
        settings.views = paper.views;
    return fit_scp(train, &settings, run, state, error);
}

static knap_status run_model(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    return knap_pack(task->state, task->instance, task->draw, task->run, list, score, error);
}

static void end(void *state)
{
    knap_model_free(state);
}

const knap_system kn_system_scp = {.name = "scp",
                                   .help = "trained: one policy for all positions",
                                   .params = KN_SETTINGS_BUT_METHOD,
                                   .params_size = sizeof(knap_settings),
                                   .random = 1,
                                   .scores = 1,
                                   .fit = fit_scp,
                                   .run = run_model,
                                   .end = end};
const knap_system kn_system_conseqopt = {.name = "conseqopt",
                                         .help = "trained: a policy for each position",
                                         .params = KN_SETTINGS_BUT_METHOD,
                                         .params_size = sizeof(knap_settings),
                                         .random = 1,
                                         .scores = 1,
                                         .fit = fit_conseqopt,
                                         .run = run_model,
                                         .end = end};
const knap_system kn_system_scp_expected = {.name = "scp-expected",
                                            .help = "trained: scp that sees what is expected of concepts",
                                            .params = KN_SETTINGS_BUT_METHOD,
                                            .params_size = sizeof(knap_settings),
                                            .preset = "views=expected",
                                            .random = 1,
                                            .scores = 1,
                                            .fit = fit_expected,
                                            .run = run_model,
                                            .end = end};
const knap_system kn_system_scp_mbr = {.name = "scp-mbr",
                                       .help = "trained: scp-expected, the list that all its policies agree on",
                                       .params = KN_SETTINGS_BUT_METHOD,
                                       .params_size = sizeof(knap_settings),
                                       .preset = "views=expected decode=mbr",
                                       .random = 1,
                                       .scores = 1,
                                       .fit = fit_expected,
                                       .run = run_model,
                                       .end = end};
const knap_system kn_system_scp_swap = {.name = "scp-swap",
                                        .help = "trained: scp-expected, then the swap search",
                                        .params = KN_SETTINGS_BUT_METHOD,
                                        .params_size = sizeof(knap_settings),
                                        .preset = "views=expected decode=swap",
                                        .random = 1,
                                        .scores = 1,
                                        .fit = fit_expected,
                                        .run = run_model,
                                        .end = end};
