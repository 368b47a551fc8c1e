/* meter.c - costs of items from their texts: bytes, characters, words or tokens, and an amount for each item. */
#include "io/meter.h"
#include "base/utf8.h"
#include "io/format.h"
#include "core/item.h"
#include "text/language.h"
#include "base/error.h"
#include "base/memory.h"
#include "io/inner.h"

#include <math.h>
#include <string.h>

struct knap_meter {
    const knap_allocator *allocator;
    knap_meter_unit unit;
    const knap_tokenizer *tokenizer; /* of KNAP_METER_TOKENS */
    knap_language *language;         /* of KNAP_METER_WORDS */
    double per_item;
};

static const char *const names[] = {"given", "bytes", "chars", "words", "tokens", NULL};

const char *const *knap_meter_units(void)
{
    return names;
}

knap_status knap_meter_new(knap_meter_unit unit, const knap_tokenizer *tokenizer, double per_item,
                           const knap_allocator *allocator, knap_meter **meter, knap_error *error)
{
    KN_REQUIRE(meter);
    *meter = NULL;
    if ((int)unit < 0 || unit > KNAP_METER_TOKENS)
        return kn_fail(error, KNAP_USAGE, "unit %d: expected KNAP_METER_GIVEN to KNAP_METER_TOKENS", (int)unit);
    if (unit == KNAP_METER_TOKENS && !tokenizer)
        return kn_fail(error, KNAP_USAGE, "costs in tokens need a tokenizer");
    if (!(per_item >= 0 && per_item <= 1e12))
        return kn_fail(error, KNAP_USAGE, "per_item %g: expected a number from 0 to 1e12", per_item);
    knap_meter *made = kn_new(allocator, 1, sizeof *made);
    if (!made)
        return kn_no_memory(error);
    *made = (knap_meter){.allocator = allocator, .unit = unit, .tokenizer = tokenizer, .per_item = per_item};
    knap_status status = KNAP_OK;
    if (unit == KNAP_METER_WORDS)
        status = knap_language_open("und", allocator, &made->language, error);
    if (status)
        knap_meter_free(made);
    else
        *meter = made;
    return status;
}

knap_status kn_meter_copy(const knap_meter *meter, const knap_allocator *allocator, knap_meter **copy,
                          knap_error *error)
{
    *copy = NULL;
    if (!meter || meter->unit != KNAP_METER_WORDS)
        return KNAP_OK;
    return knap_meter_new(meter->unit, meter->tokenizer, meter->per_item, allocator, copy, error);
}

void knap_meter_free(knap_meter *meter)
{
    if (!meter)
        return;
    knap_language_close(meter->language);
    kn_free(meter->allocator, meter, 1, sizeof *meter);
}

knap_meter_unit knap_meter_unit_of(const knap_meter *meter)
{
    return meter ? meter->unit : KNAP_METER_GIVEN;
}

double knap_meter_per_item(const knap_meter *meter)
{
    return meter ? meter->per_item : 0;
}

knap_status knap_meter_count(const knap_meter *meter, const char *text, size_t length, size_t *count, knap_error *error)
{
    KN_REQUIRE(count);
    *count = 0;
    KN_REQUIRE(meter);
    if (length)
        KN_REQUIRE(text);
    knap_status status = KNAP_OK;
    switch (meter->unit) {
    case KNAP_METER_BYTES:
        *count = length;
        break;
    case KNAP_METER_CHARACTERS:
        *count = kn_utf8_count(text, length);
        break;
    case KNAP_METER_WORDS:
        status = kn_language_count(meter->language, text, length, count, error);
        break;
    case KNAP_METER_TOKENS:
        status = knap_tokenizer_count(meter->tokenizer, text, length, count, error);
        break;
    default:
        return kn_fail(error, KNAP_USAGE, "a meter of given costs counts no text");
    }
    if (status)
        *count = 0;
    return status;
}

static knap_status fail_item(const knap_instance *instance, size_t item, const char *what, knap_error *error)
{
    const char *id = knap_instance_item_id(instance, item);
    return id ? kn_fail(error, KNAP_BAD_INPUT, "item '%.100s' %s", id, what)
              : kn_fail(error, KNAP_BAD_INPUT, "item %zu %s", item, what);
}

static knap_status cost_of(const knap_instance *instance, const knap_meter *meter, size_t item, double *cost,
                           knap_error *error)
{
    const char *text = knap_instance_item_text(instance, item);
    size_t count = 0;
    if (meter->unit == KNAP_METER_GIVEN) {
        *cost = knap_instance_cost(instance, item) + meter->per_item;
        return isnan(*cost) ? fail_item(instance, item, "has no cost", error) : KNAP_OK;
    }
    if (!text)
        return fail_item(instance, item, "has no text to compute its cost from", error);
    knap_status status = knap_meter_count(meter, text, strlen(text), &count, error);
    *cost = (double)count + meter->per_item;
    if (!(*cost >= 1)) /* a cost is above 0 */
        *cost = 1;
    return status;
}

/* All costs are computed and checked before the first one is set. */
knap_status knap_meter_apply(const knap_meter *meter, knap_instance *instance, knap_error *error)
{
    knap_status status = KNAP_OK;
    KN_REQUIRE(meter);
    KN_REQUIRE(instance);
    const knap_allocator *allocator = knap_instance_allocator(instance);
    size_t count = knap_instance_count(instance);
    double *cost = kn_new(allocator, count, sizeof *cost);
    if (!cost)
        return kn_no_memory(error);
    for (size_t i = 0; !status && i < count; i++) {
        status = cost_of(instance, meter, i, &cost[i], error);
        if (!status)
            status = kn_check_cost(i, cost[i], error);
    }
    for (size_t i = 0; !status && i < count; i++)
        status = knap_instance_set_cost(instance, i, cost[i], error); /* only the first one allocates */
    kn_free(allocator, cost, count, sizeof *cost);
    return status;
}
