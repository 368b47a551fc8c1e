/* logs/logs.h - the model of the reward that estimating and learning share. */
#ifndef KNAP_LOGS_LOGS_H
#define KNAP_LOGS_LOGS_H

#include "knap/logs.h"
#include "core/instance.h"

enum { KN_LOG_FOLDS = 5 };

/* r(L) = theta . z(L), z(L) = (1, sum over s in L of phi(s)), phi(s) = (1, cost / budget, relevance, features). One model without
 * each fold, and one of all logs. */
typedef struct kn_log_model {
    const knap_allocator *allocator;
    size_t width;      /* numbers in z */
    size_t items;      /* of the largest instance */
    double *theta;     /* [KN_LOG_FOLDS + 1][width] */
    double *relevance; /* [items] of the instance that was looked at last */
    double *z;         /* [width] */
} kn_log_model;

/* min(1/propensity, clip). */
double kn_log_weight(const knap_log *log, const knap_logs_settings *settings);
/* `given`, or the defaults where it is NULL; KNAP_USAGE where one is out of range. */
knap_status kn_logs_settings(const knap_logs_settings *given, knap_logs_settings *settings, knap_error *error);
/* KNAP_BAD_INPUT where an instance has no log, and names it. */
knap_status kn_logs_check(const knap_data *data, knap_error *error);

/* Fits by ridge regression, weighted by kn_log_weight. Free in any case. */
knap_status kn_log_model_fit(kn_log_model *model, const knap_data *data, const knap_logs_settings *settings,
                             const knap_allocator *allocator, knap_error *error);
void kn_log_model_free(kn_log_model *model);
/* Looks at an instance: the calls below are about it. */
void kn_log_model_look(kn_log_model *model, const knap_instance *instance);
/* What model `fold` (KN_LOG_FOLDS: that of all) predicts for a list of the instance, and an item's part in it. */
double kn_log_model_list(kn_log_model *model, const knap_instance *instance, const size_t *item, size_t count,
                         size_t fold);
double kn_log_model_item(const kn_log_model *model, const knap_instance *instance, size_t item, size_t fold);

#endif
