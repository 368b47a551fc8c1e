/* instance.c - building and checking instances. Items are checked here, for all callers. */
#include "core/instance.h"
#include "core/borrow.h"
#include "core/rows.h"
#include "base/error.h"
#include "base/parallel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_BLOCK = 224 }; /* bytes of names and texts; there may be millions of small instances */

/* Makes room in one of an instance's arrays; false when memory is out. */
#define ROOM(instance, array, need) KN_ROOM((instance)->data->allocator, array, need)

const char *kn_instance_label(const knap_instance *instance, char *text, size_t size)
{
    char place[48] = "";
    if (instance->line)
        snprintf(place, sizeof place, " (line %zu)", instance->line);
    if (instance->id)
        snprintf(text, size, "instance '%.80s'%s", instance->id, place);
    else
        snprintf(text, size, "an instance without id%s", place);
    return text;
}

/* Frees the arrays of an instance. */
static void free_arrays(knap_instance *instance)
{
    const knap_allocator *allocator = instance->data->allocator;
    kn_instance_release(instance);
    KN_RELEASE(allocator, instance->cost);
    KN_RELEASE(allocator, instance->worth);
    KN_RELEASE(allocator, instance->charge);
    KN_RELEASE(allocator, instance->term_use);
    KN_RELEASE(allocator, instance->feature);
    KN_RELEASE(allocator, instance->inverse_norm);
    KN_RELEASE(allocator, instance->item_id);
    KN_RELEASE(allocator, instance->item_text);
    KN_RELEASE(allocator, instance->target);
    KN_RELEASE(allocator, instance->item_source);
    KN_RELEASE(allocator, instance->score);
    KN_RELEASE(allocator, instance->match);
    KN_RELEASE(allocator, instance->shared);
    KN_RELEASE(allocator, instance->rarest);
    KN_RELEASE(allocator, instance->evidence);
    KN_RELEASE(allocator, instance->useful);
    KN_RELEASE(allocator, instance->position);
    KN_RELEASE(allocator, instance->date);
    KN_RELEASE(allocator, instance->group_name);
    KN_RELEASE(allocator, instance->group);
    KN_RELEASE(allocator, instance->kind);
    KN_RELEASE(allocator, instance->expect);
    KN_RELEASE(allocator, instance->worth_sum);
    KN_RELEASE(allocator, instance->flaws);
    KN_RELEASE(allocator, instance->support);
    KN_RELEASE(allocator, instance->alternative);
    KN_RELEASE(allocator, instance->choice);
    KN_RELEASE(allocator, instance->duplicate_of);
    KN_RELEASE(allocator, instance->group_slot);
    kn_rows_free(allocator, &instance->vector);
    kn_rows_free(allocator, &instance->concept);
}

void kn_instance_free(knap_instance *instance)
{
    if (!instance)
        return;
    free_arrays(instance);
    kn_arena_free(&instance->arena);
    kn_free(instance->data->allocator, instance, 1, sizeof *instance);
}

/* Instances up to this size are kept for the next ones when the data are cleared. */
enum { LARGEST_SPARE = 1024 };

/* An empty instance that keeps the memory of the arrays that nearly all instances have. */
static void make_spare(knap_instance *instance)
{
    kn_instance_release(instance);
    knap_instance kept = *instance;
    instance->cost = instance->worth = instance->inverse_norm = instance->vector.value = NULL;
    instance->feature = NULL;
    instance->vector.start = NULL;
    instance->concept = (kn_rows){.start = NULL};
    free_arrays(instance);
    kn_arena_clear(&kept.arena);
    memset(instance, 0, sizeof *instance);
    instance->data = kept.data;
    instance->arena = kept.arena;
    instance->cost = kept.cost;
    instance->worth = kept.worth;
    instance->feature = kept.feature;
    instance->inverse_norm = kept.inverse_norm;
    instance->vector.start = kept.vector.start;
    instance->vector.value = kept.vector.value;
    instance->concept = kept.concept;
    instance->concept.width = 0;
}

/* Removes an instance from use: keeps it as a spare one, for which knap_data_add made room, or frees it. */
static void retire(knap_data *data, knap_instance *instance)
{
    if (instance->count > LARGEST_SPARE) {
        kn_instance_free(instance);
        return;
    }
    make_spare(instance);
    data->spare[data->spares++] = instance;
}

knap_status knap_data_new(const knap_allocator *allocator, knap_data **data, knap_error *error)
{
    KN_REQUIRE(data);
    *data = kn_new(allocator, 1, sizeof **data);
    if (!*data)
        return kn_no_memory(error);
    (*data)->allocator = allocator;
    kn_symbols_begin(&(*data)->features, allocator);
    kn_symbols_begin(&(*data)->flaws, allocator);
    (*data)->flaw_columns = SIZE_MAX;
    return KNAP_OK;
}

void knap_data_drop_last(knap_data *data)
{
    if (!data || data->count == 0)
        return;
    retire(data, data->instance[--data->count]);
}

void knap_data_clear(knap_data *data)
{
    if (!data)
        return;
    while (data->count)
        knap_data_drop_last(data);
}

