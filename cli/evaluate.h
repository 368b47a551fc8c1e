/* evaluate.h - what knap evaluate measured, for its printers. */
#pragma once

#include "cli.h"

enum { EV_MOST_SYSTEMS = 32, EV_MOST_BUDGETS = 64, EV_SAMPLES = 2000 };

typedef struct ev_system {
    const char *name; /* as on the command line */
    knap_model *model;
} ev_system;

typedef struct ev_budget {
    double amount; /* a cost, or a share of the instance's own budget; NaN: that budget itself */
    bool share;
} ev_budget;

typedef struct evaluation {
    ev_system system[EV_MOST_SYSTEMS];
    size_t systems, base; /* differences are taken from system `base` */
    ev_budget budget[EV_MOST_BUDGETS];
    size_t budgets;                                            /* at least 1 */
    size_t count;                                              /* instances */
    knap_limits *limits[EV_MOST_BUDGETS];                      /* [count]; the bounds are the smallest of all lists */
    knap_measures *measures[EV_MOST_BUDGETS][EV_MOST_SYSTEMS]; /* [count] */
    size_t capacity;
    size_t order[EV_MOST_SYSTEMS]; /* [systems] in which they are run */
} evaluation;

/* A mean over the instances with its 95% bootstrap interval, and the p-value of its being 0. NaN where nothing was measured. */
typedef struct ev_mean {
    double mean, low, high, p;
    size_t count;
} ev_mean;

/* The quantities that are averaged. */
typedef enum ev_quantity {
    EV_REWARD,
    EV_GAP,    /* oracle - reward */
    EV_PROVEN, /* reward / bound; 1 where the bound is 0 */
    EV_COVERAGE,
    EV_USED,
    EV_ITEMS,
    EV_COST,
    EV_FIRST, /* whether the list has the best-ranked item */
    EV_QUANTITIES
} ev_quantity;

extern const char *const ev_quantity_names[EV_QUANTITIES]; /* in JSON */

double ev_value(const evaluation *self, size_t budget, size_t system, size_t instance, ev_quantity quantity);
ev_mean ev_mean_of(const evaluation *self, size_t budget, size_t system, ev_quantity quantity);
/* The same of reward of `system` less that of the base, instance by instance. */
ev_mean ev_difference(const evaluation *self, size_t budget, size_t system);

/* What does not depend on a system, with its names in tables and in JSON. */
typedef enum ev_limit { EV_ORACLE, EV_BOUND, EV_TOP_K, EV_LIMITS } ev_limit;

extern const char *const ev_limit_titles[EV_LIMITS];
extern const char *const ev_limit_names[EV_LIMITS];

double ev_limit_value(const evaluation *self, size_t budget, size_t instance, ev_limit limit);
ev_mean ev_limit_mean(const evaluation *self, size_t budget, ev_limit limit);

/* "200", "50%", or "" for the data's own. */
const char *ev_budget_text(const ev_budget *budget, char *text, size_t size);

void ev_print_table(const evaluation *self);
void ev_print_json(const evaluation *self);
/* The instances from `first` on, at one budget. `id` NULL: its number. */
void ev_print_each(const evaluation *self, size_t budget, size_t instance, const char *id, double amount, bool json);
/* Mean reward over budgets, as a self-contained SVG. */
knap_status ev_write_curve(const evaluation *self, const char *path, knap_error *error);
/* The instances get what the model of a system looks at. Plain systems, which are packed before, see the data as they were given. */
knap_status ev_prepare(const ev_system *system, knap_data *data, size_t jobs, knap_error *error);
/* Estimates from logs, which all instances of `data` have, and prints them (evaluate_logs.c). */
knap_status ev_evaluate_logs(const evaluation *self, knap_data *data, const knap_logs_settings *settings,
                             uint64_t first_draw, const knap_run *run, bool json, knap_error *error);
