/* learner_aggregate.c - DAgger's own form (Ross, Gordon, Bagnell 2011): keep every example and, after each
 * pass, solve
 *
 *     J(h) = l2/2 |h|^2 + (1/rounds) sum over examples of loss(h)
 *
 * to convergence by cutting planes (Teo et al. 2010): each gradient of the loss R is a plane below it, a.h +
 * b; the planes' maximum plus the regulariser is minimised through its dual over the simplex,
 *
 *     D(x) = b.x - |A^T x|^2 / (2 l2),   h = -A^T x / l2,
 *
 * until the gap between the best J and D, a bound on how far J is from its minimum, is small.
 *
 * An example is identified by its instance and the set of items already picked. If it occurs again, only
 * its weight is added. */
#include "core/learner.h"
#include "base/kernels.h"
#include "base/numbers.h"

#include <math.h>
#include <string.h>

enum { MOST_PLANES = 200, MOST_DUAL_STEPS = 3000 };
static const double RELATIVE_GAP = 1e-4;
static const double DEFAULT_L2 = 1e-4;

typedef struct kept {
    uint64_t key;
    size_t count;
    double weight;
    float *row;      /* [count][width] */
    double *benefit; /* [count] */
} kept;

typedef struct aggregate {
    kept *example; /* [count] */
    size_t count, rounds;
    kn_numbers keys; /* of the examples, in their order */
    double *plane;   /* [planes][width] gradients a */
    double *offset;  /* [planes] b */
    double *gram;    /* [planes][planes] a_i.a_j */
    double *share;   /* [planes] x */
    double *best;    /* [width] */
} aggregate;

static bool begin(kn_learner *learner)
{
    aggregate *self = learner->state;
    kn_numbers_begin(&self->keys, learner->allocator, 64);
    self->plane = kn_new(learner->allocator, MOST_PLANES * learner->width, sizeof *self->plane);
    self->offset = kn_new(learner->allocator, MOST_PLANES, sizeof *self->offset);
    self->gram = kn_new(learner->allocator, (size_t)MOST_PLANES * MOST_PLANES, sizeof *self->gram);
    self->share = kn_new(learner->allocator, MOST_PLANES, sizeof *self->share);
    self->best = kn_new(learner->allocator, learner->width, sizeof *self->best);
    return self->plane && self->offset && self->gram && self->share && self->best;
}

static void end(kn_learner *learner)
{
    aggregate *self = learner->state;
    for (size_t i = 0; i < self->count; i++) {
        kept *example = &self->example[i];
        kn_free(learner->allocator, example->row, example->count * learner->width, sizeof *example->row);
        kn_free(learner->allocator, example->benefit, example->count, sizeof *example->benefit);
    }
    KN_RELEASE(learner->allocator, self->example);
    kn_numbers_free(&self->keys);
    kn_free(learner->allocator, self->plane, MOST_PLANES * learner->width, sizeof *self->plane);
    kn_free(learner->allocator, self->offset, MOST_PLANES, sizeof *self->offset);
    kn_free(learner->allocator, self->gram, (size_t)MOST_PLANES * MOST_PLANES, sizeof *self->gram);
    kn_free(learner->allocator, self->share, MOST_PLANES, sizeof *self->share);
    kn_free(learner->allocator, self->best, learner->width, sizeof *self->best);
}

/* ---- Keeping examples ------------------------------------------------------------------------------------
 */

/* Keeps room for the views and benefits of a new example. */
static bool add_empty(kn_learner *learner, const kn_example *example)
{
    aggregate *self = learner->state;
    kept *made;
    if (!KN_ROOM(learner->allocator, self->example, self->count + 1) ||
        kn_numbers_add(&self->keys, example->key) != self->count)
        return false;
    made = &self->example[self->count++];
    *made = (kept){.key = example->key, .count = example->count, .weight = example->weight};
    made->row = kn_new(learner->allocator, example->count * learner->width, sizeof *made->row);
    made->benefit = kn_new(learner->allocator, example->count, sizeof *made->benefit);
    return made->row && made->benefit;
}

static bool add(kn_learner *learner, const kn_example *example)
{
    aggregate *self = learner->state;
    kept *made;
    uint32_t known = kn_numbers_find(&self->keys, example->key);
    if (known != KN_NO_NUMBER) {
        self->example[known].weight += example->weight;
        return true;
    }
    if (!add_empty(learner, example))
        return false;
    made = &self->example[self->count - 1];
    for (size_t c = 0; c < example->count; c++)
        memcpy(made->row + c * learner->width, kn_example_row(example, c), learner->width * sizeof *made->row);
    memcpy(made->benefit, example->benefit, example->count * sizeof *made->benefit);
    return true;
}

/* The examples; what is left of the last solution is not needed for the next. */
static bool keep(kn_learner *learner, kn_archive *archive)
{
    aggregate *self = learner->state;
    size_t count = self->count;
    kn_archive_sizes(archive, &self->rounds, 1);
    kn_archive_sizes(archive, &count, 1);
    for (size_t i = 0; i < count && !archive->from.bad; i++) {
        kept *made;
        kn_example example = {.width = learner->width};
        if (archive->to) {
            example.count = self->example[i].count;
            example.key = self->example[i].key;
        }
        kn_archive_sizes(archive, &example.count, 1);
        kn_archive_words(archive, &example.key, 1);
        if (!archive->to) {
            if (archive->from.left / 8 / (learner->width + 1) < example.count ||
                kn_numbers_find(&self->keys, example.key) != KN_NO_NUMBER) {
                archive->from.bad = true;
                return true;
            }
            if (!add_empty(learner, &example))
                return false;
        }
        made = &self->example[i];
        kn_archive_reals(archive, &made->weight, 1);
        kn_archive_floats(archive, made->row, made->count * learner->width);
        kn_archive_reals(archive, made->benefit, made->count);
    }
    return true;
}

