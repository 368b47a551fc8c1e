/* add.c - adds an item to an instance. All of it is checked, and there is room for all of it, before anything changes: a refused
 * item leaves the instance as it was. Rows above the last item are no part of the instance, so they are written first. */
#include "core/borrow.h"
#include "core/item.h"
#include "core/match.h"
#include "core/rows.h"
#include "base/error.h"
#include "base/sort.h"

#include <math.h>
#include <string.h>

/* Makes room in one of an instance's arrays; false when memory is out. */
#define ROOM(instance, array, need) KN_ROOM((instance)->data->allocator, array, need)

/* ---- Checks ---- */

static knap_status check_row(size_t row, const uint32_t *id, const double *value, size_t count, const char *what,
                             knap_error *error)
{
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(value[i]) <= KN_LARGEST_VALUE))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: %s has the value %g, which is out of range", row, what,
                           value[i]);
        if (id && id[i] >= KN_LARGEST_ID)
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: %s has the id %u; ids go up to %u", row, what, id[i],
                           KN_LARGEST_ID - 1);
    }
    return KNAP_OK;
}

static bool is_dense(const knap_item *item)
{
    return item->vector && !item->vector_id;
}

static knap_status check_vector(const knap_instance *instance, size_t row, const knap_item *item, knap_error *error)
{
    const kn_rows *rows = &instance->vector;
    bool dense = is_dense(item);
    if (row > 0 && dense && item->vector_count != rows->width)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: its vector has %zu numbers, those before have %zu", row,
                       item->vector_count, rows->width);
    if (row > 0 && !dense && rows->start[row] > 0 && !rows->id)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: it has no dense vector as those before it have", row);
    if (row > 0 && dense && rows->id)
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: its vector is a list of numbers, those before are named", row);
    return check_row(row, item->vector_id, item->vector, item->vector ? item->vector_count : 0, "the vector", error);
}

static knap_status check_features(const knap_instance *instance, size_t row, const knap_item *item, knap_error *error)
{
    for (size_t i = 0; item->feature && i < instance->data->features.count; i++)
        if (!(fabs(item->feature[i]) <= KN_LARGEST_VALUE))
            return kn_fail(error, KNAP_BAD_INPUT,
                           "item %zu: feature '%.60s' is %g; features are finite numbers up to %g", row,
                           instance->data->features.name[i], item->feature[i], KN_LARGEST_VALUE);
    return KNAP_OK;
}

static knap_status check_item(const knap_instance *instance, size_t row, const knap_item *item, knap_error *error)
{
    knap_status status;
    if (row >= UINT32_MAX - 1)
        return kn_fail(error, KNAP_BAD_INPUT, "an instance has at most %u items", UINT32_MAX - 1);
    if (!isnan(item->cost) && (status = kn_check_cost(row, item->cost, error)))
        return status;
    if (!(fabs(item->worth) <= KN_LARGEST_VALUE))
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: its worth is %g, which is out of range", row, item->worth);
    if ((status = check_features(instance, row, item, error)) || (status = check_vector(instance, row, item, error)))
        return status;
    for (size_t i = 0; i < item->concept_count; i++)
        if (!(item->amount[i] >= 0))
            return kn_fail(error, KNAP_BAD_INPUT, "item %zu: it covers %g of a concept; an amount is at least 0", row,
                           item->amount[i]);
    if (item->alternative >= KN_LARGEST_ID)
        return kn_fail(error, KNAP_BAD_INPUT,
                       "item %zu: alternative %zu is out of range: expected a number from 1 to %u", row,
                       item->alternative, KN_LARGEST_ID - 1);
    return check_row(row, item->concept_id, item->amount, item->concept_count, "a concept", error);
}

/* ---- Writing above the last item ---- */

/* Sorts a row by id. Returns false where an id occurs twice. */
static bool sort_row(uint32_t *id, double *value, size_t count)
{
    kn_sort_row(id, value, count);
    for (size_t i = 1; i < count; i++)
        if (id[i] == id[i - 1])
            return false;
    return true;
}

/* Writes row number `row` of `rows`, the first one after them. */
static knap_status write_row(knap_instance *instance, kn_rows *rows, size_t row, const uint32_t *id,
                             const double *value, size_t count, const char *what, knap_error *error)
{
    size_t start = row ? rows->start[row] : 0;
    if (!ROOM(instance, rows->start, row + 2) || !ROOM(instance, rows->value, start + count) ||
        (id && !ROOM(instance, rows->id, start + count)))
        return kn_no_memory(error);
    if (count)
        memcpy(rows->value + start, value, count * sizeof *value);
    if (id && count)
        memcpy(rows->id + start, id, count * sizeof *id);
    if (id && !sort_row(rows->id + start, rows->value + start, count))
        return kn_fail(error, KNAP_BAD_INPUT, "item %zu: %s has the same id twice", row, what);
    rows->start[row] = start;
    rows->start[row + 1] = start + count;
    return KNAP_OK;
}

