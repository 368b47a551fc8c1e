/* train_definition_test.c - Algorithm 1 written out: lists by argmax, benefits, weights, the losses over all pairs, the steps of
 * ogd, adagrad and vw-pairs; policy by policy against knap_train. Views are the static features, so that nothing is kept up to date. */
#include "random.h"

#include "core/instance.h"

enum { ITEMS = 9, WIDTH = RANDOM_FEATURES, MOST_POSITIONS = 3 };

typedef struct trainer {
    const knap_instance *instance;
    knap_settings settings;
    size_t positions, rounds;
    double scale[WIDTH]; /* 1 / deviation */
    double weight[MOST_POSITIONS][WIDTH], gradient[MOST_POSITIONS][WIDTH], squares[MOST_POSITIONS][WIDTH];
    double largest[MOST_POSITIONS][WIDTH], norms[MOST_POSITIONS], total[MOST_POSITIONS]; /* of vw: s_i, N, T */
    double low[MOST_POSITIONS], high[MOST_POSITIONS];                                    /* of the labels */
} trainer;

static double feature(const trainer *self, size_t item, size_t f)
{
    return (double)knap_instance_features(self->instance, item)[f];
}

/* ---- The reward, from knap_list_value alone ---- */

static double value_with(const trainer *self, const size_t *item, size_t count, size_t more)
{
    knap_list list = {.allocator = NULL};
    double value;
    for (size_t i = 0; i < count; i++)
        assert_ok(knap_list_push(&list, self->instance, item[i], error));
    if (more < ITEMS)
        assert_ok(knap_list_push(&list, self->instance, more, error));
    assert_ok(knap_list_value(self->instance, &list, &value, error));
    knap_list_free(&list);
    return value;
}

/* (gain - lambda * share) / share^r, share = cost / budget */
static double benefit_of(const trainer *self, const size_t *item, size_t count, size_t s)
{
    double share = self->instance->cost[s] / self->instance->budget;
    double gain = value_with(self, item, count, s) - value_with(self, item, count, ITEMS);
    if (fabs(gain) < 1e-12)
        gain = 0; /* what is left of a difference of two equal sums would make items differ that do not */
    return (gain - self->settings.lambda * share) / pow(share, self->settings.r);
}

/* What is not in the list and fits. */
static size_t candidates_of(const trainer *self, const size_t *item, size_t count, size_t *candidate)
{
    size_t candidates = 0;
    double spent = 0;
    for (size_t i = 0; i < count; i++)
        spent += self->instance->cost[item[i]];
    for (size_t s = 0; s < ITEMS; s++) {
        bool in = false;
        for (size_t i = 0; i < count; i++)
            in |= item[i] == s;
        if (!in && spent + self->instance->cost[s] <= self->instance->budget)
            candidate[candidates++] = s;
    }
    return candidates;
}

/* ---- Lists ---- */

static size_t learner_of(const trainer *self, size_t position)
{
    return position < self->positions ? position : self->positions - 1;
}

static double score_of(const trainer *self, size_t position, size_t s)
{
    double score = 0;
    for (size_t f = 0; f < WIDTH; f++)
        score += self->weight[learner_of(self, position)][f] * self->scale[f] * feature(self, s, f);
    return score;
}

static size_t list_by_policy(const trainer *self, size_t *item)
{
    size_t count = 0, candidate[ITEMS], candidates;
    while ((candidates = candidates_of(self, item, count, candidate))) {
        size_t best = candidate[0];
        for (size_t c = 1; c < candidates; c++)
            if (score_of(self, count, candidate[c]) > score_of(self, count, best))
                best = candidate[c];
        item[count++] = best;
    }
    return count;
}

static size_t list_by_oracle(const trainer *self, size_t *item)
{
    size_t count = 0, candidate[ITEMS];
    for (;;) {
        size_t candidates = candidates_of(self, item, count, candidate), best = ITEMS;
        double highest = 0, before = value_with(self, item, count, ITEMS);
        for (size_t c = 0; c < candidates; c++) {
            double gain = value_with(self, item, count, candidate[c]) - before;
            if (gain > 1e-12 && gain / self->instance->cost[candidate[c]] > highest) {
                highest = gain / self->instance->cost[candidate[c]];
                best = candidate[c];
            }
        }
        if (best == ITEMS)
            return count;
        item[count++] = best;
    }
}

/* The deviation of each feature from the mean of the candidates of a position, along the oracle's list. */
static void find_scales(trainer *self)
{
    size_t item[ITEMS], count = list_by_oracle(self, item), seen = 0;
    double squares[WIDTH] = {0};
    for (size_t i = 0; i < count; i++) {
        size_t candidate[ITEMS], candidates = candidates_of(self, item, i, candidate);
        for (size_t f = 0; f < WIDTH; f++) {
            double mean = 0;
            for (size_t c = 0; c < candidates; c++)
                mean += feature(self, candidate[c], f) / (double)candidates;
            for (size_t c = 0; c < candidates; c++)
                squares[f] += pow(feature(self, candidate[c], f) - mean, 2);
        }
        seen += candidates;
    }
    for (size_t f = 0; f < WIDTH; f++)
        self->scale[f] = self->settings.standardize ? 1 / sqrt(squares[f] / (double)seen) : 1;
}

