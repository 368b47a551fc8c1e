/* tune.c - grid search over a system's params on training data, by mean reward. */
#include "systems/systems.h"

#include <math.h>
#include <string.h>

enum { MOST_PARAMS = 8, MOST_VALUES = 32, MOST_TEXT = 32 };

typedef struct axis {
    const knap_param *param;
    char value[MOST_VALUES][MOST_TEXT];
    size_t count, at;
} axis;

/* "lambda=1,2,4 r=0,0.3" into axes. */
static knap_status parse_axis(const knap_system *system, const char *text, size_t length, axis *made, knap_error *error)
{
    size_t name = 0, at;
    char word[MOST_TEXT];
    while (name < length && text[name] != '=')
        name++;
    if (name == length || name >= sizeof word)
        return kn_fail(error, KNAP_USAGE, "grid '%.*s': it is written name=value,value,...", (int)length, text);
    memcpy(word, text, name);
    word[name] = 0;
    made->param = system->params ? knap_param_find(system->params, word) : NULL;
    made->count = made->at = 0;
    if (!made->param)
        return kn_fail(error, KNAP_USAGE, "grid: system %s has no setting '%s'", system->name, word);
    for (at = name + 1; at <= length;) {
        size_t end = at;
        while (end < length && text[end] != ',')
            end++;
        if (made->count == MOST_VALUES || end - at >= MOST_TEXT)
            return kn_fail(error, KNAP_USAGE, "grid: '%s' has too many or too long values", word);
        memcpy(made->value[made->count], text + at, end - at);
        made->value[made->count++][end - at] = 0;
        at = end + 1;
    }
    return KNAP_OK;
}

static knap_status parse_grid(const knap_system *system, const char *grid, axis *axes, size_t *count, knap_error *error)
{
    *count = 0;
    while (*grid) {
        size_t length = strcspn(grid, " ;");
        knap_status status = KNAP_OK;
        if (length && *count == MOST_PARAMS)
            return kn_fail(error, KNAP_USAGE, "grid: at most %d settings at once", MOST_PARAMS);
        if (length)
            status = parse_axis(system, grid, length, &axes[(*count)++], error);
        if (status)
            return status;
        grid += length + (grid[length] != 0);
    }
    return KNAP_OK;
}

/* Sets the params of the combination under way. */
static knap_status set_params(const axis *axes, size_t count, void *params, knap_error *error)
{
    for (size_t i = 0; i < count; i++) {
        knap_status status = knap_param_parse(axes[i].param, params, axes[i].value[axes[i].at], error);
        if (status)
            return status;
    }
    return KNAP_OK;
}

static bool advance(axis *axes, size_t count)
{
    for (size_t i = count; i-- > 0;) {
        if (++axes[i].at < axes[i].count)
            return true;
        axes[i].at = 0;
    }
    return false;
}

static knap_status mean_reward(const knap_system *system, const void *params, const knap_data *train,
                               const knap_run *run, knap_packed *packed, double *mean, knap_error *error)
{
    knap_model *model = NULL;
    knap_status status = knap_system_fit(system, params, NULL, run, &model, error);
    *mean = 0;
    if (status)
        return status;
    status = knap_pack_all(model, train, 1, run, packed, error);
    for (size_t i = 0; !status && i < train->count; i++) {
        if (isnan(packed[i].reward))
            status = kn_fail(error, KNAP_BAD_INPUT, "an instance has no reward to tune by");
        *mean += packed[i].reward / (double)train->count;
    }
    knap_packed_free(packed, train->count);
    knap_model_free(model);
    return status;
}

static knap_status search(const knap_system *system, axis *axes, size_t count, const knap_data *train,
                          const knap_run *run, void *params, double *best, knap_error *error)
{
    const knap_allocator *allocator = run ? run->allocator : NULL;
    knap_packed *packed = kn_new(allocator, train->count, sizeof *packed);
    void *trial = kn_new(allocator, 1, system->params_size);
    knap_status status = packed && trial ? KNAP_OK : kn_no_memory(error);
    double highest = -INFINITY, mean;
    if (!status)
        memcpy(trial, params, system->params_size);
    do {
        if (status || (status = set_params(axes, count, trial, error)) ||
            (status = mean_reward(system, trial, train, run, packed, &mean, error)))
            break;
        /* values that differ only by rounding are equal */
        if (mean > highest + 1e-12) {
            highest = mean;
            memcpy(params, trial, system->params_size);
        }
    } while (advance(axes, count));
    if (!status && best)
        *best = highest;
    kn_free(allocator, trial, 1, system->params_size);
    kn_free(allocator, packed, train->count, sizeof *packed);
    return status;
}

knap_status knap_system_tune(const knap_system *system, const char *grid, const knap_data *train, const knap_run *run,
                             void *params, double *best, knap_error *error)
{
    if (best)
        *best = NAN;
    KN_REQUIRE(system);
    KN_REQUIRE(train);
    KN_REQUIRE(params);
    const knap_allocator *allocator = run ? run->allocator : NULL;
    axis *axes;
    size_t count;
    knap_status status;
    if (system->fit)
        return kn_fail(error, KNAP_USAGE,
                       "system %s is trained: its settings are not searched on the data "
                       "it is trained with",
                       system->name);
    if (!grid)
        grid = system->grid;
    if (!grid || !system->params)
        return kn_fail(error, KNAP_USAGE, "system %s has nothing to tune", system->name);
    if (train->count == 0)
        return kn_fail(error, KNAP_USAGE, "tuning needs training data");
    axes = kn_new(allocator, MOST_PARAMS, sizeof *axes);
    status = axes ? parse_grid(system, grid, axes, &count, error) : kn_no_memory(error);
    if (!status)
        status = search(system, axes, count, train, run, params, best, error);
    kn_free(allocator, axes, MOST_PARAMS, sizeof *axes);
    return status;
}
