/* base/minimise.h - smooth convex losses by L-BFGS, and the loss of a logistic regression. */
#pragma once

#include "base/descent.h"

/* Minimises `loss` over weight[size], from 0. False when memory is out. */
bool kn_minimise(const knap_allocator *allocator, size_t size, kn_loss_fn loss, const void *context, double *weight);

/* -y ln p - (1-y) ln(1-p) with p = 1 / (1 + exp(-score)), and its slope p - y. */
double kn_logistic(double score, double y, double *slope);
/* The sum of those losses, and each slope. The same to about 15 digits, in a tenth of the time. */
double kn_logistic_all(const double *score, const double *y, size_t count, double *slope);
