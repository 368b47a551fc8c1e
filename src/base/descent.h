/* base/descent.h - the minimum of a smooth function by L-BFGS (Liu, Nocedal 1989).
 *
 * Sums run from the first number to the last, and every operation is one that IEEE 754 defines, so that a function that gives
 * the same bits on every machine has its minimum at the same bits. Debian builds liblbfgs with -ffast-math, and its bits differ
 * from machine to machine. */
#pragma once

#include "base/memory.h"

#include <stdbool.h>
#include <stddef.h>

/* The loss at `weight`, and its gradient. */
typedef double (*kn_loss_fn)(const void *context, const double *weight, double *gradient);

typedef struct kn_descent {
    kn_loss_fn loss;
    const void *context;
    size_t most_steps;
    double flat; /* ends where the gradient is at most so long, relative to the weights (at least 1) */
    bool
        halve; /* search along a direction by halving, for losses that may be huge, instead of by Moré and Thuente's method */
    bool (*ends)(void *watcher, size_t step, double loss); /* asked after each step, from 1; NULL: no */
    void *watcher;
} kn_descent;

/* Descends from weight[size] and ends with the best weights found. False when memory is out. */
bool kn_descend(const kn_descent *how, const knap_allocator *allocator, size_t size, double *weight);
