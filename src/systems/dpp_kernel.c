/* dpp_kernel.c - the kernel of an L-ensemble: normaliser, marginals, eigenvectors. */
#include "systems/dpp.h"
#include "base/dense.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/kernels.h"
#include "base/library.h"

#include <limits.h>
#include <math.h>

#define BADLY_SCALED "the kernel of the process is too badly scaled for eigenvectors"

/* ---- Similarities ---- */

/* OpenBLAS takes 3 ms to load and starts threads, so it is loaded when it is first needed. The last two arguments are the lengths
 * of the first two, which Fortran's compilers add. */
void dsyrk_(const char *part, const char *trans, const int *n, const int *k, const double *alpha, const double *a,
            const int *a_stride, const double *beta, double *c, const int *c_stride, size_t part_length,
            size_t trans_length);
void dsyevd_(const char *job, const char *part, const int *n, double *matrix, const int *stride, double *value,
             double *work, const int *work_size, int *whole_work, const int *whole_work_size, int *info,
             size_t job_length, size_t part_length);
#define FUNCTIONS(X) X(dsyrk_) X(dsyevd_)
typedef struct blas {
    FUNCTIONS(KN_FUNCTION_FIELD)
} blas;

static bool load_blas(blas *made, const char **missing)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    return kn_load_functions(KNAP_OPENBLAS, names, sizeof names / sizeof *names, made, missing);
}

/* Multiplications from which BLAS is faster than one row after the other, its loading included. */
static const double MANY = 1e8;

/* S = X^T X for unit vectors X, by dsyrk. Its sums have another order than those of rows, so the last digits can differ. Returns
 * false where there is no BLAS or no memory for X: then rows do. */
static bool multiply(kn_dpp *dpp)
{
    const knap_instance *instance = dpp->instance;
    const kn_rows *rows = &instance->vector;
    size_t n = dpp->count, width = rows->width;
    int order = (int)n, depth = (int)width;
    double one = 1, zero = 0, *unit;
    const char *missing;
    blas library;
    if (rows->id || (double)n * (double)n * (double)width / 2 < MANY || width > INT_MAX ||
        !load_blas(&library, &missing) || !(unit = kn_new_room(dpp->allocator, n * width, sizeof *unit)))
        return false;
    for (size_t i = 0; i < n; i++)
        for (size_t d = 0; d < width; d++)
            unit[i * width + d] = rows->value[rows->start[dpp->item[i]] + d] * instance->inverse_norm[dpp->item[i]];
    library.dsyrk_("L", "T", &order, &depth, &one, unit, &depth, &zero, dpp->similarity, &order, 1, 1);
    kn_free(dpp->allocator, unit, n * width, sizeof *unit);
    for (size_t i = 0; i < n; i++)
        dpp->similarity[i * n + i] = 1;
    return true;
}

static knap_status fill_similarity(kn_dpp *dpp, knap_error *error)
{
    size_t n = dpp->count, width = dpp->instance->vector.width;
    double *scratch;
    if (multiply(dpp))
        return KNAP_OK;
    scratch = kn_new(dpp->allocator, width, sizeof *scratch);
    if (!scratch)
        return kn_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        double *row = dpp->similarity + i * n;
        kn_gram_row(dpp->instance, dpp->item[i], dpp->item + i, n - i, row + i, scratch);
        row[i] = 1;
    }
    kn_free(dpp->allocator, scratch, width, sizeof *scratch);
    return KNAP_OK;
}

knap_status kn_dpp_items(kn_dpp *dpp, const knap_instance *instance, const unsigned char *keep, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = 0;
    *dpp = (kn_dpp){.allocator = allocator, .instance = instance};
    for (size_t s = 0; s < instance->count; s++)
        n += !keep || keep[s];
    dpp->count = n;
    dpp->item = kn_new(allocator, n, sizeof *dpp->item);
    dpp->log_quality = kn_new(allocator, n, sizeof *dpp->log_quality);
    if (!dpp->item || !dpp->log_quality) {
        kn_dpp_end(dpp);
        return kn_no_memory(error);
    }
    for (size_t s = 0, i = 0; s < instance->count; s++)
        if (!keep || keep[s])
            dpp->item[i++] = (uint32_t)s;
    return KNAP_OK;
}

knap_status kn_dpp_begin(kn_dpp *dpp, const knap_instance *instance, const unsigned char *keep, knap_error *error)
{
    knap_status status = kn_dpp_items(dpp, instance, keep, error);
    size_t n = dpp->count;
    if (!status && n > 46340) /* indices of LAPACK are 32 bits wide */
        status = kn_fail(error, KNAP_USAGE, "%zu items are too many for a matrix of their similarities", n);
    if (!status) {
        dpp->similarity = kn_new_room(dpp->allocator, n * n, sizeof *dpp->similarity);
        dpp->scratch = kn_new(dpp->allocator, 4 * n, sizeof *dpp->scratch);
        status = dpp->similarity && dpp->scratch ? fill_similarity(dpp, error) : kn_no_memory(error);
    }
    if (status)
        kn_dpp_end(dpp);
    return status;
}