static void free_piece(void *context, size_t piece, size_t worker)
{
    const knap_data *data = context;
    (void)worker;
    for (size_t i = piece * KN_PIECE; i < kn_piece_end(piece, data->count); i++)
        kn_instance_free(data->instance[i]);
}

void knap_data_free(knap_data *data)
{
    if (!data)
        return;
    kn_parallel_for(data->jobs ? data->jobs : 1, kn_pieces(data->count), free_piece, data);
    while (data->spares)
        kn_instance_free(data->spare[--data->spares]);
    KN_RELEASE(data->allocator, data->spare);
    KN_RELEASE(data->allocator, data->instance);
    kn_symbols_free(&data->features);
    kn_symbols_free(&data->flaws);
    kn_free(data->allocator, data, 1, sizeof *data);
}

knap_status knap_data_feature(knap_data *data, const char *name, size_t *feature, knap_error *error)
{
    KN_REQUIRE(feature);
    *feature = 0;
    KN_REQUIRE(data);
    KN_REQUIRE(name);
    uint32_t symbol = kn_symbols_add(&data->features, name, strlen(name));
    if (symbol == KN_NO_SYMBOL)
        return kn_no_memory(error);
    *feature = symbol;
    return KNAP_OK;
}

size_t knap_data_feature_count(const knap_data *data)
{
    if (!data)
        return 0;
    return data->features.count;
}

const char *knap_data_feature_name(const knap_data *data, size_t feature)
{
    if (!data || feature >= data->features.count)
        return NULL;
    return data->features.name[feature];
}

size_t knap_data_count(const knap_data *data)
{
    if (!data)
        return 0;
    return data->count;
}

knap_instance *knap_data_at(const knap_data *data, size_t index)
{
    if (!data || index >= data->count)
        return NULL;
    return data->instance[index];
}

knap_status knap_data_add(knap_data *data, const char *id, double budget, size_t line, knap_instance **instance,
                          knap_error *error)
{
    KN_REQUIRE(instance);
    *instance = NULL;
    KN_REQUIRE(data);
    knap_instance *made;
    if (!KN_ROOM(data->allocator, data->instance, data->count + 1))
        return kn_no_memory(error);
    if (!KN_ROOM(data->allocator, data->spare, data->count + 1 + data->spares))
        return kn_no_memory(error);
    made = data->spares ? data->spare[--data->spares] : kn_new(data->allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    made->data = data;
    made->arena.allocator = data->allocator;
    made->arena.first = FIRST_BLOCK;
    made->line = line;
    made->width = data->features.count;
    data->instance[data->count++] = made;
    knap_status status = id ? knap_instance_set_id(made, id, error) : KNAP_OK;
    if (!status)
        status = knap_instance_set_budget(made, budget, error);
    if (status)
        knap_data_drop_last(data);
    else
        *instance = made;
    return status;
}

knap_status knap_instance_set_id(knap_instance *instance, const char *id, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(id);
    char *copy = kn_arena_text(&instance->arena, id, strlen(id));
    if (!copy)
        return kn_no_memory(error);
    instance->id = copy;
    return KNAP_OK;
}

knap_status knap_instance_set_budget(knap_instance *instance, double budget, knap_error *error)
{
    KN_REQUIRE(instance);
    if (budget < 0 || budget > KN_LARGEST_COST) /* NaN: none */
        return kn_fail(error, KNAP_BAD_INPUT, "budget %g: a budget is a number from 0 to %g", budget, KN_LARGEST_COST);
    instance->budget = budget;
    return KNAP_OK;
}

/* ---- Concepts ---- */

knap_status knap_instance_target(knap_instance *instance, uint32_t concept_id, double cap, knap_error *error)
{
    KN_REQUIRE(instance);
    if (!(cap > 0 && cap <= KN_LARGEST_VALUE))
        return kn_fail(error, KNAP_BAD_INPUT, "a target of %g: a target is a number above 0, up to %g", cap,
                       KN_LARGEST_VALUE);
    if (concept_id >= KN_LARGEST_ID)
        return kn_fail(error, KNAP_BAD_INPUT, "a target has the id %u; ids go up to %u", concept_id, KN_LARGEST_ID - 1);
    if (!ROOM(instance, instance->target, instance->targets + 1))
        return kn_no_memory(error);
    instance->target[instance->targets++] = (kn_target){concept_id, cap};
    if (concept_id >= instance->concept.width)
    instance->concept.width = concept_id + 1;
    return KNAP_OK;
}

knap_status knap_instance_mark(knap_instance *instance, uint32_t concept_id, knap_concept kind, knap_error *error)
{
    KN_REQUIRE(instance);
    if (concept_id >= KN_LARGEST_ID)
        return kn_fail(error, KNAP_BAD_INPUT, "a concept has the id %u; ids go up to %u", concept_id,
                       KN_LARGEST_ID - 1);
    if ((unsigned)kind > KNAP_CONCEPT_ANSWER)
        return kn_fail(error, KNAP_USAGE, "concept %u: %d is not a knap_concept", concept_id, (int)kind);
    if (concept_id >= instance->kinds) {
        if (!ROOM(instance, instance->kind, (size_t)concept_id + 1))
            return kn_no_memory(error);
        memset(instance->kind + instance->kinds, 0, concept_id + 1 - instance->kinds);
        instance->kinds = (size_t)concept_id + 1;
    }
    instance->kind[concept_id] = (unsigned char)kind;
    if (concept_id >= instance->concept.width)
    instance->concept.width = (size_t)concept_id + 1;
    return KNAP_OK;
}

static knap_status check_expectation(uint32_t concept_id, const double *worth, size_t count, knap_error *error)
{
    if (concept_id >= KN_LARGEST_ID)
        return kn_fail(error, KNAP_BAD_INPUT, "a concept has the id %u; ids go up to %u", concept_id,
                       KN_LARGEST_ID - 1);
    for (size_t i = 0; i < count; i++)
        if (!(worth[i] >= 0 && worth[i] <= (i ? worth[i - 1] : KN_LARGEST_VALUE)))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "concept %u: its worth is %g for occurrence %zu: worths are at least 0 and never rise",
                           concept_id, worth[i], i + 1);
    return KNAP_OK;
}