static bool round_end(kn_learner *learner)
{
    ((aggregate *)learner->state)->rounds++;
    return true;
}

/* ---- Solving ---------------------------------------------------------------------------------------------
 */

/* R(weight) and its gradient into a plane. */
static bool risk(kn_learner *learner, double *gradient, double *value)
{
    aggregate *self = learner->state;
    double factor = 1 / (double)self->rounds;
    memset(gradient, 0, learner->width * sizeof *gradient);
    *value = 0;
    for (size_t i = 0; i < self->count; i++) {
        const kept *from = &self->example[i];
        kn_example example = {.count = from->count,
                              .width = learner->width,
                              .row = from->row,
                              .benefit = from->benefit,
                              .weight = from->weight * factor,
                              .jobs = 1};
        double loss, mass;
        if (!kn_learner_slope(learner, &example, &loss, &mass) ||
            !kn_learner_gradient(learner, &example, learner->slopes.slope, gradient))
            return false;
        *value += loss;
    }
    return true;
}

/* The plane whose share moves to the plane `up`: the one with which the dual increases most (Fan, Chen, Lin
 * 2005), or `planes` when none differs by more than the tolerance. */
static size_t giver(const aggregate *self, size_t planes, const double *slope, size_t up, double l2, double tolerance)
{
    const double *row = self->gram + up * MOST_PLANES;
    size_t best = planes;
    double best_gain = 0;
    for (size_t i = 0; i < planes; i++) {
        double difference = slope[up] - slope[i];
        double curve = (row[up] + self->gram[i * MOST_PLANES + i] - 2 * row[i]) / l2;
        double gain = difference * difference / fmax(curve, 1e-300);
        if (self->share[i] > 0 && difference > tolerance && gain > best_gain) {
            best_gain = gain;
            best = i;
        }
    }
    return best;
}

/* Maximises the dual over the simplex by moving share to the plane of the steepest slope. Returns D, a
 * lower bound on the minimum of J even if the maximisation has not converged. */
static double solve_dual(aggregate *self, size_t planes, double l2, double tolerance)
{
    double *share = self->share, value = 0;
    double slope[MOST_PLANES];
    for (size_t i = 0; i < planes; i++)
        slope[i] = self->offset[i] - kn_dot_double(self->gram + i * MOST_PLANES, share, planes) / l2;
    for (int step = 0; step < MOST_DUAL_STEPS; step++) {
        size_t up = 0, down;
        double curve, move;
        for (size_t i = 0; i < planes; i++)
            if (slope[i] > slope[up])
                up = i;
        down = giver(self, planes, slope, up, l2, tolerance);
        if (down == planes)
            break;
        const double *row_up = self->gram + up * MOST_PLANES, *row_down = self->gram + down * MOST_PLANES;
        curve = (row_up[up] + row_down[down] - 2 * row_up[down]) / l2;
        move = curve > 0 ? (slope[up] - slope[down]) / curve : share[down];
        if (move >= share[down])
            move = share[down];
        share[up] += move;
        share[down] = move == share[down] ? 0 : share[down] - move;
        for (size_t i = 0; i < planes; i++)
            slope[i] -= move * (row_up[i] - row_down[i]) / l2;
    }
    for (size_t i = 0; i < planes; i++)
        value += share[i] * (self->offset[i] - kn_dot_double(self->gram + i * MOST_PLANES, share, planes) / (2 * l2));
    return value;
}

static bool epoch_end(kn_learner *learner)
{
    aggregate *self = learner->state;
    size_t width = learner->width;
    double l2 = learner->l2 > 0 ? learner->l2 : DEFAULT_L2, best = INFINITY;
    memset(self->share, 0, MOST_PLANES * sizeof *self->share);
    for (size_t planes = 0; planes < MOST_PLANES; planes++) {
        double *a = self->plane + planes * width, value, objective, bound;
        if (!risk(learner, a, &value))
            return false;
        objective = value + l2 / 2 * kn_dot_double(learner->weight, learner->weight, width);
        if (objective < best) {
            best = objective;
            memcpy(self->best, learner->weight, width * sizeof *self->best);
        }
        self->offset[planes] = value - kn_dot_double(a, learner->weight, width);
        for (size_t i = 0; i <= planes; i++)
            self->gram[i * MOST_PLANES + planes] = self->gram[planes * MOST_PLANES + i] =
                kn_dot_double(self->plane + i * width, a, width);
        if (planes == 0)
            self->share[0] = 1;
        bound = solve_dual(self, planes + 1, l2, 0.1 * RELATIVE_GAP * (best + 1e-12));
        if (best - bound <= RELATIVE_GAP * best)
            break;
        memset(learner->weight, 0, width * sizeof *learner->weight);
        for (size_t i = 0; i <= planes; i++)
            for (size_t j = 0; self->share[i] > 0 && j < width; j++)
                learner->weight[j] -= self->share[i] / l2 * self->plane[i * width + j];
        kn_learner_changed(learner);
    }
    memcpy(learner->weight, self->best, width * sizeof *self->best);
    kn_learner_changed(learner);
    return true;
}

const kn_learner_kind kn_learner_aggregate = {.help = "keep every example, solve to convergence after each pass",
                                              .eta = 1,
                                              .state_size = sizeof(aggregate),
                                              .converges = true,
                                              .begin = begin,
                                              .add = add,
                                              .round_end = round_end,
                                              .epoch_end = epoch_end,
                                              .keep = keep,
                                              .end = end};
