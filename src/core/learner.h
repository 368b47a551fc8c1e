/* core/learner.h - UPDATE of Algorithm 1: learners turn examples into the weights of a linear policy.
 *
 * Learners see views divided by each column's deviation, so that a step means the same in every column.
 * They store the weights twice: `weight` for the divided views, `policy` for the original views. */
#pragma once

#include "core/example.h"
#include "base/bytes.h"

/* Scratch memory for the scores and slopes of examples; one per thread. */
typedef struct kn_slopes {
    const knap_allocator *allocator;
    double *score, *slope; /* [candidates] */
    double *partial;       /* pieces of a gradient */
    kn_rank rank;
} kn_slopes;

/* Scores of an example under policy[width] into slopes->score, slopes of the loss into slopes->slope. Returns false when memory
 * is out. */
bool kn_slopes_make(kn_slopes *slopes, const kn_reduction *reduction, const double *policy, const kn_example *example,
                    double *loss, double *mass);
/* sum += V^T slope / deviation for an example: its gradient. */
bool kn_slopes_gradient(kn_slopes *slopes, const kn_example *example, const double *slope,
                        const double *inverse_deviation, double *sum);
void kn_slopes_free(kn_slopes *slopes);

typedef struct kn_learner kn_learner;

/* A learner has either `step`, where all that it needs of a batch is the mean of its gradients, or `add`, where every example
 * counts by itself and lists are learned from one at a time. */
typedef struct kn_learner_kind {
    const char *help;
    double eta; /* default step */
    size_t state_size;
    bool converges;                     /* it solves to convergence, so its last weights are better than the average */
    bool (*begin)(kn_learner *learner); /* returns false when memory is out; so do the next three */
    bool (*add)(kn_learner *learner, const kn_example *example); /* an example of this round */
    bool (*round_end)(kn_learner *learner);                      /* the round's examples are complete */
    bool (*epoch_end)(kn_learner *learner);                      /* a pass over the instances is complete */
    void (*step)(kn_learner *learner, const double *gradient);   /* [width] for the divided views */
    bool (*keep)(kn_learner *learner, kn_archive *archive);      /* the state, for checkpoints; NULL: there is none */
    void (*end)(kn_learner *learner);
} kn_learner_kind;

struct kn_learner {
    const kn_learner_kind *kind;
    const kn_reduction *reduction;
    const knap_allocator *allocator;
    size_t width;
    double eta, l2;
    const double *inverse_deviation; /* [width] of the views' columns, 0 where a column does not vary */
    double *weight;                  /* [width] for views divided by the deviation */
    double *policy;                  /* [width] weight * inverse_deviation; the caller's */
    kn_slopes slopes;
    size_t rounds;
    void *state; /* the kind's own */
};

extern const kn_learner_kind kn_learner_ogd, kn_learner_adagrad, kn_learner_vw, kn_learner_vw_pairs,
    kn_learner_aggregate;

/* The table (learners.c). */
extern const char *const kn_learner_names[]; /* NULL-terminated, in the order of the settings' choice */
const kn_learner_kind *kn_learner_at(int choice);

/* A learner at zero weights that keeps policy[width] up to date; that and `inverse_deviation` must outlive
 * it. Returns false when memory is out; free it in any case. */
bool kn_learner_begin(kn_learner *learner, const kn_learner_kind *kind, const knap_settings *settings, size_t width,
                      const double *inverse_deviation, double *policy, const knap_allocator *allocator);
void kn_learner_free(kn_learner *learner);

/* kn_slopes_make and kn_slopes_gradient with the learner's policy and scratch memory. */
bool kn_learner_slope(kn_learner *learner, const kn_example *example, double *loss, double *mass);
bool kn_learner_gradient(kn_learner *learner, const kn_example *example, const double *slope, double *sum);
/* Writes or reads all that later steps depend on. Returns false when memory is out. */
bool kn_learner_keep(kn_learner *learner, kn_archive *archive);
/* policy = weight * inverse_deviation, after the weights have changed. */
void kn_learner_changed(kn_learner *learner);
