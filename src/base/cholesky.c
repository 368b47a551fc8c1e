/* cholesky.c - incremental Cholesky factor of a Gram matrix with unit diagonal. */
#include "base/cholesky.h"

#include <math.h>

/* An item whose conditional variance is below this lies in the span of L up to rounding. Dividing by it
 * would amplify noise, so the item adds no direction, and the volume is zero from then on. */
static const double DEPENDENT = 1e-14;

bool kn_cholesky_begin(kn_cholesky *cholesky, size_t count)
{
    double *variance =
        kn_grow(cholesky->allocator, cholesky->variance, &cholesky->variance_capacity, count, sizeof *variance);
    if (!variance)
        return false;
    cholesky->variance = variance;
    for (size_t i = 0; i < count; i++)
        variance[i] = 1;
    cholesky->count = count;
    cholesky->rank = 0;
    cholesky->determinant = 1;
    return true;
}

bool kn_cholesky_reserve(kn_cholesky *cholesky)
{
    size_t need = (cholesky->rank + 1) * cholesky->count;
    double *factor = kn_grow(cholesky->allocator, cholesky->factor, &cholesky->factor_capacity, need, sizeof *factor);
    if (factor)
        cholesky->factor = factor;
    return factor != NULL;
}

void kn_cholesky_push(kn_cholesky *cholesky, size_t item, const uint32_t *candidate, size_t candidates,
                      const double *gram)
{
    double pivot = cholesky->variance[item];
    size_t count = cholesky->count, rank = cholesky->rank;
    double *column = cholesky->factor + rank * count;
    if (pivot <= DEPENDENT) {
        cholesky->determinant = 0;
        cholesky->variance[item] = 0;
        return;
    }
    cholesky->determinant *= pivot;
    for (size_t c = 0; c < candidates; c++)
        column[candidate[c]] = gram[c];
    for (size_t j = 0; j < rank; j++) {
        const double *earlier = cholesky->factor + j * count;
        double of_item = earlier[item];
        for (size_t c = 0; c < candidates; c++)
            column[candidate[c]] -= of_item * earlier[candidate[c]];
    }
    double root = sqrt(pivot);
    for (size_t c = 0; c < candidates; c++) {
        size_t s = candidate[c];
        column[s] /= root;
        cholesky->variance[s] -= column[s] * column[s];
        if (!(cholesky->variance[s] > 0))
            cholesky->variance[s] = 0;
    }
    cholesky->rank++;
}

void kn_cholesky_free(kn_cholesky *cholesky)
{
    kn_free(cholesky->allocator, cholesky->variance, cholesky->variance_capacity, sizeof *cholesky->variance);
    kn_free(cholesky->allocator, cholesky->factor, cholesky->factor_capacity, sizeof *cholesky->factor);
    cholesky->variance = cholesky->factor = NULL;
    cholesky->variance_capacity = cholesky->factor_capacity = 0;
}
