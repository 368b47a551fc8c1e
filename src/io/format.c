/* format.c - functions that the formats of instances share: the place of an error, room for numbers. */
#include "io/format.h"
#include "base/error.h"

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
    double *grown = kn_grow(reader->allocator, reader->feature, &reader->feature_capacity, count, sizeof *grown);
    if (grown)
        reader->feature = grown;
    return grown != NULL;
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

/* Names that are counted; a stream with endless new names must not fill the memory. */
enum { MOST_UNUSED = 256 };

knap_status kn_reader_unused(knap_reader *reader, const char *name, knap_error *error)
{
    uint32_t symbol = kn_symbols_find(&reader->unused_names, name, strlen(name));
    if (symbol == KN_NO_SYMBOL) {
        if (reader->unused_names.count == MOST_UNUSED)
            return KNAP_OK;
        if (!KN_ROOM(reader->allocator, reader->unused, reader->unused_names.count + 1))
            return kn_no_memory(error);
        symbol = kn_symbols_add(&reader->unused_names, name, strlen(name));
        if (symbol == KN_NO_SYMBOL)
            return kn_no_memory(error);
        reader->unused[symbol] = (knap_member){reader->unused_names.name[symbol], 0};
    }
    reader->unused[symbol].count++;
    return KNAP_OK;
}
