/* curve.c - the first instance of a request for lists: why items were left out, the value over budgets, what bigger budgets add. */
#include "packs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 1, NEXT = 2 /* marks of items that are in a list */ };
enum { MOST_POINTS = 200, MOST_STEPS = 20, MOST_TRIES = 64, MOST_INDICES = 1000 };
static const double SIMILAR = 0.5;

/* ---- Values ---- */

static const char *kind_of_value(const knap_instance *instance)
{
    if (knap_instance_reward(instance))
        return "reward";
    for (size_t i = 0; i < knap_instance_count(instance); i++)
        if (!isnan(knap_instance_score(instance, i)))
            return "relevance";
    return "items";
}

static double value_of(const knap_instance *instance, const knap_packed *packed, const char *kind)
{
    double sum = 0;
    if (strcmp(kind, "reward") == 0)
        return packed->reward;
    if (strcmp(kind, "items") == 0)
        return (double)packed->list.count;
    for (size_t i = 0; i < packed->list.count; i++) {
        double score = knap_instance_score(instance, packed->list.item[i]);
        sum += isnan(score) ? 0 : score;
    }
    return sum;
}

static json_t *numbers(const size_t *item, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        cli_json_add(array, cli_json_count(item[i]));
    return array;
}

static void put_list(json_t *object, const knap_instance *instance, const knap_packed *packed, const char *kind)
{
    cli_json_put(object, "budget", cli_json_real(knap_instance_budget(instance)));
    cli_json_put(object, "cost", cli_json_real(packed->list.cost));
    cli_json_put(object, "value", cli_json_real(value_of(instance, packed, kind)));
}

/* Packs the instance with another budget. */
static bool pack_with(pack_work *self, knap_instance *instance, double budget, knap_packed *packed)
{
    knap_run run = request_run(self->request);
    knap_error error;
    knap_status status = knap_instance_set_budget(instance, budget, &error);
    if (!status)
        status = knap_packer_again(self->packer, instance, 0, &run, packed, &error);
    if (!status)
        return true;
    knap_packed_free(packed, 1);
    if (status != KNAP_BAD_INPUT)
        return request_fail(self->request, &error, "curve", 422);
    *packed = (knap_packed){.list = {.allocator = &self->request->account.allocator}}; /* the pinned items do not fit */
    return true;
}

/* ---- The curve ---- */

static bool add_point(pack_work *self, knap_instance *instance, double budget)
{
    knap_packed packed = {.score = NULL};
    json_t *point;
    if (!pack_with(self, instance, budget, &packed))
        return false;
    point = json_object();
    put_list(point, instance, &packed, self->value_of);
    cli_json_put(point, "count", cli_json_count(packed.list.count));
    if (knap_instance_count(instance) <= MOST_INDICES)
        cli_json_put(point, "indices", numbers(packed.list.item, packed.list.count));
    cli_json_add(self->curve, point);
    knap_packed_free(&packed, 1);
    return true;
}

static bool find_curve(pack_work *self, knap_instance *instance)
{
    const json_t *ask = self->ask.curve;
    double budget = knap_instance_budget(instance);
    json_int_t points = json_is_integer(ask) ? json_integer_value(ask) : 0;
    request *of = self->request;
    if (!ask)
        return true;
    if (!json_is_array(ask) && (points < 1 || points > MOST_POINTS))
        return fault_set(&of->wrong, 400, "curve", "expected a number from 1 to %d, or an array of budgets",
                         (int)MOST_POINTS);
    if (json_array_size(ask) > MOST_POINTS)
        return fault_set(&of->wrong, 400, "curve", "expected at most %d budgets", (int)MOST_POINTS);
    for (size_t i = 0; i < json_array_size(ask); i++) {
        double each = json_number_value(json_array_get(ask, i));
        if (!json_is_number(json_array_get(ask, i)) || !(each >= 0 && each <= 1e15))
            return fault_set(&of->wrong, 400, "curve", "element %zu: expected a number from 0 to 1e15", i);
    }
    self->curve = json_array();
    for (json_int_t i = 0; i < points; i++)
        if (cli_cancelled() || !add_point(self, instance, 2 * budget * (double)(i + 1) / (double)points))
            return false;
    for (size_t i = 0; i < json_array_size(ask); i++)
        if (cli_cancelled() || !add_point(self, instance, json_number_value(json_array_get(ask, i))))
            return false;
    return true;
}

/* ---- Bigger budgets ---- */

/* Marks the items of a list with a bit. */
static void mark(unsigned char *marks, const knap_list *list, unsigned char bit)
{
    for (size_t i = 0; i < list->count; i++)
        marks[list->item[i]] |= bit;
}

/* Items of a list that do not have the bit of another one. */
static json_t *difference(const knap_list *of, const unsigned char *marks, unsigned char without)
{
    json_t *array = json_array();
    for (size_t i = 0; i < of->count; i++)
        if (!(marks[of->item[i]] & without))
            cli_json_add(array, cli_json_count(of->item[i]));
    return array;
}

/* The smallest budget above `budget` at which one more item would fit; INFINITY for none. */
static double next_budget(const knap_instance *instance, const knap_list *list, const unsigned char *marks,
                          double budget, double above)
{
    double least = INFINITY;
    for (size_t i = 0; i < knap_instance_count(instance); i++) {
        double needed = list->cost + knap_instance_cost(instance, i);
        if (needed > above && needed > budget && needed < least &&
            knap_instance_choice(instance, i) == KNAP_CHOICE_FREE && !(marks[i] & LAST))
            least = needed;
    }
    return least;
}

