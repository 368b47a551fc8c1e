/* line_search.c - the line search of Moré and Thuente (1994).
 *
 * An interval of steps, from `best` (the least loss so far) to `other`, shrinks around a step that suffices. Each trial is placed by
 * the minimum of a cubic or parabola through what is known (section 4 of the paper, cases 1 to 4). */
#include "base/line_search.h"

#include <math.h>

enum { MOST_TRIALS = 40 };
static const double DECREASE = 1e-4, CURVATURE = 0.9;           /* of the slope at 0 */
static const double SHORTEST = 1e-20, LONGEST = 1e20;           /* steps */
static const double NARROWEST = 1e-16, SHRINK = 0.66, GROW = 4; /* of the interval */

typedef struct interval {
    kn_probe best, other;
    double least, most; /* steps that the next trial may take */
    bool bracketed;     /* it holds a minimum */
} interval;

static double largest(double a, double b, double c)
{
    return fmax(fabs(a), fmax(fabs(b), fabs(c)));
}

/* What the cubics below share: theta, its scale, and gamma without its sign. */
static double cubic_terms(const kn_probe *a, const kn_probe *b, double *theta, double *ratio, double *least)
{
    double scale;
    *theta = (a->loss - b->loss) * 3 / (b->step - a->step) + a->slope + b->slope;
    scale = largest(*theta, a->slope, b->slope);
    *ratio = *theta / scale;
    *least = *ratio * *ratio - (a->slope / scale) * (b->slope / scale);
    return scale;
}

/* The minimum of the cubic through two probes. */
static double cubic_minimum(const kn_probe *a, const kn_probe *b)
{
    double theta, ratio, under, scale = cubic_terms(a, b, &theta, &ratio, &under);
    double gamma = scale * sqrt(under), p, q;
    if (b->step < a->step)
        gamma = -gamma;
    p = gamma - a->slope + theta;
    q = gamma - a->slope + gamma + b->slope;
    return a->step + p / q * (b->step - a->step);
}

/* The same where the cubic may have no minimum beyond `b`: then the end of the interval. */
static double cubic_beyond(const kn_probe *a, const kn_probe *b, double least, double most)
{
    double theta, ratio, under, scale = cubic_terms(a, b, &theta, &ratio, &under);
    double gamma = scale * sqrt(fmax(0, under)), p, q, r;
    if (a->step < b->step)
        gamma = -gamma;
    p = gamma - b->slope + theta;
    q = gamma - b->slope + gamma + a->slope;
    r = p / q;
    if (r < 0 && gamma != 0)
        return b->step - r * (b->step - a->step);
    return ratio < 0 ? most : least;
}

/* The minimum of the parabola with the losses of both and the slope of `a`. */
static double parabola_minimum(const kn_probe *a, const kn_probe *b)
{
    double width = b->step - a->step;
    return a->step + a->slope / ((a->loss - b->loss) / width + a->slope) / 2 * width;
}

/* The minimum of the parabola with the slopes of both. */
static double secant_minimum(const kn_probe *a, const kn_probe *b)
{
    return b->step + b->slope / (b->slope - a->slope) * (a->step - b->step);
}

/* The next step, and whether it is kept away from `other`. */
static double place(interval *in, const kn_probe *trial, bool turned, bool *bounded)
{
    const kn_probe *best = &in->best;
    double cubic, square;
    *bounded = true;
    if (best->loss < trial->loss) { /* case 1: a minimum lies between them */
        in->bracketed = true;
        cubic = cubic_minimum(best, trial);
        square = parabola_minimum(best, trial);
        return fabs(cubic - best->step) < fabs(square - best->step) ? cubic : cubic + 0.5 * (square - cubic);
    }
    if (turned) { /* case 2: so it does where the slope has turned */
        in->bracketed = true;
        *bounded = false;
        cubic = cubic_minimum(best, trial);
        square = secant_minimum(best, trial);
        return fabs(cubic - trial->step) > fabs(square - trial->step) ? cubic : square;
    }
    if (fabs(trial->slope) < fabs(best->slope)) { /* case 3: the slope flattens */
        cubic = cubic_beyond(best, trial, in->least, in->most);
        square = secant_minimum(best, trial);
        bool nearer = fabs(trial->step - cubic) < fabs(trial->step - square);
        if (in->bracketed)
            return nearer ? cubic : square;
        return fabs(trial->step - cubic) > fabs(trial->step - square) ? cubic : square;
    }
    *bounded = false; /* case 4 */
    if (in->bracketed)
        return cubic_minimum(trial, &in->other);
    return best->step < trial->step ? in->most : in->least;
}

