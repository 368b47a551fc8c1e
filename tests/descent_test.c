/* descent_test.c - L-BFGS, its line searches, exp and log: minima that are known, and the same bits on every machine. */
#include "failing.h"

#include "base/elementary.h"
#include "base/line_search.h"
#include "base/minimise.h"

#include <math.h>

/* ---- exp and log ---- */

static uint64_t state_of_numbers;

static double uniform(void)
{
    state_of_numbers ^= state_of_numbers << 13;
    state_of_numbers ^= state_of_numbers >> 7;
    state_of_numbers ^= state_of_numbers << 17;
    return (double)(state_of_numbers >> 11) / 9007199254740992.0;
}

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * UINT64_C(1099511628211);
}

/* Units in the last place between a result and that of the C library, which is within one of the truth. */
static double units(double found, double wanted)
{
    int exponent;
    if (found == wanted)
        return 0;
    frexp(wanted, &exponent);
    return fabs(found - wanted) / ldexp(1, exponent - 53);
}

static void exp_and_log_are_right_to_the_last_bit(void **state)
{
    (void)state;
    state_of_numbers = UINT64_C(88172645463325252);
    for (int i = 0; i < 200000; i++) {
        double x = i % 2 ? -40 * uniform() : 1400 * uniform() - 700, y = kn_exp(700 * uniform() - 350), z = uniform();
        if (i % 3 == 0)
            y = 1 + (uniform() - 0.5) / 1000;
        if (i % 4 == 0)
            z = i % 8 ? -0.999 * z : exp(-40 * z);
        assert_true(units(kn_exp(x), exp(x)) <= 2);
        assert_true(units(kn_log(y), log(y)) <= 2);
        assert_true(units(kn_log1p(z), log1p(z)) <= 2);
        assert_true(units(kn_expm1(z), expm1(z)) <= 2);
        assert_true(units(kn_expm1(x), expm1(x)) <= 2);
        double base = i % 3 ? kn_exp(40 * uniform() - 20) : y, power = i % 5 ? 3 * uniform() : 64 * uniform() - 32;
        if (fabs(power * log(base)) < 64)
            assert_true(units(kn_pow(base, power), pow(base, power)) <= 2);
    }
    assert_true(kn_exp(0) == 1 && kn_exp(-800) == 0 && isinf(kn_exp(800)) && kn_exp(-INFINITY) == 0);
    assert_true(isnan(kn_exp(NAN)) && isinf(kn_exp(INFINITY)));
    assert_true(units(kn_exp(-744), exp(-744)) <= 2); /* a subnormal number */
    assert_true(kn_log(1) == 0 && isinf(kn_log(0)) && isnan(kn_log(-1)) && isnan(kn_log(NAN)) &&
                isinf(kn_log(INFINITY)));
    assert_true(units(kn_log(5e-324), log(5e-324)) <= 2);
    assert_true(kn_log1p(0) == 0 && isinf(kn_log1p(-1)) && isnan(kn_log1p(-2)) && isinf(kn_log1p(INFINITY)));
    assert_true(kn_log1p(1e-300) == 1e-300);
    assert_true(kn_expm1(0) == 0 && kn_expm1(1e-300) == 1e-300 && kn_expm1(-INFINITY) == -1 && isnan(kn_expm1(NAN)));
}

static void pow_has_its_special_cases(void **state)
{
    double number[] = {0, 1e-310, 0.3, 0.5, 1, 1.5, 2, 3, 9, 1e10, 1e300, INFINITY},
           y[] = {0, 0.5, 1, 2, 0.7, -0.5, -1, 1e10, -1e10};
    (void)state;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        for (size_t k = 0; k < sizeof y / sizeof *y; k++) {
            double found = kn_pow(number[i], y[k]), wanted = pow(number[i], y[k]);
            assert_true(found == wanted || (isfinite(wanted) && fabs(found - wanted) < 1e-13 * wanted));
        }
    assert_true(kn_pow(3, 2) == 9 && kn_pow(16, 0.5) == 4 && kn_pow(-3, 2) == 9 && kn_pow(-3, 1) == -3 &&
                kn_pow(NAN, 0) == 1);
    assert_true(isnan(kn_pow(-3, 0.7)) && isnan(kn_pow(NAN, 0.7)) && isnan(kn_pow(3, NAN)) && isnan(kn_pow(-3, 0.5)));
}

