/* measure.c - limits of instances and measures of lists, many at once. */
#include "evaluate/inner.h"
#include "core/evaluate.h"
#include "core/open.h"
#include "base/error.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <math.h>

static const knap_run plain = {.jobs = 1};

knap_status knap_evaluate_check(const knap_data *data, knap_error *error)
{
    KN_REQUIRE(data);
    return kn_check_rewards(data, error);
}

static knap_status bound_of(const knap_instance *instance, const knap_list *list, double *bound, knap_error *error)
{
    if (instance->reward->submodular)
        return knap_upper_bound(instance, list, bound, error);
    *bound = NAN;
    return KNAP_OK;
}

/* Whether the data ban an item. A near-duplicate is banned by knap, so other rankings have it. */
static bool is_out(const knap_instance *instance, size_t item)
{
    return kn_is_banned(instance, item) && knap_instance_duplicate(instance, item) == KNAP_NO_ITEM;
}

/* The item of the highest score that is not banned, the first of equals; the number of items where none has a score. */
static size_t best_ranked(const knap_instance *instance)
{
    size_t best = instance->count;
    for (size_t s = 0; instance->score && s < instance->count; s++)
        if (!isnan(instance->score[s]) && !is_out(instance, s) &&
            (best == instance->count || instance->score[s] > instance->score[best]))
            best = s;
    return best;
}

/* ---- Limits ---- */

/* Takes what fits in `order`. `open` is begun with `list`. */
static knap_status fill(kn_open *open, const uint32_t *order, knap_list *list, knap_error *error)
{
    const knap_instance *instance = open->instance;
    knap_status status = KNAP_OK;
    for (size_t s = 0; s < instance->count; s++)
        if (!is_out(instance, s) && kn_is_banned(instance, s))
            open->closed[s] = 0;
    for (size_t i = 0; !status && i < instance->count; i++)
        if (kn_is_open(open, order[i]))
            status = kn_open_take(open, order[i], list, error);
    return status;
}

static knap_status top_k(const knap_instance *instance, const knap_allocator *allocator, double *value,
                         knap_error *error)
{
    size_t n = instance->count;
    kn_arena arena = {.allocator = allocator};
    double *key = kn_arena_room(&arena, n, sizeof *key);
    uint32_t *order = kn_arena_room(&arena, n, sizeof *order);
    uint64_t *scratch = kn_arena_room(&arena, kn_order_scratch(n), sizeof *scratch);
    kn_open open = {.allocator = allocator};
    knap_list list = {.allocator = allocator};
    knap_status status = key && order && scratch ? KNAP_OK : kn_no_memory(error);
    *value = NAN;
    if (!status && best_ranked(instance) < n) {
        for (size_t s = 0; s < n; s++)
            key[s] = isnan(instance->score[s]) ? INFINITY : -instance->score[s];
        kn_order(key, n, order, scratch);
        status = kn_open_begin(&open, instance, error);
        if (!status)
            status = kn_open_pins(&open, &list, error);
        if (!status)
            status = fill(&open, order, &list, error);
        if (!status)
            status = knap_list_value(instance, &list, value, error);
    }
    kn_open_free(&open);
    knap_list_free(&list);
    kn_arena_free(&arena);
    return status;
}

typedef struct limiting {
    const knap_data *data;
    const knap_allocator *allocator;
    knap_limits *limits;
} limiting;

static knap_status limit_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const limiting *work = context;
    const knap_instance *instance = work->data->instance[index];
    knap_limits *limits = &work->limits[index];
    knap_list list = {.allocator = work->allocator};
    knap_status status = knap_greedy(instance, KNAP_GREEDY_BETTER, &list, error);
    (void)worker;
    if (!status)
        status = knap_list_value(instance, &list, &limits->oracle, error);
    if (!status)
        status = bound_of(instance, &list, &limits->bound, error);
    if (!status)
        status = top_k(instance, work->allocator, &limits->top_k, error);
    knap_list_free(&list);
    return status;
}