/* ---- Losses: the slope of the score of each candidate ---- */

static void rank_slopes(const double *score, const double *benefit, size_t n, double weight, double *slope)
{
    double pairs = 0;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            if (benefit[a] > benefit[b]) {
                double active = score[a] - score[b] < 1 ? weight * (benefit[a] - benefit[b]) : 0;
                pairs++;
                slope[a] -= active;
                slope[b] += active;
            }
    for (size_t a = 0; a < n; a++)
        slope[a] /= pairs > 0 ? pairs : 1;
}

static void regress_slopes(const double *score, const double *benefit, size_t n, double weight, double *slope)
{
    double score_mean = 0, benefit_mean = 0;
    for (size_t a = 0; a < n; a++) {
        score_mean += score[a] / (double)n;
        benefit_mean += benefit[a] / (double)n;
    }
    for (size_t a = 0; a < n; a++)
        slope[a] = weight * ((score[a] - score_mean) - (benefit[a] - benefit_mean)) / (double)n;
}

static void classify_slopes(const double *score, const double *benefit, size_t n, double weight, double *slope)
{
    size_t best = 0;
    double others = 0;
    for (size_t a = 0; a < n; a++)
        best = benefit[a] > benefit[best] ? a : best;
    for (size_t a = 0; a < n; a++)
        others += benefit[a] < benefit[best];
    for (size_t a = 0; a < n; a++)
        if (benefit[a] < benefit[best] && score[best] - score[a] < 1) {
            slope[a] += weight * (benefit[best] - benefit[a]) / others;
            slope[best] -= weight * (benefit[best] - benefit[a]) / others;
        }
}

static void (*const REDUCTIONS[])(const double *, const double *, size_t, double,
                                  double *) = {rank_slopes, regress_slopes, classify_slopes};
static const char *const REDUCTION_NAMES[] = {"rank", "regress", "classify"};

/* ---- Vowpal Wabbit's default update, as docs/ALGORITHMS.md has it ---- */

static void vw_update(trainer *self, size_t p, const double *x, double label, double importance, bool hinge)
{
    double *w = self->weight[p], prediction = 0, slope, rate[WIDTH], per_update = 0, move;
    if (!(importance > 0))
        return;
    self->low[p] = fmin(self->low[p], hinge ? -1 : label);
    self->high[p] = fmax(self->high[p], hinge ? 1 : label);
    for (size_t f = 0; f < WIDTH; f++)
        prediction += w[f] * x[f];
    prediction = fmax(self->low[p], fmin(self->high[p], prediction));
    slope = hinge ? (label * prediction < 1 ? -label : 0) : 2 * (prediction - label);
    if (fabs(slope) < 1e-12) /* 0 but for rounding: the prediction is clipped to this label */
        return;
    for (size_t f = 0; f < WIDTH; f++) {
        double size = fabs(x[f]);
        self->squares[p][f] += importance * slope * slope * size * size;
        if (size > self->largest[p][f]) {
            w[f] *= self->largest[p][f] > 0 ? self->largest[p][f] / size : 1;
            self->largest[p][f] = size;
        }
        self->norms[p] += importance * size * size / (self->largest[p][f] * self->largest[p][f]);
    }
    self->total[p] += importance;
    for (size_t f = 0; f < WIDTH; f++) {
        rate[f] = sqrt(self->total[p] / self->norms[p]) / (sqrt(self->squares[p][f]) * self->largest[p][f]);
        per_update += x[f] * x[f] * rate[f];
    }
    move = hinge ? label * fmin(self->settings.eta * importance, (1 - label * prediction) / per_update)
                 : (label - prediction) * (1 - exp(-2 * self->settings.eta * importance * per_update)) / per_update;
    for (size_t f = 0; f < WIDTH; f++)
        w[f] += move * x[f] * rate[f];
}

/* Items one by one for regression; every pair of a better and a worse item for ranking; the pairs of a best item for
 * classification. */
static void vw_learn(trainer *self, size_t p, const size_t *candidate, size_t n, const double *benefit, double weight,
                     int reduction)
{
    double x[WIDTH], best = -INFINITY;
    bool regress = reduction == 1, classify = reduction == 2;
    for (size_t a = 0; a < n; a++)
        best = fmax(best, benefit[a]);
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < (regress ? 1 : n); b++) {
            for (size_t f = 0; f < WIDTH; f++)
                x[f] =
                    (feature(self, candidate[a], f) - (regress ? 0 : feature(self, candidate[b], f))) * self->scale[f];
            if (regress)
                vw_update(self, p, x, benefit[a], weight, false);
            else if (benefit[a] > benefit[b] && (!classify || benefit[a] == best))
                vw_update(self, p, x, 1, weight * (benefit[a] - benefit[b]), true);
        }
}

