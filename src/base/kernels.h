/* base/kernels.h - the dense loops that take most of the time.
 *
 * Sums run in four interleaved accumulators: a fixed order, which the compiler can vectorise without changing
 * the result. */
#ifndef KNAP_BASE_KERNELS_H
#define KNAP_BASE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* sum weight[i] * value[i] */
static inline double kn_dot(const double *weight, const float *value, size_t count)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t i = 0, whole = count - count % 4;
    for (; i < whole; i += 4) {
        s0 += weight[i] * (double)value[i];
        s1 += weight[i + 1] * (double)value[i + 1];
        s2 += weight[i + 2] * (double)value[i + 2];
        s3 += weight[i + 3] * (double)value[i + 3];
    }
    for (; i < count; i++)
        s0 += weight[i] * (double)value[i];
    return (s0 + s1) + (s2 + s3);
}

static inline double kn_dot_double(const double *a, const double *b, size_t count)
{
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    size_t i = 0, whole = count - count % 4;
    for (; i < whole; i += 4) {
        s0 += a[i] * b[i];
        s1 += a[i + 1] * b[i + 1];
        s2 += a[i + 2] * b[i + 2];
        s3 += a[i + 3] * b[i + 3];
    }
    for (; i < count; i++)
        s0 += a[i] * b[i];
    return (s0 + s1) + (s2 + s3);
}

/* sum[i] += factor * value[i] */
static inline void kn_add(double *sum, double factor, const float *value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        sum[i] += factor * (double)value[i];
}

#endif
