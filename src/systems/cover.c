/* cover.c - the system that packs where nothing was trained: it trades relevance, novelty and cost.
 *
 * The objective is in cover.h. Three greedy lists are made, by gain / cost, gain / sqrt cost and gain, each with lazy
 * evaluation; the best of them is improved by exchanging items. It has at least 1/2 (1 - 1/e) of the best value that any
 * list has (Khuller, Moss, Naor 1999), unless items have alternatives or groups are limited. */
#include "systems/cover.h"
#include "core/run.h"
#include "base/sort.h"

#include <string.h>

/* Exchanges look at the items of the highest gain per cost only, and stop after so many trials. */
enum { MOST_CANDIDATES = 2048, MOST_TRIALS = 1024 };
static const double RISE = 1e-9;

typedef struct params {
    double lambda, power;
    int cover;
    bool swap;
} params;

static const char *const cover_names[] = {"auto", "words", "items", NULL};

static const knap_param table[] = {
    {"cover", KNAP_PARAM_CHOICE, offsetof(params, cover), KN_COVER_AUTO, 0, 0, cover_names,
     "Cover the words of relevant items, or the items (facility location); auto means words if vectors have them"},
    {"lambda", KNAP_PARAM_REAL, offsetof(params, lambda), 0.01, 0, 1, NULL,
     "Weigh relevance itself by N and the coverage of what relevant items say by 1 - N"},
    {"power", KNAP_PARAM_REAL, offsetof(params, power), 0.5, 0, 10, NULL,
     "Weigh what an item says by its relevance^N; 0 counts all items alike"},
    {"swap", KNAP_PARAM_FLAG, offsetof(params, swap), 1, 0, 1, NULL, "Exchange items afterwards while that is better"},
    KN_PARAM_END};

static double gain(void *state, size_t item)
{
    return kn_coverage_gain(state, item);
}

static void push(void *state, size_t item)
{
    kn_coverage_push(state, item);
}

/* ---- The exchanges ---- */

typedef struct search {
    const knap_instance *instance;
    kn_coverage *coverage;
    kn_open open;
    uint32_t *candidate; /* [candidates] what may come in */
    size_t candidates;
    size_t *in, ins; /* [items] what has come in for the item that is out */
} search;

/* The candidates: those of the highest gain per cost for the empty list. */
static bool list_candidates(search *self, kn_arena *arena)
{
    const knap_instance *instance = self->instance;
    size_t n = instance->count, kept = 0;
    double *key = kn_arena_room(arena, n, sizeof *key);
    uint64_t *scratch = kn_arena_room(arena, kn_order_scratch(n), sizeof *scratch);
    uint32_t *order = kn_arena_room(arena, n, sizeof *order);
    self->in = kn_arena_room(arena, n, sizeof *self->in);
    if (!key || !scratch || !order || !self->in)
        return false;
    kn_coverage_clear(self->coverage);
    for (size_t s = 0; s < n; s++)
        key[s] = -kn_coverage_gain(self->coverage, s) / instance->cost[s];
    kn_order(key, n, order, scratch);
    for (size_t i = 0; i < n && kept < MOST_CANDIDATES; i++)
        if (!kn_is_banned(instance, order[i]))
            order[kept++] = order[i];
    self->candidate = order;
    self->candidates = kept;
    return true;
}

static void put(search *self, size_t item)
{
    kn_coverage_push(self->coverage, item);
    kn_open_push(&self->open, item);
}

static void take(search *self, size_t item)
{
    kn_coverage_pop(self->coverage, item);
    kn_open_pop(&self->open, item);
}

/* The open candidate of the highest gain per cost, or the count of items. */
static size_t best_candidate(const search *self, size_t out)
{
    size_t best = self->instance->count;
    double most = 0;
    for (size_t c = 0; c < self->candidates; c++) {
        size_t s = self->candidate[c];
        double key;
        if (s == out || !kn_is_open(&self->open, s))
            continue;
        key = kn_coverage_gain(self->coverage, s) / self->instance->cost[s];
        if (key > most || (key == most && best < self->instance->count && s < best)) {
            most = key;
            best = s;
        }
    }
    return best;
}

/* One item of the list goes, and others fill the room. Returns whether the list is better; otherwise it is as before. */
static bool exchange(search *self, size_t item)
{
    double before = self->coverage->value, spent = self->open.spent;
    size_t next;
    take(self, item);
    self->ins = 0;
    while ((next = best_candidate(self, item)) < self->instance->count) {
        put(self, next);
        self->in[self->ins++] = next;
    }
    if (self->coverage->value > before + RISE)
        return true;
    while (self->ins)
        take(self, self->in[--self->ins]);
    put(self, item);
    self->open.spent = spent; /* sums of costs that are not whole numbers leave rounding errors */
    self->coverage->value = before;
    return false;
}

