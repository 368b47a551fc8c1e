/* dpp_fit.c - a conditional DPP learned by maximum likelihood of the oracle's lists (Kulesza and Taskar 2012,
 * section 4.2), regularised by l2 / 2 |theta|^2 on all but the constant:
 *
 *     log P(Y) = sum_{i in Y} theta.f_i + log det S_Y - log det(L + I)
 *     gradient = sum_{i in Y} f_i - sum_i K_ii f_i
 *
 * It is concave in theta and maximised by L-BFGS. Instances are processed in parallel and summed in order. */
#include "systems/dpp.h"
#include "base/descent.h"
#include "base/elementary.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

double kn_dpp_likelihood(kn_dpp_example *example, const double *theta, size_t columns, double *work, double *gradient)
{
    kn_dpp *dpp = &example->dpp;
    size_t n = dpp->count;
    double *marginal = work + n * n, value = 0, normaliser;
    for (size_t i = 0; i < n; i++) {
        double log_quality = kn_dot_double(theta, example->matrix + i * columns, columns) / 2;
        dpp->log_quality[i] = log_quality;
        value += example->picked[i] ? 2 * log_quality : 0;
    }
    if (!kn_dpp_normaliser(dpp, work, &normaliser, marginal))
        return -INFINITY;
    for (size_t i = 0; i < n; i++) {
        double factor = example->picked[i] - marginal[i];
        for (size_t c = 0; c < columns; c++)
            gradient[c] += factor * example->matrix[i * columns + c];
    }
    return value - normaliser;
}

/* Learning ends where a step lowers the loss by less than this share of it: lists no longer change then. */
static const double ENOUGH = 1e-5;

typedef struct fit {
    knap_data *train;
    const kn_dpp_params *params;
    const knap_run *run;
    kn_dpp_columns *columns;
    kn_dpp_example *example; /* [count] */
    size_t count, largest;
    double **work; /* [workers] */
    size_t workers;
    const double *theta;
    double *gradient, *value; /* [count][columns], [count] */
    double loss;              /* after the last step */
    bool cancelled;
} fit;

/* ---- Examples ---- */

static knap_status mark_oracle(kn_dpp_example *example, knap_error *error)
{
    kn_dpp *dpp = &example->dpp;
    knap_list list = {.allocator = dpp->allocator};
    knap_status status = kn_oracle_list(dpp->instance, &list, error);
    for (size_t k = 0; !status && k < list.count; k++)
        for (size_t i = 0; i < dpp->count; i++)
            if (dpp->item[i] == list.item[k])
                example->picked[i] = 1;
    knap_list_free(&list);
    return status;
}

static knap_status make_example(const fit *self, const knap_instance *instance, kn_dpp_example *example,
                                knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    unsigned char *keep = kn_new(allocator, instance->count, 1);
    knap_status status;
    if (!keep)
        return kn_no_memory(error);
    kn_dpp_keep(instance, self->params->min_words, keep);
    status = kn_dpp_begin(&example->dpp, instance, keep, error);
    kn_free(allocator, keep, instance->count, 1);
    if (status) {
        example->dpp.count = 0;
        return status;
    }
    example->matrix = kn_new(allocator, example->dpp.count * self->columns->count, sizeof *example->matrix);
    example->picked = kn_new(allocator, example->dpp.count, 1);
    if (!example->matrix || !example->picked)
        return kn_no_memory(error);
    status = mark_oracle(example, error);
    return status ? status : kn_dpp_columns_fill(self->columns, &example->dpp, example->matrix, error);
}

static knap_status prepare(void *context, size_t index, size_t worker, knap_error *error)
{
    fit *self = context;
    (void)worker;
    return make_example(self, self->train->instance[index], &self->example[index], error);
}