knap_status knap_instance_expect(knap_instance *instance, uint32_t concept_id, const double *worth, size_t count,
                                 knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(worth || !count);
    kn_worth total = {0, 0};
    knap_status status = check_expectation(concept_id, worth, count, error);
    if (status)
        return status;
    if (!ROOM(instance, instance->expect, (size_t)concept_id + 1) ||
        !ROOM(instance, instance->worth_sum, instance->worths + count + 1))
        return kn_no_memory(error);
    for (; instance->expects <= concept_id; instance->expects++)
        instance->expect[instance->expects] = (kn_expectation){0, 0};
    instance->expect[concept_id] = (kn_expectation){instance->worths, count};
    for (size_t i = 0; i <= count; i++) {
        instance->worth_sum[instance->worths++] = total;
        total.sum += i < count ? worth[i] : 0;
        total.squares += i < count ? worth[i] * worth[i] : 0;
    }
    if (concept_id >= instance->concept.width)
    instance->concept.width = (size_t)concept_id + 1;
    return KNAP_OK;
}

knap_status knap_instance_set_mass(knap_instance *instance, double mass, knap_error *error)
{
    KN_REQUIRE(instance);
    if (!(mass >= 0 && mass <= KN_LARGEST_VALUE))
        return kn_fail(error, KNAP_BAD_INPUT, "a mass of %g: a mass is a number of at least 0", mass);
    instance->mass = mass;
    return KNAP_OK;
}

knap_status knap_instance_set_reward(knap_instance *instance, const knap_reward *reward, const void *context,
                                     knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(reward);
    KN_REQUIRE(reward->begin && reward->gain && reward->push && reward->value && reward->end);
    knap_status status = reward->check ? reward->check(instance, context, error) : KNAP_OK;
    if (status)
        return status;
    instance->reward = reward;
    instance->reward_context = context;
    return KNAP_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------------------
 */

const char *knap_instance_id(const knap_instance *instance)
{
    if (!instance)
        return NULL;
    return instance->id;
}

size_t knap_instance_line(const knap_instance *instance)
{
    if (!instance)
        return 0;
    return instance->line;
}

double knap_instance_budget(const knap_instance *instance)
{
    if (!instance)
        return NAN;
    return instance->budget;
}

size_t knap_instance_count(const knap_instance *instance)
{
    if (!instance)
        return 0;
    return instance->count;
}

double knap_instance_cost(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NAN;
    return instance->cost[item];
}

double knap_instance_worth(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NAN;
    return instance->worth[item];
}

size_t knap_instance_group(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return 0;
    return instance->group ? instance->group[item] : 0;
}

const char *knap_instance_item_id(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NULL;
    return instance->item_id ? instance->item_id[item] : NULL;
}

const char *knap_instance_item_text(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NULL;
    return instance->item_text ? instance->item_text[item] : NULL;
}

const float *knap_instance_features(const knap_instance *instance, size_t item)
{
    if (!instance || item >= instance->count)
        return NULL;
    return instance->feature + item * instance->width;
}

size_t knap_instance_feature_count(const knap_instance *instance)
{
    return instance ? instance->width : 0;
}

const knap_reward *knap_instance_reward(const knap_instance *instance)
{
    if (!instance)
        return NULL;
    return instance->reward;
}

const knap_allocator *knap_instance_allocator(const knap_instance *instance)
{
    if (!instance)
        return NULL;
    return instance->data->allocator;
}

knap_status kn_instance_ready(const knap_instance *instance, knap_error *error)
{
    char label[160];
    if (isnan(instance->budget))
        return kn_fail(error, KNAP_BAD_INPUT,
                       "%s has no budget: add \"budget\" to the instance, or set one for all instances",
                       kn_instance_label(instance, label, sizeof label));
    if (instance->uncosted) {
        size_t item = 0;
        while (!isnan(instance->cost[item]))
            item++;
        return kn_fail(error, KNAP_BAD_INPUT, "%s: item %zu has no cost",
                       kn_instance_label(instance, label, sizeof label), item);
    }
    return KNAP_OK;
}
