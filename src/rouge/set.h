/* rouge/set.h - what a set holds. */
#ifndef KNAP_ROUGE_SET_H
#define KNAP_ROUGE_SET_H

#include "rouge/grams.h"
#include "rouge/scorer.h"

typedef struct kn_rouge_topic {
    knap_rouge_text *reference; /* [references] */
    size_t references, capacity;
} kn_rouge_topic;

typedef struct kn_rouge_peer {
    uint32_t topic, system;
    const char *name; /* "TOPIC.SYSTEM" */
    knap_rouge_text text;
} kn_rouge_peer;

struct knap_rouge_set {
    const knap_rouge *rouge;
    kn_arena arena; /* texts and names */
    kn_symbols topics, systems;
    kn_rouge_topic *topic; /* [topics] */
    kn_rouge_peer *peer;   /* [peers] */
    kn_grams pairs;        /* (topic, system) -> peer */
    size_t peers, topic_capacity, peer_capacity;
    /* Results; ranked is 0 before the first evaluation. */
    knap_rouge_score *score;     /* [scored][measures] */
    size_t *order;               /* [scored] peers, system after system in rank order, each in printing order */
    size_t *start;               /* [ranked + 1] into order */
    size_t *rank;                /* [ranked] the system of each rank */
    knap_rouge_average *average; /* [ranked][measures] */
    size_t scored, ranked;
};

#endif
