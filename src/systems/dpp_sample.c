/* dpp_sample.c - exact samples of a DPP (Hough et al. 2006; Kulesza and Taskar 2012, Algorithm 1): each
 * eigenvector v_k of L enters with probability lambda_k / (1 + lambda_k), then items are drawn one by one
 * from the projection onto those that did.
 *
 * Instead of an orthonormal basis of what is left, every item keeps its conditional variance under the
 * projection P = V V^T, with the incremental Cholesky factor of P: a sample of k items costs O(n k^2) in
 * loops over contiguous numbers. */
#include "systems/dpp.h"

#include <math.h>
#include <string.h>

knap_status kn_dpp_sampler_begin(kn_dpp_sampler *sampler, const kn_dpp *dpp, knap_error *error)
{
    const knap_allocator *allocator = dpp->allocator;
    size_t n = dpp->count;
    knap_status status;
    *sampler = (kn_dpp_sampler){.allocator = allocator, .count = n};
    sampler->value = kn_new(allocator, n, sizeof *sampler->value);
    sampler->vector = kn_new(allocator, n * n, sizeof *sampler->vector);
    sampler->variance = kn_new(allocator, n, sizeof *sampler->variance);
    sampler->factor = kn_new(allocator, n * n, sizeof *sampler->factor);
    sampler->basis = kn_new(allocator, n, sizeof *sampler->basis);
    sampler->place = kn_new(allocator, n, sizeof *sampler->place);
    if (!sampler->value || !sampler->vector || !sampler->variance || !sampler->factor || !sampler->basis ||
        !sampler->place) {
        kn_dpp_sampler_end(sampler);
        return kn_no_memory(error);
    }
    status = n ? kn_dpp_eigen(dpp, sampler->value, sampler->vector, error) : KNAP_OK;
    if (status)
        kn_dpp_sampler_end(sampler);
    return status;
}

void kn_dpp_sampler_end(kn_dpp_sampler *sampler)
{
    size_t n = sampler->count;
    kn_free(sampler->allocator, sampler->value, n, sizeof *sampler->value);
    kn_free(sampler->allocator, sampler->vector, n * n, sizeof *sampler->vector);
    kn_free(sampler->allocator, sampler->variance, n, sizeof *sampler->variance);
    kn_free(sampler->allocator, sampler->factor, n * n, sizeof *sampler->factor);
    kn_free(sampler->allocator, (void *)(uintptr_t)sampler->basis, n, sizeof *sampler->basis);
    kn_free(sampler->allocator, sampler->place, n, sizeof *sampler->place);
}

/* Draws a place by its variance. */
static size_t draw_place(const kn_dpp_sampler *sampler, knap_rng *rng)
{
    double total = 0, left;
    size_t place = 0;
    for (size_t i = 0; i < sampler->count; i++)
        total += sampler->variance[i];
    left = knap_rng_uniform(rng) * total;
    for (size_t i = 0; i < sampler->count; i++)
        if (sampler->variance[i] > 0) {
            place = i;
            if ((left -= sampler->variance[i]) < 0)
                break;
        }
    return place;
}

/* Conditions the projection on the place drawn as number `drawn`. */
static void condition(kn_dpp_sampler *sampler, size_t size, size_t drawn, size_t place)
{
    size_t n = sampler->count;
    double *column = sampler->factor + drawn * n, root = sqrt(sampler->variance[place]);
    memset(column, 0, n * sizeof *column);
    for (size_t k = 0; k < size; k++) {
        const double *vector = sampler->basis[k];
        double of_place = vector[place];
        for (size_t i = 0; i < n; i++)
            column[i] += of_place * vector[i];
    }
    for (size_t j = 0; j < drawn; j++) {
        const double *earlier = sampler->factor + j * n;
        double of_place = earlier[place];
        for (size_t i = 0; i < n; i++)
            column[i] -= of_place * earlier[i];
    }
    for (size_t i = 0; i < n; i++) {
        column[i] /= root;
        sampler->variance[i] -= column[i] * column[i];
        if (!(sampler->variance[i] > 1e-12))
            sampler->variance[i] = 0;
    }
    sampler->variance[place] = 0;
}

size_t kn_dpp_sample(kn_dpp_sampler *sampler, knap_rng *rng)
{
    size_t n = sampler->count, size = 0;
    for (size_t k = 0; k < n; k++) {
        double value = fmax(0, sampler->value[k]);
        if (knap_rng_uniform(rng) * (1 + value) < value)
            sampler->basis[size++] = sampler->vector + k * n;
    }
    memset(sampler->variance, 0, n * sizeof *sampler->variance);
    for (size_t k = 0; k < size; k++)
        for (size_t i = 0; i < n; i++)
            sampler->variance[i] += sampler->basis[k][i] * sampler->basis[k][i];
    for (size_t drawn = 0; drawn < size; drawn++) {
        size_t place = draw_place(sampler, rng);
        if (!(sampler->variance[place] > 0))
            return drawn; /* the rest is rounding errors */
        sampler->place[drawn] = (uint32_t)place;
        if (drawn + 1 < size)
            condition(sampler, size, drawn, place);
    }
    return size;
}
