/* base/minimise.h - smooth convex losses by L-BFGS, and the loss of a logistic regression. */
#ifndef KNAP_BASE_MINIMISE_H
#define KNAP_BASE_MINIMISE_H

#include <stdbool.h>
#include <stddef.h>

/* The loss at `weight`, and its gradient. */
typedef double (*kn_loss_fn)(const void *context, const double *weight, double *gradient);

/* Minimises `loss` over weight[size], from 0. false when memory is out. liblbfgs allocates by itself. */
bool kn_minimise(size_t size, kn_loss_fn loss, const void *context, double *weight);

/* -y ln p - (1-y) ln(1-p) with p = 1 / (1 + exp(-score)), and its slope p - y. */
double kn_logistic(double score, double y, double *slope);
/* The sum of those losses, and each slope. The same to about 15 digits, in a tenth of the time. */
double kn_logistic_all(const double *score, const double *y, size_t count, double *slope);

#endif