/* Means and deviations over all rows; columns that do not vary become 0. */
static void measure(fit *self)
{
    kn_dpp_columns *columns = self->columns;
    double rows = 0;
    for (size_t t = 0; t < self->count; t++) {
        const kn_dpp_example *example = &self->example[t];
        for (size_t i = 0; i < example->dpp.count; i++)
            for (size_t c = 0; c < columns->count; c++)
                columns->mean[c] += example->matrix[i * columns->count + c];
        rows += (double)example->dpp.count;
    }
    for (size_t c = 0; c < columns->count; c++) {
        columns->mean[c] /= fmax(1, rows);
        columns->deviation[c] = 0;
    }
    for (size_t t = 0; t < self->count; t++)
        for (size_t i = 0; i < self->example[t].dpp.count; i++)
            for (size_t c = 0; c < columns->count; c++) {
                double off = self->example[t].matrix[i * columns->count + c] - columns->mean[c];
                columns->deviation[c] += off * off;
            }
    for (size_t c = 0; c < columns->count; c++) {
        double deviation = sqrt(columns->deviation[c] / fmax(1, rows));
        columns->deviation[c] = deviation > 1e-9 * fmax(1, fabs(columns->mean[c])) ? deviation : 1e300;
    }
    for (size_t t = 0; t < self->count; t++)
        kn_dpp_columns_standardise(columns, self->example[t].matrix, self->example[t].dpp.count);
}

/* ---- The objective ---- */

static void evaluate_one(void *context, size_t index, size_t worker)
{
    fit *self = context;
    size_t columns = self->columns->count;
    double *gradient = self->gradient + index * columns;
    memset(gradient, 0, columns * sizeof *gradient);
    self->value[index] = kn_dpp_likelihood(&self->example[index], self->theta, columns, self->work[worker], gradient);
}

static double evaluate(const void *context, const double *theta, double *gradient)
{
    fit *self = (fit *)(uintptr_t)context;
    size_t columns = self->columns->count;
    double value = 0;
    self->theta = theta;
    kn_parallel_for(self->run->jobs, self->count, evaluate_one, self);
    memset(gradient, 0, columns * sizeof *gradient);
    for (size_t c = 1; c < columns; c++) {
        value += self->params->l2 / 2 * theta[c] * theta[c];
        gradient[c] = self->params->l2 * theta[c];
    }
    for (size_t t = 0; t < self->count; t++) {
        value -= self->value[t];
        for (size_t c = 0; c < columns; c++)
            gradient[c] -= self->gradient[t * columns + c];
    }
    return isfinite(value) ? value : 1e300;
}

static bool progress(void *context, size_t step, double loss)
{
    fit *self = context;
    knap_progress told = {.fraction = 1 - kn_exp(-(double)step / 20), .reward = NAN, .regret = NAN, .stage = "dpp"};
    bool level = step > 1 && self->loss - loss < ENOUGH * fabs(loss);
    self->loss = loss;
    if (self->run->progress && self->run->progress(self->run->context, &told))
        self->cancelled = true;
    return self->cancelled || level;
}

/* log(list length / items): with it alone the process draws about as many items as the oracle picks. */
static double constant(const fit *self)
{
    double picked = 0, items = 0;
    for (size_t t = 0; t < self->count; t++)
        for (size_t i = 0; i < self->example[t].dpp.count; i++) {
            picked += self->example[t].picked[i];
            items += 1;
        }
    return kn_log(fmax(picked, 0.5) / fmax(items, 1));
}

static knap_status learn(fit *self, double *theta, knap_error *error)
{
    kn_descent how = {.loss = evaluate,
                      .context = self,
                      .most_steps = 200,
                      .flat = 1e-4,
                      .halve = true, /* outside of where it is finite, the loss is 1e300 */
                      .ends = progress,
                      .watcher = self};
    size_t columns = self->columns->count;
    bool done;
    memset(theta, 0, columns * sizeof *theta);
    theta[0] = constant(self);
    done = kn_descend(&how, self->train->allocator, columns, theta);
    if (self->cancelled)
        return kn_fail(error, KNAP_CANCELLED, "cancelled");
    if (!done)
        return kn_no_memory(error);
    for (size_t c = 0; c < columns; c++)
        if (!isfinite(theta[c]))
            return kn_fail(error, KNAP_BAD_INPUT, "the likelihood of the process has no maximum: raise l2");
    return KNAP_OK;
}