static bool find_bigger(pack_work *self, knap_instance *instance, const knap_packed *now)
{
    double budget = knap_instance_budget(instance), tried = budget;
    knap_packed last = {.list = {.allocator = &self->request->account.allocator}}, next = {.score = NULL};
    knap_error error;
    bool good = true;
    size_t count = knap_instance_count(instance);
    unsigned char *marks = cli_new(count, 1);
    size_t most = self->ask.bigger < MOST_STEPS ? self->ask.bigger : MOST_STEPS;
    for (size_t i = 0; i < now->list.count; i++)
        if (knap_list_push(&last.list, instance, now->list.item[i], &error))
            good = request_fail(self->request, &error, NULL, 422);
    self->bigger = json_array();
    for (size_t tries = 0; good && tries < MOST_TRIES && json_array_size(self->bigger) < most; tries++) {
        json_t *adds, *step;
        memset(marks, 0, count);
        mark(marks, &last.list, LAST);
        tried = cli_cancelled() ? INFINITY : next_budget(instance, &last.list, marks, budget, tried);
        if (!isfinite(tried))
            break;
        good = pack_with(self, instance, tried, &next);
        mark(marks, &next.list, NEXT);
        adds = good ? difference(&next.list, marks, LAST) : NULL;
        if (good && json_array_size(adds) > 0) {
            step = json_object();
            put_list(step, instance, &next, self->value_of);
            cli_json_put(step, "adds", json_incref(adds));
            cli_json_put(step, "drops", difference(&last.list, marks, NEXT));
            cli_json_add(self->bigger, step);
            knap_packed_free(&last, 1);
            last = next;
            next = (knap_packed){.score = NULL};
            budget = tried;
        }
        json_decref(adds);
        knap_packed_free(&next, 1);
    }
    knap_packed_free(&last, 1);
    free(marks);
    return good;
}

/* ---- All items ---- */

static json_t *json_reason(const knap_instance *instance, const knap_list *list, size_t item, knap_reason reason)
{
    double most = 0;
    size_t nearest = KNAP_NO_ITEM, of = knap_instance_duplicate(instance, item);
    json_t *object = json_object();
    bool similar;
    char text[160];
    for (size_t i = 0; i < list->count; i++) {
        double cosine = knap_instance_similarity(instance, item, list->item[i]);
        if (cosine > most) {
            most = cosine;
            nearest = list->item[i];
        }
    }
    similar = reason >= KNAP_REASON_NO_ROOM && most >= SIMILAR;
    nearest = of != KNAP_NO_ITEM ? of : nearest;
    knap_reason_text(instance, list->cost, item, reason, text, sizeof text);
    cli_json_put(object, "code", cli_json_string(similar ? "similar" : knap_reason_name(reason)));
    cli_json_put(object, "text", cli_json_string(similar ? "It is much the same as a chosen item." : text));
    if (nearest != KNAP_NO_ITEM) {
        cli_json_put(object, "index", cli_json_count(nearest));
        cli_json_put(object, "similarity", cli_json_real(knap_instance_similarity(instance, item, nearest)));
    }
    return object;
}

static json_t *json_item(const knap_instance *instance, const knap_list *list, const knap_reason *reason, size_t item)
{
    const char *id = knap_instance_item_id(instance, item), *text = knap_instance_item_text(instance, item);
    double score = knap_instance_score(instance, item);
    knap_choice choice = knap_instance_choice(instance, item);
    json_t *object = json_object();
    cli_json_put(object, "index", cli_json_count(item));
    cli_json_put(object, "id", id ? cli_json_string(id) : cli_json_count(item));
    cli_json_put(object, "cost", cli_json_real(knap_instance_cost(instance, item)));
    if (!isnan(score))
        cli_json_put(object, "relevance", cli_json_real(score));
    if (text)
        cli_json_put(object, "text", cli_json_string(text));
    cli_json_put(object, "state",
                 cli_json_string(choice == KNAP_CHOICE_PIN            ? "pinned"
                                 : reason[item] == KNAP_REASON_PICKED ? "picked"
                                 : choice == KNAP_CHOICE_BAN          ? "banned"
                                                                      : "left"));
    if (reason[item] != KNAP_REASON_PICKED)
        cli_json_put(object, "reason", json_reason(instance, list, item, reason[item]));
    return object;
}

static void find_all(pack_work *self, const knap_instance *instance, const knap_list *list)
{
    size_t count = knap_instance_count(instance);
    knap_reason *reason = cli_new(count, sizeof *reason);
    cli_need_memory(knap_reasons_find(instance, list, list->cost, reason, NULL));
    self->all = json_array();
    for (size_t i = 0; i < count && !cli_cancelled(); i++)
        cli_json_add(self->all, json_item(instance, list, reason, i));
    free(reason);
}

bool packs_explain(pack_work *self)
{
    const pack_ask *ask = &self->ask;
    const knap_answer *first = self->records->answer;
    knap_instance *instance;
    double budget;
    bool good;
    while (!first->instance)
        first++;
    instance = first->instance;
    budget = knap_instance_budget(instance);
    if ((!ask->explain && !ask->curve && !ask->bigger && !ask->pins && !ask->bans) || first->error)
        return true;
    self->value_of = kind_of_value(instance);
    self->request->account.lifted = true; /* the lists below are bounded; the JSON is a part of the answer */
    find_all(self, instance, &first->packed.list);
    good = find_curve(self, instance);
    knap_instance_set_budget(instance, budget, NULL);
    good = good && (!ask->bigger || find_bigger(self, instance, &first->packed));
    knap_instance_set_budget(instance, budget, NULL);
    return good;
}
