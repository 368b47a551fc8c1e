/* power.c - a random walk with jumps: conjugate gradients, power iteration where those do not serve.
 *
 * With y = p / degree the equation is (D - (1 - jump) W) y = constant, where D has the degrees on its diagonal. The matrix is
 * symmetric and positive definite. Divided by D, its eigenvalues are between jump and 2 - jump, and above jump but for a few where
 * W is a matrix of cosines. So conjugate gradients need about 12 products where power iteration, which gains a factor of
 * 1 - jump per product, needs 86. */
#include "base/power.h"

#include <math.h>
#include <stdbool.h>

/* With fewer jumps the equation hardly determines the solution. */
static const double FEWEST_JUMPS = 0.01;

static double degree_of(const kn_power *self, size_t node)
{
    return self->degree[node] > 0 ? self->degree[node] : 1; /* a lone node is the constant itself */
}

static void normalise(double *rank, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += rank[i];
    for (size_t i = 0; i < n; i++)
        rank[i] /= sum;
}

/* Solves the equation with the constant 1, preconditioned by the degrees; `rank` is scaled at the end. False where it does not
 * converge. */
static bool solve(const kn_power *self, double *rank, double *scratch)
{
    size_t n = self->count;
    double *solution = rank, *residual = scratch, *direction = residual + n, *product = direction + n;
    double along = 0, left = INFINITY;
    for (size_t i = 0; i < n; i++) {
        solution[i] = 0;
        residual[i] = 1;
        direction[i] = 1 / degree_of(self, i);
        along += direction[i];
    }
    for (int step = 0; step < self->most_steps && left >= self->enough; step++) {
        double curvature = 0, length, sum = 0, next = 0;
        self->multiply(self->context, direction, product);
        for (size_t i = 0; i < n; i++) {
            product[i] = degree_of(self, i) * direction[i] - (self->degree[i] > 0 ? (1 - self->jump) * product[i] : 0);
            curvature += direction[i] * product[i];
        }
        if (!(curvature > 0))
            return false;
        length = along / curvature;
        left = 0;
        for (size_t i = 0; i < n; i++) {
            solution[i] += length * direction[i];
            residual[i] -= length * product[i];
            sum += degree_of(self, i) * solution[i];
            left += fabs(residual[i]);
            next += residual[i] * residual[i] / degree_of(self, i);
        }
        left /= sum;
        for (size_t i = 0; i < n; i++)
            direction[i] = residual[i] / degree_of(self, i) + next / along * direction[i];
        along = next;
        if (next == 0)
            left = 0;
    }
    for (size_t i = 0; i < n; i++)
        rank[i] = degree_of(self, i) * solution[i];
    normalise(rank, n);
    return left < self->enough;
}

static void iterate(const kn_power *self, double *rank, double *scratch)
{
    size_t n = self->count;
    double *share = scratch, *product = scratch + n, change = INFINITY;
    for (size_t i = 0; i < n; i++)
        rank[i] = 1 / (double)n;
    for (int step = 0; step < self->most_steps && change >= self->enough; step++) {
        double spread = 0;
        for (size_t i = 0; i < n; i++) {
            share[i] = self->degree[i] > 0 ? rank[i] / self->degree[i] : 0;
            spread += self->degree[i] > 0 ? 0 : rank[i] / (double)n;
        }
        self->multiply(self->context, share, product);
        change = 0;
        for (size_t i = 0; i < n; i++) {
            double next = self->jump / (double)n + (1 - self->jump) * (product[i] + spread);
            change += fabs(next - rank[i]);
            rank[i] = next;
        }
    }
}

void kn_power_rank(const kn_power *self, double *rank, double *scratch)
{
    if (self->jump < FEWEST_JUMPS || !solve(self, rank, scratch))
        iterate(self, rank, scratch);
}
