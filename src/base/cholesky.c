/* cholesky.c - incremental Cholesky factor of a Gram matrix with unit diagonal. */
#include "base/cholesky.h"
#include "base/kernels.h"
#include "base/parallel.h"

#include <math.h>
#include <string.h>

/* An item whose conditional variance is below this lies in the span of L up to rounding. Dividing by it
 * would amplify noise, so the item adds no direction, and the volume is zero from then on. */
static const double DEPENDENT = 1e-14;

bool kn_cholesky_begin(kn_cholesky *cholesky, size_t count)
{
    if (!KN_ROOM(cholesky->allocator, cholesky->variance, count))
        return false;
    for (size_t i = 0; i < count; i++)
        cholesky->variance[i] = 1;
    cholesky->count = count;
    cholesky->rank = 0;
    cholesky->determinant = 1;
    return true;
}

bool kn_cholesky_reserve(kn_cholesky *cholesky)
{
    return KN_ROOM(cholesky->allocator, cholesky->factor, (cholesky->rank + 1) * cholesky->count);
}

/* The new column, and what is needed to compute it. */
typedef struct pushing {
    kn_cholesky *cholesky;
    size_t item;
    const uint32_t *candidate; /* [candidates] rising */
    size_t candidates;
    const double *gram;
    double *column;
    double root;
} pushing;

/* column -= the sum of of_item * earlier, one column after the other, over items begin..end - 1. */
KN_VECTOR static void subtract_all(const pushing *work, size_t begin, size_t end)
{
    const kn_cholesky *cholesky = work->cholesky;
    size_t count = cholesky->count, rank = cholesky->rank, j = 0;
    double *restrict column = work->column;
    for (; j + 4 <= rank; j += 4) {
        const double *x = cholesky->factor + j * count, *y = x + count, *z = y + count, *w = z + count;
        double ax = x[work->item], ay = y[work->item], az = z[work->item], aw = w[work->item];
        for (size_t i = begin; i < end; i++)
            column[i] = (((column[i] - ax * x[i]) - ay * y[i]) - az * z[i]) - aw * w[i];
    }
    for (; j < rank; j++) {
        const double *x = cholesky->factor + j * count;
        double ax = x[work->item];
        for (size_t i = begin; i < end; i++)
            column[i] -= ax * x[i];
    }
}

/* The same for candidates that are far apart. */
static void subtract_some(const pushing *work, const uint32_t *candidate, size_t candidates)
{
    const kn_cholesky *cholesky = work->cholesky;
    for (size_t j = 0; j < cholesky->rank; j++) {
        const double *earlier = cholesky->factor + j * cholesky->count;
        double of_item = earlier[work->item];
        for (size_t c = 0; c < candidates; c++)
            work->column[candidate[c]] -= of_item * earlier[candidate[c]];
    }
}

enum { BLOCK = 512 }; /* candidates whose numbers stay in the nearest cache while all columns are subtracted */

static void push_block(const pushing *work, size_t from, size_t to)
{
    const uint32_t *candidate = work->candidate;
    double *column = work->column, *variance = work->cholesky->variance;
    size_t begin = candidate[from], end = (size_t)candidate[to - 1] + 1;
    bool close = end - begin <= 2 * (to - from);
    if (close)
        memset(column + begin, 0, (end - begin) * sizeof *column);
    for (size_t c = from; c < to; c++)
        column[candidate[c]] = work->gram[c];
    if (close)
        subtract_all(work, begin, end);
    else
        subtract_some(work, candidate + from, to - from);
    for (size_t c = from; c < to; c++) {
        size_t s = candidate[c];
        column[s] /= work->root;
        variance[s] -= column[s] * column[s];
        if (!(variance[s] > 0))
            variance[s] = 0;
    }
}

static void push_piece(void *context, size_t piece, size_t worker)
{
    const pushing *work = context;
    size_t end = kn_piece_end(piece, work->candidates);
    (void)worker;
    for (size_t from = piece * KN_PIECE; from < end; from += BLOCK)
        push_block(work, from, from + BLOCK < end ? from + BLOCK : end);
}

void kn_cholesky_push(kn_cholesky *cholesky, size_t item, const uint32_t *candidate, size_t candidates,
                      const double *gram, size_t jobs)
{
    double pivot = cholesky->variance[item];
    pushing work = {.cholesky = cholesky,
                    .item = item,
                    .candidate = candidate,
                    .candidates = candidates,
                    .gram = gram,
                    .column = cholesky->factor + cholesky->rank * cholesky->count,
                    .root = sqrt(pivot)};
    if (pivot <= DEPENDENT) {
        cholesky->determinant = 0;
        cholesky->variance[item] = 0;
        return;
    }
    cholesky->determinant *= pivot;
    kn_parallel_for(jobs, kn_pieces(candidates), push_piece, &work);
    cholesky->rank++;
}

void kn_cholesky_row(kn_cholesky *cholesky, size_t j, size_t picked, size_t candidate, double gram)
{
    const double *factor = cholesky->factor;
    size_t count = cholesky->count;
    double *variance = cholesky->variance;
    for (size_t i = 0; i < j; i++) /* in the order of subtract_all */
        gram -= factor[i * count + picked] * factor[i * count + candidate];
    gram /= sqrt(variance[picked]);
    cholesky->factor[j * count + candidate] = gram;
    variance[candidate] -= gram * gram;
    if (!(variance[candidate] > 0))
        variance[candidate] = 0;
}

void kn_cholesky_free(kn_cholesky *cholesky)
{
    KN_RELEASE(cholesky->allocator, cholesky->variance);
    KN_RELEASE(cholesky->allocator, cholesky->factor);
    cholesky->variance = cholesky->factor = NULL;
}