/* Takes a trial into the interval and puts the next step into trial->step. False if the trial lies outside. */
static bool shrink(interval *in, kn_probe *trial)
{
    kn_probe measured = *trial;
    bool bounded, turned = measured.slope * (in->best.slope / fabs(in->best.slope)) < 0;
    double next, limit, low = fmin(in->best.step, in->other.step), high = fmax(in->best.step, in->other.step);
    if (in->bracketed && (measured.step <= low || high <= measured.step ||
                          0 <= in->best.slope * (measured.step - in->best.step) || in->most < in->least))
        return false;
    next = place(in, &measured, turned, &bounded);
    if (in->best.loss < measured.loss) {
        in->other = measured;
    } else {
        if (turned)
            in->other = in->best;
        in->best = measured;
    }
    if (in->most < next)
        next = in->most;
    if (next < in->least)
        next = in->least;
    limit = in->best.step + SHRINK * (in->other.step - in->best.step);
    if (in->bracketed && bounded && (in->best.step < in->other.step ? limit < next : next < limit))
        next = limit;
    trial->step = next;
    return true;
}

/* Takes the trial into the interval of the loss minus the decrease that is wanted (the paper's psi). */
static bool shrink_lowered(interval *in, kn_probe *trial, double wanted)
{
    interval lowered = *in;
    kn_probe moved = {trial->step, trial->loss - trial->step * wanted, trial->slope - wanted};
    bool inside;
    lowered.best.loss -= in->best.step * wanted;
    lowered.other.loss -= in->other.step * wanted;
    lowered.best.slope -= wanted;
    lowered.other.slope -= wanted;
    inside = shrink(&lowered, &moved);
    lowered.best.loss += lowered.best.step * wanted;
    lowered.other.loss += lowered.other.step * wanted;
    lowered.best.slope += wanted;
    lowered.other.slope += wanted;
    *in = lowered;
    trial->step = moved.step;
    return inside;
}

static void set_limits(interval *in, double step)
{
    in->least = in->bracketed ? fmin(in->best.step, in->other.step) : in->best.step;
    in->most = in->bracketed ? fmax(in->best.step, in->other.step) : step + GROW * (step - in->best.step);
}

kn_probe kn_line_search(kn_probe start, double first, kn_probe_fn measure, void *context, bool *found)
{
    const double wanted = DECREASE * start.slope;
    interval in = {.best = start, .other = start};
    kn_probe trial = {.step = first};
    double width = LONGEST - SHORTEST, width_before = 2 * width;
    bool inside = true, early = true;
    *found = false;
    for (int count = 1;; count++) {
        double enough;
        bool narrow, outside;
        set_limits(&in, trial.step);
        trial.step = fmin(fmax(trial.step, SHORTEST), LONGEST);
        narrow = in.bracketed && in.most - in.least <= NARROWEST * in.most;
        outside = in.bracketed && (trial.step <= in.least || in.most <= trial.step || !inside);
        if (narrow || outside || (in.bracketed && count >= MOST_TRIALS))
            trial.step = in.best.step; /* the last trial */
        measure(context, &trial);
        outside = in.bracketed && (trial.step <= in.least || in.most <= trial.step || !inside);
        enough = start.loss + trial.step * wanted;
        if (outside || narrow || count >= MOST_TRIALS)
            return trial;
        if ((trial.step == LONGEST && trial.loss <= enough && trial.slope <= wanted) ||
            (trial.step == SHORTEST && (enough < trial.loss || wanted <= trial.slope)))
            return trial;
        *found = trial.loss <= enough && fabs(trial.slope) <= CURVATURE * -start.slope;
        if (*found)
            return trial;
        if (early && trial.loss <= enough && fmin(DECREASE, CURVATURE) * start.slope <= trial.slope)
            early = false;
        kn_probe next = trial;
        inside = early && enough < trial.loss && trial.loss <= in.best.loss ? shrink_lowered(&in, &next, wanted)
                                                                            : shrink(&in, &next);
        trial.step = next.step;
        if (in.bracketed) { /* halves an interval that shrinks too slowly */
            double now = fabs(in.other.step - in.best.step);
            if (SHRINK * width_before <= now)
                trial.step = in.best.step + 0.5 * (in.other.step - in.best.step);
            width_before = width;
            width = now;
        }
    }
}

kn_probe kn_line_search_halving(kn_probe start, double first, kn_probe_fn measure, void *context, bool *found)
{
    kn_probe trial = {.step = first};
    *found = false;
    for (int count = 1;; count++) {
        double factor = 0.5;
        measure(context, &trial);
        if (trial.loss <= start.loss + trial.step * (DECREASE * start.slope)) {
            *found = trial.slope >= CURVATURE * start.slope;
            factor = 2.1;
        }
        if (*found || trial.step < SHORTEST || trial.step > LONGEST || count >= MOST_TRIALS)
            return trial;
        trial.step *= factor;
    }
}
