/* descent.c - the minimum of a smooth function by L-BFGS. */
#include "base/descent.h"
#include "base/line_search.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 6 };

/* A step that was made, and how the gradient changed by it. */
typedef struct correction {
    double *step, *change; /* [size] */
    double product;        /* step . change */
    double share;
} correction;

typedef struct descent {
    const kn_descent *how;
    size_t size;
    double *weight, *gradient, *direction;   /* [size] */
    double *weight_before, *gradient_before; /* [size] */
    correction made[MEMORY];                 /* that of step k is at (k - 1) % MEMORY */
} descent;

static double dot(const double *a, const double *b, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += a[i] * b[i];
    return sum;
}

static void add(double *to, double factor, const double *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] += factor * from[i];
}

static void subtract(double *difference, const double *a, const double *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        difference[i] = a[i] - b[i];
}

static void measure(void *context, kn_probe *at)
{
    descent *self = context;
    memcpy(self->weight, self->weight_before, self->size * sizeof *self->weight);
    add(self->weight, at->step, self->direction, self->size);
    at->loss = self->how->loss(self->how->context, self->weight, self->gradient);
    at->slope = dot(self->gradient, self->direction, self->size);
}

static bool is_flat(const descent *self)
{
    double weights = sqrt(dot(self->weight, self->weight, self->size));
    return sqrt(dot(self->gradient, self->gradient, self->size)) / fmax(weights, 1) <= self->how->flat;
}

/* direction = -H gradient, where H stands for the inverse of the second derivatives: algorithm 2.1 of Liu and Nocedal. */
static void set_direction(descent *self, size_t steps)
{
    size_t size = self->size, known = steps < MEMORY ? steps : MEMORY;
    const correction *last = &self->made[(steps - 1) % MEMORY];
    double scale = last->product / dot(last->change, last->change, size);
    for (size_t i = 0; i < size; i++)
        self->direction[i] = -self->gradient[i];
    for (size_t i = 0; i < known; i++) { /* from the last step back */
        correction *made = &self->made[(steps - 1 - i) % MEMORY];
        made->share = dot(made->step, self->direction, size) / made->product;
        add(self->direction, -made->share, made->change, size);
    }
    for (size_t i = 0; i < size; i++)
        self->direction[i] *= scale;
    for (size_t i = known; i-- > 0;) {
        const correction *made = &self->made[(steps - 1 - i) % MEMORY];
        add(self->direction, made->share - dot(made->change, self->direction, size) / made->product, made->step, size);
    }
}

/* Ends with the best weights so far in `weight`. */
static void descend(descent *self)
{
    const kn_descent *how = self->how;
    size_t size = self->size, bytes = size * sizeof *self->weight;
    kn_probe at = {.loss = self->how->loss(self->how->context, self->weight, self->gradient)};
    kn_line_search_fn search = how->halve ? kn_line_search_halving : kn_line_search;
    double first;
    if (is_flat(self))
        return;
    for (size_t i = 0; i < size; i++)
        self->direction[i] = -self->gradient[i];
    first = 1 / sqrt(dot(self->direction, self->direction, size));
    for (size_t step = 1;; step++, first = 1) {
        correction *made = &self->made[(step - 1) % MEMORY];
        kn_probe start = {0, at.loss, dot(self->gradient, self->direction, size)};
        bool found = false;
        memcpy(self->weight_before, self->weight, bytes);
        memcpy(self->gradient_before, self->gradient, bytes);
        if (first > 0 && start.slope <= 0)
            at = search(start, first, measure, self, &found);
        if (!found) {
            memcpy(self->weight, self->weight_before, bytes);
            return;
        }
        if ((how->ends && how->ends(how->watcher, step, at.loss)) || is_flat(self) || step >= how->most_steps)
            return;
        subtract(made->step, self->weight, self->weight_before, size);
        subtract(made->change, self->gradient, self->gradient_before, size);
        made->product = dot(made->change, made->step, size);
        set_direction(self, step);
    }
}

bool kn_descend(const kn_descent *how, const knap_allocator *allocator, size_t size, double *weight)
{
    enum { VECTORS = 4 + 2 * MEMORY };
    descent self = {.how = how, .size = size, .weight = weight};
    double *room = kn_new(allocator, VECTORS * size, sizeof *room);
    if (!room)
        return false;
    self.gradient = room;
    self.direction = room + size;
    self.weight_before = room + 2 * size;
    self.gradient_before = room + 3 * size;
    for (size_t i = 0; i < MEMORY; i++) {
        self.made[i].step = room + (4 + 2 * i) * size;
        self.made[i].change = room + (5 + 2 * i) * size;
    }
    descend(&self);
    kn_free(allocator, room, VECTORS * size, sizeof *room);
    return true;
}