static knap_status write_numbers(knap_instance *instance, size_t row, const knap_item *item, knap_error *error)
{
    size_t width = instance->data->features.count;
    double squares = 0;
    if (!ROOM(instance, instance->cost, row + 1) || !ROOM(instance, instance->worth, row + 1) ||
        !ROOM(instance, instance->inverse_norm, row + 1) || !kn_features_room(instance, row + 1, width))
        return kn_no_memory(error);
    instance->cost[row] = item->cost;
    instance->worth[row] = item->worth;
    for (size_t i = 0; i < width; i++)
        instance->feature[row * width + i] = item->feature ? (float)item->feature[i] : 0;
    for (size_t i = 0; item->vector && i < item->vector_count; i++)
        squares += item->vector[i] * item->vector[i];
    instance->inverse_norm[row] = squares > 0 ? 1 / sqrt(squares) : 0;
    return KNAP_OK;
}

static knap_status write_alternative(knap_instance *instance, size_t row, size_t alternative, knap_error *error)
{
    if (!alternative && !instance->alternative)
        return KNAP_OK;
    if (!KN_ZEROED_ROOM(instance->data->allocator, instance->alternative, row + 1))
        return kn_no_memory(error);
    instance->alternative[row] = (uint32_t)alternative;
    return KNAP_OK;
}

static knap_status write_item(knap_instance *instance, size_t row, const knap_item *item, knap_error *error)
{
    static const uint32_t none = 0; /* an empty row still marks the rows as sparse */
    knap_status status;
    if ((status = write_numbers(instance, row, item, error)) ||
        (status = write_row(instance, &instance->vector, row, item->vector_id, item->vector,
                            item->vector ? item->vector_count : 0, "the vector", error)) ||
        (status = write_row(instance, &instance->concept, row, item->concept_count ? item->concept_id : &none,
                            item->amount, item->concept_count, "a concept", error)) ||
        (status = kn_item_group(instance, row, item->group, error)) ||
        (status = write_alternative(instance, row, item->alternative, error)) ||
        (status = kn_item_text(instance, &instance->item_id, row, item->id, item->id ? strlen(item->id) : 0, error)) ||
        (status = kn_item_text(instance, &instance->item_text, row, item->text, item->text ? strlen(item->text) : 0,
                               error)) ||
        (status = kn_item_text(instance, &instance->item_source, row, NULL, 0, error)) ||
        (status = kn_item_number(instance, &instance->score, row, NAN, error)) ||
        (status = kn_item_number(instance, &instance->position, row, NAN, error)) ||
        (status = kn_item_number(instance, &instance->date, row, NAN, error)))
        return status;
    return kn_item_number(instance, &instance->useful, row, NAN, error);
}

/* ---- The change ---- */

/* The arrays that not every instance has: that one is there means something. */
typedef struct optional {
    bool vector_id, group, alternative, item_id, item_text;
} optional;

static optional find_optional(const knap_instance *instance)
{
    return (optional){.vector_id = instance->vector.id,
                      .group = instance->group,
                      .alternative = instance->alternative,
                      .item_id = instance->item_id,
                      .item_text = instance->item_text};
}

/* Frees the arrays that were made for a refused item. */
static void drop_made(knap_instance *instance, const optional *before)
{
#define DROP(there, array)                                                                                             \
    if (!(there)) {                                                                                                    \
        KN_RELEASE(instance->data->allocator, array);                                                                  \
        array = NULL;                                                                                                  \
    }
    DROP(before->vector_id, instance->vector.id)
    DROP(before->group, instance->group)
    DROP(before->alternative, instance->alternative)
    DROP(before->item_id, instance->item_id)
    DROP(before->item_text, instance->item_text)
#undef DROP
}

static void widen_to_row(kn_rows *rows, size_t row)
{
    size_t end = rows->start[row + 1];
    if (rows->id && end > rows->start[row] && rows->id[end - 1] >= rows->width)
        rows->width = (size_t)rows->id[end - 1] + 1;
}

static void take_item(knap_instance *instance, size_t row, const knap_item *item)
{
    kn_features_widen(instance, instance->data->features.count);
    if (is_dense(item))
        instance->vector.width = item->vector_count;
    widen_to_row(&instance->vector, row);
    widen_to_row(&instance->concept, row);
    if (item->alternative > instance->alternatives)
        instance->alternatives = item->alternative;
    instance->uncosted += isnan(item->cost) ? 1 : 0;
    instance->count++;
}

knap_status knap_instance_add(knap_instance *instance, const knap_item *item, knap_error *error)
{
    KN_REQUIRE(instance);
    KN_REQUIRE(item);
    KN_REQUIRE(item->vector || !item->vector_count);
    KN_REQUIRE((item->concept_id && item->amount) || !item->concept_count);
    const optional before = find_optional(instance);
    size_t row = instance->count;
    knap_status status = check_item(instance, row, item, error);
    if (!status)
        status = kn_instance_own(instance, error);
    if (!status)
        status = write_item(instance, row, item, error);
    if (status)
        drop_made(instance, &before);
    else
        take_item(instance, row, item);
    return status;
}
