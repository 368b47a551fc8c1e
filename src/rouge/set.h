/* rouge/set.h - what a set holds. */
#pragma once

#include "rouge/grams.h"
#include "rouge/scorer.h"

typedef struct kn_rouge_topic {
    knap_rouge_text *reference; /* [references] */
    size_t references;
    size_t owner; /* the process of the team that has them, where the set is divided */
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
    size_t peers;
    /* Where the processes of a team have read different lines of one file: */
    const knap_team *team;       /* NULL: this process has all texts */
    knap_rouge_set *own;         /* has the texts of this process */
    size_t own_first, own_peers; /* its peers, which follow each other */
    /* Results; ranked is 0 before the first evaluation. */
    knap_rouge_score *score;     /* [scored][measures] */
    size_t *order;               /* [scored] peers, system after system in rank order, each in printing order */
    size_t *start;               /* [ranked + 1] into order */
    size_t *rank;                /* [ranked] the system of each rank */
    knap_rouge_average *average; /* [ranked][measures] */
    size_t scored, ranked;
};

/* The number of a topic, which is added where it is new; KN_NO_SYMBOL where memory is out. */
uint32_t kn_rouge_set_topic(knap_rouge_set *set, const char *name);
/* knap_rouge_set_add_peer, but the text is not copied and must stay as long as the set. */
knap_status kn_rouge_set_place(knap_rouge_set *set, const char *topic, const char *system, const knap_rouge_text *text,
                               knap_error *error);
/* Frees the results, which are those of no evaluation then. */
void kn_rouge_set_forget(knap_rouge_set *set);
/* Whether this process is the one that counts a topic, for sums over all processes. */
static inline bool kn_rouge_counts_here(const knap_rouge_set *set, size_t topic)
{
    return !set->team || set->topic[topic].owner == set->team->rank;
}
