/* io/format.h - a format is a function that reads the next instance; recognise() in reader.c chooses one. */
#pragma once

#include "io/inner.h"
#include "io/divide.h"
#include "io/fields.h"
#include "io/json.h"
#include "io/stream.h"
#include "base/numbers.h"
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
typedef struct kn_dependency {
    size_t item, line;
    size_t name, length; /* in knap_reader.names */
} kn_dependency;

/* A member that was seen: what it means, and how often it was not used. */
typedef struct kn_known {
    kn_meaning meaning;
    uint32_t parent; /* the container that it is in; KN_NO_SYMBOL: none */
    size_t stamp;    /* the item or instance that had it last */
    size_t unused;
} kn_known;

/* A member of an instance and what it means. */
typedef struct kn_seen {
    char name[24];
    size_t length; /* 0: none */
    kn_meaning meaning;
} kn_seen;

enum { KN_GUESSES = 64, KN_SEEN = 16, KN_MOST_SOURCE_CUTS = 8 };

typedef struct kn_csv kn_csv;

/* How a file of JSON is laid out. */
typedef enum kn_json_layout {
    KN_LAYOUT_UNKNOWN,
    KN_LAYOUT_LINES,    /* one instance per line */
    KN_LAYOUT_DOCUMENT, /* instances one after the other, over any number of lines, perhaps in a list */
    KN_LAYOUT_PASSAGES, /* one item per line */
    KN_LAYOUT_LIST      /* one list of items */
} kn_json_layout;

struct knap_reader {
    const knap_allocator *allocator;
    kn_stream stream;
    char *path;
    size_t path_size;
    const kn_format *format; /* NULL: nothing was read yet */
    size_t instances;        /* read so far */
    bool broken;             /* an error was returned, and what follows cannot be read */
    bool resumable;          /* the next line can be read after an error */
    kn_division division;
    /* Options. */
    knap_reader_options options;
    kn_fields fields;
    /* Members that were seen, by their paths. */
    kn_symbols paths;
    kn_known *known; /* [paths.count] */
    size_t stamp;
    uint32_t guess[KN_GUESSES]; /* the member that is expected next, by its place in the item */
    kn_seen seen[KN_SEEN];      /* members of instances, by their place */
    uint32_t *pending;          /* [pendings] members of this item that were not used */
    size_t pendings;
    kn_symbols unused_names;
    knap_member *unused; /* [unused_names.count] */
    /* Scratch of the formats. */
    kn_json json;
    kn_json_layout layout;
    bool in_list;   /* the document is a list of instances */
    bool line_held; /* the line at the start of the buffer was begun: a 0 takes the place of its end */
    size_t line_length;
    kn_csv *csv;                /* of kn_format_csv */
    knap_meter *own_meter;      /* of a part, which threads do not share; NULL: that of the options */
    kn_text group;              /* what the items under way are grouped by */
    kn_numbers groups_seen;     /* of the hashes of the groups before */
    kn_text text, name, source; /* `source`: members of the instance that are kept */
    unsigned given;             /* fields of the instance: bit i for KN_ITEM_FIELDS + i */
    double *feature, *value, *amount;
    uint32_t *id, *concept_id;
    size_t *feature_stamp;
    size_t rows;     /* items read, where each line or row is one */
    bool deciding;   /* the first item of all is being read, which says what features there are */
    bool decided;    /* an instance was read, and with it the features */
    size_t numbered; /* the first features of `numbered_of` are named by their numbers */
    const knap_data *numbered_of;
    kn_symbols dimensions, concepts, alternatives, terms, groups; /* of the instance under way */
    char group_kind;           /* of its groups: 's' strings, 'n' numbers, 0 unknown */
    kn_symbols shown, clicked; /* ids of the list that was shown, and of those that were clicked */
    double *chance;            /* [chances] by which they were drawn */
    size_t chances;
    double log_reward, propensity; /* of that list; NaN: not given */
    kn_text names;
    kn_dependency *after; /* [afters] */
    size_t afters;
    kn_slice cut[KN_MOST_SOURCE_CUTS]; /* what the source of this item leaves out */
    size_t cuts;
};

extern const kn_format kn_format_jsonl, kn_format_scp, kn_format_csv;

/* Gives an error without a place the reader's file and that line; returns KN_READ_FAILED. */
kn_read kn_reader_failed_at(const knap_reader *reader, size_t line, knap_error *error);
/* Forgets what belongs to the instance before. */
void kn_reader_forget(knap_reader *reader);
/* Counts a member of an item or instance that was not used. */
knap_status kn_reader_unused(knap_reader *reader, const char *name, size_t count, knap_error *error);
/* Adds up the members in reader->known that were not used. */
knap_status kn_reader_count_unused(knap_reader *reader, knap_error *error);
/* Room for `count` numbers in feature and feature_stamp, in value and id, or in amount and concept_id. */
bool kn_reader_feature_room(knap_reader *reader, size_t count);
bool kn_reader_value_room(knap_reader *reader, size_t count);
bool kn_reader_amount_room(knap_reader *reader, size_t count);
