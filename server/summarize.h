/* server/summarize.h - a request for a summary while it is worked on. */
#pragma once

#include "scores.h"
#include "summary.h"

/* The members of the request. */
typedef struct summarize_ask {
    const char *id, *budget, *query, *model, *system, *language, *format, *order, *rouge;
    const json_t *documents, *references, *set, *pins, *bans;
    cli_changes changes;
    bool explain, sources;
    size_t seed, candidates;
} summarize_ask;

typedef struct summarize_work {
    request *request;
    json_t *root;
    summarize_ask ask;
    part *parts; /* [part_count] of a multipart body */
    size_t part_count;
    /* What picks. */
    model *model;
    knap_summarizer *own; /* a copy that the request changed; NULL: none */
    const knap_summarizer *summarizer;
    const knap_system *system; /* NULL: the summarizer's model */
    knap_model *fitted;        /* of the system */
    const knap_model *packs;   /* that, or the summarizer's */
    knap_budget budget;
    knap_order order;
    /* What is summarized. */
    knap_file *file;   /* [files] */
    char (*names)[32]; /* [files] of documents without a name */
    size_t files;
    knap_corpus *corpus;
    const knap_cluster *cluster;
    knap_material *material;
    /* The summary. */
    knap_packed packed;
    char *text;
    size_t length;
    size_t *place;  /* [list.count] */
    double *reason; /* [list.count][columns]; NULL: not explained */
    scoring scores;
    /* What was left out: sources.c. */
    double *score;   /* [items] NaN: none; NULL: the system has none */
    double *nearest; /* [items] the largest cosine to a picked item */
    size_t *twin;    /* [items] that picked item, or KNAP_NO_ITEM */
    size_t *best;    /* [bests] items that were left out, best first */
    double *row;     /* [bests][columns] */
    size_t bests;
} summarize_work;
