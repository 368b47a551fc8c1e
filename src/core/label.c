/* label.c - what people know of an instance in training: an answer; a list that was shown and what it earned. */
#include "core/draws.h"
#include "core/instance.h"

#include <math.h>
#include <string.h>

/* Checks the chances and the gains of a log. */
static knap_status check_parts(const knap_instance *instance, const knap_log *log, knap_error *error)
{
    for (size_t s = 0; log->chance && s < instance->count; s++)
        if (!(log->chance[s] >= 0 && log->chance[s] <= KN_LARGEST_VALUE))
            return kn_fail(error, KNAP_BAD_INPUT, "the chance of item %zu is %g: expected a number from 0 to %g", s,
                           log->chance[s], KN_LARGEST_VALUE);
    for (size_t i = 0; log->chance && i < log->count; i++)
        if (log->chance[log->item[i]] == 0)
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu was shown, but its chance of being drawn is 0",
                           log->item[i]);
    for (size_t i = 0; log->gain && i < log->count; i++)
        if (!isfinite(log->gain[i]))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu of the list shown earned %g: expected a finite number", i,
                           log->gain[i]);
    return KNAP_OK;
}

/* A copy of an array in the instance's memory; NULL stays NULL. */
static bool copy_array(knap_instance *instance, const double *from, size_t count, const double **to)
{
    double *made = from ? kn_arena_room(&instance->arena, count, sizeof *made) : NULL;
    if (made && count)
        memcpy(made, from, count * sizeof *made);
    *to = made;
    return made || !from;
}

knap_status knap_instance_set_log(knap_instance *instance, const knap_log *log, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(log);
    KN_REQUIRE(log->item || !log->count);
    knap_list list = {
        .allocator = instance->data->allocator, .item = (size_t *)(uintptr_t)log->item, .count = log->count};
    size_t *item;
    double propensity = log->propensity;
    knap_log *copy;
    knap_status status = kn_check_distinct(instance, &list, error);
    if (status) {
        if (error && error->status == KNAP_USAGE)
            error->status = KNAP_BAD_INPUT;
        return status == KNAP_USAGE ? KNAP_BAD_INPUT : status;
    }
    if (!isfinite(log->reward))
        return kn_fail(error, KNAP_BAD_INPUT, "the reward of the list shown is %g: expected a finite number",
                       log->reward);
    if ((status = check_parts(instance, log, error)))
        return status;
    if (propensity == 0 && log->chance)
        propensity = kn_draw_set(log->chance, instance->count, log->item, log->count);
    if (!(propensity > 0 && propensity <= 1))
        return kn_fail(error, KNAP_BAD_INPUT,
                       "the propensity is %g: expected the probability of the list shown, above 0 and at most 1",
                       propensity);
    item = kn_arena_room(&instance->arena, log->count, sizeof *item);
    copy = kn_arena_room(&instance->arena, 1, sizeof *copy);
    if (!item || !copy)
        return kn_no_memory(error);
    if (log->count)
        memcpy(item, log->item, log->count * sizeof *item);
    *copy = *log;
    copy->item = item;
    copy->propensity = propensity;
    if (!copy_array(instance, log->chance, instance->count, &copy->chance) ||
        !copy_array(instance, log->gain, log->count, &copy->gain))
        return kn_no_memory(error);
    instance->log = copy;
    return KNAP_OK;
}

knap_status knap_instance_set_answer(knap_instance *instance, const char *answer, knap_error *error)
{
    KN_REQUIRE(instance);
    char *copy = NULL;
    if (answer && !(copy = kn_arena_text(&instance->arena, answer, strlen(answer))))
        return kn_no_memory(error);
    instance->answer = copy;
    return KNAP_OK;
}

const char *knap_instance_answer(const knap_instance *instance)
{
    return instance ? instance->answer : NULL;
}

const knap_log *knap_instance_log(const knap_instance *instance)
{
    return instance ? instance->log : NULL;
}