/* The bits of 500,000 results: the same on x86-64 (with multiply-add or without), i386 and s390x. */
static void exp_and_log_have_the_same_bits_everywhere(void **state)
{
    uint64_t hash = 1;
    (void)state;
    state_of_numbers = UINT64_C(88172645463325252);
    for (int i = 0; i < 100000; i++) {
        hash = mix(hash, kn_exp(1400 * uniform() - 700));
        hash = mix(hash, kn_log(1000 * uniform()));
        hash = mix(hash, kn_log1p(uniform() * 2 - 0.9));
    }
    assert_true(hash == UINT64_C(0x0a55016b3fbf0622));
    for (int i = 0; i < 100000; i++) {
        double base = 1000 * uniform(), power = 4 * uniform() - 2;
        hash = mix(hash, kn_expm1(uniform() * 8 - 4));
        hash = mix(hash, kn_pow(base, power));
    }
    assert_true(hash == UINT64_C(0x296e0a509c1ab24e));
}

/* ---- Descents ---- */

enum { SIZE = 6, ROWS = 40 };

static size_t calls;

/* sum_i i (w_i - i)^2 / 2 */
static double bowl(const void *context, const double *weight, double *gradient)
{
    double value = 0;
    (void)context;
    calls++;
    for (size_t i = 0; i < SIZE; i++) {
        double factor = (double)i + 1, off = weight[i] - factor;
        value += factor * off * off / 2;
        gradient[i] = factor * off;
    }
    return value;
}

/* Rosenbrock's valley, with its minimum 0 at (1, 1). */
static double valley(const void *context, const double *weight, double *gradient)
{
    double a = 1 - weight[0], b = weight[1] - weight[0] * weight[0];
    (void)context;
    gradient[0] = -2 * a - 400 * b * weight[0];
    gradient[1] = 200 * b;
    return a * a + 100 * b * b;
}

/* w - ln w: no number below 0. The minimum is at 1. */
static double wall(const void *context, const double *weight, double *gradient)
{
    (void)context;
    gradient[0] = 1 - 1 / weight[0];
    return weight[0] > 0 ? weight[0] - log(weight[0]) : 1e300;
}

/* A logistic regression with an L2 penalty. */
static double regression(const void *context, const double *weight, double *gradient)
{
    const double *row = context;
    double value = 0, slope;
    for (size_t i = 0; i < SIZE; i++) {
        value += 0.1 * weight[i] * weight[i] / 2;
        gradient[i] = 0.1 * weight[i];
    }
    for (size_t r = 0; r < ROWS; r++, row += SIZE + 1) {
        double score = 0;
        for (size_t i = 0; i < SIZE; i++)
            score += weight[i] * row[i];
        value += kn_logistic(score, row[SIZE], &slope);
        for (size_t i = 0; i < SIZE; i++)
            gradient[i] += slope * row[i];
    }
    return value;
}

static void finds_known_minima(void **state)
{
    double weight[SIZE], point[2] = {-1.2, 1}, one = 0.01;
    kn_descent how = {.loss = valley, .most_steps = 200, .flat = 1e-6};
    (void)state;
    calls = 0;
    assert_true(kn_minimise(NULL, SIZE, bowl, NULL, weight));
    for (size_t i = 0; i < SIZE; i++)
        assert_true(fabs(weight[i] - (double)(i + 1)) < 1e-3);
    assert_true(calls < 40);
    assert_true(kn_descend(&how, NULL, 2, point));
    assert_true(fabs(point[0] - 1) < 1e-4 && fabs(point[1] - 1) < 1e-4);
    how.loss = wall;
    how.halve = true;
    assert_true(kn_descend(&how, NULL, 1, &one));
    assert_true(fabs(one - 1) < 1e-4);
}

