/* determinant.h - determinants the slow and sure way, for tests of the DPP. */
#pragma once

#include "check.h"
#include "systems/dpp.h"

enum { MOST_ITEMS = 12 };

/* det L_Y for the subset Y given as bits, by elimination with pivots; 1 for the empty set. */
static inline double subset_determinant(const kn_dpp *dpp, unsigned subset)
{
    double matrix[MOST_ITEMS][MOST_ITEMS], determinant = 1;
    size_t place[MOST_ITEMS], n = 0;
    for (size_t i = 0; i < dpp->count; i++)
        if (subset >> i & 1)
            place[n++] = i;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            matrix[i][j] = exp(dpp->log_quality[place[i]] + dpp->log_quality[place[j]]) *
                           knap_instance_similarity(dpp->instance, dpp->item[place[i]], dpp->item[place[j]]);
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(matrix[i][k]) > fabs(matrix[pivot][k]))
                pivot = i;
        if (fabs(matrix[pivot][k]) < 1e-14)
            return 0;
        determinant *= pivot == k ? matrix[k][k] : -matrix[pivot][k];
        for (size_t j = 0; j < n; j++) {
            double swap = matrix[k][j];
            matrix[k][j] = matrix[pivot][j];
            matrix[pivot][j] = swap;
        }
        for (size_t i = k + 1; i < n; i++)
            for (size_t j = n; j-- > k;)
                matrix[i][j] -= matrix[i][k] / matrix[k][k] * matrix[k][j];
    }
    return determinant;
}
