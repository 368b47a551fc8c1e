/* io/fields.h - which member of an item means what: the usual names, and what the user says (`--map cost=len`). */
#pragma once

#include "io/inner.h"
#include "base/memory.h"

/* What an item, or an instance, can have. The rows of the table in fields.c are in this order. */
typedef enum kn_field {
    KN_ID,
    KN_TEXT,
    KN_SCORE,
    KN_COST,
    KN_VECTOR_FIELD,
    KN_FEATURES,
    KN_COVERS,
    KN_WORTH,
    KN_GROUP,
    KN_POSITION,
    KN_DATE,
    KN_USEFUL,
    KN_ALTERNATIVE,
    KN_PIN,
    KN_BAN,
    KN_FLAWS,
    KN_AFTER,
    KN_INTRODUCES,
    KN_NEEDS,
    KN_BY,          /* what items in lines are grouped by */
    KN_ITEM_FIELDS, /* the fields of an instance follow */
    KN_ITEMS = KN_ITEM_FIELDS,
    KN_BUDGET,
    KN_QUERY,
    KN_INSTANCE_ID,
    KN_KINDS,
    KN_EXPECT,
    KN_MASS,
    KN_REWARD,
    KN_ANSWER,
    KN_SHOWN,
    KN_PROPENSITY,
    KN_QUERY_VECTOR,
    KN_CHANCES,
    KN_CLICKS,
    KN_FIELDS,
    KN_CONTAINER = KN_FIELDS, /* an object whose members are searched for fields too: "metadata" */
    KN_NO_FIELD
} kn_field;

/* The types of JSON, as bits. */
enum { KN_STRING = 1, KN_NUMBER = 2, KN_BOOLEAN = 4, KN_ARRAY = 8, KN_OBJECT = 16, KN_NULL = 32 };

/* What a member means. Of several members for one field the one with the lowest rank is taken. */
typedef struct kn_meaning {
    kn_field field;
    unsigned rank;
    bool negated; /* --map score=-distance */
    bool sure;    /* the name is documented or was given by --map: a value of the wrong type is an error */
} kn_meaning;

enum { KN_MOST_MAPPED = 32, KN_INNER_RANK = 100 /* lowest rank of a member of a container */ };

/* What --map says. */
typedef struct kn_mapped_field {
    kn_field field;
    const char *path; /* "len", "metadata.len" */
    size_t length;
    bool negated;
} kn_mapped_field;

typedef struct kn_fields {
    const knap_allocator *allocator;
    char *whole; /* a copy of the map; NULL: none */
    char *map;   /* another, which is cut into the paths */
    char *by;    /* a copy; NULL: none */
    size_t map_size, by_size, maps;
    kn_mapped_field mapped[KN_MOST_MAPPED];
    bool taken[KN_FIELDS]; /* by --map, so that other names do not count */
} kn_fields;

/* Reads "cost=len,text=body". KNAP_USAGE where it is wrong. `map` and `by`, the member that items are grouped by, may be
 * NULL. Free with kn_fields_free in any case. */
knap_status kn_fields_begin(kn_fields *fields, const char *map, const char *by, const knap_allocator *allocator,
                            knap_error *error);
void kn_fields_free(kn_fields *fields);
/* What the member `name` of an item means. `path` is that of the container that it is in, with a '.' behind it, or
 * empty; `depth` counts the containers. */
kn_meaning kn_item_meaning(const kn_fields *fields, const char *path, size_t path_length, unsigned depth,
                           const char *name, size_t length);
/* The same for a member of an instance. */
kn_meaning kn_instance_meaning(const kn_fields *fields, const char *name, size_t length);
/* The types that a field can have, and how a message describes them: "is not a number". */
unsigned kn_field_types(kn_field field);
const char *kn_field_wrong(kn_field field);
/* The documented name of a field. */
const char *kn_field_name(kn_field field);
