/* base/kernels.h - the dense loops that take most of the time.
 *
 * Sums run in four interleaved accumulators: a fixed order, which the compiler can vectorise without changing
 * the result. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A function that is compiled twice, for AVX2 and for any processor of the architecture; the program chooses when it starts. Both
 * give the same bits: the order of sums is fixed, and products are rounded before they are added. The sanitizers and
 * C libraries other than glibc do not allow for such functions. What they call is compiled twice only if it is KN_INLINE. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) &&                           \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define KN_VECTOR __attribute__((target_clones("avx2", "default")))
#define KN_INLINE inline __attribute__((always_inline))
#else
#define KN_VECTOR
#define KN_INLINE inline
#endif

#if defined(__GNUC__) /* vectors of the compiler: four numbers at a time, on any processor */
typedef double kn_double4 __attribute__((vector_size(32)));
typedef int64_t kn_long4 __attribute__((vector_size(32)));

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

/* The sum of a[i] - b[i] where it is above 0, in eight interleaved sums. */
static KN_INLINE double kn_excess(const float *a, const double *b, size_t count)
{
    double sum[8] = {0};
    size_t whole = count - count % 8;
#if defined(__GNUC__)
    kn_double4 even = {0, 0, 0, 0}, odd = even, x, y;
    for (size_t i = 0; i < whole; i += 8) {
        memcpy(&x, b + i, sizeof x);
        memcpy(&y, b + i + 4, sizeof y);
        x = KN_WIDEN(a + i) - x;
        y = KN_WIDEN(a + i + 4) - y;
        even += (kn_double4)((kn_long4)x & (x > 0));
        odd += (kn_double4)((kn_long4)y & (y > 0));
    }
    memcpy(sum, &even, sizeof even);
    memcpy(sum + 4, &odd, sizeof odd);
#else
    for (size_t i = 0; i < whole; i++)
        sum[i % 8] += (double)a[i] > b[i] ? (double)a[i] - b[i] : 0;
#endif
    for (size_t i = whole; i < count; i++)
        sum[i % 8] += (double)a[i] > b[i] ? (double)a[i] - b[i] : 0;
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* Number i of each of four rows. */
#define KN_PART(row, i) ((kn_double4){(row)[0][i], (row)[1][i], (row)[2][i], (row)[3][i]})

/* dot[r] = sum weight[i] * row[r][i] for four rows at once, so that weights are loaded once; the same bits as kn_dot_double */
static KN_INLINE void kn_dot_rows(const double *weight, const double *const *row, size_t count, double *dot)
{
#if defined(__GNUC__)
    kn_double4 sum[4] = {{0}, {0}, {0}, {0}}, w, x;
    for (size_t i = 0; i + 4 <= count; i += 4) {
        memcpy(&w, weight + i, sizeof w);
        for (size_t r = 0; r < 4; r++) {
            memcpy(&x, row[r] + i, sizeof x);
            sum[r] += w * x;
        }
    }
    w = KN_PART(sum, 0);
    for (size_t i = count - count % 4; i < count; i++)
        w += weight[i] * KN_PART(row, i);
    w = (w + KN_PART(sum, 1)) + (KN_PART(sum, 2) + KN_PART(sum, 3));
    memcpy(dot, &w, sizeof w);
#else
    for (size_t r = 0; r < 4; r++)
        dot[r] = kn_dot_double(weight, row[r], count);
#endif
}

/* sum[i] += factor[r] * row[r * count + i] for four rows at once, so that sums are loaded once; `count` is a multiple of 4 */
static KN_INLINE void kn_add_rows(double *sum, const double *factor, const double *row, size_t count)
{
#if defined(__GNUC__)
    kn_double4 old, x;
    for (size_t i = 0; i < count; i += 4) {
        memcpy(&old, sum + i, sizeof old);
        for (size_t r = 0; r < 4; r++) {
            memcpy(&x, row + r * count + i, sizeof x);
            old += factor[r] * x;
        }
        memcpy(sum + i, &old, sizeof old);
    }
#else
    for (size_t i = 0; i < count; i++)
        for (size_t r = 0; r < 4; r++)
            sum[i] += factor[r] * row[r * count + i];
#endif
}

/* sum[c] = the sum of row[chosen[i] * stride + c] over i, in that order, for the first 4 * fours columns; `fours` is at most 4 */
static KN_INLINE void kn_sum_rows(double *sum, const double *row, size_t stride, const uint32_t *chosen, size_t count,
                                  size_t fours)
{
#if defined(__GNUC__)
    kn_double4 a = {0}, b = {0}, c = {0}, d = {0}, x;
    for (size_t i = 0; i < count; i++) {
        const double *at = row + chosen[i] * stride;
        memcpy(&x, at, sizeof x);
        a += x;
        if (fours > 1) {
            memcpy(&x, at + 4, sizeof x);
            b += x;
        }
        if (fours > 2) {
            memcpy(&x, at + 8, sizeof x);
            c += x;
        }
        if (fours > 3) {
            memcpy(&x, at + 12, sizeof x);
            d += x;
        }
    }
    memcpy(sum, &a, sizeof a);
    if (fours > 1)
        memcpy(sum + 4, &b, sizeof b);
    if (fours > 2)
        memcpy(sum + 8, &c, sizeof c);
    if (fours > 3)
        memcpy(sum + 12, &d, sizeof d);
#else
    memset(sum, 0, 4 * fours * sizeof *sum);
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 4 * fours; c++)
            sum[c] += row[chosen[i] * stride + c];
#endif
}

#if defined(__GNUC__)
/* exp(x) of four x <= 0, to two units in the last place; exp(-700) below -700. By additions and multiplications alone, so that
 * it gives the same bits on every processor. */
static KN_INLINE void kn_exp_falling(kn_double4 *x)
{
    static const double C[] = {
        1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720,
        1.0 / 120,       1.0 / 24,       1.0 / 6,       1.0 / 2,      1,           1};
    const kn_double4 zero = {0, 0, 0, 0}, least = zero - 700, round = zero + 0x1.8p52; /* rounds to a whole number */
    kn_double4 at = *x, whole, rest, sum = zero + 1.0 / 6227020800;
    kn_long4 low = at < least;
    at = (kn_double4)(((kn_long4)least & low) | ((kn_long4)at & ~low));
    whole = at * 1.44269504088896338700 + round; /* its last bits: x / ln 2, rounded */
    low = ((kn_long4)whole + 1023) << 52;        /* 2^whole */
    whole -= round;
    rest = at - whole * 0x1.62e42feep-1 - whole * 0x1.a39ef35793c76p-33; /* ln 2 in two parts */
    for (size_t i = 0; i < sizeof C / sizeof *C; i++)
        sum = sum * rest + C[i];
    *x = sum * (kn_double4)low;
}
#endif

/* sum[i] += factor * value[i] */
static KN_INLINE void kn_add(double *sum, double factor, const float *value, size_t count)
{
    kn_add4(sum, factor, value, count);
    for (size_t i = count - count % 4; i < count; i++)
        sum[i] += factor * (double)value[i];
}
