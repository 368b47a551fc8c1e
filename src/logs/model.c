/* model.c - a linear model of the reward of lists, fitted to logs by weighted ridge regression. */
#include "logs/logs.h"
#include "core/item.h"
#include "base/dense.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum { OWN = 3 /* numbers of phi before the features: 1, cost, relevance */ };

void kn_log_model_look(kn_log_model *model, const knap_instance *instance)
{
    if (!kn_relevance(instance, model->relevance))
        memset(model->relevance, 0, instance->count * sizeof *model->relevance);
}

/* phi(s), number `column`. */
static double phi(const kn_log_model *model, const knap_instance *instance, size_t item, size_t column)
{
    if (column == 0)
        return 1;
    if (column == 1)
        return instance->budget > 0 ? instance->cost[item] / instance->budget : 0;
    if (column == 2)
        return model->relevance[item];
    return column - OWN < instance->width ? (double)instance->feature[item * instance->width + column - OWN] : 0;
}

/* z(L) into model->z. */
static void sum_up(kn_log_model *model, const knap_instance *instance, const size_t *item, size_t count)
{
    model->z[0] = 1;
    for (size_t c = 1; c < model->width; c++) {
        model->z[c] = 0;
        for (size_t i = 0; i < count; i++)
            model->z[c] += phi(model, instance, item[i], c - 1);
    }
}

double kn_log_model_item(const kn_log_model *model, const knap_instance *instance, size_t item, size_t fold)
{
    const double *theta = model->theta + fold * model->width;
    double sum = 0;
    for (size_t c = 1; c < model->width; c++)
        sum += theta[c] * phi(model, instance, item, c - 1);
    return sum;
}

double kn_log_model_share(const kn_log_model *model, const knap_instance *instance, size_t item, size_t fold)
{
    size_t count = instance->log->count;
    return kn_log_model_item(model, instance, item, fold) +
           (count ? model->theta[fold * model->width] / (double)count : 0);
}

double kn_log_model_list(kn_log_model *model, const knap_instance *instance, const size_t *item, size_t count,
                         size_t fold)
{
    const double *theta = model->theta + fold * model->width;
    double sum = 0;
    sum_up(model, instance, item, count);
    for (size_t c = 0; c < model->width; c++)
        sum += theta[c] * model->z[c];
    return sum;
}

/* ---- Fitting ---- */

/* The sums of the normal equations over the logs of one fold. */
typedef struct sums {
    double *matrix; /* [width][width] lower triangle, matrix[column * width + row] */
    double *right;  /* [width] */
} sums;

static void add_log(const kn_log_model *model, const double *scale, double weight, double reward, sums *to)
{
    size_t width = model->width;
    for (size_t c = 0; c < width; c++) {
        double left = weight * model->z[c] * scale[c];
        to->right[c] += left * reward;
        for (size_t r = c; r < width; r++)
            to->matrix[c * width + r] += left * model->z[r] * scale[r];
    }
}

void kn_log_solve(const double *factor, double *right, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        right[c] /= factor[c * n + c];
        for (size_t r = c + 1; r < n; r++)
            right[r] -= factor[c * n + r] * right[c];
    }
    for (size_t c = n; c-- > 0;) {
        for (size_t r = c + 1; r < n; r++)
            right[c] -= factor[c * n + r] * right[r];
        right[c] /= factor[c * n + c];
    }
}

/* The model without `fold`: all sums less those of the fold. `work` is scratch of the same shape. */
static knap_status fit_fold(kn_log_model *model, const sums *fold, size_t left_out, double l2, const double *scale,
                            sums *work, knap_error *error)
{
    size_t width = model->width;
    double *theta = model->theta + left_out * width;
    memset(work->matrix, 0, width * width * sizeof *work->matrix);
    memset(work->right, 0, width * sizeof *work->right);
    for (size_t f = 0; f < KN_LOG_FOLDS; f++) {
        if (f == left_out)
            continue;
        for (size_t i = 0; i < width * width; i++)
            work->matrix[i] += fold[f].matrix[i];
        for (size_t i = 0; i < width; i++)
            work->right[i] += fold[f].right[i];
    }
    work->matrix[0] += 1e-9; /* the constant is not regularised, but a fold may hold all logs */
    for (size_t c = 1; c < width; c++)
        work->matrix[c * width + c] += l2;
    if (!kn_dense_factor(work->matrix, width))
        return kn_fail(error, KNAP_BAD_INPUT, "the model of the logged rewards cannot be fitted: raise l2");
    kn_log_solve(work->matrix, work->right, width);
    for (size_t c = 0; c < width; c++)
        theta[c] = work->right[c] * scale[c];
    return KNAP_OK;
}

