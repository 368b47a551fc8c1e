/* context.c - packs an instance so that the text made of its list fits the budget: passages, their order and the count of the whole.
 *
 * The list is packed by the costs of the single passages. The text may count less, because merged passages share a header and texts,
 * or more, because counts of tokens do not add up. So the list is packed again with the room that the difference leaves, a few times,
 * and the longest text that fits is taken. */
#include "passages/context.h"
#include "io/meter.h"
#include "core/item.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIES = 6 };

static const char *const FORMATS[] = {"none", "text", "markdown", "xml", "json", NULL};
static const char *const ORDERS[] = {"picked", "relevance", "source", "edges", NULL};

#define ROW(type, field, high, choices, help)                                                                          \
    {                                                                                                                  \
#field, type, offsetof(knap_context_settings, field), 0, 0, high, choices, help                                \
    }

static const knap_param table[] = {
    ROW(KNAP_PARAM_CHOICE, format, 0, FORMATS,
        "Make one text of the passages, numbered for citations, and count all of it"),
    ROW(KNAP_PARAM_FLAG, merge, 0, NULL, "Join picked items of a group whose positions follow each other; pay once"),
    ROW(KNAP_PARAM_FLAG, compress, 0, NULL, "Cut items that do not fit to their best sentences"),
    ROW(KNAP_PARAM_CHOICE, order, 0, ORDERS, "Put items in this order; edges: the best first, the next best last"),
    {NULL, KNAP_PARAM_COUNT, 0, 0, 0, 0, NULL, NULL}};

const knap_param *knap_context_table(void)
{
    return table;
}

void knap_context_init(knap_context_settings *settings)
{
    if (settings)
        knap_params_init(table, settings);
}

knap_status knap_context_new(const knap_context_settings *settings, const knap_meter *meter,
                             const knap_allocator *allocator, knap_context **context, knap_error *error)
{
    knap_context *made;
    bool counted = knap_meter_unit_of(meter) != KNAP_METER_GIVEN;
    knap_status status = KNAP_OK;
    KN_REQUIRE(context);
    *context = NULL;
    if (settings && (status = knap_params_check(table, settings, error)))
        return status;
    if (settings && settings->compress && !counted)
        return kn_fail(error, KNAP_USAGE,
                       "compress needs costs that are counted in the texts: give a unit of cost, such "
                       "as words, or a tokenizer");
    if (!(made = kn_new(allocator, 1, sizeof *made)))
        return kn_no_memory(error);
    made->allocator = made->arena.allocator = made->cut_arena.allocator = allocator;
    made->text.allocator = made->scratch.allocator = allocator;
    knap_context_init(&made->settings);
    if (settings)
        made->settings = *settings;
    if (counted) {
        status = kn_meter_copy(meter, allocator, &made->own_meter, error);
        made->meter = made->own_meter ? made->own_meter : meter;
    }
    if (!status && knap_context_makes(made) && knap_meter_per_item(meter) > 0)
        status = kn_fail(error, KNAP_USAGE,
                         "per-item: a context counts its headers and separators as they are; leave it out");
    if (status)
        knap_context_free(made);
    else
        *context = made;
    return status;
}

void knap_context_free(knap_context *context)
{
    if (!context)
        return;
    knap_meter_free(context->own_meter);
    knap_summarizer_free(context->summarizer);
    kn_arena_free(&context->arena);
    kn_arena_free(&context->cut_arena);
    kn_text_free(&context->text);
    kn_text_free(&context->scratch);
    kn_free(context->allocator, context, 1, sizeof *context);
}

bool knap_context_makes(const knap_context *context)
{
    return context &&
           (context->settings.format != KNAP_FORMAT_NONE || context->settings.merge || context->settings.compress);
}

const knap_cited *knap_context_at(const knap_context *context, size_t index)
{
    return context && index < context->count ? &context->cited[index] : NULL;
}

