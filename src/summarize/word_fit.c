/* word_fit.c - the regressions of the word model: loss, gradient, L-BFGS.
 *
 *     C(w) = sum over rows of [ -y ln p - (1 - y) ln(1 - p) ] + l2 sum_j w_j^2 / 2,  p = 1 / (1 + exp(-score))
 *
 * The rows of a word for several k share their features, so the features are gone through once per word. Words are taken in
 * blocks that stay in the nearest cache: their scores, then the losses of all their rows, then their part of the gradient. */
#include "summarize/word_fit.h"
#include "base/elementary.h"
#include "base/minimise.h"
#include "base/kernels.h"

#include <string.h>

static const double MIDDLE = 6; /* slopes are around this k */
/* Features are read four at a time, of four words at a time: rows are filled up with zeros. */
enum { F = KN_WORD_FEATURES, S = KN_SLOPED_FEATURES, WIDTH = (F + 3) / 4 * 4, SLOPES = (S + 3) / 4 * 4, BLOCK = 32 };
_Static_assert(BLOCK % 4 == 0 && SLOPES <= WIDTH, "a block has whole groups of four words");

size_t kn_word_weights(size_t indicators, size_t low, size_t high)
{
    return 2 * F + indicators + (high > low ? S + indicators : 0);
}

/* ---- The rows of a problem ---- */

static size_t last_of(const kn_word_problem *problem, const kn_word_table *table, size_t row)
{
    return table->times[row] < problem->high ? table->times[row] : problem->high;
}

static void count_rows(kn_word_rows *self)
{
    const kn_word_problem *problem = self->problem;
    for (size_t t = 0; t < problem->tables; t++)
        for (size_t row = 0; problem->fold[t] != problem->left_out && row < problem->table[t].count; row++)
            if (problem->table[t].times[row] >= problem->low) {
                self->count++;
                self->terms += last_of(problem, &problem->table[t], row) + 1 - problem->low;
            }
}

/* Appends the row with number `count`. */
static void copy_row(kn_word_rows *self, size_t table, size_t row, const double *position)
{
    const kn_word_problem *problem = self->problem;
    const kn_word_table *from = &problem->table[table];
    uint32_t own = problem->own[table][row];
    size_t terms = self->start[self->count];
    float *feature = self->feature + self->count * WIDTH;
    memcpy(feature, from->feature + row * F, F * sizeof *feature);
    memset(feature + F, 0, (WIDTH - F) * sizeof *feature);
    self->own[self->count] = own == KN_NO_SYMBOL ? (uint32_t)problem->indicators : own;
    for (size_t k = problem->low; k <= last_of(problem, from, row); k++, terms++) {
        self->y[terms] = (double)from->target[from->target_start[row] + k - 1];
        self->position[terms] = position[k];
    }
    self->start[++self->count] = terms;
}

static void copy_rows(kn_word_rows *self)
{
    const kn_word_problem *problem = self->problem;
    double position[KN_MOST_TIMES + 1] = {0};
    for (size_t k = problem->low; problem->high > problem->low && k <= problem->high; k++)
        position[k] = kn_log((double)k / MIDDLE);
    self->count = 0;
    for (int stop = 0; stop < 2; stop++) {
        self->stops = self->count;
        for (size_t t = 0; t < problem->tables; t++)
            for (size_t row = 0; problem->fold[t] != problem->left_out && row < problem->table[t].count; row++)
                if (problem->table[t].times[row] >= problem->low && (problem->table[t].stop[row] != 0) == stop)
                    copy_row(self, t, row, position);
    }
}

bool kn_word_rows_make(kn_word_rows *rows, const kn_word_problem *problem, const knap_allocator *allocator)
{
    *rows = (kn_word_rows){.problem = problem};
    count_rows(rows);
    rows->feature = kn_new(allocator, rows->count * WIDTH, sizeof *rows->feature);
    rows->own = kn_new(allocator, rows->count, sizeof *rows->own);
    rows->start = kn_new(allocator, rows->count + 1, sizeof *rows->start);
    rows->y = kn_new(allocator, rows->terms, sizeof *rows->y);
    rows->position = kn_new(allocator, rows->terms, sizeof *rows->position);
    rows->indicator = kn_new(allocator, 4 * (problem->indicators + 1), sizeof *rows->indicator);
    if (!rows->feature || !rows->own || !rows->start || !rows->y || !rows->position || !rows->indicator)
        return false;
    copy_rows(rows);
    return true;
}

