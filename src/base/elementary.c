/* elementary.c - exp, log and pow by additions, multiplications and divisions alone. */
#include "base/elementary.h"

#include <math.h>

/* ln 2 in two parts; the first has 20 zero bits at its end, so that its product with an exponent is exact. */
static const double LN2_HIGH = 0x1.62e42feep-1, LN2_LOW = 0x1.a39ef35793c76p-33;

/* (e^x - 1 - x) / x^2 for |x| <= ln 2 / 2. */
static double exp_rest(double x)
{
    double sum = 1.0 / 6227020800;
    static const double C[] = {/* 1/k! from k = 12 to 3 */
                               1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
                               1.0 / 5040,      1.0 / 720,      1.0 / 120,     1.0 / 24,     1.0 / 6};
    for (int i = 0; i < 10; i++)
        sum = sum * x + C[i];
    return 0.5 + x * sum;
}

/* e^r - 1, where x + more = r + whole ln 2 and |r| <= ln 2 / 2. |more| is below a unit in the last place of x. */
static double exp_fraction(double x, double more, double whole)
{
    double high = x - whole * LN2_HIGH, low = whole * LN2_LOW - more, rest = high - low;
    low = (high - rest) - low; /* what that lost */
    /* rest + rest^2 (1/2 + ...), with the lost part; the largest term last */
    return rest + (rest * rest * exp_rest(rest) + (low + low * rest));
}

static double whole_of(double x)
{
    return floor(x * 0x1.71547652b82fep0 + 0.5); /* x / ln 2 */
}

static double exp_of_sum(double x, double more)
{
    if (!(x > -745.2))
        return x != x ? x : 0;
    if (x > 709.8)
        return INFINITY;
    return ldexp(1 + exp_fraction(x, more, whole_of(x)), (int)whole_of(x));
}

double kn_exp(double x)
{
    return exp_of_sum(x, 0);
}

double kn_expm1(double x)
{
    double scale;
    if (!(fabs(x) < 40))
        return kn_exp(x) - 1;
    scale = ldexp(1, (int)whole_of(x));
    return scale * exp_fraction(x, 0, whole_of(x)) + (scale - 1);
}

/* 2 atanh(s) - 2 s, for |s| <= 0.1716. */
static double atanh_rest(double s)
{
    double square = s * s, sum = 0;
    for (int k = 21; k >= 3; k -= 2)
        sum = (sum + 2.0 / k) * square;
    return s * sum;
}

/* x > 0 as m 2^exponent, with m in [sqrt(1/2), sqrt(2)). */
static double parts_of(double x, int *exponent)
{
    double m = frexp(x, exponent);
    if (m >= 0x1.6a09e667f3bcdp-1)
        return m;
    --*exponent;
    return 2 * m;
}

/* ln(x + low), where low is below a unit in the last place of x > 0. */
static double log_of_sum(double x, double low)
{
    int exponent;
    double f = parts_of(x, &exponent) - 1, s, half; /* exact */
    low /= x;                                       /* relative; below 1e-15, so that ln(1 + low) = low */
    s = f / (2 + f);
    half = 0.5 * f * f;
    /* ln(1 + f) = f - f^2/2 + s (f^2/2 + rest of the series): the largest term exact */
    return exponent * LN2_HIGH + (f - (half - (s * half + (atanh_rest(s) + (exponent * LN2_LOW + low)))));
}

double kn_log(double x)
{
    if (!(x > 0))
        return x == 0 ? -INFINITY : NAN;
    return x > 1.7976931348623157e308 ? x : log_of_sum(x, 0);
}

double kn_log1p(double x)
{
    double sum = 1 + x;
    if (!(sum > 0) || sum > 1.7976931348623157e308)
        return x != x ? x : sum > 0 ? sum : kn_log(sum);
    return log_of_sum(sum, fabs(x) < 1 ? x - (sum - 1) : 1 - (sum - x));
}

/* A number of about twice the precision: high + low, where |low| is at most half a unit in the last place of high. */
typedef struct pair {
    double high, low;
} pair;

/* a + b, exact. */
static pair sum_of(double a, double b)
{
    double high = a + b, rest = high - a;
    return (pair){high, (a - (high - rest)) + (b - rest)};
}

/* The upper 26 bits of a number. */
static double upper_half(double a)
{
    double c = a * 134217729; /* 2^27 + 1 */
    return c - (c - a);
}

/* a b, exact (Dekker 1971). */
static pair product_of(double a, double b)
{
    double high = a * b, a1 = upper_half(a), a2 = a - a1, b1 = upper_half(b), b2 = b - b1;
    return (pair){high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

/* ln x = exponent ln 2 + 2 atanh(s), s = (m - 1) / (m + 1), to 2^-59 of it. */
static pair precise_log(double x)
{
    int exponent;
    double m = parts_of(x, &exponent), f = m - 1, s;
    pair divisor = sum_of(m, 1), product, sum;
    s = f / divisor.high;
    product = product_of(s, divisor.high);
    /* what the division lost, twice; then the series, and the low part of ln 2 */
    double low = 2 * (((f - product.high) - product.low - s * divisor.low) / divisor.high);
    sum = sum_of(exponent * LN2_HIGH, 2 * s);
    return sum_of(sum.high, sum.low + (low + (atanh_rest(s) + exponent * LN2_LOW)));
}

double kn_pow(double x, double y)
{
    pair logarithm, product;
    if (y == 0 || x == 1)
        return 1;
    if (y == 1 || y == 2 || y == 0.5)
        return y == 1 ? x : y == 2 ? x * x : sqrt(x);
    if (!(x > 0) || x > 1.7976931348623157e308 || !(fabs(y) < 1e300))
        return x < 0 || x != x || y != y ? NAN : kn_exp(y * kn_log(x));
    logarithm = precise_log(x);
    if (!(fabs(y * logarithm.high) < 1000)) /* 0 or infinity; also, the exact product needs numbers that are not huge */
        return kn_exp(y * logarithm.high);
    product = product_of(y, logarithm.high);
    return exp_of_sum(product.high, product.low + y * logarithm.low);
}