const char *knap_context_text(const knap_context *context, size_t *length)
{
    bool any = context && context->text.bytes && context->text.length;
    if (length)
        *length = any ? context->text.length : 0;
    return any ? context->text.bytes : "";
}

size_t knap_context_cuts(const knap_context *context)
{
    return context ? context->cuts : 0;
}

/* ---- Costs ---- */

/* What the passage of one item counts, with a separator. Its number is written as the largest one. */
static knap_status cost_of(knap_context *self, const knap_instance *instance, size_t item, double *cost,
                           knap_error *error)
{
    const char *text = knap_instance_item_text(instance, item);
    knap_cited cited = {.number = instance->count, .item = &item, .items = 1, .text = text};
    char label[160];
    knap_status status;
    if (!text)
        return kn_fail(error, KNAP_BAD_INPUT, "%s: item %zu has no text, which a context needs",
                       kn_instance_label(instance, label, sizeof label), item);
    cited.length = strlen(text);
    self->scratch.length = 0;
    kn_render_passage(self, instance, &cited, &self->scratch);
    kn_text_add(&self->scratch, kn_render_between(self), strlen(kn_render_between(self)));
    if (self->scratch.failed)
        return kn_no_memory(error);
    status = kn_context_count(self, self->scratch.bytes, self->scratch.length, cost, error);
    *cost = fmax(*cost, 1);
    return status;
}

/* The text of an item that is longer than the budget becomes its best sentences. */
static knap_status shorten(knap_context *self, knap_instance *instance, size_t item, double *cost, knap_error *error)
{
    kn_excerpt *cut = kn_arena_new(&instance->arena, 1, sizeof *cut);
    char *text = NULL;
    knap_status status = cut ? KNAP_OK : kn_no_memory(error);
    for (int share = 2; !status && share > 0 && cut->count == 0; share--) /* half of the budget, else all of it */
        status = kn_compress(self, instance, item, instance->budget / share, &instance->arena, cut, &text, error);
    if (status || cut->count == 0)
        return status;
    cut->next = instance->cut;
    instance->cut = cut;
    instance->item_text[item] = text;
    return cost_of(self, instance, item, cost, error);
}

knap_status knap_context_prepare(knap_context *self, knap_instance *instance, knap_completion *done, knap_error *error)
{
    knap_status status = KNAP_OK;
    KN_REQUIRE(self);
    KN_REQUIRE(instance);
    if (done && self->settings.merge)
        done->missing[KNAP_MISSING_PLACE] += !instance->group || !instance->position;
    if (!self->meter || !knap_context_makes(self))
        return KNAP_OK;
    for (size_t s = 0; !status && s < instance->count; s++) {
        double cost;
        status = cost_of(self, instance, s, &cost, error);
        if (!status)
            status = knap_instance_set_cost(instance, s, cost, error);
        if (!status && self->settings.compress && cost > instance->budget &&
            !(status = shorten(self, instance, s, &cost, error)))
            status = knap_instance_set_cost(instance, s, cost, error);
    }
    return status;
}

/* ---- Passages ---- */

/* A run of items that are one passage, and what it is ordered by. */
typedef struct passage {
    size_t first, count; /* in `place` */
    size_t picked;       /* the first pick of it */
    double relevance;    /* the largest */
} passage;

typedef struct arranging {
    const knap_instance *instance;
    const knap_list *list;
    const size_t *group; /* [count of the list] */
    const double *at;    /* [the same] position; NaN: none */
    const passage *runs;
    int order;
} arranging;

static const kn_excerpt *cut_of(const knap_context *self, const knap_instance *instance, size_t item, const char **text)
{
    *text = knap_instance_item_text(instance, item);
    for (size_t i = 0; i < self->late; i++)
        if (self->cut[i].item == item) {
            *text = self->shorter[i];
            return &self->cut[i];
        }
    for (const kn_excerpt *cut = instance->cut; cut; cut = cut->next)
        if (cut->item == item)
            return cut;
    return NULL;
}

