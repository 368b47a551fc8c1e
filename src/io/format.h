/* io/format.h - a format is a function that reads the next instance; the table in reader.c recognises them.
 */
#ifndef KNAP_IO_FORMAT_H
#define KNAP_IO_FORMAT_H

#include "knap/io.h"
#include "io/fields.h"
#include "io/stream.h"
#include "base/symbols.h"

/* The result of reading the next instance. */
typedef enum kn_read { KN_READ_ONE, KN_READ_END, KN_READ_FAILED } kn_read;

typedef struct kn_format {
    const char *name;
    bool absent_is_zero;
    /* Reads one instance into `data`. On failure fills the error, with the file and the line. */
    kn_read (*read)(knap_reader *reader, knap_data *data, knap_error *error);
} kn_format;

/* An item that depends on another, which is known by name only until all items are read. */
typedef struct kn_after {
    size_t item, line;
    size_t name, length; /* in knap_reader.names */
} kn_after;

struct knap_reader {
    const knap_allocator *allocator;
    kn_stream stream;
    char *path;
    size_t path_size;
    const kn_format *format; /* NULL: nothing was read yet */
    size_t instances;        /* read so far */
    bool broken;             /* an error was returned */
    kn_fields fields;        /* what members mean */
    bool cost_later;         /* as in knap_reader_options */
    const knap_meter *meter; /* the same */
    kn_symbols unused_names; /* members that were not used */
    knap_member *unused;     /* [unused_names.count] */
    /* Scratch of the formats. */
    kn_text text, name;
    double *feature, *value;
    uint32_t *id;
    size_t feature_capacity, value_capacity, id_capacity;
    kn_symbols dimensions, concepts, alternatives, terms, groups; /* of the instance under way */
    char group_kind; /* of its groups: 's' strings, 'n' numbers, 0 not known yet */
    kn_text names;
    kn_after *after; /* [afters] */
    size_t afters, after_capacity;
};

extern const kn_format kn_format_jsonl, kn_format_scp;

/* Gives an error without a place the reader's file and that line; returns KN_READ_FAILED. */
kn_read kn_reader_failed_at(const knap_reader *reader, size_t line, knap_error *error);
/* Counts a member of an item or instance that was not used. */
knap_status kn_reader_unused(knap_reader *reader, const char *name, knap_error *error);
/* Room for `count` numbers in feature, or in value and id. */
bool kn_reader_feature_room(knap_reader *reader, size_t count);
bool kn_reader_value_room(knap_reader *reader, size_t count);

#endif