/* The list after an exchange: without the item at `at`, and with what has come in at its end. */
static knap_status replace(const search *self, size_t at, knap_list *list, knap_error *error)
{
    knap_status status = KNAP_OK;
    memmove(list->item + at, list->item + at + 1, (list->count - at - 1) * sizeof *list->item);
    list->count--;
    list->cost = 0;
    for (size_t i = 0; i < list->count; i++)
        list->cost += self->instance->cost[list->item[i]];
    for (size_t i = 0; !status && i < self->ins; i++)
        status = knap_list_push(list, self->instance, self->in[i], error);
    return status;
}

static knap_status exchange_all(search *self, const knap_run *run, knap_list *list, knap_error *error)
{
    size_t trials = 0, since = 0, at = self->instance->pins;
    knap_status status = KNAP_OK;
    /* Each item in turn, until none of a whole round could be exchanged. */
    while (!status && list->count > self->instance->pins && since < list->count - self->instance->pins &&
           trials++ < MOST_TRIALS && !kn_run_hurries(run)) {
        at = at < list->count ? at : self->instance->pins;
        if (exchange(self, list->item[at])) {
            status = replace(self, at, list, error);
            self->open.spent = list->cost;
            since = 0;
        } else {
            at++;
            since++;
        }
    }
    return status;
}

static knap_status improve(const knap_task *task, kn_coverage *coverage, knap_list *list, knap_error *error)
{
    search self = {.instance = task->instance, .coverage = coverage, .open = {.allocator = task->run->allocator}};
    kn_arena arena = {.allocator = task->run->allocator};
    knap_status status = kn_open_begin(&self.open, task->instance, error);
    if (!status)
        status = kn_open_list(&self.open, list, error);
    if (!status && !list_candidates(&self, &arena))
        status = kn_no_memory(error);
    if (!status) {
        for (size_t i = 0; i < list->count; i++)
            kn_coverage_push(coverage, list->item[i]);
        status = exchange_all(&self, task->run, list, error);
    }
    kn_open_free(&self.open);
    kn_arena_free(&arena);
    return status;
}

/* ---- The system ---- */

/* The best of the greedy lists in *list. */
static knap_status climb(const knap_task *task, kn_coverage *coverage, knap_list *list, knap_error *error)
{
    static const kn_objective objective = {.gain = gain, .push = push, .lazy = true};
    static const double powers[] = {1, 0.5, 0};
    knap_list other = {.allocator = list->allocator};
    double best = -1;
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < sizeof powers / sizeof *powers; i++) {
        kn_coverage_clear(coverage);
        knap_list_clear(&other);
        status = kn_modified_greedy(&objective, coverage, task->instance, powers[i], &other, error);
        kn_coverage_clear(coverage); /* the modified greedy may have returned the best single item */
        for (size_t s = 0; !status && s < other.count; s++)
            kn_coverage_push(coverage, other.item[s]);
        if (!status && coverage->value > best + RISE) {
            knap_list better = other;
            best = coverage->value;
            other = *list;
            *list = better;
        }
    }
    knap_list_free(&other);
    return status;
}

static knap_status cover(const knap_task *task, const params *settings, knap_list *list, knap_error *error)
{
    kn_coverage coverage = {.allocator = task->run->allocator};
    knap_status status =
        kn_coverage_begin(&coverage, task->instance, settings->cover, settings->lambda, settings->power, error);
    if (!status)
        status = climb(task, &coverage, list, error);
    if (!status && settings->swap)
        status = improve(task, &coverage, list, error);
    kn_coverage_end(&coverage);
    return status;
}

static knap_status run(const knap_task *task, knap_list *list, double *score, knap_error *error)
{
    (void)score;
    return cover(task, task->params, list, error);
}

knap_status kn_pick_cover(const knap_task *task, knap_list *list, knap_error *error)
{
    params settings;
    knap_params_init(table, &settings);
    return cover(task, &settings, list, error);
}

const knap_system kn_system_cover = {.name = "cover",
                                     .help = "relevance, novelty and cost: covers what the relevant items say",
                                     .params = table,
                                     .params_size = sizeof(params),
                                     .grid = "lambda=0,0.01,0.1,0.5,1 power=0.5,1,2",
                                     .run = run};