/* By group and position; what has none, by the number of the item. */
static bool is_later(const void *context, uint32_t a, uint32_t b)
{
    const arranging *self = context;
    bool placed_a = !isnan(self->at[a]), placed_b = !isnan(self->at[b]);
    if (self->group[a] != self->group[b])
        return self->group[a] > self->group[b];
    if (placed_a != placed_b)
        return placed_b;
    if (placed_a && self->at[a] != self->at[b])
        return self->at[a] > self->at[b];
    return self->list->item[a] > self->list->item[b];
}

static bool is_behind(const void *context, uint32_t a, uint32_t b)
{
    const arranging *self = context;
    const passage *one = &self->runs[a], *other = &self->runs[b];
    if (self->order == KNAP_CONTEXT_SOURCE)
        return one->first > other->first;
    if (self->order != KNAP_CONTEXT_PICKED && one->relevance != other->relevance)
        return one->relevance < other->relevance;
    return one->picked > other->picked;
}

/* The best first, the next best last, the third second, and so on. */
static void put_to_edges(uint32_t *order, uint32_t *scratch, size_t count)
{
    memcpy(scratch, order, count * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i % 2 ? count - 1 - i / 2 : i / 2] = scratch[i];
}

static size_t find_runs(const arranging *self, bool merge, const uint32_t *place, const double *relevance, passage *run)
{
    size_t count = 0;
    for (size_t i = 0; i < self->list->count; i++) {
        uint32_t now = place[i], before = i ? place[i - 1] : 0;
        double worth = relevance ? relevance[self->list->item[now]] : 0;
        bool joined = merge && i > 0 && self->group[now] && self->group[now] == self->group[before] &&
                      self->at[now] == self->at[before] + 1; /* false for NaN */
        if (!joined)
            run[count++] = (passage){.first = i, .picked = now, .relevance = worth};
        run[count - 1].count++;
        run[count - 1].picked = now < run[count - 1].picked ? now : run[count - 1].picked;
        run[count - 1].relevance = fmax(run[count - 1].relevance, worth);
    }
    return count;
}

/* The text of a passage of several items. */
static bool join_items(knap_context *self, const knap_instance *instance, knap_cited *cited)
{
    kn_text *text = &self->scratch;
    text->length = 0;
    for (size_t i = 0; i < cited->items; i++) {
        const char *next;
        cut_of(self, instance, cited->item[i], &next);
        next = next ? next : "";
        if (i == 0)
            kn_text_add(text, next, strlen(next));
        else if (!kn_join_texts(&self->arena, text, next, strlen(next)))
            return false;
    }
    cited->length = text->length;
    cited->text = text->failed ? NULL : kn_arena_text(&self->arena, text->bytes, text->length);
    return cited->text != NULL;
}

static bool add_cited(knap_context *self, const arranging *made, const uint32_t *place, const passage *run)
{
    const knap_instance *instance = made->instance;
    knap_cited *cited = &self->cited[self->count++];
    size_t *item = kn_arena_room(&self->arena, run->count, sizeof *item);
    const kn_excerpt *cut;
    if (!item)
        return false;
    for (size_t i = 0; i < run->count; i++)
        item[i] = made->list->item[place[run->first + i]];
    *cited = (knap_cited){.number = self->count, .item = item, .items = run->count};
    if (run->count > 1)
        return join_items(self, instance, cited);
    cut = cut_of(self, instance, item[0], &cited->text);
    cited->text = cited->text ? cited->text : "";
    cited->length = strlen(cited->text);
    if (cut) {
        cited->span = cut->span;
        cited->spans = cut->count;
        self->cuts++;
    }
    return true;
}

/* Groups and positions of the items of the list; an item that was cut has no neighbours. */
static void find_places(const knap_context *self, const knap_instance *instance, const knap_list *list, size_t *group,
                        double *at)
{
    for (size_t i = 0; i < list->count; i++) {
        const char *text;
        group[i] = instance->group ? instance->group[list->item[i]] : 0;
        at[i] = cut_of(self, instance, list->item[i], &text) ? NAN : knap_instance_position(instance, list->item[i]);
    }
}

