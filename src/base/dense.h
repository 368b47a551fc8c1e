/* base/dense.h - the Cholesky factor of a whole matrix and what follows from it.
 *
 * LAPACK has these too. They are written again because OpenBLAS with threads of its own, called from two of ours, took
 * 0.6 to 2.5 s to learn a DPP of nine clusters of 250 items where one thread took 0.2 to 0.3 s and this takes 0.1 to 0.2 s
 * (two shared cores, a few runs), and because here every sum is taken in one order whatever the number of threads. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The lower factor C of a symmetric matrix = C C^T, whose lower triangle stands in matrix[column * n + row],
 * in its place. Returns false when the matrix is not positive definite. */
bool kn_dense_factor(double *matrix, size_t n);
/* The diagonal of (C C^T)^-1. `scratch` has room for 4 n numbers. */
void kn_dense_inverse_diagonal(const double *factor, size_t n, double *diagonal, double *scratch);
