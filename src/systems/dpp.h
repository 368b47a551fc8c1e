/* systems/dpp.h - determinantal point processes (Kulesza and Taskar 2012), from the kernel to the lists.
 *
 *     features -> log quality, vectors -> similarity : L_ij = q_i S_ij q_j, q = exp(theta.f / 2)
 *     P(Y) = det L_Y / det(L + I),  K = L (L + I)^-1
 */
#pragma once

#include "systems/systems.h"

typedef struct kn_dpp_params {
    double l2;
    size_t bins, min_words, samples;
    double r, fill;
} kn_dpp_params;

/* An L-ensemble over some items of an instance. */
typedef struct kn_dpp {
    const knap_allocator *allocator;
    const knap_instance *instance;
    size_t count;
    uint32_t *item; /* [count] of the instance, rising */
    double *
        similarity; /* [count][count] S_ij for i <= j, up to rounding, ones on the diagonal; others are not set; NULL without kn_dpp_begin */
    double *log_quality; /* [count] log q */
    double *scratch;     /* [4][count] */
} kn_dpp;

/* ---- The kernel (dpp_kernel.c) ---- */

/* Over the items s with keep[s], or all for NULL; log q is 0. kn_dpp_items makes no similarities: greedy MAP needs none. */
knap_status kn_dpp_items(kn_dpp *dpp, const knap_instance *instance, const unsigned char *keep, knap_error *error);
knap_status kn_dpp_begin(kn_dpp *dpp, const knap_instance *instance, const unsigned char *keep, knap_error *error);
void kn_dpp_end(kn_dpp *dpp);
/* log det(L + I) and, where `marginal` is not NULL, K_ii in marginal[count]. `work` has room for count^2.
 * Returns false when the kernel is too badly scaled to factor. */
bool kn_dpp_normaliser(const kn_dpp *dpp, double *work, double *log_normaliser, double *marginal);
/* Eigenvalues, rising, and vectors, vector[k * count + i], of L. KNAP_USAGE where the kernel is too badly scaled, KNAP_IO where
 * OpenBLAS is not there. */
knap_status kn_dpp_eigen(const kn_dpp *dpp, double *value, double *vector, knap_error *error);

/* ---- Inference ---- */

/* Greedy MAP under the budget (dpp_map.c), going on from the items that the list already has. */
knap_status kn_dpp_map(const kn_dpp *dpp, double r, knap_list *list, knap_error *error);

/* Exact sampling (dpp_sample.c): places in dpp->item. */
typedef struct kn_dpp_sampler {
    const knap_allocator *allocator;
    size_t count;
    double *value;        /* [count] */
    double *vector;       /* [count][count] */
    double *variance;     /* [count] */
    double *factor;       /* [count][count] columns of the projection's factor */
    const double **basis; /* [count] the eigenvectors drawn */
    uint32_t *place;      /* [count] the sample */
} kn_dpp_sampler;

knap_status kn_dpp_sampler_begin(kn_dpp_sampler *sampler, const kn_dpp *dpp, knap_error *error);
void kn_dpp_sampler_end(kn_dpp_sampler *sampler);
/* The size of the sample in sampler->place. */
size_t kn_dpp_sample(kn_dpp_sampler *sampler, knap_rng *rng);

/* A list with a high mean ROUGE-1 F against samples (dpp_mbr.c). `list` is empty. */
knap_status kn_dpp_mbr(const kn_dpp *dpp, const kn_dpp_params *params, uint64_t seed, knap_list *list,
                       knap_error *error);

/* ---- Quality features (dpp_features.c) ---- */

/* Columns: a constant; each feature; for each feature of more than two values, one indicator per quantile of
 * its values within the instance. All but the constant are standardised over the training data. */
typedef struct kn_dpp_columns {
    const knap_allocator *allocator;
    size_t features, bins, count;
    unsigned char *binned;    /* [features] */
    double *mean, *deviation; /* [count] */
} kn_dpp_columns;

knap_status kn_dpp_columns_begin(kn_dpp_columns *columns, const knap_data *train, size_t bins,
                                 const knap_allocator *allocator, knap_error *error);
void kn_dpp_columns_end(kn_dpp_columns *columns);
/* matrix[dpp->count][columns->count] as they are; then standardised. */
knap_status kn_dpp_columns_fill(const kn_dpp_columns *columns, const kn_dpp *dpp, double *matrix, knap_error *error);
void kn_dpp_columns_standardise(const kn_dpp_columns *columns, double *matrix, size_t rows);
/* keep[n]: the items of at least `words` words; all items if none is that long or words are not marked. */
void kn_dpp_keep(const knap_instance *instance, size_t words, unsigned char *keep);

/* ---- Learning (dpp_fit.c) ---- */

/* One training instance: its kernel, its rows, what the oracle picked. */
typedef struct kn_dpp_example {
    kn_dpp dpp;
    double *matrix;        /* [dpp.count][columns] */
    unsigned char *picked; /* [dpp.count] */
} kn_dpp_example;

/* log P(Y) without log det S_Y, which does not depend on theta, and its gradient, added to gradient[columns].
 * Sets log q. `work` has room for count^2 + count. -INFINITY when it cannot be computed. */
double kn_dpp_likelihood(kn_dpp_example *example, const double *theta, size_t columns, double *work, double *gradient);

typedef struct kn_dpp_model {
    const knap_allocator *allocator;
    kn_dpp_columns columns;
    double *theta; /* [columns.count] */
} kn_dpp_model;

knap_status kn_dpp_fit(knap_data *train, const void *params, const knap_run *run, void **state, knap_error *error);
void kn_dpp_model_free(void *state);
/* The process of an instance under the model, with similarities or without. */
knap_status kn_dpp_of(const kn_dpp_model *model, const knap_instance *instance, size_t min_words, bool similarities,
                      kn_dpp *dpp, knap_error *error);