/* The passages of a list in their order, as self->cited. */
static knap_status arrange(knap_context *self, const knap_instance *instance, const knap_list *list, knap_error *error)
{
    size_t n = list->count, runs;
    kn_arena_clear(&self->arena);
    self->count = self->cuts = 0;
    size_t *group = kn_arena_room(&self->arena, n + 1, sizeof *group);
    double *at = kn_arena_room(&self->arena, n + 1, sizeof *at);
    double *relevance = kn_arena_room(&self->arena, instance->count + 1, sizeof *relevance);
    uint32_t *place = kn_arena_room(&self->arena, 3 * n + 1, sizeof *place), *order = place + n;
    passage *run = kn_arena_new(&self->arena, n + 1, sizeof *run);
    self->cited = kn_arena_new(&self->arena, n + 1, sizeof *self->cited);
    if (!group || !at || !relevance || !place || !run || !self->cited)
        return kn_no_memory(error);
    arranging made = {instance, list, group, at, run, self->settings.order};
    find_places(self, instance, list, group, at);
    for (uint32_t i = 0; i < n; i++)
        place[i] = order[i] = i;
    kn_sort_by(place, n, is_later, &made);
    runs = find_runs(&made, self->settings.merge, place, kn_relevance(instance, relevance) ? relevance : NULL, run);
    kn_sort_by(order, runs, is_behind, &made);
    if (self->settings.order == KNAP_CONTEXT_EDGES)
        put_to_edges(order, order + n, runs);
    for (size_t i = 0; i < runs; i++)
        if (!add_cited(self, &made, place, &run[order[i]]))
            return kn_no_memory(error);
    return KNAP_OK;
}

/* The passages and the text of a list, and what they count. */
static knap_status make(knap_context *self, const knap_instance *instance, const knap_list *list, double *count,
                        knap_error *error)
{
    knap_status status = arrange(self, instance, list, error);
    self->text.length = 0;
    *count = list->cost;
    if (status || !knap_context_makes(self))
        return status;
    kn_render(self, instance, &self->text);
    if (self->text.failed)
        return kn_no_memory(error);
    return self->meter ? kn_context_count(self, self->text.bytes, self->text.length, count, error) : KNAP_OK;
}

/* ---- Packing ---- */

typedef struct packing {
    knap_context *context;
    const knap_model *model;
    knap_instance *instance;
    uint64_t draw;
    const knap_run *run;
    double budget;
    knap_list *list; /* the best so far; `any` says whether there is one */
    double *score;   /* of it; may be NULL */
    bool any;
    double count;
} packing;

/* A list becomes the best. */
static knap_status keep(packing *self, const knap_list *list, const double *score, double count, knap_error *error)
{
    knap_status status = KNAP_OK;
    knap_list_clear(self->list);
    for (size_t i = 0; !status && i < list->count; i++)
        status = knap_list_push(self->list, self->instance, list->item[i], error);
    if (self->score && score && list->count)
        memcpy(self->score, score, list->count * sizeof *score);
    self->any = true;
    self->count = count;
    return status;
}

/* Drops picks from the end until the text fits; pinned items come first and stay. */
static knap_status drop_picks(packing *self, knap_list *list, const double *score, knap_error *error)
{
    double count = INFINITY;
    char label[160];
    knap_status status = KNAP_OK;
    while (!status && !(status = make(self->context, self->instance, list, &count, error)) && count > self->budget &&
           list->count > self->instance->pins)
        list->cost -= self->instance->cost[list->item[--list->count]];
    if (!status && count > self->budget && list->count > 0)
        return kn_fail(
            error, KNAP_BAD_INPUT,
            "%s: the context of the pinned items counts %g, which exceeds the budget of %g: pin fewer items or "
            "raise the budget",
            kn_instance_label(self->instance, label, sizeof label), count, self->budget);
    return status ? status : keep(self, list, score, count, error);
}

