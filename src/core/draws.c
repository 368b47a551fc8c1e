/* draws.c - see draws.h. Integrals are trapezoidal sums over the logarithm of the time, which for these functions converge as fast as
 * exp(-10 / STEP). */
#include "core/draws.h"
#include "base/elementary.h"

#include <math.h>
#include <string.h>

static const double STEP = 0.2, NOTHING = 1e-18;

static double sum_of(const double *value, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += value[i];
    return sum;
}

/* The last of the items arrives before the first of the others: the integral of R e^{-R t} prod (1 - e^{-c t}), R the sum of the others'
 * chances. */
double kn_draw_set(const double *chance, size_t n, const size_t *item, size_t count)
{
    double rest = 0, sum = 0;
    for (size_t s = 0, i; s < n; s++) {
        for (i = 0; i < count && item[i] != s; i++)
            ;
        rest += i == count ? chance[s] : 0;
    }
    if (rest == 0)
        return 1;
    for (double x = kn_log(NOTHING / rest), end = kn_log((60 + 4 * (double)count) / rest); x < end; x += STEP) {
        double t = kn_exp(x), product = t * rest * kn_exp(-rest * t);
        for (size_t i = 0; i < count; i++)
            product *= -kn_expm1(-chance[item[i]] * t);
        sum += product;
    }
    return fmin(1, sum * STEP);
}

/* The probabilities that 0 .. most - 1 of the items have arrived, without items `a` and `b` (n: none). */
static void count_arrived(const double *arrived, size_t n, size_t a, size_t b, double *number, size_t most)
{
    memset(number, 0, most * sizeof *number);
    number[0] = 1;
    for (size_t s = 0; s < n; s++) {
        if (s == a || s == b || arrived[s] == 0)
            continue;
        for (size_t m = most; m-- > 1;)
            number[m] = number[m] * (1 - arrived[s]) + number[m - 1] * arrived[s];
        number[0] *= 1 - arrived[s];
    }
}

/* The same without item b too, from `number`, which is without a. Dividing an item out is stable where it has arrived less often than
 * not. */
static void leave_out(const double *arrived, size_t n, size_t a, size_t b, const double *number, double *less,
                      size_t most)
{
    double p = arrived[b];
    if (p > 0.5) {
        count_arrived(arrived, n, a, b, less, most);
        return;
    }
    less[0] = number[0] / (1 - p);
    for (size_t m = 1; m < most; m++)
        less[m] = (number[m] - p * less[m - 1]) / (1 - p);
}

/* Adds what time t contributes: a arrives at t and fewer than `count` others have arrived; or b does, after a and fewer than count - 1
 * others, or the other way round. */
static void add_time(const double *chance, size_t n, size_t count, double t, const double *arrived, double *number,
                     double *share)
{
    double *all = number + count, *without = number;
    count_arrived(arrived, n, n, n, all, count);
    for (size_t a = 0; a < n; a++) {
        double arrives = t * chance[a] * (1 - arrived[a]);
        if (chance[a] == 0)
            continue;
        leave_out(arrived, n, n, a, all, without, count);
        share[a * n + a] += STEP * arrives * sum_of(without, count);
        for (size_t b = 0; count > 1 && b < a; b++) {
            double both = arrives * arrived[b] + arrived[a] * t * chance[b] * (1 - arrived[b]), few = 0, before = 0,
                   p = arrived[b];
            if (chance[b] == 0)
                continue;
            if (p > 0.5) {
                double *less = number + 2 * count;
                count_arrived(arrived, n, a, b, less, count - 1);
                few = sum_of(less, count - 1);
            } else {
                for (size_t m = 0; m + 1 < count; m++)
                    few += before = (without[m] - (m ? p * before : 0)) / (1 - p);
            }
            share[a * n + b] += STEP * both * few;
        }
    }
}

void kn_draw_shares(const double *chance, size_t n, size_t count, double *share, double *room)
{
    double *arrived = room, *number = room + n, most = 0, least = INFINITY;
    memset(share, 0, n * n * sizeof *share);
    for (size_t s = 0; s < n; s++)
        if (chance[s] > 0) {
            most = fmax(most, chance[s]);
            least = fmin(least, chance[s]);
        }
    for (double x = kn_log(NOTHING / most), end = kn_log(60 / least); x < end; x += STEP) {
        double t = kn_exp(x), *few = number + count;
        for (size_t s = 0; s < n; s++)
            arrived[s] = -kn_expm1(-chance[s] * t);
        count_arrived(arrived, n, n, n, few, count);
        if (sum_of(few, count) < NOTHING)
            break;
        add_time(chance, n, count, t, arrived, number, share);
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++)
            share[b * n + a] = share[a * n + b];
}
