/* server/packs.h - a request for lists while it is worked on. */
#pragma once

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
    knap_records *records;
    knap_data *data; /* of the records */
    model *model;
    knap_model *fitted;
    const knap_model *packs;
    knap_packer *packer;
    /* Of the first instance: curve.c. */
    json_t *all, *curve, *bigger, *errors;
    const char *value_of;
} pack_work;

/* Finds what the request asks about the first instance: all items, the value over budgets, what bigger budgets would add. */
bool packs_explain(pack_work *self);
