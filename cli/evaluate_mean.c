/* evaluate_mean.c - means over instances with intervals. */
#include "evaluate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *const ev_quantity_names[EV_QUANTITIES] = {"reward", "gap", "proven", "coverage", "used", "items", "cost", "first"};
const char *const ev_limit_titles[EV_LIMITS] = {"greedy oracle", "upper bound", "top-k"};
const char *const ev_limit_names[EV_LIMITS] = {"oracle", "bound", "top_k"};

double ev_value(const evaluation *self, size_t budget, size_t system, size_t instance, ev_quantity quantity)
{
    const knap_measures *measures = &self->measures[budget][system][instance];
    const knap_limits *limits = &self->limits[budget][instance];
    switch (quantity) {
    case EV_REWARD:
        return measures->reward;
    case EV_GAP:
        return limits->oracle - measures->reward;
    case EV_PROVEN:
        return limits->bound == 0 ? 1 : measures->reward / limits->bound;
    case EV_COVERAGE:
        return measures->coverage;
    case EV_USED:
        return measures->used;
    case EV_ITEMS:
        return (double)measures->items;
    case EV_FIRST:
        return measures->first;
    default:
        return measures->cost;
    }
}

/* `value` is freed. Instances without the quantity (NaN) are left out. */
static ev_mean mean_of(double *value, size_t count)
{
    ev_mean mean = {NAN, NAN, NAN, NAN, 0};
    double *zero = cli_new(count, sizeof *zero);
    knap_rouge_comparison against;
    knap_error error;
    knap_status status = KNAP_OK;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(value[i]))
            value[kept++] = value[i];
    /* The paired comparison with 0 resamples the values themselves. */
    if (kept)
        status = knap_rouge_compare(value, zero, kept, EV_SAMPLES, 95, 1, cli_allocator(), &against, &error);
    cli_need_memory(status);
    if (kept && !status)
        mean = (ev_mean){against.mean_a, against.low, against.high, against.p_randomization, kept};
    free(zero);
    free(value);
    return mean;
}

ev_mean ev_mean_of(const evaluation *self, size_t budget, size_t system, ev_quantity quantity)
{
    double *value = cli_new(self->count, sizeof *value);
    for (size_t i = 0; i < self->count; i++)
        value[i] = ev_value(self, budget, system, i, quantity);
    return mean_of(value, self->count);
}

ev_mean ev_difference(const evaluation *self, size_t budget, size_t system)
{
    double *value = cli_new(self->count, sizeof *value);
    for (size_t i = 0; i < self->count; i++)
        value[i] = ev_value(self, budget, system, i, EV_REWARD) - ev_value(self, budget, self->base, i, EV_REWARD);
    return mean_of(value, self->count);
}

double ev_limit_value(const evaluation *self, size_t budget, size_t instance, ev_limit limit)
{
    const knap_limits *limits = &self->limits[budget][instance];
    return limit == EV_ORACLE ? limits->oracle : limit == EV_BOUND ? limits->bound : limits->top_k;
}

ev_mean ev_limit_mean(const evaluation *self, size_t budget, ev_limit limit)
{
    double *value = cli_new(self->count, sizeof *value);
    for (size_t i = 0; i < self->count; i++)
        value[i] = ev_limit_value(self, budget, i, limit);
    return mean_of(value, self->count);
}

const char *ev_budget_text(const ev_budget *budget, char *text, size_t size)
{
    if (isnan(budget->amount))
        snprintf(text, size, "%s", "");
    else
        snprintf(text, size, budget->share ? "%.15g%%" : "%.15g", budget->amount * (budget->share ? 100 : 1));
    return text;
}
