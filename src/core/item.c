/* item.c - parts of an item that not every item has: text, source, group, score, usefulness; and costs set later. An
 * array is made when the first item has such a part. */
#include "core/item.h"
#include "core/borrow.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double LARGEST_SCORE = 1e30;

/* Rows that an array needs so that every item and `row` have one. */
static size_t rows_with(const knap_instance *instance, size_t row)
{
    return row < instance->count ? instance->count : row + 1;
}

knap_status kn_item_text(knap_instance *instance, char ***array, size_t row, const char *text, size_t length,
                         knap_error *error)
{
    char *copy = NULL;
    if (!text && !*array)
        return KNAP_OK;
    if (text && !(copy = kn_arena_text(&instance->arena, text, length)))
        return kn_no_memory(error);
    if (!KN_ZEROED_ROOM(instance->data->allocator, *array, rows_with(instance, row)))
        return kn_no_memory(error);
    (*array)[row] = copy;
    return KNAP_OK;
}

knap_status kn_item_group(knap_instance *instance, size_t row, size_t group, knap_error *error)
{
    if (!group && !instance->group)
        return KNAP_OK;
    if (!KN_ZEROED_ROOM(instance->data->allocator, instance->group, rows_with(instance, row)))
        return kn_no_memory(error);
    instance->group[row] = group;
    return KNAP_OK;
}

knap_status kn_item_number(knap_instance *instance, double **array, size_t row, double value, knap_error *error)
{
    size_t before = kn_array_capacity(*array);
    if (isnan(value) && !*array)
        return KNAP_OK;
    if (!KN_ROOM(instance->data->allocator, *array, rows_with(instance, row)))
        return kn_no_memory(error);
    for (size_t i = before; i < kn_array_capacity(*array); i++)
        (*array)[i] = NAN;
    (*array)[row] = value;
    return KNAP_OK;
}

knap_status kn_check_cost(size_t item, double cost, knap_error *error)
{
    if (!(cost > 0 && cost <= KN_LARGEST_COST))
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: cost %g: a cost is a number above 0 and up to %g", item, cost,
                       KN_LARGEST_COST);
    return KNAP_OK;
}

static knap_status check_item(const knap_instance *instance, size_t item, const char *what, knap_error *error)
{
    if (item >= instance->count)
        return kn_fail(error, KNAP_BAD_INPUT, "%s of item %zu: there are %zu items", what, item, instance->count);
    return KNAP_OK;
}

knap_status knap_instance_set_cost(knap_instance *instance, size_t item, double cost, knap_error *error)
{
    KN_REQUIRE(instance);
    knap_status status = check_item(instance, item, "cost", error);
    if (!status)
        status = kn_check_cost(item, cost, error);
    if (!status)
        status = kn_instance_own(instance, error);
    if (status)
        return status;
    instance->uncosted -= isnan(instance->cost[item]) ? 1 : 0;
    instance->cost[item] = cost;
    return KNAP_OK;
}

/* Sets a number of the item that may be anything up to `most`. */
static knap_status set_number(knap_instance *instance, double **array, size_t item, double value, const char *what,
                              double most, knap_error *error)
{
    knap_status status = check_item(instance, item, what, error);
    if (status)
        return status;
    if (fabs(value) > most)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: %s %g is out of range: expected a number from %g to %g", item,
                       what, value, -most, most);
    return kn_item_number(instance, array, item, value, error);
}

knap_status knap_instance_set_score(knap_instance *instance, size_t item, double score, knap_error *error)
{
    KN_REQUIRE(instance);
    return set_number(instance, &instance->score, item, score, "score", LARGEST_SCORE, error);
}

knap_status knap_instance_set_useful(knap_instance *instance, size_t item, double useful, knap_error *error)
{
    KN_REQUIRE(instance);
    knap_status status = check_item(instance, item, "usefulness", error);
    if (status)
        return status;
    if (useful < 0 || useful > LARGEST_SCORE)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: usefulness %g is out of range: expected a number from 0 to %g",
                       item, useful, LARGEST_SCORE);
    return kn_item_number(instance, &instance->useful, item, useful, error);
}

knap_status knap_instance_set_position(knap_instance *instance, size_t item, double position, knap_error *error)
{
    KN_REQUIRE(instance);
    return set_number(instance, &instance->position, item, position, "position", KN_LARGEST_COST, error);
}

