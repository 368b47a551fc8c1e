/* base/dense.h - the Cholesky factor of a whole matrix and what follows from it.
 *
 * LAPACK has these too. They are written again because a threaded BLAS, called from several of our threads,
 * makes learning a DPP ten times slower than one thread does, and because here every sum is taken in one
 * order: the same bits on every machine, with any number of threads. `make bench` shows them beside each
 * other. */
#ifndef KNAP_BASE_DENSE_H
#define KNAP_BASE_DENSE_H

#include <stddef.h>

/* The lower factor C of a symmetric matrix = C C^T, whose lower triangle stands in matrix[column * n + row],
 * in its place. 0 when the matrix is not positive definite. */
int kn_dense_factor(double *matrix, size_t n);
/* The diagonal of (C C^T)^-1. `scratch` has room for 4 n numbers. */
void kn_dense_inverse_diagonal(const double *factor, size_t n, double *diagonal, double *scratch);

#endif