void kn_word_rows_free(kn_word_rows *rows, const knap_allocator *allocator)
{
    kn_free(allocator, rows->feature, rows->count * WIDTH, sizeof *rows->feature);
    kn_free(allocator, rows->own, rows->count, sizeof *rows->own);
    kn_free(allocator, rows->start, rows->count + 1, sizeof *rows->start);
    kn_free(allocator, rows->y, rows->terms, sizeof *rows->y);
    kn_free(allocator, rows->position, rows->terms, sizeof *rows->position);
    kn_free(allocator, rows->indicator, 4 * (rows->problem->indicators + 1), sizeof *rows->indicator);
}

/* ---- Loss and gradient ---- */

/* Words that are looked at together: function words, or others. What is beyond their number is used too, four words at a time,
 * but counts nothing. */
typedef struct block {
    double x[BLOCK * WIDTH], sloped[BLOCK * SLOPES]; /* features; the first S of each word */
    double score[BLOCK], tilt[BLOCK];                /* tilt: what ln(k/6) is multiplied by */
    double down[BLOCK], turn[BLOCK];                 /* slopes of the loss by them */
    double at[BLOCK * KN_MOST_TIMES];                /* scores of all k of all words */
    double slope[BLOCK * KN_MOST_TIMES];             /* of the loss by each of them */
} block;

/* Weights, and the gradient by them. */
typedef struct sweep {
    const kn_word_rows *rows;
    double weight[2][WIDTH], slope[SLOPES]; /* by the features: of other words u, of function words u + v; s */
    double *own, *own_slope;                /* [indicators + 1] */
    double down[2][WIDTH], turn[SLOPES];    /* the gradient, in the same parts */
    double *own_down, *own_turn;            /* [indicators + 1] */
    bool sloped;
} sweep;

/* The scores of `count` rows of `width` numbers, a multiple of four rows. */
static KN_INLINE void dot_rows(const double *weight, const double *row, size_t width, size_t count, double *score)
{
    for (size_t i = 0; i < count; i += 4) {
        const double *at = row + i * width, *const four[] = {at, at + width, at + 2 * width, at + 3 * width};
        kn_dot_rows(weight, four, width, score + i);
    }
}

static KN_INLINE void score_block(const sweep *self, size_t first, size_t count, bool stop, block *here)
{
    const uint32_t *own = self->rows->own + first;
    const float *feature = self->rows->feature + first * WIDTH;
    for (size_t i = 0; i < count * WIDTH; i++)
        here->x[i] = (double)feature[i];
    dot_rows(self->weight[stop], here->x, WIDTH, count, here->score);
    for (size_t i = 0; i < count; i++)
        here->score[i] += self->own[own[i]];
    if (!self->sloped)
        return;
    for (size_t i = 0; i < count; i++)
        memcpy(here->sloped + i * SLOPES, here->x + i * WIDTH, SLOPES * sizeof *here->sloped);
    dot_rows(self->slope, here->sloped, SLOPES, count, here->tilt);
    for (size_t i = 0; i < count; i++)
        here->tilt[i] += self->own_slope[own[i]];
}

/* The loss of several k per word; sets down and turn. */
static KN_INLINE double lose_terms(const sweep *self, size_t first, size_t count, block *here)
{
    const size_t *start = self->rows->start + first;
    const double *position = self->rows->position + start[0];
    double loss;
    for (size_t i = 0, t = 0; i < count; i++)
        for (; t < start[i + 1] - start[0]; t++)
            here->at[t] = here->score[i] + position[t] * here->tilt[i];
    loss = kn_logistic_all(here->at, self->rows->y + start[0], start[count] - start[0], here->slope);
    for (size_t i = 0, t = 0; i < count; i++)
        for (here->down[i] = here->turn[i] = 0; t < start[i + 1] - start[0]; t++) {
            here->down[i] += here->slope[t];
            here->turn[i] += here->slope[t] * position[t];
        }
    return loss;
}