knap_status knap_instance_set_date(knap_instance *instance, size_t item, double days, knap_error *error)
{
    KN_REQUIRE(instance);
    return set_number(instance, &instance->date, item, days, "date", KN_LARGEST_COST, error);
}

knap_status knap_instance_set_text(knap_instance *instance, size_t item, const char *text, knap_error *error)
{
    KN_REQUIRE(instance);
    knap_status status = check_item(instance, item, "text", error);
    if (status)
        return status;
    return kn_item_text(instance, &instance->item_text, item, text, text ? strlen(text) : 0, error);
}

knap_status knap_instance_set_group(knap_instance *instance, size_t item, size_t group, knap_error *error)
{
    KN_REQUIRE(instance);
    knap_status status = check_item(instance, item, "group", error);
    return status ? status : kn_item_group(instance, item, group, error);
}

knap_status knap_instance_set_item_source(knap_instance *instance, size_t item, const char *json, size_t length,
                                          knap_error *error)
{
    KN_REQUIRE(instance);
    knap_status status = check_item(instance, item, "source", error);
    if (status)
        return status;
    return kn_item_text(instance, &instance->item_source, item, json, length, error);
}

knap_status knap_instance_set_source(knap_instance *instance, const char *json, size_t length, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(json);
    char *copy = kn_arena_text(&instance->arena, json, length);
    if (!copy)
        return kn_no_memory(error);
    instance->source = copy;
    return KNAP_OK;
}

static double number_of(const knap_instance *instance, const double *array, size_t item)
{
    return array && item < instance->count ? array[item] : NAN;
}

double knap_instance_score(const knap_instance *instance, size_t item)
{
    return instance ? number_of(instance, instance->score, item) : NAN;
}

double knap_instance_useful(const knap_instance *instance, size_t item)
{
    return instance ? number_of(instance, instance->useful, item) : NAN;
}

double knap_instance_position(const knap_instance *instance, size_t item)
{
    return instance ? number_of(instance, instance->position, item) : NAN;
}

double knap_instance_date(const knap_instance *instance, size_t item)
{
    return instance ? number_of(instance, instance->date, item) : NAN;
}

const char *knap_instance_group_name(const knap_instance *instance, size_t item)
{
    size_t group = instance && instance->group && item < instance->count ? instance->group[item] : 0;
    return group && group <= kn_array_capacity(instance->group_name) ? instance->group_name[group - 1] : NULL;
}

const char *knap_instance_item_source(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NULL;
    return instance->item_source ? instance->item_source[item] : NULL;
}

const char *knap_instance_source(const knap_instance *instance)
{
    return instance ? instance->source : NULL;
}

/* ---- What systems read ---- */

static bool has_scores(const knap_instance *instance)
{
    for (size_t s = 0; instance->score && s < instance->count; s++)
        if (!isnan(instance->score[s]))
            return true;
    return false;
}

bool kn_data_has_scores(const knap_data *data)
{
    for (size_t i = 0; i < data->count; i++)
        if (has_scores(data->instance[i]))
            return true;
    return false;
}

bool kn_score_relevance(const knap_instance *instance, double *relevance)
{
    if (has_scores(instance))
        return kn_relevance(instance, relevance);
    memset(relevance, 0, instance->count * sizeof *relevance);
    return false;
}

bool kn_relevance(const knap_instance *instance, double *relevance)
{
    bool worths = !instance->reward || !instance->reward->reads_worth, scores = has_scores(instance), any = false;
    double least = INFINITY, most = -INFINITY;
    if (!scores && !worths)
        return false;
    for (size_t s = 0; s < instance->count; s++) {
        double value = scores ? knap_instance_score(instance, s) : instance->worth[s];
        any = any || scores || value > 0;
        least = fmin(least, value); /* fmin and fmax ignore NaN */
        most = fmax(most, value);
        relevance[s] = value;
    }
    if (!any)
        return false;
    if (!scores && least > 0)
        least = 0; /* a worth of 0 means none */
    for (size_t s = 0; s < instance->count; s++) {
        double value = isnan(relevance[s]) ? least : relevance[s];
        relevance[s] = most > least ? (value - least) / (most - least) : 1;
    }
    return true;
}
