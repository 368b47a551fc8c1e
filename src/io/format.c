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
    return KN_ROOM(reader->allocator, reader->feature, count) &&
           KN_ZEROED_ROOM(reader->allocator, reader->feature_stamp, count);
}

bool kn_reader_value_room(knap_reader *reader, size_t count)
{
    return KN_ROOM(reader->allocator, reader->value, count) && KN_ROOM(reader->allocator, reader->id, count);
}

bool kn_reader_amount_room(knap_reader *reader, size_t count)
{
    return KN_ROOM(reader->allocator, reader->amount, count) && KN_ROOM(reader->allocator, reader->concept_id, count);
}

void kn_reader_forget(knap_reader *reader)
{
    kn_symbols *symbols[] = {&reader->dimensions, &reader->concepts, &reader->alternatives, &reader->terms,
                             &reader->groups,     &reader->shown,    &reader->clicked};
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
        if (reader->unused_names.count == MOST_UNUSED)
            return KNAP_OK;
        if (KN_ROOM(reader->allocator, reader->unused, reader->unused_names.count + 1))
            symbol = kn_symbols_add(&reader->unused_names, name, strlen(name));
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        reader->unused[symbol] = (knap_member){reader->unused_names.name[symbol], 0};
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