/* ---- One round ---- */

static void learn(trainer *self, const size_t *item, size_t count, int reduction, bool vw)
{
    for (size_t i = 0; i < count; i++) {
        size_t candidate[ITEMS], n = candidates_of(self, item, i, candidate), learner = learner_of(self, i);
        double score[ITEMS], benefit[ITEMS], slope[ITEMS] = {0}, weight = self->instance->cost[item[i]];
        weight /= self->instance->budget;
        for (size_t j = i + 1; j < count; j++) /* w_i = prod_{j > i} (1 - l(s_j) / W) l(s_i) / W */
            weight *= 1 - self->instance->cost[item[j]] / self->instance->budget;
        for (size_t c = 0; c < n; c++) {
            score[c] = score_of(self, i, candidate[c]);
            benefit[c] = benefit_of(self, item, i, candidate[c]);
        }
        if (vw) {
            vw_learn(self, learner, candidate, n, benefit, weight, reduction);
            continue;
        }
        REDUCTIONS[reduction](score, benefit, n, weight, slope);
        for (size_t c = 0; c < n; c++)
            for (size_t f = 0; f < WIDTH; f++)
                self->gradient[learner][f] += slope[c] * feature(self, candidate[c], f) * self->scale[f];
    }
}

static void step(trainer *self, bool adagrad)
{
    self->rounds++;
    for (size_t p = 0; p < self->positions; p++)
        for (size_t f = 0; f < WIDTH; f++) {
            double gradient = self->gradient[p][f] + self->settings.l2 * self->weight[p][f];
            self->squares[p][f] += gradient * gradient;
            if (adagrad && self->squares[p][f] > 0)
                self->weight[p][f] -= self->settings.eta * gradient / sqrt(self->squares[p][f]);
            else if (!adagrad)
                self->weight[p][f] -= self->settings.eta * gradient / sqrt((double)self->rounds);
            self->gradient[p][f] = 0;
        }
}

static void set(knap_settings *settings, const char *name, const char *value)
{
    assert_ok(knap_param_parse(knap_param_find(knap_settings_table(), name), settings, value, error));
}

static void check_training(knap_data *data, knap_rng *rng, int round)
{
    bool vw = round % 4 == 3, adagrad = round % 2, conseqopt = round / 6 % 2;
    int reduction = vw ? round / 4 % 3 : round / 2 % 3;
    trainer self = {.instance = random_instance(data, rng, ITEMS, 18, "coverage", 1), .positions = 1};
    knap_run run = {.jobs = 1};
    knap_model *model;
    knap_settings_init(&self.settings);
    set(&self.settings, "views", "quality");
    set(&self.settings, "result", "last");
    set(&self.settings, "learner", vw ? "vw-pairs" : adagrad ? "adagrad" : "ogd");
    set(&self.settings, "reduction", REDUCTION_NAMES[reduction]);
    set(&self.settings, "method", conseqopt ? "conseqopt" : "scp");
    self.settings.positions = MOST_POSITIONS - 1;
    self.settings.epochs = 4;
    self.settings.eta = 0.3;
    self.settings.l2 = round / 12 % 2 ? 0.1 : 0;
    self.settings.guided = round / 3 % 2;
    self.settings.standardize = round / 4 % 2;
    self.settings.lambda = round % 5 == 0 ? 0 : round % 5 == 1 ? 3 : 0.2; /* 3: all benefits are negative */
    self.settings.r = round % 7 == 0 ? 1 : 0.6;
    self.positions = conseqopt ? self.settings.positions : 1;
    assert_ok(knap_train(data, NULL, &self.settings, 1, &run, &model, NULL, error));
    find_scales(&self);
    for (size_t epoch = 0; epoch < self.settings.epochs; epoch++) {
        size_t item[ITEMS];
        size_t count = self.settings.guided && epoch == 0 ? list_by_oracle(&self, item) : list_by_policy(&self, item);
        learn(&self, item, count, reduction, vw);
        if (!vw)
            step(&self, adagrad);
    }
    assert_int_equal(knap_model_positions(model), self.positions);
    for (size_t p = 0; p < self.positions; p++)
        for (size_t f = 0; f < WIDTH; f++)
            assert_close(knap_model_weight(model, 0, p, f), self.weight[p][f] * self.scale[f], 1e-8);
    knap_model_free(model);
}

static void training_is_algorithm_1(void **state)
{
    knap_rng rng;
    (void)state;
    knap_rng_seed(&rng, 41);
    for (int round = 0; round < 120; round++) {
        knap_data *data;
        assert_ok(knap_data_new(NULL, &data, error));
        check_training(data, &rng, round);
        knap_data_free(data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(training_is_algorithm_1),
    };
    return cmocka_run_group_tests_name("train definition", tests, NULL, NULL);
}
