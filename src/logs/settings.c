/* settings.c - the settings of learning from logs, and what is checked of the logs. */
#include "logs/logs.h"
#include "core/item.h"
#include "base/error.h"

#include <math.h>

#define ROW(type, field, initial, low, high, help)                                                                     \
    {                                                                                                                  \
#field, type, offsetof(knap_logs_settings, field), initial, low, high, NULL, help                              \
    }

static const knap_param rows[] = {
    ROW(KNAP_PARAM_REAL, clip, 100, 0, 1e12, "Clip the weights 1/propensity of logged lists at this; 0 means none"),
    ROW(KNAP_PARAM_REAL, l2, 1, 1e-9, 1e9, "Regularise the model of the reward, in observations"),
    ROW(KNAP_PARAM_COUNT, samples, 2000, 1, 1e6, "Draw N bootstrap resamples"),
    ROW(KNAP_PARAM_REAL, confidence, 95, 0, 100, "Set the confidence of intervals, in per cent"),
    ROW(KNAP_PARAM_COUNT, seed, 1, 0, 9007199254740992.0, "Seed the resamples"),
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_logs_table(void)
{
    return rows;
}

void knap_logs_init(knap_logs_settings *settings)
{
    if (settings)
        knap_params_init(rows, settings);
}

knap_status kn_logs_settings(const knap_logs_settings *given, knap_logs_settings *settings, knap_error *error)
{
    knap_logs_init(settings);
    if (given)
        *settings = *given;
    return knap_params_check(rows, settings, error);
}

double kn_log_weight(const knap_log *log, const knap_logs_settings *settings)
{
    double weight = 1 / log->propensity;
    return settings->clip > 0 ? fmin(weight, settings->clip) : weight;
}

knap_status kn_logs_check(const knap_data *data, knap_error *error)
{
    char label[160];
    if (data->count == 0)
        return kn_fail(error, KNAP_BAD_INPUT, "there are no instances with logs");
    for (size_t i = 0; i < data->count; i++) {
        knap_status status = kn_instance_ready(data->instance[i], error);
        if (status)
            return status;
        if (!data->instance[i]->log)
            return kn_fail(error, KNAP_BAD_INPUT, "%s has no log: add \"shown\", \"reward\" and \"propensity\"",
                           kn_instance_label(data->instance[i], label, sizeof label));
    }
    return KNAP_OK;
}