/* ---- Together ---- */

static knap_status fit_new(fit *self, knap_error *error)
{
    const knap_allocator *allocator = self->run->allocator;
    self->example = kn_new(allocator, self->count, sizeof *self->example);
    self->gradient = kn_new(allocator, self->count * self->columns->count, sizeof *self->gradient);
    self->value = kn_new(allocator, self->count, sizeof *self->value);
    self->work = kn_new(allocator, self->workers, sizeof *self->work);
    return self->example && self->gradient && self->value && self->work ? KNAP_OK : kn_no_memory(error);
}

static void fit_free(fit *self)
{
    const knap_allocator *allocator = self->run->allocator;
    size_t room = self->largest * self->largest + self->largest;
    for (size_t t = 0; self->example && t < self->count; t++) {
        kn_dpp_example *example = &self->example[t];
        const knap_allocator *owner = example->dpp.allocator;
        kn_free(owner, example->matrix, example->dpp.count * self->columns->count, sizeof *example->matrix);
        kn_free(owner, example->picked, example->dpp.count, 1);
        if (example->dpp.item)
            kn_dpp_end(&example->dpp);
    }
    for (size_t w = 0; self->work && w < self->workers; w++)
        kn_free(allocator, self->work[w], room, sizeof **self->work);
    kn_free(allocator, self->example, self->count, sizeof *self->example);
    kn_free(allocator, self->gradient, self->count * self->columns->count, sizeof *self->gradient);
    kn_free(allocator, self->value, self->count, sizeof *self->value);
    kn_free(allocator, self->work, self->workers, sizeof *self->work);
}

static knap_status prepare_all(fit *self, knap_error *error)
{
    const knap_allocator *allocator = self->run->allocator;
    knap_status status = fit_new(self, error);
    if (status)
        return status;
    status = kn_parallel_try(self->run->jobs, self->count, prepare, self, error);
    for (size_t t = 0; t < self->count; t++)
        if (self->example[t].dpp.count > self->largest)
            self->largest = self->example[t].dpp.count;
    for (size_t w = 0; !status && w < self->workers; w++)
        if (!(self->work[w] = kn_new(allocator, self->largest * self->largest + self->largest, sizeof **self->work)))
            status = kn_no_memory(error);
    return status;
}

knap_status kn_dpp_fit(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error)
{
    kn_dpp_model *model = kn_new(run->allocator, 1, sizeof *model);
    const kn_dpp_params *settings = params;
    fit self = {
        .train = train, .params = settings, .run = run, .count = train->count, .workers = kn_workers(run->jobs)};
    knap_status status;
    *state = NULL;
    if (!model)
        return kn_no_memory(error);
    model->allocator = run->allocator;
    status = kn_dpp_columns_begin(&model->columns, train, settings->bins, run->allocator, error);
    if (!status && !(model->theta = kn_new(run->allocator, model->columns.count, sizeof *model->theta)))
        status = kn_no_memory(error);
    self.columns = &model->columns;
    if (!status) {
        if (!(status = prepare_all(&self, error))) {
            measure(&self);
            status = learn(&self, model->theta, error);
        }
        fit_free(&self);
    }
    if (status)
        kn_dpp_model_free(model);
    else
        *state = model;
    return status;
}

void kn_dpp_model_free(void *state)
{
    kn_dpp_model *model = state;
    kn_free(model->allocator, model->theta, model->columns.count, sizeof *model->theta);
    kn_dpp_columns_end(&model->columns);
    kn_free(model->allocator, model, 1, sizeof *model);
}