/* The gradient at the end is small, and the weights have these bits on every machine. */
static void fits_a_regression_to_the_same_bits_everywhere(void **state)
{
    double row[ROWS * (SIZE + 1)], weight[SIZE], gradient[SIZE];
    uint64_t hash = 1;
    (void)state;
    state_of_numbers = UINT64_C(362436069);
    for (size_t r = 0; r < ROWS; r++) {
        for (size_t i = 0; i < SIZE; i++)
            row[r * (SIZE + 1) + i] = uniform() - 0.5;
        row[r * (SIZE + 1) + SIZE] = uniform() + row[r * (SIZE + 1)] > 0.5;
    }
    assert_true(kn_minimise(NULL, SIZE, regression, row, weight));
    regression(row, weight, gradient);
    for (size_t i = 0; i < SIZE; i++) {
        assert_true(fabs(gradient[i]) < 0.01);
        hash = mix(hash, weight[i]);
    }
    assert_true(weight[0] > 0.5); /* the labels follow the first column */
    assert_true(hash == UINT64_C(0x6a4f495172e6d83b));
}

static double endless(const void *context, const double *weight, double *gradient)
{
    (void)context;
    gradient[0] = -1;
    return -weight[0];
}

static double broken(const void *context, const double *weight, double *gradient)
{
    (void)context, (void)weight;
    gradient[0] = NAN;
    return NAN;
}

static double nothing(const void *context, const double *weight, double *gradient)
{
    (void)context, (void)weight, (void)gradient;
    return 1;
}

static bool ends_at_three(void *watcher, size_t step, double loss)
{
    (void)loss;
    *(size_t *)watcher = step;
    return step == 3;
}

/* Losses without a minimum, and those that are not numbers, end. */
static void ends_in_any_case(void **state)
{
    size_t steps = 0;
    double weight[SIZE] = {0}, point[2] = {-1.2, 1};
    kn_descent how = {.loss = valley, .most_steps = 200, .flat = 1e-6, .ends = ends_at_three, .watcher = &steps};
    (void)state;
    assert_true(kn_minimise(NULL, 1, endless, NULL, weight));
    assert_true(isfinite(weight[0]));
    assert_true(kn_minimise(NULL, 1, broken, NULL, weight));
    assert_true(kn_minimise(NULL, 0, nothing, NULL, weight));
    assert_true(kn_descend(&how, NULL, 2, point));
    assert_int_equal(steps, 3);
}

static knap_status minimise(const knap_allocator *allocator, void *context)
{
    double weight[SIZE];
    (void)context;
    return kn_minimise(allocator, SIZE, bowl, NULL, weight) ? KNAP_OK : KNAP_NO_MEMORY;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    assert_int_equal(survives(minimise, NULL), 1);
}

/* Both searches end at steps that decrease the loss enough and flatten its slope. */
static double hill(double x)
{
    return -x * exp(-x) + 0.05 * sin(5 * x);
}

static void probe_hill(void *context, kn_probe *at)
{
    (void)context;
    at->loss = hill(at->step);
    at->slope = (at->step - 1) * exp(-at->step) + 0.25 * cos(5 * at->step);
}

static void searches_end_at_good_steps(void **state)
{
    (void)state;
    for (double first = 1e-8; first < 1e8; first *= 3.7) {
        kn_probe start = {.step = 0};
        bool found;
        probe_hill(NULL, &start);
        kn_probe end = kn_line_search(start, first, probe_hill, NULL, &found);
        assert_true(found);
        assert_true(end.loss <= start.loss + 1e-4 * end.step * start.slope && fabs(end.slope) <= 0.9 * -start.slope);
        end = kn_line_search_halving(start, first, probe_hill, NULL, &found);
        assert_true(found ==
                    (end.loss <= start.loss + 1e-4 * end.step * start.slope && end.slope >= 0.9 * start.slope));
        assert_true(found || first < 1e-3); /* lengthening a tiny step may take too many trials */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(exp_and_log_are_right_to_the_last_bit),
                                       cmocka_unit_test(pow_has_its_special_cases),
                                       cmocka_unit_test(exp_and_log_have_the_same_bits_everywhere),
                                       cmocka_unit_test(finds_known_minima),
                                       cmocka_unit_test(fits_a_regression_to_the_same_bits_everywhere),
                                       cmocka_unit_test(ends_in_any_case),
                                       cmocka_unit_test(survives_failing_allocations),
                                       cmocka_unit_test(searches_end_at_good_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
