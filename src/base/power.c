/* power.c - power iteration of a random walk with jumps. */
#include "base/power.h"

#include <math.h>

void kn_power_rank(const kn_power *self, double *rank, double *scratch)
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
