/* format.c - functions that the formats of instances share: the place of an error, room for numbers, members that
 * are not used. */
#include "io/format.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

kn_read kn_reader_failed_at(const knap_reader *reader, size_t line, knap_error *error)
{
    if (error && !error->file[0]) {
        snprintf(error->file, sizeof error->file, "%s", reader->stream.path);
        error->line = line;
    }
    return KN_READ_FAILED;
}

bool kn_reader_feature_room(knap_reader *reader, size_t count)
{
    size_t before = reader->feature_stamp_capacity;
    double *feature = kn_grow(reader->allocator, reader->feature, &reader->feature_capacity, count, sizeof *feature);
    size_t *stamp;
    if (!feature)
        return false;
    reader->feature = feature;
    stamp = kn_grow(reader->allocator, reader->feature_stamp, &reader->feature_stamp_capacity, count, sizeof *stamp);
    if (!stamp)
        return false;
    memset(stamp + before, 0, (reader->feature_stamp_capacity - before) * sizeof *stamp);
    reader->feature_stamp = stamp;
    return true;
}

bool kn_reader_value_room(knap_reader *reader, size_t count)
{
    double *value = kn_grow(reader->allocator, reader->value, &reader->value_capacity, count, sizeof *value);
    uint32_t *id;
    if (!value)
        return false;
    reader->value = value;
    id = kn_grow(reader->allocator, reader->id, &reader->id_capacity, count, sizeof *id);
    if (id)
        reader->id = id;
    return id != NULL;
}

bool kn_reader_amount_room(knap_reader *reader, size_t count)
{
    double *amount = kn_grow(reader->allocator, reader->amount, &reader->amount_capacity, count, sizeof *amount);
    uint32_t *id;
    if (!amount)
        return false;
    reader->amount = amount;
    id = kn_grow(reader->allocator, reader->concept_id, &reader->concept_capacity, count, sizeof *id);
    if (id)
        reader->concept_id = id;
    return id != NULL;
}

void kn_reader_forget(knap_reader *reader)
{
    kn_symbols *symbols[] = {&reader->dimensions, &reader->concepts, &reader->alternatives,
                             &reader->terms,      &reader->groups,   &reader->shown,
                             &reader->clicked};
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (symbols[i]->count)
            kn_symbols_free(symbols[i]);
    reader->group_kind = 0;
    reader->afters = reader->names.length = reader->source.length = 0;
    reader->given = 0;
    reader->chances = 0;
    reader->log_reward = reader->propensity = NAN;
    reader->deciding = false;
    if (reader->json.decoded.blocks)
        kn_arena_clear(&reader->json.decoded);
}

/* Names that are counted; a stream with endless new names must not fill the memory. */
enum { MOST_UNUSED = 256 };

knap_status kn_reader_unused(knap_reader *reader, const char *name, size_t count, knap_error *error)
{
    uint32_t symbol = kn_symbols_find(&reader->unused_names, name, strlen(name));
    if (symbol == KN_NO_SYMBOL) {
        knap_member *grown;
        if (reader->unused_names.count == MOST_UNUSED)
            return KNAP_OK;
        grown = kn_grow(reader->allocator, reader->unused, &reader->unused_capacity, reader->unused_names.count + 1,
                        sizeof *grown);
        if (grown)
            reader->unused = grown;
        symbol = grown ? kn_symbols_add(&reader->unused_names, name, strlen(name)) : KN_NO_SYMBOL;
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        grown[symbol] = (knap_member){reader->unused_names.name[symbol], 0};
    }
    reader->unused[symbol].count += count;
    return KNAP_OK;
}

knap_status kn_reader_count_unused(knap_reader *reader, knap_error *error)
{
    knap_status status = KNAP_OK;
    for (size_t i = 0; !status && i < reader->paths.count; i++)
        if (reader->known[i].unused) {
            status = kn_reader_unused(reader, reader->paths.name[i], reader->known[i].unused, error);
            reader->known[i].unused = 0;
        }
    return status;
}