/* 1 / the root mean square of each column over the lists shown, so that l2 means the same for all; the mean weight. */
static void find_scale(kn_log_model *model, const knap_data *data, const knap_logs_settings *settings, double *scale,
                       double *mean_weight)
{
    memset(scale, 0, model->width * sizeof *scale);
    *mean_weight = 0;
    for (size_t i = 0; i < data->count; i++) {
        const knap_instance *instance = data->instance[i];
        kn_log_model_look(model, instance);
        sum_up(model, instance, instance->log->item, instance->log->count);
        for (size_t c = 0; c < model->width; c++)
            scale[c] += model->z[c] * model->z[c] / (double)data->count;
        *mean_weight += kn_log_weight(instance->log, settings) / (double)data->count;
    }
    for (size_t c = 0; c < model->width; c++)
        scale[c] = scale[c] > 0 ? 1 / sqrt(scale[c]) : 0;
}

static knap_status fit(kn_log_model *model, const knap_data *data, const knap_logs_settings *settings, double *room,
                       knap_error *error)
{
    size_t width = model->width, size = width * width + width;
    sums fold[KN_LOG_FOLDS], work = {room, room + width * width};
    double *scale = room + (KN_LOG_FOLDS + 1) * size, mean_weight;
    knap_status status = KNAP_OK;
    for (size_t f = 0; f < KN_LOG_FOLDS; f++)
        fold[f] = (sums){room + (f + 1) * size, room + (f + 1) * size + width * width};
    find_scale(model, data, settings, scale, &mean_weight);
    for (size_t i = 0; i < data->count; i++) {
        const knap_instance *instance = data->instance[i];
        kn_log_model_look(model, instance);
        sum_up(model, instance, instance->log->item, instance->log->count);
        add_log(model, scale, kn_log_weight(instance->log, settings) / mean_weight, instance->log->reward,
                &fold[i % KN_LOG_FOLDS]);
    }
    for (size_t f = 0; !status && f <= KN_LOG_FOLDS; f++)
        status = fit_fold(model, fold, f, settings->l2, scale, &work, error);
    return status;
}

knap_status kn_log_model_fit(kn_log_model *model, const knap_data *data, const knap_logs_settings *settings,
                             const knap_allocator *allocator, knap_error *error)
{
    size_t room_size;
    double *room;
    knap_status status = KNAP_OK;
    *model = (kn_log_model){.allocator = allocator, .width = 1 + OWN + data->features.count};
    room_size = (KN_LOG_FOLDS + 1) * (model->width * model->width + model->width) + model->width;
    for (size_t i = 0; i < data->count; i++)
        model->items = data->instance[i]->count > model->items ? data->instance[i]->count : model->items;
    model->theta = kn_new(allocator, (KN_LOG_FOLDS + 1) * model->width, sizeof *model->theta);
    model->relevance = kn_new(allocator, model->items, sizeof *model->relevance);
    model->z = kn_new(allocator, model->width, sizeof *model->z);
    room = kn_new(allocator, room_size, sizeof *room);
    status = model->theta && model->relevance && model->z && room ? fit(model, data, settings, room, error)
                                                                  : kn_no_memory(error);
    kn_free(allocator, room, room_size, sizeof *room);
    return status;
}

void kn_log_model_free(kn_log_model *model)
{
    kn_free(model->allocator, model->theta, (KN_LOG_FOLDS + 1) * model->width, sizeof *model->theta);
    kn_free(model->allocator, model->relevance, model->items, sizeof *model->relevance);
    kn_free(model->allocator, model->z, model->width, sizeof *model->z);
}
