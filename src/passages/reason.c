/* reason.c - why an item is not in a list: what is true of it when the list is complete. */
#include "passages/passages.h"
#include "core/open.h"
#include "base/error.h"

#include <stdio.h>

const char *knap_reason_name(knap_reason reason)
{
    static const char *const name[KNAP_REASONS] = {"picked",   "duplicate",   "min-score", "min-ratio", "banned",
                                                   "too-long", "alternative", "per-group", "max-items", "no-room",   "lower"};
    return (int)reason >= 0 && reason < KNAP_REASONS ? name[reason] : NULL;
}

static knap_reason reason_of(const kn_open *open, double cost, size_t item)
{
    const knap_instance *instance = open->instance;
    if (kn_is_banned(instance, item)) {
        kn_cause cause = (kn_cause)(instance->choice[item] >> KN_CAUSE_SHIFT);
        return knap_instance_duplicate(instance, item) != KNAP_NO_ITEM ? KNAP_REASON_DUPLICATE
               : cause == KN_CAUSE_SCORE                               ? KNAP_REASON_MIN_SCORE
               : cause == KN_CAUSE_RATIO                               ? KNAP_REASON_MIN_RATIO
                                                                       : KNAP_REASON_BANNED;
    }
    if (instance->cost[item] > instance->budget)
        return KNAP_REASON_TOO_LONG;
    if (open->held[kn_item_alternative(instance, item)])
        return KNAP_REASON_ALTERNATIVE;
    if (instance->item_limit && open->items >= instance->item_limit)
        return KNAP_REASON_MAX_ITEMS;
    if (kn_is_full(open, item))
        return KNAP_REASON_PER_GROUP;
    return cost + instance->cost[item] > instance->budget ? KNAP_REASON_NO_ROOM : KNAP_REASON_LOWER;
}

knap_status knap_reasons_find(const knap_instance *instance, const knap_list *list, double cost, knap_reason *reason,
                              knap_error *error)
{
    kn_open open = {.allocator = list ? list->allocator : NULL};
    knap_status status;
    KN_REQUIRE(reason);
    if ((status = kn_check_list(instance, list, error)))
        return status;
    status = kn_open_begin(&open, instance, error);
    for (size_t s = 0; !status && s < instance->count; s++)
        reason[s] = KNAP_REASON_LOWER;
    for (size_t i = 0; !status && i < list->count; i++) {
        kn_open_push(&open, list->item[i]);
        reason[list->item[i]] = KNAP_REASON_PICKED;
    }
    for (size_t s = 0; !status && s < instance->count; s++)
        if (reason[s] != KNAP_REASON_PICKED)
            reason[s] = reason_of(&open, cost, s);
    kn_open_free(&open);
    return status;
}

const char *knap_reason_text(const knap_instance *instance, double cost, size_t item, knap_reason reason, char *text,
                             size_t size)
{
    double own = knap_instance_cost(instance, item), budget = knap_instance_budget(instance);
    static const char *const plain[KNAP_REASONS] = {
        [KNAP_REASON_PICKED] = "It is in the list.",
        [KNAP_REASON_DUPLICATE] = "It repeats another item.",
        [KNAP_REASON_MIN_SCORE] = "Its score is below the minimum.",
        [KNAP_REASON_MIN_RATIO] = "Its score is too far below the best one.",
        [KNAP_REASON_BANNED] = "It was excluded.",
        [KNAP_REASON_ALTERNATIVE] = "An alternative of it is in the list.",
        [KNAP_REASON_PER_GROUP] = "The list has as many items of its group as it may have.",
        [KNAP_REASON_MAX_ITEMS] = "The list has as many items as it may have.",
        [KNAP_REASON_LOWER] = "Other items add more."};
    if (reason == KNAP_REASON_TOO_LONG)
        snprintf(text, size, "It costs %.15g, more than the whole budget of %.15g.", own, budget);
    else if (reason == KNAP_REASON_NO_ROOM)
        snprintf(text, size, "It costs %.15g, and %.15g is left.", own, budget - cost);
    else
        snprintf(text, size, "%s", (int)reason >= 0 && reason < KNAP_REASONS ? plain[reason] : "");
    return text;
}
