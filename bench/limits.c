/* limits.c - what this machine can do on one thread: copy, search, break words with ICU, multiply with BLAS. */
#include "paths.h"

#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include <unicode/ubrk.h>
#include <unicode/ustring.h>

const char *const limit_names[LIMITS] = {"copy of the bytes", "memchr over the bytes", "ICU's word breaking",
                                         "dgemm of BLAS"};

enum { ROUNDS = 5, BYTES = 1 << 26, TEXT = 1 << 18, ORDER = 512 };

static double copying(void)
{
    char *from = malloc(BYTES), *to = malloc(BYTES);
    double best = INFINITY;
    if (!from || !to)
        exit(1);
    memset(from, 1, BYTES);
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        from[i] = (char)i;
        memcpy(to, from, BYTES);
        best = fmin(best, now() - start);
    }
    bool same = memcmp(from, to, BYTES) == 0; /* keeps the copies */
    free(from);
    free(to);
    return same ? BYTES / best : 0;
}

static double searching(void)
{
    char *bytes = malloc(BYTES);
    double best = INFINITY;
    if (!bytes)
        exit(1);
    memset(bytes, 'x', BYTES);
    bytes[BYTES - 1] = '\n';
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        if (memchr(bytes, '\n', BYTES) != bytes + BYTES - 1)
            exit(1);
        best = fmin(best, now() - start);
    }
    free(bytes);
    return BYTES / best;
}

static double breaking(void)
{
    static const char sentence[] = "The ferries of Averill stayed in port for a third day, and 2,400 people waited. ";
    UErrorCode problem = U_ZERO_ERROR;
    UBreakIterator *words = ubrk_open(UBRK_WORD, "en", NULL, 0, &problem);
    UChar *unit = malloc(TEXT * sizeof *unit);
    double best = INFINITY;
    size_t boundaries = 0;
    if (!unit)
        exit(1);
    for (size_t i = 0; i < TEXT; i++)
        unit[i] = (UChar)sentence[i % (sizeof sentence - 1)];
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        ubrk_setText(words, unit, TEXT, &problem);
        while (ubrk_next(words) != UBRK_DONE)
            boundaries++;
        best = fmin(best, now() - start);
    }
    ubrk_close(words);
    free(unit);
    return U_SUCCESS(problem) && boundaries ? TEXT / best : 0;
}

typedef void gemm_fn(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
                     const int *, const double *, const int *, const double *, double *, const int *, size_t, size_t);

/* Multiplications per second. */
static double multiplying(void)
{
    void *library = dlopen(KNAP_OPENBLAS, RTLD_LAZY | RTLD_LOCAL), *found = library ? dlsym(library, "dgemm_") : NULL;
    double *matrix = calloc(3 * ORDER * ORDER, sizeof *matrix), one = 1, zero = 0, best = INFINITY;
    int n = ORDER;
    gemm_fn *gemm;
    if (!matrix)
        exit(1);
    memcpy(&gemm, &found, sizeof gemm);
    for (size_t i = 0; i < 2 * ORDER * ORDER; i++)
        matrix[i] = (double)(i % 7);
    for (int i = 0; gemm && i < ROUNDS; i++) {
        double start = now();
        gemm("N", "T", &n, &n, &n, &one, matrix, &n, matrix + ORDER * ORDER, &n, &zero, matrix + 2 * ORDER * ORDER, &n,
             1, 1);
        best = fmin(best, now() - start);
    }
    free(matrix);
    return gemm ? pow(ORDER, 3) / best : 0;
}

void measure_limits(double rate[LIMITS])
{
    rate[LIMIT_COPY] = copying();
    rate[LIMIT_SEARCH] = searching();
    rate[LIMIT_ICU] = breaking();
    rate[LIMIT_BLAS] = multiplying();
}