/* Packs with more or less room than the budget, until the text fits it well. */
static knap_status fit(packing *self, knap_error *error)
{
    knap_list list = {.allocator = self->list->allocator};
    double *score = self->score ? kn_new(self->context->allocator, self->instance->count, sizeof *score) : NULL;
    double room = self->budget, count = 0, too_large = INFINITY;
    knap_status status = self->score && !score ? kn_no_memory(error) : KNAP_OK;
    for (int try = 0; !status && try < MOST_TRIES; try++) {
        double next;
        knap_list_clear(&list);
        if ((status = knap_instance_set_budget(self->instance, room, error)) ||
            (status = knap_model_pack(self->model, self->instance, self->draw, self->run, &list, score, error)) ||
            (status = make(self->context, self->instance, &list, &count, error)))
            break;
        if (count <= self->budget && (!self->any || count > self->count))
            status = keep(self, &list, score, count, error);
        if (count > self->budget)
            too_large = fmin(too_large, room);
        next = self->budget + list.cost - count; /* what the text counts less than its passages is free */
        if (count > self->budget)
            next = fmin(next, list.cost * (1 - 1e-12));
        if (next == room || next >= too_large || next < 0 || (count <= self->budget && next < room) ||
            (count > self->budget && self->any))
            break;
        room = next;
    }
    if (!status && !self->any)
        status = drop_picks(self, &list, score, error);
    knap_instance_set_budget(self->instance, self->budget, NULL);
    kn_free(self->context->allocator, score, self->score ? self->instance->count : 0, sizeof *score);
    knap_list_free(&list);
    return status;
}

typedef struct ranking {
    const double *relevance;
} ranking;

static bool is_worse(const void *context, uint32_t a, uint32_t b)
{
    const double *relevance = ((const ranking *)context)->relevance;
    return relevance[a] != relevance[b] ? relevance[a] < relevance[b] : a > b;
}

static bool is_long(knap_reason reason)
{
    return reason == KNAP_REASON_NO_ROOM || reason == KNAP_REASON_TOO_LONG;
}

/* Items that are out only because they do not fit, the best first, at most KN_MOST_LATE of them. `reason` is scratch. */
static knap_status find_long(packing *self, knap_reason *reason, uint32_t *item, size_t *count, knap_error *error)
{
    const knap_allocator *allocator = self->context->allocator;
    size_t n = self->instance->count, found = 0;
    uint32_t *order = kn_new(allocator, n, sizeof *order);
    double *relevance = kn_new(allocator, n, sizeof *relevance);
    knap_status status = order && relevance ? knap_reasons_find(self->instance, self->list, self->count, reason, error)
                                            : kn_no_memory(error);
    *count = 0;
    if (!status) {
        kn_relevance(self->instance, relevance);
        for (uint32_t s = 0; s < n; s++)
            if (is_long(reason[s]))
                order[found++] = s;
        kn_sort_by(order, found, is_worse, &(ranking){relevance});
        for (; *count < found && *count < KN_MOST_LATE; ++*count)
            item[*count] = order[*count];
    }
    kn_free(allocator, order, n, sizeof *order);
    kn_free(allocator, relevance, n, sizeof *relevance);
    return status;
}

/* Adds an item, or what is left of it, where the text still fits. */
static knap_status try_item(packing *self, size_t item, bool *fits, knap_error *error)
{
    double count = INFINITY;
    knap_status status = knap_list_push(self->list, self->instance, item, error);
    *fits = false;
    if (status || (status = make(self->context, self->instance, self->list, &count, error)))
        return status;
    *fits = count <= self->budget;
    if (*fits)
        self->count = count;
    else
        self->list->count--;
    if (*fits && self->score)
        self->score[self->list->count - 1] = NAN; /* no model scored it for this place */
    return KNAP_OK;
}

