/* server/packs.h - a request for lists while it is worked on. */
#ifndef KNAP_SERVER_PACKS_H
#define KNAP_SERVER_PACKS_H

#include "packing.h"
#include "server.h"

enum { PACK_MOST_BAD = 1000 };

/* The members of the request. */
typedef struct pack_ask {
    const json_t *instance, *instances, *set, *pins, *bans, *curve;
    const char *text, *model, *system, *map, *by, *cost;
    double budget, per_item; /* NaN: the data's */
    size_t seed, bigger;
    bool keep_order, explain;
    const char *half_life, *format, *order; /* settings that are written as for `knap pack` */
    knap_passages_settings passages;
    knap_context_settings context;
} pack_ask;

/* An instance that could not be read, and its place among all. */
typedef struct pack_bad {
    size_t place;
    knap_error error;
} pack_bad;

typedef struct pack_work {
    request *request;
    json_t *root;
    pack_ask ask;
    part *parts; /* [part_count] of a multipart body */
    size_t part_count;
    cli_buffer input;  /* instances of the JSON, one per line */
    const char *bytes; /* [length] what is read */
    size_t length;
    knap_meter *meter;
    knap_reader *reader;
    knap_data *data;
    size_t items;  /* of all instances */
    pack_bad *bad; /* [bads] */
    size_t bads;
    model *model;
    knap_model *fitted;
    const knap_model *packs;
    knap_context **context; /* [instances] NULL: no texts are made of lists, and they stay as they are */
    knap_completion done;
    knap_packed *packed; /* [instances] */
    knap_error *failed;  /* [instances] status KNAP_OK where it was packed */
    double *score;       /* scratch */
    /* Of the first instance: curve.c. */
    json_t *all, *curve, *bigger, *errors;
    const char *value_of;
} pack_work;

/* Packs one instance; free the list with pack_free. */
knap_status pack_one(pack_work *self, knap_instance *instance, uint64_t draw, knap_packed *packed, knap_error *error);
void pack_free(pack_work *self, knap_packed *packed);

/* Finds what the request asks about the first instance: all items, the value over budgets, what bigger budgets would add. */
bool packs_explain(pack_work *self);

#endif