void kn_dpp_end(kn_dpp *dpp)
{
    size_t n = dpp->count;
    kn_free(dpp->allocator, dpp->item, n, sizeof *dpp->item);
    kn_free(dpp->allocator, dpp->similarity, n * n, sizeof *dpp->similarity);
    kn_free(dpp->allocator, dpp->log_quality, n, sizeof *dpp->log_quality);
    kn_free(dpp->allocator, dpp->scratch, 4 * n, sizeof *dpp->scratch);
    dpp->item = NULL;
    dpp->similarity = dpp->log_quality = dpp->scratch = NULL;
}

/* ---- Normaliser and marginals ---- */

/* The lower triangle of L, column by column, plus `ridge` on the diagonal. Cosines that BLAS computed can be above 1 by a rounding
 * error. */
KN_VECTOR static void fill_kernel(const kn_dpp *dpp, double ridge, double *work)
{
    size_t n = dpp->count;
    for (size_t i = 0; i < n; i++)
        dpp->scratch[i] = kn_exp(dpp->log_quality[i]);
    for (size_t j = 0; j < n; j++) {
        double quality = dpp->scratch[j], *restrict column = work + j * n;
        const double *cosine = dpp->similarity + j * n;
        for (size_t i = j; i < n; i++) {
            double limited = cosine[i] > 1 ? 1 : cosine[i] < -1 ? -1 : cosine[i];
            column[i] = limited * quality * dpp->scratch[i];
        }
        column[j] += ridge;
    }
}

bool kn_dpp_normaliser(const kn_dpp *dpp, double *work, double *log_normaliser, double *marginal)
{
    size_t n = dpp->count;
    fill_kernel(dpp, 1, work);
    if (!kn_dense_factor(work, n))
        return false;
    *log_normaliser = 0;
    for (size_t i = 0; i < n; i++)
        *log_normaliser += 2 * kn_log(work[i * n + i]);
    if (marginal) {
        /* K = I - (L + I)^-1 */
        kn_dense_inverse_diagonal(work, n, marginal, dpp->scratch);
        for (size_t i = 0; i < n; i++)
            marginal[i] = 1 - marginal[i];
    }
    return isfinite(*log_normaliser);
}

/* ---- Eigenvectors, by LAPACK ---- */

static knap_status load(blas *made, knap_error *error)
{
    const char *missing;
    if (load_blas(made, &missing))
        return KNAP_OK;
    return kn_fail(error, KNAP_IO, "eigenvectors need the library %s%s%s: install it", KNAP_OPENBLAS,
                   missing ? " with the function " : "", missing ? missing : "");
}

/* Runs dsyevd with the work space that it asks for. */
static knap_status solve(const blas *library, const knap_allocator *allocator, int n, double *value, double *vector,
                         knap_error *error)
{
    int info = 0, ask = -1, size, whole_size, whole_asked = 0, *whole_work;
    double asked = 0, *work;
    library->dsyevd_("V", "L", &n, vector, &n, value, &asked, &ask, &whole_asked, &ask, &info, 1, 1);
    size = (int)asked;
    whole_size = whole_asked;
    work = kn_new(allocator, (size_t)size, sizeof *work);
    whole_work = kn_new(allocator, (size_t)whole_size, sizeof *whole_work);
    if (work && whole_work && info == 0)
        library->dsyevd_("V", "L", &n, vector, &n, value, work, &size, whole_work, &whole_size, &info, 1, 1);
    kn_free(allocator, work, (size_t)size, sizeof *work);
    kn_free(allocator, whole_work, (size_t)whole_size, sizeof *whole_work);
    if (!work || !whole_work)
        return kn_no_memory(error);
    return info == 0 ? KNAP_OK : kn_fail(error, KNAP_USAGE, BADLY_SCALED);
}

knap_status kn_dpp_eigen(const kn_dpp *dpp, double *value, double *vector, knap_error *error)
{
    blas library;
    knap_status status;
    fill_kernel(dpp, 0, vector);
    for (size_t i = 0; i < dpp->count * dpp->count; i++)
        if (!isfinite(vector[i]))
            return kn_fail(error, KNAP_USAGE, BADLY_SCALED);
    status = load(&library, error);
    return status ? status : solve(&library, dpp->allocator, (int)dpp->count, value, vector, error);
}
