/* scp.c - the paper's own systems, SCP and CONSEQOPT, as rows of the table of systems, and knap_train,
 * which makes a model of them. Their params are knap_settings. Further rows: SCP with the views of
 * expected worths, decoded greedily, by minimum Bayes risk, and by the swap search. */
#include "core/scp.h"
#include "core/expected.h"
#include "core/select.h"
#include "core/settings.h"
#include "base/error.h"

#include <math.h>

knap_status knap_train(knap_data *train, knap_data *validate, const knap_settings *settings, size_t count,
                       const knap_run *run, knap_model **model, knap_report *report, knap_error *error)
{
    kn_policy *policy;
    knap_status status;
    KN_REQUIRE(model);
    *model = NULL;
    if (report)
        *report = (knap_report){.validation = NAN, .learned = NAN, .untrained = NAN};
    KN_REQUIRE(train);
    KN_REQUIRE(settings);
    status = kn_select_policy(train, validate, settings, count, run, &policy, report, error);
    if (status)
        return status;
    return kn_model_of_policy(kn_system_of_method(policy->settings.method), policy, &train->features, model, error);
}

const knap_system *kn_system_of_method(int method)
{
    return method == KNAP_METHOD_CONSEQOPT ? &kn_system_conseqopt : &kn_system_scp;
}

static knap_status fit(knap_data *train, const void *params, int method, const knap_run *run, void **state,
                       knap_error *error)
{
    knap_settings settings = *(const knap_settings *)params;
    kn_policy *policy;
    knap_status status;
    settings.method = method;
    status = kn_select_policy(train, NULL, &settings, 1, run, &policy, NULL, error);
    *state = policy;
    return status;
}

static knap_status fit_scp(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error)
{
    return fit(train, params, KNAP_METHOD_SCP, run, state, error);
}

static knap_status fit_conseqopt(knap_data *train, const void *params, const knap_run *run, void **state,
                                 knap_error *error)
{
    return fit(train, params, KNAP_METHOD_CONSEQOPT, run, state, error);
}

/* Items without expected worths are seen through the paper's views. */
static knap_status fit_expected(knap_data *train, const void *params, const knap_run *run, void **state,
                                knap_error *error)
{
    knap_settings settings = *(const knap_settings *)params, paper;
    knap_settings_init(&paper);
    if (settings.views & kn_view_expected_parts() && !kn_data_expects(train))
        settings.views = paper.views;
    return fit_scp(train, &settings, run, state, error);
}

/* A system with the params and the list of a policy; the rest differs. */
#define TRAINED(...)                                                                                                   \
    {                                                                                                                  \
        .params = KN_SETTINGS_BUT_METHOD, .params_size = sizeof(knap_settings), .random = true, .scores = true,        \
        .run = kn_policy_run, .end = kn_policy_end, __VA_ARGS__                                                        \
    }

const knap_system kn_system_scp =
    TRAINED(.name = "scp", .help = "trained: one policy for all positions", .fit = fit_scp);
const knap_system kn_system_conseqopt =
    TRAINED(.name = "conseqopt", .help = "trained: a policy for each position", .fit = fit_conseqopt);
const knap_system kn_system_scp_expected =
    TRAINED(.name = "scp-expected", .help = "trained: scp that sees what is expected of concepts",
            .preset = "views=expected", .fit = fit_expected);
const knap_system kn_system_scp_mbr =
    TRAINED(.name = "scp-mbr", .help = "trained: scp-expected, the list that all its policies agree on",
            .preset = "views=expected decode=mbr", .fit = fit_expected, .whole = true);
const knap_system kn_system_scp_swap =
    TRAINED(.name = "scp-swap", .help = "trained: scp-expected, then the swap search",
            .preset = "views=expected decode=swap", .fit = fit_expected, .whole = true);
/* The penalties were chosen by blind reading on topics of our own and by cross-validation: see docs/RESULTS.md. */
const knap_system kn_system_reader =
    TRAINED(.name = "reader", .help = "trained: scp-swap with penalties of what readers dislike",
            .preset = "views=expected decode=swap readability-penalty=0.4 item-penalty=0.5 term-penalty=1 "
                      "pair-penalty=1 pair-threshold=0.2 beta=2 fill=0.9",
            .fit = fit_expected, .whole = true);