/* The best sentences of an item, as many as fit. */
static knap_status try_cut(packing *self, size_t item, bool *fits, knap_error *error)
{
    knap_context *context = self->context;
    size_t at = context->late;
    knap_status status = kn_compress(context, self->instance, item, self->budget - self->count, &context->cut_arena,
                                     &context->cut[at], &context->shorter[at], error);
    *fits = false;
    if (status || context->cut[at].count == 0)
        return status;
    context->late++;
    status = try_item(self, item, fits, error);
    context->late -= !*fits;
    return status;
}

/* Fills what is left of the budget with items that do not fit by their own costs: whole, where they join a neighbour, or their best
 * sentences. */
static knap_status fill(packing *self, knap_error *error)
{
    knap_context *context = self->context;
    size_t n = self->instance->count, count = 0;
    uint32_t item[KN_MOST_LATE];
    knap_reason *reason = kn_new(context->allocator, n, sizeof *reason);
    knap_status status = reason ? find_long(self, reason, item, &count, error) : kn_no_memory(error);
    context->cut = kn_arena_new(&context->cut_arena, KN_MOST_LATE, sizeof *context->cut);
    context->shorter = kn_arena_new(&context->cut_arena, KN_MOST_LATE, sizeof *context->shorter);
    if (!status && (!context->cut || !context->shorter))
        status = kn_no_memory(error);
    for (size_t i = 0; !status && i < count; i++) {
        bool fits = false;
        if (!is_long(reason[item[i]])) /* its group became full, or its alternative was taken */
            continue;
        if (context->settings.merge)
            status = try_item(self, item[i], &fits, error);
        if (!status && !fits && context->settings.compress)
            status = try_cut(self, item[i], &fits, error);
        if (!status && fits)
            status = knap_reasons_find(self->instance, self->list, self->count, reason, error);
    }
    kn_free(context->allocator, reason, n, sizeof *reason);
    return status;
}

/* Puts the list and its scores into the order of the passages. */
static knap_status reorder(packing *self, knap_error *error)
{
    const knap_context *context = self->context;
    knap_list *list = self->list;
    double *score = kn_new(context->allocator, self->instance->count, sizeof *score);
    size_t at = 0;
    if (!score)
        return kn_no_memory(error);
    for (size_t i = 0; self->score && i < list->count; i++)
        score[list->item[i]] = self->score[i];
    for (size_t i = 0; i < context->count; i++)
        for (size_t k = 0; k < context->cited[i].items; k++) {
            list->item[at] = context->cited[i].item[k];
            if (self->score)
                self->score[at] = score[list->item[at]];
            at++;
        }
    list->cost = self->count;
    kn_free(context->allocator, score, self->instance->count, sizeof *score);
    return KNAP_OK;
}

knap_status knap_context_pack(knap_context *context, const knap_model *model, knap_instance *instance, uint64_t draw,
                              const knap_run *run, knap_list *list, double *score, knap_error *error)
{
    packing self = {context, model, instance, draw, run, .list = list, .score = score};
    knap_status status;
    KN_REQUIRE(context);
    KN_REQUIRE(model);
    KN_REQUIRE(instance);
    KN_REQUIRE(list);
    self.budget = instance->budget;
    kn_arena_clear(&context->cut_arena);
    context->late = context->cuts = context->count = context->text.length = 0;
    knap_list_clear(list);
    if (!context->meter || !knap_context_makes(context)) {
        status = knap_model_pack(model, instance, draw, run, list, score, error);
        self.count = list->cost;
    } else if ((status = kn_instance_ready(instance, error)) || (status = fit(&self, error))) {
        return status;
    }
    if (!status && context->meter && (context->settings.compress || context->settings.merge))
        status = fill(&self, error);
    if (!status)
        status = make(context, instance, list, &self.count, error);
    return status ? status : reorder(&self, error);
}
