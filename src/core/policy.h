/* core/policy.h - what knap_train learns: the weights of one or several policies and what is needed to run them. */
#pragma once

#include "core/mixture.h"

typedef struct kn_policy {
    const knap_allocator *allocator;
    knap_settings settings; /* as used in training: views that the data could not fill are switched off */
    kn_symbols flaws;       /* names of the flaws that the views have columns for */
    kn_symbols column;      /* names of the views' columns */
    size_t width;           /* columns of a view */
    size_t positions;       /* policies h_1..h_k */
    size_t iterates;        /* policies of the mixture */
    double *weight;         /* [iterates][positions][width] */
    double *deviation;      /* [width] of the columns over the training lists; 0: the column did not vary */
} kn_policy;

/* A policy of zeros for these settings (with the views really used), features and flaws. The names are copied. */
knap_status kn_policy_new(const knap_settings *settings, const kn_symbols *features, const kn_symbols *flaws,
                          size_t positions, size_t iterates, const knap_allocator *allocator, kn_policy **policy,
                          knap_error *error);
void kn_policy_free(kn_policy *policy);

static inline bool kn_policy_sees_flaws(const kn_policy *policy)
{
    return (policy->settings.views & kn_view_flaw_parts()) != 0;
}

/* Whether the views depend on the threshold of similar pairs. */
static inline bool kn_policy_sees_similarity(const kn_policy *policy)
{
    return (policy->settings.views & kn_view_vector_parts() & ~kn_view_volume_parts()) != 0;
}

/* The weights of one policy of the mixture: [positions][width]. */
static inline double *kn_policy_weights(const kn_policy *policy, size_t iterate)
{
    return policy->weight + iterate * policy->positions * policy->width;
}

/* The policies as a list is made with them. */
kn_mixture kn_policy_mixture(const kn_policy *policy);

/* knap_system.run and .end of every system whose state is a kn_policy. */
knap_status kn_policy_run(const knap_task *task, knap_list *list, double *score, knap_error *error);
void kn_policy_end(void *policy);

/* See knap_model_rate and knap_model_explain. */
knap_status kn_policy_rate(const kn_policy *policy, const knap_instance *instance, uint64_t draw, double *score,
                           const size_t *item, size_t items, double *row, knap_error *error);
knap_status kn_policy_explain(const kn_policy *policy, const knap_instance *instance, uint64_t draw,
                              const knap_list *list, double *row, knap_error *error);
