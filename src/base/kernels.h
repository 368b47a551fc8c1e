/* base/kernels.h - the dense loops that take most of the time.
 *
 * Sums run in four interleaved accumulators: a fixed order, which the compiler can vectorise without changing
 * the result. */
#ifndef KNAP_BASE_KERNELS_H
#define KNAP_BASE_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A function that is compiled twice, for AVX2 and for any processor of the architecture; the program chooses when it starts. Both
 * give the same bits: the order of sums is fixed, and products are rounded before they are added. The sanitizers do not allow
 * for such functions. What they call is compiled twice only if it is KN_INLINE. */
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__) &&                       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KN_VECTOR __attribute__((target_clones("avx2", "default")))
#define KN_INLINE inline __attribute__((always_inline))
#else
#define KN_VECTOR
#define KN_INLINE inline
#endif

#if defined(__GNUC__) /* vectors of the compiler: four numbers at a time, on any processor */
typedef double kn_double4 __attribute__((vector_size(32)));

/* Four floats from `value` on; a function cannot return them to callers of any processor. */
#define KN_WIDEN(value) ((kn_double4){(double)(value)[0], (double)(value)[1], (double)(value)[2], (double)(value)[3]})

/* sums[i mod 4] = the sums of weight[i] * value[i], for the first count - count % 4 numbers */
static KN_INLINE void kn_dot4(const double *weight, const float *value, size_t count, double *sums)
{
    kn_double4 sum = {0, 0, 0, 0}, w;
    for (size_t i = 0; i + 4 <= count; i += 4) {
        memcpy(&w, weight + i, sizeof w);
        sum += w * KN_WIDEN(value + i);
    }
    memcpy(sums, &sum, sizeof sum);
}

/* sum[i] += factor * value[i], for the first count - count % 4 numbers */
static KN_INLINE void kn_add4(double *sum, double factor, const float *value, size_t count)
{
    kn_double4 all = {factor, factor, factor, factor}, old;
    for (size_t i = 0; i + 4 <= count; i += 4) {
        memcpy(&old, sum + i, sizeof old);
        old += all * KN_WIDEN(value + i);
        memcpy(sum + i, &old, sizeof old);
    }
}

/* sums[i mod 4] = the sums of a[i] * b[i], for the first count - count % 4 numbers */
static KN_INLINE void kn_dot4_double(const double *a, const double *b, size_t count, double *sums)
{
    kn_double4 sum = {0, 0, 0, 0}, x, y;
    for (size_t i = 0; i + 4 <= count; i += 4) {
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        sum += x * y;
    }
    memcpy(sums, &sum, sizeof sum);
}
#else
static KN_INLINE void kn_dot4_double(const double *a, const double *b, size_t count, double *sums)
{
    sums[0] = sums[1] = sums[2] = sums[3] = 0;
    for (size_t i = 0; i < count - count % 4; i++)
        sums[i % 4] += a[i] * b[i];
}

static KN_INLINE void kn_dot4(const double *weight, const float *value, size_t count, double *sums)
{
    sums[0] = sums[1] = sums[2] = sums[3] = 0;
    for (size_t i = 0; i < count - count % 4; i++)
        sums[i % 4] += weight[i] * (double)value[i];
}

static KN_INLINE void kn_add4(double *sum, double factor, const float *value, size_t count)
{
    for (size_t i = 0; i < count - count % 4; i++)
        sum[i] += factor * (double)value[i];
}
#endif

/* sum weight[i] * value[i] */
static KN_INLINE double kn_dot(const double *weight, const float *value, size_t count)
{
    double sums[4];
    kn_dot4(weight, value, count, sums);
    for (size_t i = count - count % 4; i < count; i++)
        sums[0] += weight[i] * (double)value[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* sum a[i] * b[i] */
static KN_INLINE double kn_dot_double(const double *a, const double *b, size_t count)
{
    double sums[4];
    kn_dot4_double(a, b, count, sums);
    for (size_t i = count - count % 4; i < count; i++)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* sum[i] += factor * value[i] */
static KN_INLINE void kn_add(double *sum, double factor, const float *value, size_t count)
{
    kn_add4(sum, factor, value, count);
    for (size_t i = count - count % 4; i < count; i++)
        sum[i] += factor * (double)value[i];
}

#endif
