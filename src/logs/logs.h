/* logs/logs.h - the model of the reward that estimating and learning share. */
#pragma once

#include "logs/inner.h"
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
/* An item's part, and an equal part of the constant: their sum over the list shown is what the model predicts for it. */
double kn_log_model_share(const kn_log_model *model, const knap_instance *instance, size_t item, size_t fold);
/* Solves C C^T x = right in place; the factor is that of kn_dense_factor. */
void kn_log_solve(const double *factor, double *right, size_t n);

/* ---- Lists that match in part (slate.c) ---- */

/* The estimates from parts of lists. */
enum { KN_PART_ITEMS, KN_PART_SLATE, KN_PART_CASCADE, KN_PARTS };

typedef struct kn_slate {
    const knap_allocator *allocator;
    double *room; /* [size] of all arrays */
    size_t size;
    size_t items, shown; /* of the log that was looked at last */
    bool known;          /* there was one */
    bool all;            /* no other list could have been shown */
    double *factor;      /* [items][items] of Gamma */
    double *share;       /* [items] P(s in S) */
    double *chance;      /* [items] */
    double *solved;      /* [items] Gamma^-1 1_S */
    double *scratch;
} kn_slate;

/* For instances of at most `items` items and lists of at most `longest`. `self` is zero-initialised. Free it in any case. */
knap_status kn_slate_begin(kn_slate *self, size_t items, size_t longest, const knap_allocator *allocator,
                           knap_error *error);
void kn_slate_free(kn_slate *self);
/* Looks at an instance whose log has chances: the calls below are about it. */
knap_status kn_slate_look(kn_slate *self, const knap_instance *instance, knap_error *error);
/* 1_L^T Gamma^-1 1_S. Items that are never drawn count as nothing; `same`: both lists have the same items. */
double kn_slate_weight(const kn_slate *self, const knap_log *log, const knap_list *list, bool same);
/* P(s in S). */
double kn_slate_share(const kn_slate *self, size_t item);
/* A number whose mean over logs with gains is 0 if it does not matter at which place an item stands. */
double kn_slate_place(const kn_slate *self, const knap_log *log);
/* 1 / P(S_i | S_1 .. S_{i-1}), `place` from 0. */
double kn_cascade_step(const kn_slate *self, const knap_log *log, size_t place);
