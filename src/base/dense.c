/* dense.c - Cholesky of a whole matrix, four columns at a time. Every loop that matters works element by
 * element, so wider vector instructions change the speed but no bit of the result. */
#include "base/dense.h"
#include "base/kernels.h"

#include <math.h>
#include <string.h>

/* target -= sum of a[k] * (column k of `from`), in that order. */
KN_VECTOR static void subtract_four(double *restrict target, const double *restrict from, size_t stride,
                                    const double *a, size_t begin, size_t end)
{
    const double *x = from, *y = from + stride, *z = from + 2 * stride, *w = from + 3 * stride;
    double ax = a[0], ay = a[1], az = a[2], aw = a[3];
    for (size_t i = begin; i < end; i++)
        target[i] -= (ax * x[i] + ay * y[i]) + (az * z[i] + aw * w[i]);
}

bool kn_dense_factor(double *matrix, size_t n)
{
    for (size_t j = 0; j < n; j++) {
        double *column = matrix + j * n, root;
        size_t k = 0;
        for (; k + 4 <= j; k += 4) {
            const double *from = matrix + k * n;
            double a[4] = {from[j], from[n + j], from[2 * n + j], from[3 * n + j]};
            subtract_four(column, from, n, a, j, n);
        }
        for (; k < j; k++)
            for (size_t i = j; i < n; i++)
                column[i] -= matrix[k * n + j] * matrix[k * n + i];
        if (!(column[j] > 0) || !isfinite(column[j]))
            return false;
        root = sqrt(column[j]);
        for (size_t i = j; i < n; i++)
            column[i] /= root;
    }
    return true;
}

/* x[c] -= a[c] * column for four right-hand sides at once. */
KN_VECTOR static void subtract_from_four(double *restrict x, size_t stride, const double *restrict column,
                                         const double *a, size_t begin, size_t end)
{
    double *x0 = x, *x1 = x + stride, *x2 = x + 2 * stride, *x3 = x + 3 * stride;
    double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    for (size_t i = begin; i < end; i++) {
        double value = column[i];
        x0[i] -= a0 * value;
        x1[i] -= a1 * value;
        x2[i] -= a2 * value;
        x3[i] -= a3 * value;
    }
}

/* Columns of C^-1 by substitution, four at a time; the inverse's diagonal is their squared lengths. */
void kn_dense_inverse_diagonal(const double *factor, size_t n, double *diagonal, double *scratch)
{
    for (size_t j = 0; j < n; j += 4) {
        size_t width = n - j < 4 ? n - j : 4;
        double squares[4] = {0, 0, 0, 0};
        memset(scratch, 0, 4 * n * sizeof *scratch);
        for (size_t c = 0; c < width; c++)
            scratch[c * n + j + c] = 1;
        for (size_t k = j; k < n; k++) {
            const double *column = factor + k * n;
            double a[4];
            for (size_t c = 0; c < 4; c++) {
                a[c] = scratch[c * n + k] / column[k];
                squares[c] += a[c] * a[c];
            }
            subtract_from_four(scratch, n, column, a, k + 1, n);
        }
        for (size_t c = 0; c < width; c++)
            diagonal[j + c] = squares[c];
    }
}
