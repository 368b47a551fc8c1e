/* learner_vw.c - Vowpal Wabbit's default update (adaptive, normalized, invariant; eta 0.5), as the paper used it.
 *
 * vw-pairs feeds it single pairs, x = v_s - v_s', label 1, importance w (b_s - b_s'), as the authors' program
 * does. It is slow and here for comparison. vw feeds it each example as a whole: x is the mean of v_s - v_s' over the
 * active pairs, weighted by their importance (the gradient divided by the mass), and the mass is its importance. For an
 * example of one pair the two are the same. Both feed regression item by item: it is linear in the items already.
 */
#include "core/learner.h"
#include "base/elementary.h"

#include <math.h>
#include <string.h>

typedef struct vw {
    double *squares;   /* [width] G_i */
    double *largest;   /* [width] s_i */
    double *x;         /* [width] */
    double norms;      /* N */
    double importance; /* T */
    double low, high;  /* labels seen: predictions are clipped to them */
} vw;

static bool begin(kn_learner *learner)
{
    vw *self = learner->state;
    self->squares = kn_new(learner->allocator, learner->width, sizeof *self->squares);
    self->largest = kn_new(learner->allocator, learner->width, sizeof *self->largest);
    self->x = kn_new(learner->allocator, learner->width, sizeof *self->x);
    return self->squares && self->largest && self->x;
}

static void end(kn_learner *learner)
{
    vw *self = learner->state;
    kn_free(learner->allocator, self->squares, learner->width, sizeof *self->squares);
    kn_free(learner->allocator, self->largest, learner->width, sizeof *self->largest);
    kn_free(learner->allocator, self->x, learner->width, sizeof *self->x);
}

static bool keep(kn_learner *learner, kn_archive *archive)
{
    vw *self = learner->state;
    kn_archive_reals(archive, self->squares, learner->width);
    kn_archive_reals(archive, self->largest, learner->width);
    kn_archive_reals(archive, &self->norms, 1);
    kn_archive_reals(archive, &self->importance, 1);
    kn_archive_reals(archive, &self->low, 1);
    kn_archive_reals(archive, &self->high, 1);
    return true;
}

/* Updates the scales s_i, the largest |x_i| seen, and rescales the weights; returns ppu = sum x_i^2 rate_i. */
static double normalize(kn_learner *learner, double importance, double slope)
{
    vw *self = learner->state;
    double per_update = 0;
    for (size_t i = 0; i < learner->width; i++) {
        double x = self->x[i], size = fabs(x);
        if (x == 0)
            continue;
        self->squares[i] += importance * slope * slope * x * x;
        if (size > self->largest[i]) {
            if (self->largest[i] > 0)
                learner->weight[i] *= self->largest[i] / size;
            self->largest[i] = size;
        }
        self->norms += importance * x * x / (self->largest[i] * self->largest[i]);
    }
    self->importance += importance;
    for (size_t i = 0; i < learner->width; i++)
        if (self->x[i] != 0)
            per_update += self->x[i] * self->x[i] / (sqrt(self->squares[i]) * self->largest[i]);
    return per_update * sqrt(self->importance / self->norms);
}

static double dot(const kn_learner *learner, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < learner->width; i++)
        sum += learner->weight[i] * x[i];
    return sum;
}

/* One example of VW: self->x with `label` and `importance`, hinge or squared loss. */
static void update(kn_learner *learner, double label, double importance, bool hinge)
{
    vw *self = learner->state;
    double prediction, slope, per_update, move;
    if (!(importance > 0))
        return;
    self->low = fmin(self->low, hinge ? -1 : label);
    self->high = fmax(self->high, hinge ? 1 : label);
    prediction = fmin(fmax(dot(learner, self->x), self->low), self->high);
    slope = hinge ? (label * prediction < 1 ? -label : 0) : 2 * (prediction - label);
    if (slope == 0)
        return;
    per_update = normalize(learner, importance, slope);
    if (!(per_update > 0))
        return;
    if (hinge)
        move = label * fmin(learner->eta * importance, (1 - label * prediction) / per_update);
    else
        move = (label - prediction) * -kn_expm1(-2 * learner->eta * importance * per_update) / per_update;
    double common = move * sqrt(self->importance / self->norms);
    for (size_t i = 0; i < learner->width; i++)
        if (self->x[i] != 0)
            learner->weight[i] += common * self->x[i] / (sqrt(self->squares[i]) * self->largest[i]);
}

static bool add_items(kn_learner *learner, const kn_example *example)
{
    vw *self = learner->state;
    for (size_t c = 0; c < example->count; c++) {
        const float *row = kn_example_row(example, c);
        for (size_t i = 0; i < learner->width; i++)
            self->x[i] = (double)row[i] * learner->inverse_deviation[i];
        update(learner, example->benefit[c], example->weight, false);
    }
    kn_learner_changed(learner);
    return true;
}

static bool add_whole(kn_learner *learner, const kn_example *example)
{
    vw *self = learner->state;
    double loss, mass;
    if (learner->reduction == &kn_reduction_regress)
        return add_items(learner, example);
    if (!kn_learner_slope(learner, example, &loss, &mass))
        return false;
    if (!(mass > 0))
        return true;
    memset(self->x, 0, learner->width * sizeof *self->x);
    if (!kn_learner_gradient(learner, example, learner->slopes.slope, self->x))
        return false;
    for (size_t i = 0; i < learner->width; i++)
        self->x[i] /= -mass;
    update(learner, 1, mass, true);
    kn_learner_changed(learner);
    return true;
}

static bool add_pairs(kn_learner *learner, const kn_example *example)
{
    vw *self = learner->state;
    bool only_best = learner->reduction == &kn_reduction_classify;
    double best = -INFINITY; /* benefits may all be negative */
    if (learner->reduction == &kn_reduction_regress)
        return add_items(learner, example);
    for (size_t c = 0; c < example->count; c++)
        best = fmax(best, example->benefit[c]);
    for (size_t better = 0; better < example->count; better++) {
        const float *up = kn_example_row(example, better);
        if (only_best && example->benefit[better] < best)
            continue;
        for (size_t worse = 0; worse < example->count; worse++) {
            double difference = example->benefit[better] - example->benefit[worse];
            const float *down = kn_example_row(example, worse);
            if (!(difference > 0))
                continue;
            for (size_t i = 0; i < learner->width; i++)
                self->x[i] = ((double)up[i] - (double)down[i]) * learner->inverse_deviation[i];
            update(learner, 1, example->weight * difference, true);
        }
    }
    kn_learner_changed(learner);
    return true;
}

const kn_learner_kind kn_learner_vw = {.help = "Vowpal Wabbit's default update on whole examples",
                                       .eta = 0.5,
                                       .state_size = sizeof(vw),
                                       .begin = begin,
                                       .add = add_whole,
                                       .keep = keep,
                                       .end = end};

const kn_learner_kind kn_learner_vw_pairs = {.help =
                                                 "Vowpal Wabbit's update on one pair at a time: the paper's own, slow",
                                             .eta = 0.5,
                                             .state_size = sizeof(vw),
                                             .begin = begin,
                                             .add = add_pairs,
                                             .keep = keep,
                                             .end = end};
