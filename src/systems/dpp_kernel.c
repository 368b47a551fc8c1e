/* dpp_kernel.c - the kernel of an L-ensemble: normaliser, marginals, eigenvectors. */
#include "systems/dpp.h"
#include "base/dense.h"
#include "base/error.h"
#include "base/library.h"

#include <math.h>

#define BADLY_SCALED "the kernel of the process is too badly scaled for eigenvectors"

static knap_status fill_similarity(kn_dpp *dpp, knap_error *error)
{
    size_t n = dpp->count, width = dpp->instance->vector.width;
    double *scratch = kn_new(dpp->allocator, width, sizeof *scratch);
    if (!scratch)
        return kn_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        double *row = dpp->similarity + i * n;
        kn_gram_row(dpp->instance, dpp->item[i], dpp->item + i, n - i, row + i, scratch);
        row[i] = 1;
        for (size_t j = i + 1; j < n; j++)
            dpp->similarity[j * n + i] = row[j];
    }
    kn_free(dpp->allocator, scratch, width, sizeof *scratch);
    return KNAP_OK;
}

knap_status kn_dpp_begin(kn_dpp *dpp, const knap_instance *instance, const unsigned char *keep, knap_error *error)
{
    const knap_allocator *allocator = instance->data->allocator;
    size_t n = 0;
    knap_status status;
    *dpp = (kn_dpp){.allocator = allocator, .instance = instance};
    for (size_t s = 0; s < instance->count; s++)
        n += !keep || keep[s];
    dpp->count = n;
    if (n > 46340) /* indices of LAPACK are 32 bits wide */
        return kn_fail(error, KNAP_USAGE, "%zu items are too many for a matrix of their similarities", n);
    dpp->item = kn_new(allocator, n, sizeof *dpp->item);
    dpp->similarity = kn_new(allocator, n * n, sizeof *dpp->similarity);
    dpp->log_quality = kn_new(allocator, n, sizeof *dpp->log_quality);
    dpp->scratch = kn_new(allocator, 4 * n, sizeof *dpp->scratch);
    if (!dpp->item || !dpp->similarity || !dpp->log_quality || !dpp->scratch) {
        kn_dpp_end(dpp);
        return kn_no_memory(error);
    }
    for (size_t s = 0, i = 0; s < instance->count; s++)
        if (!keep || keep[s])
            dpp->item[i++] = (uint32_t)s;
    status = fill_similarity(dpp, error);
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

/* The lower triangle of L, column by column, plus `ridge` on the diagonal. */
static void fill_kernel(const kn_dpp *dpp, double ridge, double *work)
{
    size_t n = dpp->count;
    for (size_t i = 0; i < n; i++)
        dpp->scratch[i] = exp(dpp->log_quality[i]);
    for (size_t j = 0; j < n; j++) {
        double quality = dpp->scratch[j];
        for (size_t i = j; i < n; i++)
            work[j * n + i] = dpp->similarity[j * n + i] * quality * dpp->scratch[i];
        work[j * n + j] += ridge;
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
        *log_normaliser += 2 * log(work[i * n + i]);
    if (marginal) {
        /* K = I - (L + I)^-1 */
        kn_dense_inverse_diagonal(work, n, marginal, dpp->scratch);
        for (size_t i = 0; i < n; i++)
            marginal[i] = 1 - marginal[i];
    }
    return isfinite(*log_normaliser);
}

/* ---- Eigenvectors, by LAPACK ---- */

/* OpenBLAS takes 3 ms to load and starts threads, so it is loaded when eigenvectors are first asked for. The last two arguments
 * are the lengths of the first two, which Fortran's compilers add. */
void dsyevd_(const char *job, const char *part, const int *n, double *matrix, const int *stride, double *value,
             double *work, const int *work_size, int *whole_work, const int *whole_work_size, int *info,
             size_t job_length, size_t part_length);
#define FUNCTIONS(X) X(dsyevd_)
typedef struct lapack {
    FUNCTIONS(KN_FUNCTION_FIELD)
} lapack;

static knap_status load(lapack *made, knap_error *error)
{
    static const char *const names[] = {FUNCTIONS(KN_FUNCTION_NAME)};
    const char *missing;
    if (kn_load_functions(KNAP_OPENBLAS, names, sizeof names / sizeof *names, made, &missing))
        return KNAP_OK;
    return kn_fail(error, KNAP_IO, "eigenvectors need the library %s%s%s: install it", KNAP_OPENBLAS,
                   missing ? " with the function " : "", missing ? missing : "");
}

/* Runs dsyevd with the work space that it asks for. */
static knap_status solve(const lapack *library, const knap_allocator *allocator, int n, double *value, double *vector,
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
    lapack library;
    knap_status status;
    fill_kernel(dpp, 0, vector);
    for (size_t i = 0; i < dpp->count * dpp->count; i++)
        if (!isfinite(vector[i]))
            return kn_fail(error, KNAP_USAGE, BADLY_SCALED);
    status = load(&library, error);
    return status ? status : solve(&library, dpp->allocator, (int)dpp->count, value, vector, error);
}
