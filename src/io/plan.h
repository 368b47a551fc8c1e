/* io/plan.h - what of a corpus is to be read, before it is read: the files of each cluster and the files of clusters in JSON. */
#pragma once

#include "io/corpus.h"

/* A file that is to be read. */
typedef struct kn_step {
    kn_cluster *cluster; /* NULL: clusters in JSON */
    const char *path;    /* in the arena of the corpus, or the caller's */
    uint64_t size;
    size_t place; /* of clusters in JSON: the number of planned clusters before them */
    bool reference;
} kn_step;

/* A corpus with a plan notes the files instead of reading them. */
struct kn_plan {
    const knap_team *team;
    kn_step *step; /* [steps] a growing array */
    size_t steps;
    size_t now;    /* where a note belongs: 2 i before step i, 2 i + 1 in it */
    size_t *place; /* [notes of the corpus] a growing array: where each note belongs */
};

knap_status kn_plan_begin(knap_corpus *corpus, const knap_team *team, knap_error *error);
/* Frees the plan of a corpus, where there is one. */
void kn_plan_end(knap_corpus *corpus);
/* Adds a file. Fails where it is not a regular file. */
knap_status kn_plan_file(knap_corpus *corpus, kn_cluster *cluster, const char *path, bool reference, knap_error *error);
