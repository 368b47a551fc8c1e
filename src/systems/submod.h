/* systems/submod.h - the objectives of Lin and Bilmes; the tests use them too. */
#pragma once

#include "systems/systems.h"

/* 2010: F(S) = sum_{i not in S} sum_{j in S} w_ij - lambda sum_{pairs of S} w_ij. */
typedef struct kn_graph_cut {
    const knap_instance *instance;
    double lambda;
    double *total;  /* [n] sum over all others of w */
    double *inside; /* [n] sum over the list of w */
    kn_near near;
} kn_graph_cut;

extern const kn_objective kn_cut_objective;
knap_status kn_cut_begin(kn_graph_cut *cut, const knap_instance *instance, double lambda, knap_error *error);
void kn_cut_end(kn_graph_cut *cut);

/* 2011: F(S) = sum_i min(C_i(S), alpha C_i(V)) + lambda sum_k sqrt(sum_{j in S and P_k} r_j), with
 * C_i(S) = sum_{j in S} w_ij and r_j = C_j(V) / n. */
typedef struct kn_cover {
    const knap_instance *instance;
    double lambda;
    double *cap;      /* [n] alpha C_i(V) */
    double *covered;  /* [n] C_i(S) */
    double *single;   /* [n] r_j */
    double *rewarded; /* [n] sum of r in each cluster */
    double *gram;     /* [opens] similarities of one item to the open ones */
    double *scratch;
    uint32_t *open; /* [opens] the items that can be covered more, rising: the others need no similarities */
    size_t opens;
    uint32_t *cluster; /* [n] */
} kn_cover;

extern const kn_objective kn_cover_objective, kn_cover_objective_plain;
knap_status kn_cover_begin(kn_cover *cover, const knap_instance *instance, double alpha, double lambda, double share,
                           uint64_t seed, knap_error *error);
void kn_cover_end(kn_cover *cover);
