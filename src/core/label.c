/* label.c - what people know of an instance in training: an answer; a list that was shown and what it earned. */
#include "core/instance.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

knap_status knap_instance_set_log(knap_instance *instance, const knap_log *log, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(log);
    KN_REQUIRE(log->item || !log->count);
    knap_list list = {
        .allocator = instance->data->allocator, .item = (size_t *)(uintptr_t)log->item, .count = log->count};
    size_t *item;
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
    if (!(log->propensity > 0 && log->propensity <= 1))
        return kn_fail(error, KNAP_BAD_INPUT,
                       "the propensity is %g: expected the probability of the list shown, above 0 and at most 1",
                       log->propensity);
    item = kn_arena_room(&instance->arena, log->count, sizeof *item);
    copy = kn_arena_room(&instance->arena, 1, sizeof *copy);
    if (!item || !copy)
        return kn_no_memory(error);
    if (log->count)
        memcpy(item, log->item, log->count * sizeof *item);
    *copy = *log;
    copy->item = item;
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