static KN_INLINE void add_block(sweep *self, size_t first, size_t count, bool stop, block *here)
{
    const uint32_t *own = self->rows->own + first;
    for (size_t i = count; i % 4; i++)
        here->down[i] = here->turn[i] = 0;
    for (size_t i = 0; i < count; i += 4)
        kn_add_rows(self->down[stop], here->down + i, here->x + i * WIDTH, WIDTH);
    for (size_t i = 0; i < count; i++)
        self->own_down[own[i]] += here->down[i];
    if (!self->sloped)
        return;
    for (size_t i = 0; i < count; i += 4)
        kn_add_rows(self->turn, here->turn + i, here->sloped + i * SLOPES, SLOPES);
    for (size_t i = 0; i < count; i++)
        self->own_turn[own[i]] += here->turn[i];
}

/* The loss of function words, or of all others. */
static KN_INLINE double lose_class(sweep *self, bool stop, block *here)
{
    const kn_word_rows *rows = self->rows;
    size_t end = stop ? rows->count : rows->stops;
    double loss = 0;
    for (size_t first = stop ? rows->stops : 0; first < end; first += BLOCK) {
        size_t count = end - first < BLOCK ? end - first : BLOCK;
        score_block(self, first, count, stop, here);
        loss += self->sloped ? lose_terms(self, first, count, here)
                             : kn_logistic_all(here->score, rows->y + first, count, here->down);
        add_block(self, first, count, stop, here);
    }
    return loss;
}

static sweep begin_sweep(const kn_word_rows *rows, const double *weight)
{
    size_t indicators = rows->problem->indicators, slopes = 2 * F + indicators; /* where the weights s begin */
    sweep self = {.rows = rows, .sloped = rows->problem->high > rows->problem->low};
    self.own = rows->indicator;
    self.own_slope = self.own + indicators + 1;
    self.own_down = self.own_slope + indicators + 1;
    self.own_turn = self.own_down + indicators + 1;
    memset(self.own_down, 0, 2 * (indicators + 1) * sizeof *self.own_down);
    memcpy(self.own, weight + 2 * F, indicators * sizeof *weight);
    if (self.sloped) {
        memcpy(self.slope, weight + slopes, S * sizeof *weight);
        memcpy(self.own_slope, weight + slopes + S, indicators * sizeof *weight);
    }
    for (size_t i = 0; i < F; i++) {
        self.weight[0][i] = weight[i];
        self.weight[1][i] = weight[i] + weight[F + i];
    }
    return self;
}

static void end_sweep(const sweep *self, double *gradient)
{
    size_t indicators = self->rows->problem->indicators, slopes = 2 * F + indicators;
    for (size_t i = 0; i < F; i++) {
        gradient[i] += self->down[0][i] + self->down[1][i];
        gradient[F + i] += self->down[1][i];
    }
    for (size_t i = 0; i < indicators; i++)
        gradient[2 * F + i] += self->own_down[i];
    for (size_t i = 0; self->sloped && i < S; i++)
        gradient[slopes + i] += self->turn[i];
    for (size_t i = 0; self->sloped && i < indicators; i++)
        gradient[slopes + S + i] += self->own_turn[i];
}

KN_VECTOR double kn_word_loss(const kn_word_rows *rows, const double *weight, double *gradient)
{
    const kn_word_problem *problem = rows->problem;
    size_t size = kn_word_weights(problem->indicators, problem->low, problem->high);
    sweep self = begin_sweep(rows, weight);
    double loss = 0;
    block here;
    memset(&here, 0, sizeof here);
    for (size_t i = 0; i < size; i++) {
        loss += problem->l2 * weight[i] * weight[i] / 2;
        gradient[i] = problem->l2 * weight[i];
    }
    loss += lose_class(&self, false, &here);
    loss += lose_class(&self, true, &here);
    end_sweep(&self, gradient);
    return loss;
}

static double evaluate(const void *context, const double *weight, double *gradient)
{
    return kn_word_loss(context, weight, gradient);
}

bool kn_word_fit(const kn_word_problem *problem, const knap_allocator *allocator, double *weight)
{
    size_t size = kn_word_weights(problem->indicators, problem->low, problem->high);
    kn_word_rows rows;
    bool ok = kn_word_rows_make(&rows, problem, allocator) && kn_minimise(allocator, size, evaluate, &rows, weight);
    kn_word_rows_free(&rows, allocator);
    return ok;
}
