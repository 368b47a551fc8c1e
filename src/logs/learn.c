/* learn.c - worths of items from logs, for a trainer that needs a reward of every list. */
#include "logs/logs.h"
#include "base/error.h"

#include <math.h>

/* The mean of the weights: what 1 stands for after self-normalisation. */
static double mean_weight(const knap_data *data, const knap_logs_settings *settings)
{
    double sum = 0;
    for (size_t i = 0; i < data->count; i++)
        sum += kn_log_weight(data->instance[i]->log, settings);
    return sum / (double)data->count;
}

static void set_worths(kn_log_model *model, knap_instance *instance, double weight)
{
    const knap_log *log = instance->log;
    double residual;
    kn_log_model_look(model, instance);
    residual = log->reward - kn_log_model_list(model, instance, log->item, log->count, KN_LOG_FOLDS);
    for (size_t s = 0; s < instance->count; s++)
        instance->worth[s] = kn_log_model_item(model, instance, s, KN_LOG_FOLDS);
    for (size_t i = 0; i < log->count; i++)
        instance->worth[log->item[i]] += weight * residual / (double)log->count;
    for (size_t s = 0; s < instance->count; s++)
        instance->worth[s] = fmax(instance->worth[s], 0);
}

knap_status knap_logs_learn(knap_data *data, const knap_logs_settings *settings, const knap_run *run, knap_error *error)
{
    KN_REQUIRE(data);
    knap_logs_settings chosen;
    kn_log_model model;
    double one;
    knap_status status = kn_logs_settings(settings, &chosen, error);
    if (status || (status = kn_logs_check(data, error)) || (status = kn_data_widen(data, error)))
        return status;
    status = kn_log_model_fit(&model, data, &chosen, run ? run->allocator : NULL, error);
    one = mean_weight(data, &chosen);
    for (size_t i = 0; !status && i < data->count; i++) {
        set_worths(&model, data->instance[i], kn_log_weight(data->instance[i]->log, &chosen) / one);
        status = knap_instance_set_reward(data->instance[i], knap_reward_find("modular"), NULL, error);
    }
    kn_log_model_free(&model);
    return status;
}

bool knap_logs_only(const knap_data *data)
{
    for (size_t i = 0; data && i < data->count; i++)
        if (!data->instance[i]->log || data->instance[i]->reward)
            return false;
    return data && data->count > 0;
}