knap_status knap_evaluate_limits(const knap_data *data, const knap_run *run, knap_limits *limits, knap_error *error)
{
    knap_status status = knap_evaluate_check(data, error);
    if (status)
        return status;
    KN_REQUIRE(limits || !data->count);
    run = run ? run : &plain;
    limiting work = {.data = data, .allocator = run->allocator, .limits = limits};
    return kn_parallel_run(run, "limits", data->count, limit_one, &work, error);
}

/* ---- Measures ---- */

typedef struct measuring {
    const knap_data *data;
    const knap_packed *packed;
    const knap_allocator *allocator;
    bool bounds;
    knap_measures *measures;
} measuring;

/* Mean over the targets of min(covered, cap) / cap: every concept counts the same. */
static knap_status coverage_of(const measuring *work, const knap_instance *instance, const knap_list *list,
                               double *coverage, knap_error *error)
{
    const kn_rows *rows = &instance->concept;
    size_t width = rows->width;
    double *covered, *cap, sum = 0;
    size_t concepts = 0;
    *coverage = NAN;
    if (instance->targets == 0)
        return KNAP_OK;
    for (size_t t = 0; t < instance->targets; t++)
        if (instance->target[t].concept_id >= width)
            width = instance->target[t].concept_id + 1;
    covered = kn_new(work->allocator, width, sizeof *covered);
    cap = kn_new(work->allocator, width, sizeof *cap);
    if (covered && cap) {
        for (size_t i = 0; i < list->count; i++)
            for (size_t k = rows->start[list->item[i]]; k < rows->start[list->item[i] + 1]; k++)
                covered[rows->id[k]] += rows->value[k];
        for (size_t t = 0; t < instance->targets; t++)
            cap[instance->target[t].concept_id] += instance->target[t].cap;
        for (size_t c = 0; c < width; c++)
            if (cap[c] > 0) {
                sum += fmin(covered[c], cap[c]) / cap[c];
                concepts++;
            }
        *coverage = sum / (double)concepts;
    }
    kn_free(work->allocator, covered, width, sizeof *covered);
    kn_free(work->allocator, cap, width, sizeof *cap);
    return covered && cap ? KNAP_OK : kn_no_memory(error);
}

/* knap_measures.first. */
static double has_first(const knap_instance *instance, const knap_list *list)
{
    size_t best = best_ranked(instance), same;
    if (best == instance->count || instance->cost[best] > instance->budget)
        return NAN;
    same = knap_instance_duplicate(instance, best);
    for (size_t i = 0; i < list->count; i++)
        if (list->item[i] == best || list->item[i] == same)
            return 1;
    return 0;
}

static knap_status measure_one(void *context, size_t index, size_t worker, knap_error *error)
{
    const measuring *work = context;
    const knap_instance *instance = work->data->instance[index];
    const knap_list *list = &work->packed[index].list;
    knap_measures *measures = &work->measures[index];
    knap_status status = kn_check_distinct(instance, list, error);
    (void)worker;
    *measures = (knap_measures){.bound = NAN, .items = list->count, .cost = list->cost};
    measures->used = instance->budget > 0 ? list->cost / instance->budget : 0;
    if (!status) {
        measures->first = has_first(instance, list);
        status = knap_list_value(instance, list, &measures->reward, error);
    }
    if (!status && work->bounds)
        status = bound_of(instance, list, &measures->bound, error);
    return status ? status : coverage_of(work, instance, list, &measures->coverage, error);
}

knap_status knap_evaluate_lists(const knap_data *data, const knap_packed *packed, bool bounds, const knap_run *run,
                                knap_measures *measures, knap_error *error)
{
    knap_status status = knap_evaluate_check(data, error);
    if (status)
        return status;
    KN_REQUIRE(packed || !data->count);
    KN_REQUIRE(measures || !data->count);
    run = run ? run : &plain;
    measuring work = {
        .data = data, .packed = packed, .allocator = run->allocator, .bounds = bounds, .measures = measures};
    return kn_parallel_run(run, "measure", data->count, measure_one, &work, error);
}
